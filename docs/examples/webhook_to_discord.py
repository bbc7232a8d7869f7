"""Forward a tournament's webhooks to a Discord channel; run it behind a server with https.

pip install standardwebhooks; SECRET=whsec_… DISCORD=https://discord.com/api/… python webhook_to_discord.py
"""

import json
import os
from urllib.request import Request, urlopen
from wsgiref.simple_server import make_server
from wsgiref.types import StartResponse, WSGIEnvironment

from standardwebhooks.webhooks import Webhook, WebhookVerificationError


def forward_webhook(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])).decode()
    given = {name[5:].lower().replace("_", "-"): environ[name] for name in environ if "_WEBHOOK_" in name}
    try:
        event = Webhook(os.environ["SECRET"]).verify(body, given)
    except WebhookVerificationError:
        start_response("401 Unauthorized", [])
        return []
    said = json.dumps({"content": f"{event['data']['title']}: {event['type']}"}).encode()
    urlopen(Request(os.environ["DISCORD"], said, {"Content-Type": "application/json"}), timeout=5)  # noqa: S310  # your own address
    start_response("204 No Content", [])
    return []


if __name__ == "__main__":
    make_server("127.0.0.1", 8123, forward_webhook).serve_forever()
