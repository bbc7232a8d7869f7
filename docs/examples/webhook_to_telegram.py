"""Forward a tournament's webhooks to a Telegram group; run it behind a server with https.

pip install standardwebhooks; SECRET=whsec_… TOKEN=… CHAT=… python webhook_to_telegram.py
"""

import os
from urllib.parse import urlencode
from urllib.request import urlopen
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
    said = urlencode({"chat_id": os.environ["CHAT"], "text": f"{event['data']['title']}: {event['type']}"})
    urlopen(f"https://api.telegram.org/bot{os.environ['TOKEN']}/sendMessage", said.encode(), timeout=5)
    start_response("204 No Content", [])
    return []


if __name__ == "__main__":
    make_server("127.0.0.1", 8123, forward_webhook).serve_forever()
