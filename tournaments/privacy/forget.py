"""Erase a person: remove what tournaments store about them outside the record, unless they are
still needed.
"""

from collections.abc import Iterator

from django.db.models import Model, Q

from accounts.erasing import Names, also_forgets, keeps_from_erasing
from accounts.models import Player
from core.errors import Violation
from matches.models import AccessNeed, DeckList, Dispute
from tournaments.models import (
    OVER,
    AccessLink,
    FeeMark,
    JudgeConflict,
    JudgeShift,
    Penalty,
    Role,
    Ruling,
    Staff,
    Tournament,
)


@keeps_from_erasing
def left_to_nobody(player: Player) -> Iterator[Violation]:
    """Yield unfinished tournaments that would have no organizer left."""
    held = Staff.objects.filter(persona__player=player, role=Role.ORGANIZER).select_related("tournament")
    for staff in held.filter(tournament__binned_at=None).exclude(tournament__state__in=OVER):
        if not _is_shared(staff):
            facts = {"title": staff.tournament.title, "slug": staff.tournament.slug}
            yield Violation("sole_organizer", facts)


def _is_shared(staff: Staff) -> bool:
    """Return whether another active account organizes it too."""
    others = Staff.objects.filter(tournament=staff.tournament, role=Role.ORGANIZER).exclude(pk=staff.pk)
    return others.filter(persona__player__user__is_active=True).exists()


@also_forgets
def forget_words(player: Player, names: Names) -> None:
    """Replace the person's names in texts outside the record by the pseudonym, and delete their
    decks' texts.
    """
    ledgers = player.personas.values("ledger")
    if names.is_whole:
        AccessNeed.objects.filter(entry__members__persona__player=player).delete()
        DeckList.objects.filter(persona__player=player).update(text="", warnings=[])
        _forget_organizer(player)
        FeeMark.objects.filter(entry__members__persona__player=player).delete()
        JudgeConflict.objects.filter(Q(judge__player=player) | Q(person__player=player)).delete()
        JudgeShift.objects.filter(judge__player=player).delete()
        Penalty.objects.filter(persona__player=player).update(reason=None, salt=None, match=None)
    _rewrite(Dispute, names, "note", match__ledger__in=ledgers)
    _rewrite(Penalty, names, "reason", tournament__ledger__in=ledgers, reason__isnull=False)
    _rewrite(Ruling, names, "words", tournament__ledger__in=ledgers)
    staffed = {"ledger__in": player.personas.exclude(staff_roles=None).values("ledger")}
    _rewrite(Tournament, names, "announcement", **staffed)
    _rewrite(Tournament, names, "prizes", **staffed)
    _rewrite(Tournament, names, "contact", **staffed)
    _rewrite(Tournament, names, "taken_down_because", **staffed)


def _forget_organizer(player: Player) -> None:
    """Delete their access links; empty contact and Pix key of tournaments that they organize or organized."""
    AccessLink.objects.filter(by__player=player).delete()
    organized = player.personas.filter(staff_roles__role=Role.ORGANIZER).values("ledger")
    empty = dict.fromkeys(("contact", "pix_kind", "pix_key", "pix_name", "pix_city"), "")
    Tournament.objects.filter(ledger__in=organized).update(**empty)


def _rewrite(model: type[Model], names: Names, column: str, **where: object) -> None:
    rows = model._default_manager.filter(**where).exclude(**{column: ""}).values_list("pk", column)
    for key, text in list(rows):
        changed = names.out_of(text)
        if changed != text:
            model._default_manager.filter(pk=key).update(**{column: changed})
