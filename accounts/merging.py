"""Two entries in the list of people for one person: everything of the one becomes the other's.

Records bear codes and no names, so none changes: only who stands behind a code.
"""

from collections.abc import Iterator

from django.db import IntegrityError, transaction
from django.db.models import ForeignObjectRel

from accounts.models import Persona, Player
from accounts.showing import shown_anew
from core.errors import Refused, Violation, refuse_all


def merge(kept: Player, duplicate: Player) -> Player:
    """Give everything of the duplicate to the player who is kept, and remove the duplicate.

    Raises `Refused`: `merge_same`, `merge_two_accounts`, or `merge_same_tournament` where both take part in
    one tournament, which has to be settled there first; `merge_both_play` where each is at a table just now.
    """
    try:
        return _merged(kept, duplicate)
    except IntegrityError as error:
        raise Refused([Violation("merge_both_play")]) from error


def _merged(kept: Player, duplicate: Player) -> Player:
    with transaction.atomic():
        shown_anew(kept.pk, duplicate.pk)
        both = Player.objects.select_for_update().filter(pk__in=[kept.pk, duplicate.pk]).order_by("pk")
        rows = {player.pk: player for player in both}
        kept, duplicate = rows[kept.pk], rows[duplicate.pk]
        refuse_all(check_merge(kept, duplicate))
        for relation in _relations():
            name = relation.field.name
            relation.related_model._base_manager.filter(**{name: duplicate}).update(**{name: kept})
        _take_over(kept, duplicate)
    return kept


def check_merge(kept: Player, duplicate: Player) -> list[Violation]:
    """Everything that keeps these two from being merged."""
    if kept.pk == duplicate.pk:
        return [Violation("merge_same")]
    found = []
    if kept.user_id and duplicate.user_id:
        found.append(Violation("merge_two_accounts"))
    shared = Persona.objects.filter(player=duplicate, ledger__personas__player=kept)
    titles = shared.order_by("ledger").values_list("ledger__tournament__title", flat=True)
    return [*found, *(Violation("merge_same_tournament", {"title": title}) for title in titles)]


def _relations() -> Iterator[ForeignObjectRel]:
    """Everything that can point to a player, whichever app it is in."""
    fields = Player._meta.get_fields(include_hidden=True)
    return (field for field in fields if isinstance(field, ForeignObjectRel))


def _take_over(kept: Player, duplicate: Player) -> None:
    """The account and the club, where the kept one has none; then the duplicate goes.

    Who hid the page of either has none; an account, or a page of either, ends the wait for one.
    """
    user, club = duplicate.user, duplicate.club
    hidden = any(not player.has_page and not player.awaits_season for player in (kept, duplicate))
    has_page = not hidden and (kept.has_page or duplicate.has_page or user is not None)
    duplicate.delete()
    kept.user, kept.club = kept.user or user, kept.club or club
    kept.has_page, kept.awaits_season = has_page, not hidden and not has_page
    kept.save(update_fields=["user", "club", "has_page", "awaits_season"])
