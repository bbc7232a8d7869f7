"""Links and codes by which people come in are made, revoked and used (ADR 0119)."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.models import Persona, Player
from accounts.services import persona_of
from core.errors import Forbidden, Stale, Violation, refuse_all
from core.record.codes import SECURE_RANDOM
from tournaments.act import ActContext, acting_on, shown_otherwise
from tournaments.lines.staff import StaffAssigned
from tournaments.models import OVER, AccessLink, LinkRole, Role, Staff, State, Tournament
from tournaments.policies import role_of
from tournaments.setup.access_codes import code_from, code_of, digest_of, digests_of

DAYS, MOST_DAYS = 3, 60
USES, MOST_USES = 5, 100
MOST_LINKS = 20


def issue_link(
    tournament: Tournament,
    *,
    role: str,
    by: Player,
    now: datetime,
    uses: int = USES,
    days: int = DAYS,
    rng: random.Random = SECURE_RANDOM,
) -> AccessLink:
    """Make a link. For entries it replaces the one before; there `uses` and `days` do not count.

    Raises `Refused` `link_role_unknown`, `link_uses_out_of_range`, `link_days_out_of_range`,
    `too_many_links`; `Stale` `finished`, or `draw_published` for entries.
    """
    with acting_on(tournament, by=by, need="manage", now=now, rng=rng) as ctx:
        is_entry = role == LinkRole.ENTRY
        _refuse_late(ctx.tournament, is_entry=is_entry)
        standing = _standing(ctx)
        if is_entry:
            standing.filter(role=role).update(revoked_at=now)
            shown_otherwise(ctx)
        refuse_all(_check(role, uses, days, standing.count()))
        limits = {} if is_entry else {"uses": uses, "expires_at": now + timedelta(days=days)}
        seed = _free_seed(rng)
        facts = {"role": role, "seed": seed, "digest": digest_of(code_from(seed)), "by": ctx.persona}
        return AccessLink.objects.create(tournament=ctx.tournament, at=now, **facts, **limits)


def revoke_link(tournament: Tournament, *, number: int, by: Player, now: datetime) -> None:
    """The link opens nothing any more; twice is once. Raises `Forbidden` `not_found`."""
    with acting_on(tournament, by=by, need="manage", now=now, even_closed=True) as ctx:
        link = AccessLink.objects.filter(tournament=ctx.tournament, pk=number).first()
        if link is None:
            raise Forbidden("not_found")
        if link.revoked_at is None:
            link.revoked_at = now
            link.save(update_fields=["revoked_at"])
        if link.role == LinkRole.ENTRY:
            shown_otherwise(ctx)


def use_link(
    link: AccessLink, *, by: Player, now: datetime, rng: random.Random = SECURE_RANDOM
) -> Staff | None:
    """Give the role to who uses the link, as its organizer would; None if they have it, or a higher one.

    It is an act of the organizer who made the link: the record names them, and the link ends with their
    role. Raises `Forbidden` `link_not_valid`; `Stale` `finished`.
    """
    if not _is_organizer(link.by):
        raise Forbidden("link_not_valid")
    with acting_on(link.tournament, by=link.by.player, need="manage", now=now, rng=rng) as ctx:
        if ctx.tournament.state == State.FINISHED:
            raise Stale("finished")
        fresh = AccessLink.objects.get(pk=link.pk)
        persona = persona_of(ctx.act.ledger, by, rng=rng)
        if has_role(fresh, by):
            return None
        if fresh.role == LinkRole.ENTRY or not stands(fresh, now):
            raise Forbidden("link_not_valid")
        fresh.used += 1
        fresh.save(update_fields=["used"])
        ctx.act.write(StaffAssigned(fresh.role, persona.code))
        ctx.touch(ctx.tournament)
        ctx.tournament.save(update_fields=["changed_seq"])
        return Staff.objects.create(tournament=ctx.tournament, persona=persona, role=fresh.role)


def find_link(code: str) -> AccessLink | None:
    """The link of a normal code that was not revoked; None if there is none."""
    found = AccessLink.objects.filter(digest__in=digests_of(code), revoked_at=None)
    return found.select_related("tournament__ledger", "by__player__user").first() if code else None


def has_role(link: AccessLink, player: Player) -> bool:
    """Whether they have the link's role, or a higher one, already."""
    order, held = list(Role.values), role_of(link.tournament, player)
    return held is not None and link.role in order and order.index(held) <= order.index(link.role)


def stands(link: AccessLink, now: datetime) -> bool:
    """Whether the link itself still opens something."""
    if link.revoked_at is not None or (link.expires_at is not None and link.expires_at <= now):
        return False
    return link.uses is None or link.used < link.uses


def links_of(tournament: Tournament, now: datetime) -> list[AccessLink]:
    """The links that stand, the oldest first; for organizers."""
    links = AccessLink.objects.filter(tournament=tournament, revoked_at=None)
    return [link for link in links if stands(link, now) and _is_open(tournament, link)]


def entry_code(tournament: Tournament) -> str:
    """The code that leads to one's own entry while entries are open; "" if there is none."""
    if tournament.state != State.PREPARING or not tournament.is_public:
        return ""
    links = AccessLink.objects.filter(tournament=tournament, role=LinkRole.ENTRY, revoked_at=None)
    link = links.first()
    return code_of(link) if link else ""


def _is_open(tournament: Tournament, link: AccessLink) -> bool:
    """Whether the tournament still takes such people."""
    if link.role == LinkRole.ENTRY:
        return tournament.state == State.PREPARING
    return tournament.state not in OVER


def _refuse_late(tournament: Tournament, *, is_entry: bool) -> None:
    if tournament.state == State.FINISHED:
        raise Stale("finished")
    if is_entry and tournament.state != State.PREPARING:
        raise Stale("draw_published")


def _standing(ctx: ActContext) -> QuerySet[AccessLink]:
    """The links that were not revoked and whose time is not over."""
    links = AccessLink.objects.filter(tournament=ctx.tournament, revoked_at=None)
    return links.exclude(expires_at__lte=ctx.act.now)


def _check(role: str, uses: int, days: int, standing: int) -> Iterator[Violation]:
    if standing >= MOST_LINKS:
        yield Violation("too_many_links", {"most": MOST_LINKS})
    if role == LinkRole.ENTRY:
        return
    if role not in LinkRole.values:
        yield Violation("link_role_unknown", field="role")
    if not 1 <= uses <= MOST_USES:
        yield Violation("link_uses_out_of_range", {"most": MOST_USES}, "uses")
    if not 1 <= days <= MOST_DAYS:
        yield Violation("link_days_out_of_range", {"most": MOST_DAYS}, "days")


def _free_seed(rng: random.Random) -> str:
    """A seed whose code no link has."""
    while True:
        seed = f"{rng.getrandbits(128):032x}"
        if not AccessLink.objects.filter(digest=digest_of(code_from(seed))).exists():
            return seed


def _is_organizer(persona: Persona) -> bool:
    """Whether who made a link still organizes with an account."""
    user = persona.player.user
    held = Staff.objects.filter(persona=persona, role=Role.ORGANIZER)
    return user is not None and user.is_active and held.exists()
