def sub(p,a,b,n=1):
    s=open(p).read(); assert a in s,(p,a); open(p,'w').write(s.replace(a,b,n))
sub('matches/models/match.py','''    """A table in the hall. A closed one gets no further match."""
''','''    """A table in the hall. A closed one gets no further match. `judge` looks after it."""
''')
sub('matches/models/match.py','''    is_open = models.BooleanField(default=True)

    class Meta:
        ordering = ["position"]''','''    is_open = models.BooleanField(default=True)
    judge = models.ForeignKey(Persona, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["position"]''')
p='tournaments/messages.py'
sub(p,'''    "multiplier_out_of_range"''','''    "tables_too_many": _("Name %(most)s tables at most."),
    "judge_unknown": _("This person does not help at this tournament. Add them under “Staff” first."),
    "judge_plays_there": _("%(name)s plays at table %(table)s. Let somebody else look after it."),
    "multiplier_out_of_range"''')
# hall view
p='tournaments/tables/hall.py'
sub(p,'''    """A physical table; `match` is the code of the match that is called or played there."""
''','''    """A physical table; `match` is the code of the match that is called or played there.

    `judge`: the name of who looks after it, None where nobody does.
    """
''')
sub(p,'''    match: str | None

''','''    match: str | None
    judge: str | None = None

''')
sub(p,'''    tables = PhysicalTable.objects.filter(ledger=tournament.ledger_id).order_by("position")
    return tuple(TableView(table.label, table.is_open, matches.get(table.pk)) for table in tables)''','''    tables = PhysicalTable.objects.filter(ledger=tournament.ledger_id).order_by("position")
    return tuple(_view(table, matches.get(table.pk)) for table in tables.select_related("judge__player"))


def _view(table: PhysicalTable, match: str | None) -> TableView:
    return TableView(table.label, table.is_open, match, table.judge.player.name if table.judge else None)''')
p='web/views/tables/hall.py'
sub(p,'''    return form_page(request, "tables/tables.html", _context(visit, shown, form))
''','''    return form_page(request, "tables/tables.html", _context(visit, shown, form))


def tables_page(visit: Visit) -> dict[str, object]:
    """Everything for `tables/tables.html`, as it is when first asked for."""
    shown = tables_of(visit.tournament)
    return _context(visit, shown, TablesForm(None, initial={"count": _open(shown)}))
''')
sub(p,'''        "waiting_for_table": len(view.ready),
''','''        "waiting_for_table": len(view.ready),
        "overseers": overseers(visit.tournament),
        "judges_few": few and text_for_refusal(few),
        "may_coordinate": visit.may("coordinate"),
''')
sub(p,'''    view = now(visit.tournament, timezone.now())
    matches''','''    view, few = now(visit.tournament, timezone.now()), judges_warning(visit.tournament)
    matches''')
sub(p,'''from tournaments.tables.hall import TableView, tables_of
''','''from tournaments.setup.staff_selectors import judges_warning
from tournaments.tables.hall import TableView, tables_of
from tournaments.tables.look_after import overseers
''')
sub(p,'from web.pages import form_page\n','from web.pages import form_page\nfrom web.sentences import text_for_refusal\n')
p='templates/tables/tables.html'
sub(p,'''              {% if match %}<p class="small">{% include "now/_line.html" %}</p>{% endif %}
''','''              {% if match %}<p class="small">{% include "now/_line.html" %}</p>{% endif %}
              {% if table.judge %}<p class="small muted">{% translate "Judge" %}: <bdi>{{ table.judge }}</bdi></p>{% endif %}
''')
sub(p,'''    {% if role == "organizer" or role == "coordinator" %}
      <aside class="card">
        <form class="form" method="post">
          {% csrf_token %}
          {% include "_form.html" %}
          <button class="btn{% if not tables %} btn-primary{% endif %}">{% translate "Set the tables" %}</button>
        </form>
      </aside>
    {% endif %}
''','''    <aside class="stack">
      {% include "_violations.html" %}
      {% if may_coordinate %}<div class="card">
        <form class="form" method="post">
          {% csrf_token %}
          {% include "_form.html" %}
          <button class="btn{% if not tables %} btn-primary{% endif %}">{% translate "Set the tables" %}</button>
        </form>
      </div>{% endif %}
      {% if tables %}{% include "tables/_judges.html" %}{% endif %}
    </aside>
''')
sub('web/routes/now.py','    path(f"{AT}mesas/", hall.tables','    path(f"{AT}mesas/juizes/", look_after.give, name="look_after"),\n    path(f"{AT}mesas/", hall.tables')
sub('web/routes/now.py','from web.views.tables import hall\n','from web.views.tables import hall, look_after\n')
# needs
p='tournaments/now/needs.py'
sub(p,'''def needs(view: NowView) -> Needs:
    """The tables of a look at the day."""
    return Needs(
        over=_by("time_called_at", (match for match in view.playing if match.time_called_at)),
        late=_by("called_at", view.late),
        playing=_by("started_at", (match for match in view.playing if not match.time_called_at)),
        called=_by("called_at", (match for match in view.called if match not in view.late)),
    )
''','''def needs(view: NowView, mine: Collection[str] = ()) -> Needs:
    """The tables of a look at the day; in each group first those (labels) that the reader looks after."""
    by = partial(_by, mine)
    return Needs(
        over=by("time_called_at", (match for match in view.playing if match.time_called_at)),
        late=by("called_at", view.late),
        playing=by("started_at", (match for match in view.playing if not match.time_called_at)),
        called=by("called_at", (match for match in view.called if match not in view.late)),
    )
''')
sub(p,'''def _by(moment: str, matches: Iterable[MatchView]) -> Views:
    """By that moment of each, the earliest first; in bracket order where two are equal."""
    return tuple(sorted(matches, key=lambda match: getattr(match, moment) or NEVER))''','''def _by(mine: Collection[str], moment: str, matches: Iterable[MatchView]) -> Views:
    """One's own first, then by that moment, the earliest first; in bracket order where two are equal."""

    def need(match: MatchView) -> tuple[bool, datetime]:
        return match.table_label not in mine, getattr(match, moment) or NEVER

    return tuple(sorted(matches, key=need))''')
sub(p,'from collections.abc import Iterable\n','from collections.abc import Collection, Iterable\n')
sub(p,'from datetime import UTC, datetime\n','from datetime import UTC, datetime\nfrom functools import partial\n')
p='web/views/now/control_page.py'
sub(p,'''        "needs": needs(view),
''','''        "needs": needs(view, {label for label, judge in judges.items() if judge.player_id == visit.by.pk}),
        "judges": judges,
        "judges_few": judges_warning(tournament) if running else None,
''')
sub(p,'''    running = tournament.state in (State.DRAWN, State.RUNNING)
''','''    running = tournament.state in (State.DRAWN, State.RUNNING)
    judges = looked_after(tournament) if running else {}
''')
sub(p,'''from tournaments.standings.attendance import points_warning
''','''from tournaments.setup.staff_selectors import judges_warning
from tournaments.standings.attendance import points_warning
from tournaments.tables.look_after import looked_after
''')
sub('templates/now/_now.html','''  {% include "corrections/_waiting.html" %}''','''  {% if judges_few %}<div class="notice notice-warning" id="judges-few"><p>{{ judges_few|sentence }}</p></div>{% endif %}
  {% include "corrections/_waiting.html" %}''')
p='templates/now/_match.html'
sub(p,'''{% include "now/_where.html" %}</span></a>{% endif %}{% endif %}</p>
  </div>''','''{% include "now/_where.html" %}</span></a>{% endif %}{% endif %}</p>
    {% if match.table_label %}{% include "now/_judge.html" %}{% endif %}
  </div>''')
open('templates/now/_judge.html','w').write('''{% load day i18n %}{% judge_at judges match.table_label as judge %}{% if judge and judge.player_id == player.pk %}
<p class="small strong">{% translate "your table" %}</p>{% elif judge %}<p class="small muted">{% translate "Judge" %}: <bdi>{{ judge.player.name }}</bdi></p>
{% else %}<form class="no-print" action="{% url 'look_after' tournament.slug %}" method="post">{% csrf_token %}
  <input type="hidden" name="tables" value="{{ match.table_label }}"><input type="hidden" name="person" value="me">
  <input type="hidden" name="de" value="painel">
  <button class="btn btn-quiet take" id="take-{{ match.table_label }}">{% translate "I take this one" %}<span class="visually-hidden">:
    {% include "now/_where.html" %}</span></button></form>{% endif %}
''')
s=open('web/templatetags/day.py').read()
s+='''

@register.simple_tag
def judge_at(judges: Mapping[str, Persona], label: str) -> Persona | None:
    """Who looks after the table with this label; None where nobody does."""
    return judges.get(label)
'''
open('web/templatetags/day.py','w').write(s)
s=open('static/css/day.css').read()
s=s.replace('.call-rows {','.take { padding: 0; min-height: var(--touch); }\n.call-rows {',1)
open('static/css/day.css','w').write(s)
# api
p='api/v1/serializers/tables.py'
s=open(p).read()
s=s.replace('shows = ("table", "is_open", "match")','shows = ("table", "is_open", "match", "judge")')
s+='''

class TableJudgeInSerializer(Strict):
    """Who looks after the table, by their code in this tournament; null for nobody."""

    person = Text(allow_null=True, max_length=12)
'''
s=s.replace('from api.strict import Flag, Strict, WholeNumber','from api.strict import Flag, Strict, Text, WholeNumber')
open(p,'w').write(s)
p='api/v1/views/tables/hall.py'
s=open(p).read()
i=s.index('def _tables(')
s=s[:i]+'''class TableJudgeApiView(TournamentApiView):
    """Who looks after a table."""

    rights = {"PUT": "judge"}

    @extend_schema(
        operation_id="look_after_table",
        request=shapes.TableJudgeInSerializer,
        responses=shapes.TableSerializer(many=True),
    )
    def put(self, request: Request, slug: str, label: str) -> Response:
        """Take the table or give it back; for who coordinates also: give it to somebody of the staff."""
        person = parsed(shapes.TableJudgeInSerializer, request)["person"]

        def work(tournament: Tournament, doing: WriteRequest) -> Any:
            look_after(tournament, tables=[label], person=person, by=doing.actor, now=doing.now)
            return _tables(tournament)

        return self.act(work)


'''+s[i:]
s=s.replace('from tournaments.tables.hall import tables_of\n','from tournaments.tables.hall import tables_of\nfrom tournaments.tables.look_after import look_after\n')
open(p,'w').write(s)
sub('api/v1/urls.py','    path(f"{T}tables/<str:label>/", hall','    path(f"{T}tables/<str:label>/judge/", hall.TableJudgeApiView.as_view()),\n    path(f"{T}tables/<str:label>/", hall')
sub('api/words/day.py','''    "whom": (''','''    "Table.judge": ("The name of who looks after it; null where nobody does.", "Bruno Juiz"),
    "TableJudgeIn.person": (
        "The code of somebody of the staff, as the list of helpers shows it; null for nobody.", "pwr5fkbzz",
    ),
    "whom": (''')
sub('api/words/examples.py','    "ask_for_help":','    "look_after_table": {"person": PLAYER},\n    "ask_for_help":')
sub('CHANGELOG.md','### Changed\n\n','''### Changed

- Judges look after tables: taken from the day's list ("I take this one"), or given, an area at once, by who coordinates. Each judge's
  list shows their own tables first; nobody looks after a match that they play in. The day warns where tables outnumber the judges.
''')
