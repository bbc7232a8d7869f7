"""Links and codes by which people come in are made, revoked and used (ADR 0119)."""

import random
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.services import get_or_create_persona
from core.errors import Forbidden, Stale, Violation, refuse_all
from core.record.codes import ALPHABET, SECURE_RANDOM
from tournaments.act import ActContext, acting_on, bump_page_version
from tournaments.lines.staff import StaffAssigned
from tournaments.models import OVER, AccessLink, LinkRole, Role, Staff, State, Tournament
from tournaments.policies import role_of

LENGTH = 6
CODE, DIGEST = "tournaments.access_code", "tournaments.access_digest"


def _keys() -> Iterator[str]:
    """Yield the site's secret keys, the present one first."""
    yield settings.SECRET_KEY
    yield from settings.SECRET_KEY_FALLBACKS


def code_from(seed: str, key: str | None = None) -> str:
    """Return the code of `LENGTH` signs that follows from this seed and secret key (None: the present one).

    There are 31⁶ codes, without look-alikes.
    """
    digest = salted_hmac(CODE, seed, secret=key, algorithm="sha256").digest()
    number = int.from_bytes(digest, "big")
    signs = []
    for _place in range(LENGTH):
        number, sign = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[sign])
    return "".join(signs)


def digest_of(code: str, key: str | None = None) -> str:
    """Return the digest of a code by a secret key (None: the present one); the database stores only that."""
    return salted_hmac(DIGEST, code, secret=key, algorithm="sha256").hexdigest()


def digests_of(code: str) -> list[str]:
    """Return the code's digests, one for each secret key that this site accepts."""
    return [digest_of(code, key) for key in _keys()]


def code_of(link: AccessLink) -> str:
    """Return the link's code, computed from its seed; "" if the secret key was changed since."""
    codes = ((key, code_from(link.seed, key)) for key in _keys())
    return next((code for key, code in codes if digest_of(code, key) == link.digest), "")


def normalize_code(typed: str) -> str:
    """Return a typed code in lower case without blanks and hyphens; "" if it cannot be one."""
    signs = "".join(sign for sign in typed[:40].lower() if sign not in " -\t")
    return signs if len(signs) == LENGTH and set(signs) <= set(ALPHABET) else ""


DAYS, MAX_DAYS = 3, 60
USES, MAX_USES = 5, 100
MAX_LINKS = 20


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
    """Save a new link for this role. For entries it replaces the one before; `uses` and `days` do not count.

    Raises `Refused` `link_role_unknown`, `link_uses_out_of_range`, `link_days_out_of_range`,
    `too_many_links`; `Stale` `finished`, or `draw_published` for entries.
    """
    with acting_on(tournament, by=by, need="manage", now=now, rng=rng) as ctx:
        is_entry = role == LinkRole.ENTRY
        _require_open(ctx.tournament, is_entry=is_entry)
        active = _active_links(ctx)
        if is_entry:
            active.filter(role=role).update(revoked_at=now)
            bump_page_version(ctx)
        refuse_all(_check_limits(role, uses, days, active.count()))
        limits = {} if is_entry else {"uses": uses, "expires_at": now + timedelta(days=days)}
        seed = _unused_seed(rng)
        facts = {"role": role, "seed": seed, "digest": digest_of(code_from(seed)), "by": ctx.persona}
        return AccessLink.objects.create(tournament=ctx.tournament, at=now, **facts, **limits)


def revoke_link(tournament: Tournament, *, number: int, by: Player, now: datetime) -> None:
    """Revoke the link. Idempotent. Raises `Forbidden` `not_found`."""
    with acting_on(tournament, by=by, need="manage", now=now, even_closed=True) as ctx:
        link = AccessLink.objects.filter(tournament=ctx.tournament, pk=number).first()
        if link is None:
            raise Forbidden("not_found")
        if link.revoked_at is None:
            link.revoked_at = now
            link.save(update_fields=["revoked_at"])
        if link.role == LinkRole.ENTRY:
            bump_page_version(ctx)


def use_link(
    link: AccessLink, *, by: Player, now: datetime, rng: random.Random = SECURE_RANDOM
) -> Staff | None:
    """Give `by` the link's role and count the use; None if they have it, or a higher one.

    It is an act of the organizer who made the link: the record names them, and the link ends with their
    role. Raises `Forbidden` `link_not_valid`; `Stale` `finished`.
    """
    if not _active_organizers().filter(persona=link.by).exists():
        raise Forbidden("link_not_valid")
    with acting_on(link.tournament, by=link.by.player, need="manage", now=now, rng=rng) as ctx:
        ctx.require_not_finished()
        fresh = AccessLink.objects.filter(pk=link.pk).first()
        persona = get_or_create_persona(ctx.act.ledger, by, rng=rng)
        if has_role(link, by):
            return None
        if fresh is None or fresh.role == LinkRole.ENTRY or not is_active(fresh, now):
            raise Forbidden("link_not_valid")
        fresh.used += 1
        fresh.save(update_fields=["used"])
        ctx.act.write(StaffAssigned(fresh.role, persona.code))
        ctx.touch(ctx.tournament)
        ctx.tournament.save(update_fields=["changed_seq"])
        return Staff.objects.create(tournament=ctx.tournament, persona=persona, role=fresh.role)


def find_link(code: str) -> AccessLink | None:
    """Return the link with this code (see `normalize_code`) that was not revoked; None for none.

    It may be expired or used up (`is_active`).
    """
    found = AccessLink.objects.filter(digest__in=digests_of(code), revoked_at=None)
    return found.select_related("tournament__ledger", "by__player__user").first() if code else None


def has_role(link: AccessLink, player: Player) -> bool:
    """Return whether the person has the link's role, or a higher one, already."""
    order, held = list(Role.values), role_of(link.tournament, player)
    return held is not None and link.role in order and order.index(held) <= order.index(link.role)


def is_active(link: AccessLink, now: datetime) -> bool:
    """Return whether the link is not revoked, expired or used up; maker and tournament are not checked."""
    if link.revoked_at is not None or (link.expires_at is not None and link.expires_at <= now):
        return False
    return link.uses is None or link.used < link.uses


def links_of(tournament: Tournament, now: datetime) -> list[AccessLink]:
    """Return the links that work now, the oldest first. For organizers.

    A link for the staff ends with its maker's role.
    """
    links = _standing_links(tournament)
    return [link for link in links if is_active(link, now) and _is_open(tournament, link)]


def entry_code(tournament: Tournament) -> str:
    """Return the code that leads to one's own entry while entries are open, or ""."""
    if tournament.state != State.PREPARING or not tournament.is_public:
        return ""
    links = AccessLink.objects.filter(tournament=tournament, role=LinkRole.ENTRY, revoked_at=None)
    link = links.first()
    return code_of(link) if link else ""


def _is_open(tournament: Tournament, link: AccessLink) -> bool:
    """Return whether the tournament still takes people whom this link leads in."""
    if link.role == LinkRole.ENTRY:
        return tournament.state == State.PREPARING
    return tournament.state not in OVER


def _require_open(tournament: Tournament, *, is_entry: bool) -> None:
    """Raise `Stale` `finished`; for entries also `draw_published`."""
    if tournament.state == State.FINISHED:
        raise Stale("finished")
    if is_entry and tournament.state != State.PREPARING:
        raise Stale("draw_published")


def _standing_links(tournament: Tournament) -> QuerySet[AccessLink]:
    """Select the links that are not revoked; those for the staff only if their maker still organizes."""
    by_organizer = Exists(_active_organizers().filter(persona=OuterRef("by")))
    links = AccessLink.objects.filter(tournament=tournament, revoked_at=None)
    return links.filter(Q(role=LinkRole.ENTRY) | by_organizer)


def _active_links(ctx: ActContext) -> QuerySet[AccessLink]:
    """Select the standing links that `is_active` says are active now."""
    links = _standing_links(ctx.tournament)
    return links.exclude(expires_at__lte=ctx.act.now).exclude(uses__lte=F("used"))


def _check_limits(role: str, uses: int, days: int, active: int) -> Iterator[Violation]:
    """Yield what is wrong with a new link; `active` is the number of links that stand."""
    if active >= MAX_LINKS:
        yield Violation("too_many_links", {"most": MAX_LINKS})
    if role == LinkRole.ENTRY:
        return
    if role not in LinkRole.values:
        yield Violation("link_role_unknown", field="role")
    if not 1 <= uses <= MAX_USES:
        yield Violation("link_uses_out_of_range", {"most": MAX_USES}, "uses")
    if not 1 <= days <= MAX_DAYS:
        yield Violation("link_days_out_of_range", {"most": MAX_DAYS}, "days")


def _unused_seed(rng: random.Random) -> str:
    """Return a random seed whose code no link has."""
    while True:
        seed = f"{rng.getrandbits(128):032x}"
        if not AccessLink.objects.filter(digest=digest_of(code_from(seed))).exists():
            return seed


def _active_organizers() -> QuerySet[Staff]:
    """Select the roles of those who organize with an active account."""
    return Staff.objects.filter(role=Role.ORGANIZER, persona__player__user__is_active=True)


ACCESS_SENTENCES: Mapping[str, str | Promise] = {
    "link_not_valid": _(
        "This code no longer works: it is used up, revoked or too old. Ask the organizers for another."
    ),
    "link_role_unknown": _("A link is for judges, for coordinators or for entries."),
    "link_uses_out_of_range": _("A link is for 1 to %(most)s people."),
    "link_days_out_of_range": _("A link works for 1 to %(most)s days."),
    "too_many_links": _("There are already %(most)s links. Revoke one first."),
}
