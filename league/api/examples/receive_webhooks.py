"""A receiver of webhooks with nothing but the standard library: `python receive_webhooks.py 9000 whsec_…`."""

import base64
import hashlib
import hmac
import json
import sys
import time
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer


def is_genuine(headers: Message, body: bytes, secret: str, *, now: float) -> bool:
    """Whether a delivery was signed with the secret, and not longer than five minutes ago."""
    moment = headers.get("Webhook-Timestamp", "")
    if not moment.isdecimal() or abs(now - int(moment)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = b".".join([headers.get("Webhook-Id", "").encode(), moment.encode(), body])
    wanted = "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    signatures = headers.get("Webhook-Signature", "").split(" ")
    return any(hmac.compare_digest(signature.encode(), wanted.encode()) for signature in signatures)


class Receiver(BaseHTTPRequestHandler):
    """Prints every event once, whatever comes twice."""

    seen: set[str] = set()

    def do_POST(self) -> None:
        """Take a delivery: any 2xx says that it has arrived, everything else that it is to come again."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        is_ours = is_genuine(self.headers, body, sys.argv[2], now=time.time())
        if is_ours and self.headers["Webhook-Id"] not in self.seen:
            self.seen.add(self.headers["Webhook-Id"])
            event = json.loads(body)
            print(event["at"], event["type"], event["data"], flush=True)
        self.send_response(204 if is_ours else 401)
        self.end_headers()


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
