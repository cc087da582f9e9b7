"""Sign-ins by API with requests: the right password, a wrong one, and a lock that the clock opens again.

  sign_in.py ISSUER CLIENT REDIRECT_URI
"""
import base64
import hashlib
import secrets
import sys
from urllib.parse import parse_qs, urlsplit

import requests


def query(url):
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


class Mock:
    """A world of the mock: nothing that happens in another one is seen here."""

    def __init__(self, issuer, world):
        self.issuer = issuer
        self.http = requests.Session()
        self.http.headers["Journey-World"] = world
        self.discovery = self.http.get(f"{issuer}/.well-known/openid-configuration").json()

    def pass_time(self, duration):
        answer = self.http.post(f"{self.issuer}/__journey/clock", json={"advance": duration})
        answer.raise_for_status()

    def sign_in(self, client, redirect_uri, email, password):
        """The tokens, or the screen that is shown instead."""
        verifier = secrets.token_urlsafe(32)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
        begun = self.http.get(self.discovery["authorization_endpoint"], params={
            "client_id": client, "redirect_uri": redirect_uri, "response_type": "code", "scope": "openid profile email",
            "state": "from-python", "nonce": "python", "code_challenge": challenge, "code_challenge_method": "S256", "sdk": "web",
            "prompt": "login",
        })
        session = {"Authorization": f"Bearer {query(begun.text)['session_id']}"}

        def post(path, body):
            return self.http.post(f"{self.issuer}/flow/api/v1/{path}", json=body, headers=session).json()

        post("init", {})
        post("form/identifier", {"identifier": email})
        end = post("form/password", {"password": password})
        if "finalizeUrl" not in end:
            return end
        callback = query(self.http.get(end["finalizeUrl"], headers=session).text)
        return self.http.post(self.discovery["token_endpoint"], data={
            "grant_type": "authorization_code", "client_id": client, "code": callback["code"], "code_verifier": verifier,
            "redirect_uri": redirect_uri,
        }).json()


def main(issuer, *app):
    mock = Mock(issuer, f"python-{secrets.token_hex(4)}")
    tokens = mock.sign_in(*app, "jane@acme.test", "Jane-horse-11")
    person = mock.http.get(mock.discovery["userinfo_endpoint"], headers={"Authorization": f"Bearer {tokens['access_token']}"}).json()
    assert person["email"] == "jane@acme.test", person

    for _ in range(3):
        refused = mock.sign_in(*app, "jane@acme.test", "not-her-password")
        assert refused.get("messages"), refused
    assert "access_token" not in mock.sign_in(*app, "jane@acme.test", "Jane-horse-11"), "she is locked out"
    mock.pass_time("16m")
    assert "access_token" in mock.sign_in(*app, "jane@acme.test", "Jane-horse-11"), "the lock is open again"

    other = Mock(issuer, f"python-{secrets.token_hex(4)}")
    assert "access_token" in other.sign_in(*app, "jane@acme.test", "Jane-horse-11"), "another world knows nothing of it"
    print("Python and requests: signed in, locked out, and let in again after 16 minutes of the world's clock")


main(*sys.argv[1:])
