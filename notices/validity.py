"""Whether a notice is still wanted, and still so, at the moment of sending."""

from collections.abc import Callable, Mapping

from accounts.models import Player
from matches.models import Match, MatchState, Member
from notices.kinds import HEADS_UP, NoticeChannel, NoticeKind
from notices.models import NoticeChoices, PersonalNotice
from notices.planned import planned_begin
from tournaments.models import Staff, State


def is_wanted(notice: PersonalNotice) -> bool:
    """Return whether this person still chooses this kind by this channel; False if a minor or inactive."""
    person = Player.objects.filter(user=notice.user_id, user__is_active=True, is_minor=False)
    choices = NoticeChoices.objects.filter(user=notice.user_id).first()
    if choices is None or not person.exists():
        return False
    return notice.kind in (choices.mail if notice.channel == NoticeChannel.MAIL else choices.push)


def is_still_true(notice: PersonalNotice) -> bool:
    """Return whether what the notice says is still so."""
    tournament = notice.tournament
    if tournament.taken_down_at is not None or tournament.binned_at is not None:
        return False
    if tournament.state == State.CANCELLED and notice.kind != NoticeKind.CHANGED:
        return False
    return CHECKS.get(NoticeKind(notice.kind), _always)(notice)


def _always(notice: PersonalNotice) -> bool:
    """Return True: what a notice of this kind says stays so."""
    return True


def _match(notice: PersonalNotice) -> Match | None:
    """Return the match that the notice is about; None if the person has no seat there any more."""
    person = {"seats__persona__player__user": notice.user_id}
    found = Match.objects.filter(ledger=notice.tournament.ledger_id, code=notice.facts["match"], **person)
    return found.select_related("table").first()


def _is_called(notice: PersonalNotice) -> bool:
    """Return whether the match still waits at the table that the notice names, and no later one says so."""
    match = _match(notice)
    if match is None or match.table is None or _is_said_later(notice):
        return False
    return match.state == MatchState.CALLED and match.table.label == notice.facts["table"]


def _is_said_later(notice: PersonalNotice) -> bool:
    """Return whether a later notice says the same: after two changes a match is back at its table."""
    same = {field: getattr(notice, field) for field in ("user", "tournament", "kind", "channel", "device")}
    return PersonalNotice.objects.filter(**same, facts=notice.facts, pk__gt=notice.pk).exists()


def _is_soon(notice: PersonalNotice) -> bool:
    """Return whether the match still begins soon: at most five minutes later than the notice says."""
    begins = planned_begin(notice.tournament, notice.facts["match"])
    return _match(notice) is not None and begins is not None and begins <= notice.until + HEADS_UP / 2


def _is_over_time(notice: PersonalNotice) -> bool:
    """Return whether the match is still played after its time was called."""
    match = _match(notice)
    return match is not None and match.state == MatchState.PLAYING and match.time_called_at is not None


def _has_role(notice: PersonalNotice) -> bool:
    """Return whether the person still has the role that the notice names."""
    held = Staff.objects.filter(tournament=notice.tournament, persona__player__user=notice.user_id)
    return held.filter(role=notice.facts["role"]).exists()


def _is_entered(notice: PersonalNotice) -> bool:
    """Return whether the person still has an entry in the tournament."""
    entry = {"entry__ledger": notice.tournament.ledger_id, "live": True}
    return Member.objects.filter(**entry, persona__player__user=notice.user_id).exists()


def _is_as_changed(notice: PersonalNotice) -> bool:
    """Return whether the tournament is still cancelled, or not moved again or cancelled since."""
    if notice.facts["what"] == "cancelled":
        return notice.tournament.state == State.CANCELLED
    is_latest = str(notice.tournament.moved_seq) == notice.about
    return is_latest and notice.tournament.state != State.CANCELLED


CHECKS: Mapping[NoticeKind, Callable[[PersonalNotice], bool]] = {
    NoticeKind.CALLED: _is_called,
    NoticeKind.SOON: _is_soon,
    NoticeKind.TIME: _is_over_time,
    NoticeKind.MOVED_UP: _is_entered,
    NoticeKind.ROLE: _has_role,
    NoticeKind.CHANGED: _is_as_changed,
}
