"""Makes the site's database with its apps and people, then serves it on a free port, which it writes to a file."""
import os
import sys
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

folder = Path(os.environ["REAL_SERVER_FOLDER"])
key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
(folder / "signing-key.pem").write_bytes(key.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
os.environ["DJANGO_SETTINGS_MODULE"] = "site_settings"
sys.path.insert(0, str(Path(__file__).parent))

import django  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


django.setup()
call_command("migrate", verbosity=0)

from allauth.account.models import EmailAddress  # noqa: E402
from django.contrib.auth import get_user_model  # noqa: E402
from oauth2_provider.models import Application  # noqa: E402

for client, skips in (("paper-app", True), ("partner-app", False)):
    Application.objects.create(
        client_id=client, name=client, client_type="public", authorization_grant_type="authorization-code", algorithm="RS256",
        skip_authorization=skips, redirect_uris="com.example.app:/callback", post_logout_redirect_uris="com.example.app:/signed-out")
for name in ("jane", "rita"):
    person = get_user_model().objects.create_user(name, name + "@paper.test", os.environ["REAL_SERVER_PASSWORD"])
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)

server = make_server("127.0.0.1", 0, get_wsgi_application(), server_class=Server, handler_class=Quiet)
part = folder / "port.part"
part.write_text(str(server.server_port))
part.rename(folder / "port")
server.serve_forever()
