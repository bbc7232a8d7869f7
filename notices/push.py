"""Notices as push messages (RFC 8030): posted to the address that a person's browser gave.

Such addresses are typed by strangers, so they go through the transport of webhooks.
"""

import json
from datetime import datetime
from importlib import import_module
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings

from core.http.callers import note
from notices.models import NoticeChoices, PersonalNotice, PushDevice
from notices.outcome import SENT, SendOutcome, SendResult
from notices.texts import text_of
from tournaments.webhooks.transport import LONGEST_URL, PORTS, PostResult, parse_url, post

GONE: Final = (404, 410)
LATER: Final = (408, 425, 429)


def service_of(endpoint: str) -> str:
    """Return host and port of the push service, by which its failures are counted: `push.example:443`.

    With the port: a stranger may give a dead port of a host that others need.
    """
    parts = urlsplit(endpoint)
    return f"{parts.hostname}:{parts.port or PORTS[parts.scheme]}"


def is_endpoint(url: str) -> bool:
    """Return whether the address has a form to which a push message may be posted; connect to nothing."""
    return parse_url(url, longest=LONGEST_URL) is not None


def send(notice: PersonalNotice, now: datetime) -> SendResult:
    """Post the notice to its device; delete a device that its service no longer knows (404, 410).

    Then, and without a device, it is refused (`notice_gone`).
    """
    device = notice.device
    if device is None:
        return SendResult(SendOutcome.REFUSED, "notice_gone")
    result = post(device.endpoint, _body(notice, device), _headers(notice, device, now))
    if result.error == "webhook_not_public":
        note("push_refused", failed=True, device=device.code)
    if result.status in GONE:
        device.delete()
        return SendResult(SendOutcome.REFUSED, "notice_gone")
    return _send_result(result)


def _send_result(result: PostResult) -> SendResult:
    """Return what the service's answer means: delayed only if it certainly did not take the message."""
    if result.is_accepted:
        return SENT
    if result.status in LATER or result.status >= 500:
        return SendResult(SendOutcome.DELAYED, "notice_delayed")
    if result.status or result.error == "webhook_not_public":
        return SendResult(SendOutcome.REFUSED, "notice_refused")
    if not result.may_have_arrived:
        return SendResult(SendOutcome.DELAYED, "notice_unreachable", is_unreachable=True)
    return SendResult(SendOutcome.REFUSED, "notice_unknown", is_unreachable=result.error == "webhook_timeout")


def _headers(notice: PersonalNotice, device: PushDevice, now: datetime) -> dict[str, str]:
    """Return the headers: the service drops the message at `notice.until`, and holds one of each notice."""
    parts = urlsplit(device.endpoint)
    return {
        "Authorization": _vapid().authorization(f"{parts.scheme}://{parts.netloc}", now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, int((notice.until - now).total_seconds()))),
        "Topic": f"notice{notice.pk}",
        "Urgency": "high",
    }


def _body(notice: PersonalNotice, device: PushDevice) -> bytes:
    """Return the notice as JSON for the service worker, encrypted for the device."""
    language = NoticeChoices.objects.values_list("language", flat=True).get(user=notice.user_id)
    text = text_of(notice, language)
    facts = {
        "title": text.headline,
        "body": text.title,
        "path": text.path,
        "tag": f"notice{notice.pk}",
        "until": int(notice.until.timestamp() * 1000),
        "lang": language,
    }
    text_bytes = json.dumps(facts, ensure_ascii=False).encode()
    return bytes(_encryption().encrypt(text_bytes, device.key, device.secret))


def is_browser_key(key: str, secret: str) -> bool:
    """Return whether these are a browser's public key and its secret, in base64url."""
    return bool(_encryption().is_usable(key, secret))


def public_key() -> str:
    """Return the site's public key in base64url; "" if it sends no push messages."""
    return str(_vapid().public_key()) if settings.HAS_PUSH else ""


def _vapid() -> Any:
    """Return the module `notices.vapid`; it needs `cryptography`, which not every computer has."""
    return import_module("notices.vapid")


def _encryption() -> Any:
    """Return the module `notices.push_encryption`; it needs `cryptography` too."""
    return import_module("notices.push_encryption")
