"""The rows of the list of entries as HTML: a hundred by nodes of a template cost more than the page."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.entries.check_in_list import LIVE
from tournaments.entries.selectors import EntryView
from tournaments.models import Tournament
from web import labels
from web.templatetags.chama import people

ROW = """<tr{muted}><td class="num" data-label="{number_label}">{number}</td><th scope="row">{names}</th>
<td{club_label}>{club}</td><td class="num"{seed_label}>{seed}</td>
<td><span class="badge {badge}">{state}</span> {brought}</td>{acts}</tr>"""
BROUGHT = '<img class="pineapple" src="{}" alt="{}" width="20" height="28">'
LINK = '<a class="small" href="{}" aria-label="{}">{}</a>'


@dataclass(frozen=True, slots=True)
class EntryRows:
    """What rows of one list share: which acts the staff is offered; players are offered none."""

    tournament: Tournament
    decides: bool
    withdraws: bool

    def of(self, entries: Iterable[EntryView]) -> SafeString:
        """The rows of these entries."""
        return format_html_join("\n", "{}", ((self._row(entry),) for entry in entries))

    def _row(self, entry: EntryView) -> SafeString:
        is_live = entry.state in LIVE
        return format_html(
            ROW,
            muted=SafeString("" if is_live else ' class="muted"'),
            number_label=_("No."),
            number=entry.number,
            names=people(entry.names),
            club_label=_label(_("Club or city")) if entry.club else "",
            club=self._club(entry),
            seed_label=_label(_("Seed")) if entry.seed else "",
            seed=entry.seed or "",
            badge=labels.BADGES[entry.state],
            state=labels.ENTRY_STATES[entry.state],
            brought=_brought(entry),
            acts=self._acts(entry, is_live=is_live) if self.decides or self.withdraws else "",
        )

    def _club(self, entry: EntryView) -> SafeString:
        if not (entry.club_number and self.tournament.is_public):
            return format_html("<bdi>{}</bdi>", entry.club)
        address = reverse("club", args=[entry.club_number])
        return format_html('<a class="person" href="{}"><bdi>{}</bdi></a>', address, entry.club)

    def _acts(self, entry: EntryView, *, is_live: bool) -> SafeString:
        links = format_html_join(" ", LINK, self._links(entry, is_live=is_live))
        return format_html('<td class="no-print"><div class="row">{}</div></td>', links)

    def _links(self, entry: EntryView, *, is_live: bool) -> Iterator[tuple[str, str, str]]:
        """Change it, and decide about it or withdraw it: address, label, word."""
        name = {"name": " & ".join(entry.names)}
        if is_live:
            yield self._address("entry_change", entry), _("Change %(name)s") % name, _("Change")
        if self.decides:
            yield self._address("entry_decide", entry), _("Decide about %(name)s") % name, _("Decide")
        elif is_live:
            yield self._address("entry_withdraw", entry), _("Withdraw %(name)s") % name, _("Withdraw")

    def _address(self, page: str, entry: EntryView) -> str:
        return reverse(page, args=[self.tournament.slug, entry.code])


def _label(words: str) -> SafeString:
    """What stands beside the value on a phone, where the table has no head."""
    return format_html(' data-label="{}"', words)


def _brought(entry: EntryView) -> SafeString:
    pictures = (static("pineapple.svg") for person in entry.people if person.pineapple)
    return format_html_join("", BROUGHT, ((one, _("brought a pineapple")) for one in pictures))
