"""A web app with a login: authorization code and PKCE, with nothing but Python's standard library."""
import base64, hashlib, json, secrets  # noqa: E401
from http.cookies import SimpleCookie
from urllib.parse import parse_qsl, urlencode
from urllib.request import Request, urlopen


def shop(issuer, client, home):
    def ask(url, form=None, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return json.load(urlopen(Request(url, urlencode(form).encode() if form else None, headers)))

    server = ask(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
    begun, people = {}, {}

    def app(environ, respond):
        query = dict(parse_qsl(environ["QUERY_STRING"]))
        session = SimpleCookie(environ.get("HTTP_COOKIE", "")).get("shop")
        status, headers, text = "200 OK", [], ""
        if environ["PATH_INFO"] == "/login":
            state, verifier = secrets.token_urlsafe(), secrets.token_urlsafe(32)
            begun[state] = verifier
            challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
            status, headers = "302 Found", [("Location", server["authorization_endpoint"] + "?" + urlencode({
                **query, "client_id": client, "redirect_uri": f"{home}callback", "response_type": "code", "scope": "openid profile email",
                "state": state, "nonce": state, "code_challenge": challenge, "code_challenge_method": "S256"}))]
        elif environ["PATH_INFO"] == "/callback" and query.get("state") not in begun:
            status, text = "400 Bad Request", "This sign-in was not begun here."
        elif environ["PATH_INFO"] == "/callback" and "error" in query:
            status, text = "403 Forbidden", f"Nobody signed in: {query['error']}."
        elif environ["PATH_INFO"] == "/callback":
            try:
                tokens = ask(server["token_endpoint"], {
                    "grant_type": "authorization_code", "client_id": client, "code": query["code"],
                    "redirect_uri": f"{home}callback", "code_verifier": begun.pop(query["state"])})
                session = secrets.token_urlsafe()
                people[session] = ask(server["userinfo_endpoint"], token=tokens["access_token"])
                status, headers = "302 Found", [("Location", home), ("Set-Cookie", f"shop={session}; HttpOnly; SameSite=Lax")]
            except (OSError, ValueError) as error:
                status, text = "502 Bad Gateway", f"The login server does not answer as it should: {type(error).__name__}."
        elif person := people.get(session and session.value):
            text = f"Hello {person.get('given_name', '')}, you are {person['email']}."
        else:
            text = "<a href='/login'>Sign in</a>"
        respond(status, [*headers, ("Content-Type", "text/html; charset=utf-8")])
        return [f"<!doctype html><title>Shop</title><main>{text}</main>".encode()]

    return app
