"""Separate two people of one name who were taken for one."""

from datetime import datetime

from django.db import transaction

from accounts.models import Persona, Player
from accounts.name_versions import bump_versions_of
from accounts.splitting import split
from core.errors import Forbidden, Refused, Violation
from tournaments.act import acting_on, enqueue_dispatch
from tournaments.models import Tournament


def separate_person(tournament: Tournament, *, person: str, by: Player, now: datetime) -> Player:
    """Give the entry of this person (code) to a new person of the same name; return the new one.

    Other tournaments keep the first one. Raises `Refused` `separates_account` if they have an account,
    `split_nothing` if they neither play nor help here, and `split_all` if they play nowhere else.
    """
    with transaction.atomic():
        persona = Persona.objects.filter(ledger=tournament.ledger_id, code=person).first()
        if persona is not None:
            bump_versions_of(persona.player_id)
        with acting_on(tournament, by=by, need="coordinate", now=now) as ctx:
            fresh = (
                Persona.objects.filter(ledger=ctx.act.ledger, code=person).select_related("player").first()
            )
            if fresh is None:
                raise Forbidden("not_found")
            if fresh.player.user_id is not None:
                raise Refused([Violation("separates_account", {"name": fresh.player.name}, "person")])
            found = split(fresh.player, [person])
            enqueue_dispatch(ctx)
            return found
