"""The shop is served on a free port, which the tenant has to know: so its project is written for this session."""
import pathlib
import shutil
import socketserver
import threading
import wsgiref.simple_server

import pytest

from browser import Browser
from shop import shop

HERE = pathlib.Path(__file__).parent
TENANTS = HERE.parents[2] / "fixtures" / "tenants"
TENANTS_FILE = """
tenants:
  acme: {dialect: journey-flow, mock: acme.yaml}
  cascade: {dialect: okta-idx, mock: cascade.yaml}
"""
TENANT_FILE = """
tenant: {name}
extends: base/{name}.yaml
clients:
  shop-web: {{redirect_uris: ["{home}callback"], scopes: [openid, profile, email]}}
"""


class Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    daemon_threads = True

    def server_bind(self):
        # Without the look-up of this machine's name, which can take seconds.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = "localhost", self.server_address[1]
        self.setup_environ()


class Handler(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def shop_server():
    with Server(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        server.home = f"http://127.0.0.1:{server.server_port}/"
        yield server
        server.shutdown()


@pytest.fixture(scope="session")
def journey_project(shop_server, tmp_path_factory):
    folder = tmp_path_factory.mktemp("project")
    shutil.copytree(TENANTS, folder / "base")
    (folder / "tenants.yaml").write_text(TENANTS_FILE)
    for name in "acme", "cascade":
        (folder / f"{name}.yaml").write_text(TENANT_FILE.format(name=name, home=shop_server.home))
    return str(folder)


@pytest.fixture
def app(shop_server, journey_issuer):
    """The shop's address. It signs people in at the world of this test."""
    shop_server.set_app(shop(journey_issuer, "shop-web", shop_server.home))
    return shop_server.home


@pytest.fixture
def browser(app):
    browser = Browser()
    browser.open(f"{app}login")
    return browser


@pytest.fixture
def sign_in(browser):
    """Goes as far as name and password lead."""

    def walk(identifier, password):
        browser.submit("identifier", identifier=identifier)
        return browser.submit("password", password=password)

    return walk
