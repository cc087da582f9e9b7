"""A proxy in front of each server, which breaks what passes as the header X-Break of a request says; without it nothing changes.

    front.py FOLDER NAME...   listens on a free port for each NAME and writes it to FOLDER/NAME.front; the port of the server behind is read
                              from FOLDER/NAME/port
"""
import http.client
import json
import os
import re
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

HOP = {"connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "content-length", "date", "server"}


class Cut(Exception):
    """The connection ends without a response."""


class Request:
    def __init__(self, method, target, headers, body):
        self.method, self.target, self.headers, self.body = method, target, headers, body
        self.path = urlsplit(target).path
        self.form = dict(parse_qsl(body.decode(errors="replace"), keep_blank_values=True)) if method == "POST" else {}
        self.has_password = "password" in self.form or (self.path.endswith("/api/auth/") and b"password" in body)
        self.is_token = self.method == "POST" and self.path.endswith("/token") or self.path.endswith("/token/") and self.method == "POST"


class Response:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def without(self, *names):
        self.headers = [(name, value) for name, value in self.headers if name.lower() not in names]

    def change(self, name, edit):
        self.headers = [(key, edit(value) if key.lower() == name else value) for key, value in self.headers]


def page(status, text):
    return Response(status, [("Content-Type", "text/html"), ("X-Frame-Options", "DENY")],
                    f"<!doctype html><title>{text}</title><h1>{text}</h1>".encode())


# What a request gets instead of the server's response; nothing lets it pass.

def before(fault, request):
    if fault == "form-502" and request.has_password:
        return page(502, "Bad Gateway")
    if fault == "token-503" and request.is_token:
        return page(503, "Service Unavailable")
    if fault == "form-cut" and request.has_password:
        raise Cut
    if fault == "script-404" and request.path.endswith(".js"):
        return page(404, "Not Found")
    if fault == "any-password" and "password" in request.form:
        request.form["password"] = os.environ["REAL_SERVER_PASSWORD"]
        request.body = urlencode(request.form).encode()
    return None


# What is changed in the server's response.

def cookies_without(pattern, more=""):
    return lambda response: response.change("set-cookie", lambda value: re.sub(pattern, "", value, flags=re.I) + more)


def lose_cookies(response):
    response.without("set-cookie")


def replace_text(response):
    for old, new in ((b"are not correct", b"do not fit"), (b"Wrong credentials", b"That did not work")):
        response.body = response.body.replace(old, new)


def change_state(response):
    response.change("location", lambda value: re.sub(r"([?&]state=)[^&]*", r"\1of-another-request", value))


def other_key(response):
    keys = json.loads(response.body)
    for key in keys["keys"]:
        key["n"] = key["n"][:20] + key["n"][20:40].swapcase() + key["n"][40:]
    response.body = json.dumps(keys).encode()


def other_person(response):
    claims = json.loads(response.body)
    claims["sub"] = "somebody-else"
    response.body = json.dumps(claims).encode()


def keep_method(response):
    response.status = 307


def allow_frames(response):
    response.without("x-frame-options")
    response.change("content-security-policy", lambda value: re.sub(r"frame-ancestors[^;]*;?", "", value))


AFTER = {
    "cookie-lost": (lambda request, response: request.has_password, lose_cookies),
    "cookie-cross-site": (lambda request, response: True, cookies_without(r";\s*(samesite=\w+|secure)", "; SameSite=None")),
    "cookie-readable": (lambda request, response: True, cookies_without(r";\s*httponly")),
    "other-words": (lambda request, response: True, replace_text),
    "state-changed": (lambda request, response: True, change_state),
    "other-key": (lambda request, response: "jwks" in request.path, other_key),
    "other-person": (lambda request, response: "userinfo" in request.path, other_person),
    "form-307": (lambda request, response: request.has_password and 300 < response.status < 304, keep_method),
    "can-be-framed": (lambda request, response: True, allow_frames),
}


class Front(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    replayed = {}
    lock = threading.Lock()

    def log_message(self, *_):
        pass

    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        request = Request(self.command, self.path, self.headers, body)
        fault = self.headers.get("X-Break", "")
        try:
            response = before(fault, request) or self.answer(fault, request)
        except (Cut, ConnectionError, http.client.HTTPException):
            self.close_connection = True
            return
        self.send_response_only(response.status)
        for name, value in response.headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(response.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(response.body)

    def answer(self, fault, request):
        code = request.form.get("code") if fault == "code-twice" and request.is_token else None
        with self.lock:
            if code in self.replayed:
                return self.replayed[code]
        response = self.pass_on(request)
        if code and response.status == 200:
            with self.lock:
                self.replayed[code] = response
        applies, change = AFTER.get(fault, (lambda *_: False, None))
        if applies(request, response):
            change(response)
        return response

    def pass_on(self, request):
        connection = http.client.HTTPConnection("127.0.0.1", int(self.server.behind.read_text()), timeout=30)
        connection.putrequest(request.method, request.target, skip_host=True, skip_accept_encoding=True)
        for name, value in request.headers.items():
            if name.lower() not in HOP | {"x-break", "accept-encoding", "content-length"}:
                connection.putheader(name, value)
        if request.body or request.method == "POST":
            connection.putheader("Content-Length", str(len(request.body)))
        connection.endheaders(request.body or None)
        got = connection.getresponse()
        headers = [(name, value) for name, value in got.getheaders() if name.lower() not in HOP]
        response = Response(got.status, headers, got.read())
        connection.close()
        return response

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_OPTIONS = handle_any


folder = Path(sys.argv[1])
for name in sys.argv[2:]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Front)
    server.daemon_threads = True
    server.behind = folder / name / "port"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    part = folder / f"{name}.front.part"
    part.write_text(str(server.server_port))
    part.rename(folder / f"{name}.front")
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
signal.pause()
