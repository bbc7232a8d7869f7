"""Rows of the list of entries and of the check-in as HTML.

They are formatted in Python because templates are too slow: 60 rows cost four times the rest of the page.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches.models import EntryState
from tournaments.entries.check_in_list import LIVE
from tournaments.entries.selectors import EntryView
from tournaments.models import Tournament
from tournaments.state_names import ENTRY_STATES
from web import labels
from web.templatetags.chama import people, sentence

ENTRY_ROW = """<tr{muted}><td class="num" data-label="{number_label}">{number}</td>
<th scope="row">{names}</th>
<td{club_label}>{club}</td><td class="num"{seed_label}>{seed}</td>
<td><span class="badge {badge}">{state}</span> {brought}</td>{acts}</tr>"""
BROUGHT = '<img class="pineapple" src="{}" alt="{}" width="20" height="28">'
LINK = '<a class="small" href="{}" aria-label="{}">{}</a>'


@dataclass(frozen=True, slots=True)
class EntryRows:
    """Renders the rows of the list of entries, with links to acts for staff.

    `decides`: a coordinator decides about an entry after the draw. `withdraws`: staff withdraw one before it.
    """

    tournament: Tournament
    decides: bool
    withdraws: bool

    def render(self, entries: Iterable[EntryView]) -> SafeString:
        """Return the rows of these entries as HTML, in their order."""
        return format_html_join("\n", "{}", ((self._row(entry),) for entry in entries))

    def _row(self, entry: EntryView) -> SafeString:
        """Return the row of one entry; muted if it is no longer in the tournament."""
        is_live = entry.state in LIVE
        return format_html(
            ENTRY_ROW,
            muted=SafeString("" if is_live else ' class="muted"'),
            number_label=_("No."),
            number=entry.number,
            names=people(entry.names),
            club_label=_label_attribute(_("Club or city")) if entry.club else "",
            club=self._club(entry),
            seed_label=_label_attribute(_("Seed")) if entry.seed else "",
            seed=entry.seed or "",
            badge=labels.BADGES[entry.state],
            state=ENTRY_STATES[entry.state],
            brought=_pineapples(entry),
            acts=self._acts(entry, is_live=is_live) if self.decides or self.withdraws else "",
        )

    def _club(self, entry: EntryView) -> SafeString:
        """Return the club's name, as a link to its page if the tournament is public; may be empty."""
        if not (entry.club_number and self.tournament.is_public):
            return format_html("<bdi>{}</bdi>", entry.club)
        address = reverse("club", args=[entry.club_number])
        return format_html('<a class="person" href="{}"><bdi>{}</bdi></a>', address, entry.club)

    def _acts(self, entry: EntryView, *, is_live: bool) -> SafeString:
        """Return the cell with links to what staff can do with the entry."""
        links = format_html_join(" ", LINK, self._links(entry, is_live=is_live))
        return format_html('<td class="no-print"><div class="row">{}</div></td>', links)

    def _links(self, entry: EntryView, *, is_live: bool) -> Iterator[tuple[str, str, str]]:
        """Yield address, label with the names, and word of each act: change, and decide or withdraw.

        Of an entry that left only decide, if that is possible.
        """
        name = {"name": " & ".join(entry.names)}
        if is_live:
            yield self._address("entry_change", entry), _("Change %(name)s") % name, _("Change")
        if self.decides:
            yield self._address("entry_decide", entry), _("Decide about %(name)s") % name, _("Decide")
        elif is_live:
            yield self._address("entry_withdraw", entry), _("Withdraw %(name)s") % name, _("Withdraw")

    def _address(self, page: str, entry: EntryView) -> str:
        """Return the path of the entry's page with this URL name."""
        return reverse(page, args=[self.tournament.slug, entry.code])


def _label_attribute(words: str) -> SafeString:
    """Return the attribute with a value's label, for phones, where the table has no head."""
    return format_html(' data-label="{}"', words)


def _pineapples(entry: EntryView, picture: str = BROUGHT) -> SafeString:
    """Return a picture for each person of the entry who brought a pineapple; may be empty."""
    pictures = (static("pineapple.svg") for person in entry.people if person.pineapple)
    return format_html_join("", picture, ((one, _("brought a pineapple")) for one in pictures))


DOOR_ROW = """<li{oob} class="card door-row{here}" id="entry-{code}" tabindex="-1">
<form method="post" hx-post="" hx-target="#entry-{code}" hx-swap="outerHTML"
 hx-sync="this:drop" hx-disabled-elt="find button">
{csrf}<input type="hidden" name="entry" value="{code}"><input type="hidden" name="seen" value="{seq}">
{refusal}<div class="row-spread">
<div><p class="lead strong">{names}{brought}</p><p class="small muted">{facts}</p></div>
{badge}</div>{acts}</form></li>"""
CHANGE = """<details class="door-change"><summary class="small">{}{}</summary>{}<div class="actions">{}{}
<button class="btn btn-danger" name="act" value="out">{}</button></div></details>"""
TABLE = """<details class="door-table"><summary class="small">{}{}</summary>
<div class="actions">{}</div></details>"""
HERE = '<button class="btn btn-primary door-in" name="act" value="in">{}{}</button>'
ACT = '<button class="btn" name="act" value="{}">{}</button>'


@dataclass(frozen=True, slots=True)
class DoorRows:
    """Renders the rows of the check-in, each a form; they share the page's `context` and its `csrf` field.

    A form posts to the address of its page, so that a search stays, also in a row that a poll brought.
    `refusal` stands in every row: render only the one whose act was refused. `is_swapped`: htmx replaces each
    row on the page.
    """

    context: Mapping[str, Any]
    csrf: SafeString
    refusal: object = None
    is_swapped: bool = False

    def render(self, entries: Iterable[EntryView]) -> SafeString:
        """Return the rows of these entries as HTML, in their order."""
        return format_html_join("\n", "{}", ((self._row(entry),) for entry in entries))

    def _row(self, entry: EntryView) -> SafeString:
        """Return the row of one entry with its buttons."""
        is_here = entry.state == EntryState.CHECKED_IN
        return format_html(
            DOOR_ROW,
            oob=SafeString(' hx-swap-oob="true"' if self.is_swapped else ""),
            here=" is-here" if is_here else "",
            code=entry.code,
            csrf=self.csrf,
            seq=entry.seq,
            refusal=self._refusal(),
            names=people(entry.names),
            brought=_pineapples(entry, f" {BROUGHT}"),
            facts=format_html_join(" · ", "{}", ((fact,) for fact in self._facts(entry))),
            badge=format_html('<span class="badge badge-ready">✓ {}</span>', _("Here")) if is_here else "",
            acts=self._acts(entry, is_here=is_here),
        )

    def _refusal(self) -> SafeString:
        """Return the refusal as an alert in the row; empty if there is none."""
        if self.refusal is None:
            return SafeString()
        said = sentence(self.refusal)  # type: ignore[arg-type]  # Refused or Stale
        return format_html('<p class="notice notice-warning" role="alert">{}</p>', said)

    def _facts(self, entry: EntryView) -> Iterator[str]:
        """Yield the parts of the line below the names: number, club, seed, and notes for the staff."""
        yield _("no. %(number)s") % {"number": entry.number}
        if entry.club:
            yield format_html("<bdi>{}</bdi>", entry.club)
        if entry.seed:
            yield _("seed %(seed)s") % {"seed": entry.seed}
        if entry.code in self.context["namesakes"]:
            warning = _("two people with this name: check club or number")
            yield format_html('<span class="strong">{}</span>', warning)
        if entry.code in self.context["in_need"]:
            yield _("needs an accessible table")

    def _acts(self, entry: EntryView, *, is_here: bool) -> SafeString:
        """Return the buttons: before the draw check-in, deck and pineapples, after it the accessible table.

        The accessible table also before the draw, for who is here. Empty once the tournament is over.
        """
        whose = format_html('<span class="visually-hidden">: {}</span>', " & ".join(entry.names))
        if self.context["is_on"]:
            return format_html(TABLE, _("Table"), whose, self._table_button(entry))
        if not self.context["is_preparing"]:
            return SafeString()
        deck, brings = self._deck_link(entry, whose), self._pineapple_boxes(entry)
        if not is_here:
            return format_html("{}{}{}", deck, brings, format_html(HERE, _("Here"), whose))
        save = format_html(ACT, "in", _("Save the pineapples")) if brings else ""
        change = (_("Change"), whose, brings, save, self._table_button(entry), _("Not here after all"))
        return format_html("{}{}", deck, format_html(CHANGE, *change))

    def _table_button(self, entry: EntryView) -> SafeString:
        """Return the button by which the entry needs an accessible table, or no longer."""
        if entry.code in self.context["in_need"]:
            return format_html(ACT, "no_need", _("Any table will do"))
        return format_html(ACT, "need", _("Needs an accessible table"))

    def _pineapple_boxes(self, entry: EntryView) -> SafeString:
        """Return a checkbox for each person's pineapple; empty if pineapples do not count here."""
        if not self.context["pineapples"]:
            return SafeString()
        shown = {"people": entry.people, "is_pair": len(entry.people) > 1}
        return render_to_string("entries/_pineapples.html", shown)

    def _deck_link(self, entry: EntryView, whose: SafeString) -> SafeString:
        """Return the link to the entry's decks, with whose are missing; empty if decks are not due."""
        if not self.context["decks_due"]:
            return SafeString()
        missing = self.context["decks_missing"].get(entry.code, ())
        address = reverse("entry_decks", args=[self.context["tournament"].slug, entry.code])
        owing = format_html(" ({})", people(missing)) if missing and len(entry.people) > 1 else ""
        return format_html(
            '<p class="small"><a href="{}">{}{}</a>{}</p>',
            address,
            _("Deck missing") if missing else _("Deck"),
            whose,
            owing if missing else " ✓",
        )
