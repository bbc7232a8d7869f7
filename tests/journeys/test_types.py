"""A type from its author's notebook to everybody's ranked tournaments."""

from matches.models import Match
from scheduling.dispatcher import dispatch
from tests import cast
from tests.fixtures.browser import PHONE
from tests.inventions import TEXT, eva
from tests.journeys import judging, preparing
from tests.journeys.people import TOUCHED, Meet, Person
from tests.journeys.test_looks import faults, who
from tests.servers.site import Site
from tournaments.draw.publish import publish_draw
from tournaments.entries.check_in import check_in_all
from tournaments.entries.enter import import_entries
from tournaments.inputs import NewEntry
from tournaments.models import Tournament

FORTRESS = "fortaleza@1"


def test_a_type_is_proposed_used_accepted_and_ranked(live_site: Site, meet: Meet) -> None:
    ana = who(meet(live_site, **TOUCHED), cast.ana())
    looks = [*write_it_down(ana), *faults(ana)]
    ana.page.set_viewport_size(PHONE)
    ana.send("button[value=propose]")
    slug = preparing.create(ana, kind=FORTRESS, name="Mariapaulista", year=2026, tables=2)
    ana.sees("h1", "Chama: Fortaleza Mariapaulista 2026")
    play_a_match(ana, Tournament.objects.get(slug=slug))
    looks += accept_it(who(meet(live_site), eva()))
    duda = who(meet(live_site), cast.duda())
    duda.go("/tipos/").sees("h3", "Fortaleza")
    looks += faults(duda)
    ranked = preparing.create(duda, kind=FORTRESS, name="Niteroiense", year=2026, tables=2, ranked=True)
    assert Tournament.objects.get(slug=ranked).ranked
    duda.go(f"/torneios/{ranked}/regulamento/").sees("#invented-type", "Fortaleza")
    assert looks == [], "\n".join(looks)


def write_it_down(ana: Person) -> list[str]:
    """The preview says how one wins while it is typed; a type without a condition is refused."""
    ana.go("/tipos/novo/").fill(title_word="Fortaleza", text_pt=TEXT)
    ana.send(preparing.SUBMIT, 422)
    looks = list(faults(ana))
    ana.page.set_viewport_size(PHONE)
    ana.fill(need_intact=4, need_laid=6)
    ana.sees("#type-preview .strong", "4")
    ana.shoot("40-type-form")
    ana.send(preparing.SUBMIT)
    ana.sees("h1", "Fortaleza")
    ana.shoot("41-type")
    return looks


def play_a_match(ana: Person, tournament: Tournament) -> None:
    """Its sheet is judged by the new condition: a plain win is one tap."""
    rows = [NewEntry((f"Jogador {number}",)) for number in range(1, 5)]
    import_entries(tournament, entries=rows, by=cast.ana(), now=cast.START)
    check_in_all(tournament, by=cast.ana(), now=cast.START)
    publish_draw(cast.fresh(tournament), seed=3, by=cast.ana(), now=cast.START)
    dispatch(tournament.ledger_id, now=cast.START)
    code = Match.objects.filter(ledger=tournament.ledger_id, state="called")[0].code
    judging.start(ana, tournament.slug, code)
    ana.tap(judging.winner(ana, 2))
    assert judging.headline(ana, "good")
    ana.shoot("42-type-sheet")
    judging.record(ana)
    assert Match.objects.get(code=code).state == "ended"


def accept_it(editor: Person) -> list[str]:
    """From the queue to the decision."""
    editor.go("/tipos/").follow("a[href='/tipos/revisao/']").follow("main li.card a")
    looks = list(faults(editor))
    editor.shoot("43-type-review")
    editor.fill(decision="accept", reason="Joguei, e funciona.").send("main form button.btn-primary")
    editor.sees(".badge-live")
    return looks
