"""A Maildir as other inboxes show it: Mailpit's API, an address that is requested for messages, and a command's output.

    inboxes.py serve MAILDIR PORT_FILE    answers /api/v1/messages and /api/v1/message/ID as Mailpit does, and /messages
    inboxes.py list MAILDIR               prints the messages to JOURNEY_TO since JOURNEY_SINCE
"""
import json
import mailbox
import os
import sys
from datetime import datetime, timezone
from email.utils import getaddresses
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit


def texts(mail, kind):
    parts = [part for part in mail.walk() if part.get_content_type() == kind]
    return "".join(part.get_payload(decode=True).decode(part.get_content_charset() or "utf-8", "replace") for part in parts[:1])


def messages(maildir):
    box = mailbox.Maildir(maildir, create=False)
    for key in sorted(box.keys()):
        mail = box[key]
        received = datetime.fromtimestamp((Path(maildir) / box._lookup(key)).stat().st_mtime, timezone.utc)
        yield {
            "id": key, "to": [address for _, address in getaddresses(mail.get_all("To", []))], "subject": mail.get("Subject", ""),
            "received": received.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "text": texts(mail, "text/plain"), "html": texts(mail, "text/html"),
        }


def wanted(maildir, recipient, since):
    return [mail for mail in messages(maildir) if recipient in mail["to"] and mail["received"] >= since]


class Inbox(BaseHTTPRequestHandler):
    def do_GET(self):
        place, query = urlsplit(self.path).path, parse_qs(urlsplit(self.path).query)
        mails = list(messages(self.server.maildir))
        if place == "/messages" and self.headers["Authorization"] == "Bearer " + os.environ["REAL_SERVER_PASSWORD"]:
            return self.answer(wanted(self.server.maildir, query["to"][0], query["since"][0]))
        if place == "/api/v1/messages":
            return self.answer({"messages": [{
                "ID": mail["id"], "Created": mail["received"], "Subject": mail["subject"], "Tags": [],
                "To": [{"Name": "", "Address": address} for address in mail["to"]]} for mail in reversed(mails)]})
        for mail in mails:
            if place == "/api/v1/message/" + mail["id"]:
                return self.answer({"ID": mail["id"], "Text": mail["text"], "HTML": mail["html"]})
        self.send_error(404)

    def answer(self, body):
        body = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if sys.argv[1] == "list":
    print(json.dumps(wanted(sys.argv[2], os.environ["JOURNEY_TO"], os.environ["JOURNEY_SINCE"])))
else:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Inbox)
    server.maildir = sys.argv[2]
    part = Path(sys.argv[3] + ".part")
    part.write_text(str(server.server_port))
    part.rename(sys.argv[3])
    server.serve_forever()
