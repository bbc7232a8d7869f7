"""What notices store of a person: given to them. The rows are deleted with the account."""

from accounts.models import User
from core.record.line import stamp
from notices.models import NoticeChoices, PersonalNotice
from tournaments.privacy import also_gives


@also_gives("notices")
def own_notices(user: User) -> dict[str, object]:
    """Return choices, devices, and what was sent in the last thirty days, without keys of devices."""
    choices = NoticeChoices.objects.filter(user=user).first()
    return {
        "by_mail": choices.mail if choices else [],
        "by_push": choices.push if choices else [],
        "language": choices.language if choices else None,
        "devices": [{"name": one.name, "added_at": stamp(one.added_at)} for one in user.push_devices.all()],
        "sent": [_sent(one) for one in PersonalNotice.objects.filter(user=user).select_related("tournament")],
    }


def _sent(notice: PersonalNotice) -> dict[str, object]:
    return {
        "at": stamp(notice.at),
        "tournament": notice.tournament.slug,
        "kind": notice.kind,
        "channel": notice.channel,
        "state": notice.state,
    }
