"""Makes Canaille's database with its apps and people, then serves it on a free port, which it writes to a file."""
import os
from pathlib import Path

from joserfc.jwk import RSAKey
from werkzeug.serving import make_server

folder = Path(os.environ["REAL_SERVER_FOLDER"])

from canaille import create_app  # noqa: E402
from canaille.app import models  # noqa: E402
from canaille.backends import Backend  # noqa: E402

# The port has to be known before the application is made, since its addresses hold it.
waiting = []


def late(environ, respond):
    return waiting[0](environ, respond)


server = make_server("127.0.0.1", 0, late, threaded=True)
port = server.server_port
app = create_app({
    "SECRET_KEY": "for tests on this machine only",
    "SERVER_NAME": f"127.0.0.1:{port}",
    "PREFERRED_URL_SCHEME": "http",
    "CANAILLE": {
        "DATABASE": "sql", "NAME": "Orchard", "LANGUAGE": None, "JAVASCRIPT": False, "HTMX": False, "ENABLE_REGISTRATION": True,
        "EMAIL_CONFIRMATION": True, "CAPTCHA_ENABLED": False, "LOGGING": None,
        "SMTP": {"HOST": "127.0.0.1", "PORT": int(os.environ["REAL_SERVER_SMTP_PORT"]), "FROM_ADDR": "accounts@orchard.test"},
    },
    "CANAILLE_SQL": {"DATABASE_URI": f"sqlite:///{folder / 'canaille.sqlite3'}"},
    "CANAILLE_OIDC": {
        "ACTIVE_JWKS": [RSAKey.generate_key(2048, auto_kid=True).as_dict(private=True)],
        "DYNAMIC_CLIENT_REGISTRATION_OPEN": False,
    },
}, init_backend=True)
with app.app_context(), Backend.instance.session():
    for client, name, trusted in (("orchard-app", "Orchard", True), ("partner-app", "Partner", False)):
        known = models.Client(
            client_id=client, client_name=name, client_uri="https://partner.test" if not trusted else f"http://127.0.0.1:{port}",
            redirect_uris=["com.example.app:/callback"], post_logout_redirect_uris=["com.example.app:/signed-out"],
            grant_types=["authorization_code", "refresh_token"], response_types=["code"], scope=["openid", "profile", "email"],
            token_endpoint_auth_method="none",
            id_token_signed_response_alg="RS256")
        Backend.instance.save(known)
        # Tokens are for a client only if it is its own audience.
        known.audience = [known]
        Backend.instance.save(known)
    # Its access tokens are the same for one person, app and second: each journey that gets tokens has a person of its own.
    for name in ("jane", "otto", "mia", "rita"):
        Backend.instance.save(models.User(
            user_name=name, given_name=name.capitalize(), family_name="Doe", formatted_name=name.capitalize() + " Doe",
            emails=[name + "@orchard.test"], password=os.environ["REAL_SERVER_PASSWORD"]))
waiting.append(app)
part = folder / "port.part"
part.write_text(str(port))
part.rename(folder / "port")
server.serve_forever()
