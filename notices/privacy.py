"""What notices store of a person: given to them. The rows are deleted with the account."""

from accounts.models import User
from core.record.line import stamp
from notices.models import NoticeChoices, PersonalNotice
from tournaments.privacy import adds_own_data


@adds_own_data("notices")
def own_notices(user: User) -> dict[str, object]:
    """Return choices, devices and notices of the last thirty days, sent or not, without keys of devices.

    It is part of the file with a person's data (`tournaments/privacy.py`).
    """
    choices = NoticeChoices.objects.filter(user=user).first()
    notices = PersonalNotice.objects.filter(user=user).select_related("tournament")
    return {
        "by_mail": choices.mail if choices else [],
        "by_push": choices.push if choices else [],
        "language": choices.language if choices else None,
        "devices": [{"name": one.name, "added_at": stamp(one.added_at)} for one in user.push_devices.all()],
        "sent": [_notice_facts(one) for one in notices],
    }


def _notice_facts(notice: PersonalNotice) -> dict[str, object]:
    """Return a notice as JSON for its person: time, tournament, kind, channel and state."""
    return {
        "at": stamp(notice.at),
        "tournament": notice.tournament.slug,
        "kind": notice.kind,
        "channel": notice.channel,
        "state": notice.state,
    }
