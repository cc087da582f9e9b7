"""A web app with a login: authorization code and PKCE, with nothing but Python's standard library."""
import base64, hashlib, json, secrets  # noqa: E401
from http.cookies import SimpleCookie
from urllib.parse import parse_qsl, urlencode
from urllib.request import Request, urlopen


def ask(url, form=None, token=None):
    return json.load(urlopen(Request(url, urlencode(form).encode() if form else None, {"Authorization": f"Bearer {token}"} if token else {})))


def shop(issuer, client, home):
    server, begun, people = ask(f"{issuer.rstrip('/')}/.well-known/openid-configuration"), {}, {}
    me = {"client_id": client, "redirect_uri": f"{home}callback"}

    def login(query):
        state, verifier = secrets.token_urlsafe(), secrets.token_urlsafe(32)
        begun[state], digest = verifier, hashlib.sha256(verifier.encode()).digest()
        return "302 Found", "", ("Location", f"{server['authorization_endpoint']}?" + urlencode({
            **query, **me, "response_type": "code", "scope": "openid profile email", "state": state, "nonce": state,
            "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="), "code_challenge_method": "S256"}))

    def callback(query):
        verifier, session = begun.pop(query.get("state"), None), secrets.token_urlsafe()
        if not verifier:
            return "400 Bad Request", "This sign-in was not begun here."
        try:
            tokens = ask(server["token_endpoint"], {**me, "grant_type": "authorization_code", "code": query["code"], "code_verifier": verifier})
            people[session] = ask(server["userinfo_endpoint"], token=tokens["access_token"])
        except (OSError, ValueError) as error:
            return "502 Bad Gateway", f"The login server does not answer as it should: {type(error).__name__}."
        return "302 Found", "", ("Location", home), ("Set-Cookie", f"shop={session}; HttpOnly; SameSite=Lax")

    def front(session):
        person = people.get(session and session.value)
        return "200 OK", f"Hello {person.get('given_name')}, you are {person['email']}." if person else "<a href='/login'>Sign in</a>"

    def app(environ, respond):
        page = {"/login": login, "/callback": callback}.get(environ["PATH_INFO"])
        query, cookies = dict(parse_qsl(environ["QUERY_STRING"])), SimpleCookie(environ.get("HTTP_COOKIE", ""))
        status, text, *headers = page(query) if page else front(cookies.get("shop"))
        respond(status, [*headers, ("Content-Type", "text/html; charset=utf-8")])
        return [f"<!doctype html><title>Shop</title><main>{text}</main>".encode()]

    return app
