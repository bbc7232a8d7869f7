"""Merge two records of one person: the kept player gets everything of the duplicate.

Tournament records contain codes and no names, so none changes; only the person behind a code does.
"""

from collections.abc import Iterator

from django.db import IntegrityError, transaction
from django.db.models import ForeignObjectRel

from accounts.minors import mark_minor
from accounts.models import Persona, Player
from accounts.name_versions import bump_versions_of
from core.errors import Refused, Violation, refuse_all


def merge(kept: Player, duplicate: Player) -> Player:
    """Give everything of the duplicate to the kept player, and delete the duplicate.

    If either is a minor, both are marked before, so that the full name of neither is left.

    Raise `Refused`: `merge_same`, `merge_two_accounts`, `merge_same_tournament` if both take part in one
    tournament, or `merge_both_play` if each is at a table now.
    """
    try:
        return _merge_locked(kept, duplicate)
    except IntegrityError as error:
        raise Refused([Violation("merge_both_play")]) from error


def _merge_locked(kept: Player, duplicate: Player) -> Player:
    """Merge under both locks and return the kept player. Raise `Refused` with what `check_merge` finds."""
    with transaction.atomic():
        bump_versions_of(kept.pk, duplicate.pk)
        both = Player.objects.select_for_update().filter(pk__in=[kept.pk, duplicate.pk]).order_by("pk")
        rows = {player.pk: player for player in both}
        kept, duplicate = rows[kept.pk], rows[duplicate.pk]
        refuse_all(check_merge(kept, duplicate))
        if kept.is_minor or duplicate.is_minor:
            kept, duplicate = mark_minor(kept), mark_minor(duplicate)
        for relation in _relations_to_player():
            name = relation.field.name
            relation.related_model._base_manager.filter(**{name: duplicate}).update(**{name: kept})
        _move_account_and_delete(kept, duplicate)
    return kept


def check_merge(kept: Player, duplicate: Player) -> list[Violation]:
    """Return what prevents a merge of these two (see `merge`), empty if nothing; not `merge_both_play`.

    The database alone finds that both play now, by a constraint.
    """
    if kept.pk == duplicate.pk:
        return [Violation("merge_same")]
    found = []
    if kept.user_id and duplicate.user_id:
        found.append(Violation("merge_two_accounts"))
    shared = Persona.objects.filter(player=duplicate, ledger__personas__player=kept)
    titles = shared.order_by("ledger").values_list("ledger__tournament__title", flat=True)
    return [*found, *(Violation("merge_same_tournament", {"title": title}) for title in titles)]


def _relations_to_player() -> Iterator[ForeignObjectRel]:
    """Yield every relation of another model to a player, in any app."""
    fields = Player._meta.get_fields(include_hidden=True)
    return (field for field in fields if isinstance(field, ForeignObjectRel))


def _move_account_and_delete(kept: Player, duplicate: Player) -> None:
    """Move account and club if the kept player has none, and delete the duplicate.

    The page stays hidden if either hid it. An account, or a page of either, ends the wait for a page.
    """
    user, club = duplicate.user, duplicate.club
    hidden = any(not player.has_page and not player.awaits_season for player in (kept, duplicate))
    has_page = not hidden and (kept.has_page or duplicate.has_page or user is not None)
    duplicate.delete()
    kept.user, kept.club = kept.user or user, kept.club or club
    kept.has_page, kept.awaits_season = has_page, not hidden and not has_page
    kept.save(update_fields=["user", "club", "has_page", "awaits_season"])
