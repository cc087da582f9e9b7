"""Makes Glewlwyd's database with its apps and people by its own API, and serves it on a free port, which it writes to a file."""
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from system import folder, free_port, password, serve, start, wait_for  # noqa: E402

port = free_port()
own = f"http://127.0.0.1:{port}"
# Where something stands in front of the server, that is the address that people and apps use.
site = os.environ.get("REAL_SERVER_FRONT") or own

pages = folder / "pages"
shutil.copytree("/usr/share/glewlwyd/webapp", pages, ignore=shutil.ignore_patterns("config.json"))
settings = json.loads(Path("/usr/share/glewlwyd/templates/config.json").read_text())
settings["register"] = [{"name": "register", "message": "login.register-link"}]
settings["lang"] = ["en"]
(pages / "config.json").write_text(json.dumps(settings))

database = sqlite3.connect(folder / "glewlwyd.sqlite3")
database.executescript(Path("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3").read_text())
database.close()
types = {".html": "text/html", ".css": "text/css", ".js": "application/javascript", ".json": "application/json", ".png": "image/png",
         ".ico": "image/x-icon", ".ttf": "font/ttf", ".woff": "font/woff", ".woff2": "font/woff2"}
(folder / "glewlwyd.conf").write_text(f"""port = {port}
bind_address = "127.0.0.1"
external_url = "{site}"
login_url = "login.html"
api_prefix = "api"
static_files_path = "{pages}"
static_files_mime_types = ({", ".join(f'{{ extension = "{e}", mime_type = "{t}" }}' for e, t in types.items())})
log_mode = "console"
log_level = "WARNING"
cookie_secure = 0
cookie_same_site = "lax"
session_key = "GLEWLWYD2_SESSION_ID"
session_expiration = 3600
login_api_enabled = true
add_x_frame_option_header_deny = true
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "/usr/lib/glewlwyd/user"
client_module_path = "/usr/lib/glewlwyd/client"
user_auth_scheme_module_path = "/usr/lib/glewlwyd/scheme"
plugin_module_path = "/usr/lib/glewlwyd/plugin"
hash_algorithm = "SHA512"
database = {{ type = "sqlite3", path = "{folder / "glewlwyd.sqlite3"}" }}
""")
start("glewlwyd", "--config-file=" + str(folder / "glewlwyd.conf"))
wait_for(own + "/config")


class Person:
    """Somebody with a session at the server's API."""

    def __init__(self, name, word):
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.send("POST", "auth/", {"username": name, "password": word})

    def send(self, method, path, body=None):
        request = urllib.request.Request(f"{own}/api/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}, method=method)
        try:
            return self.opener.open(request, timeout=20).read()
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{method} {path}: {error.code} {error.read().decode(errors='replace')}") from error


def rsa_key():
    private = subprocess.run(["openssl", "genrsa", "2048"], check=True, capture_output=True, text=True).stdout
    public = subprocess.run(["openssl", "rsa", "-pubout"], input=private, check=True, capture_output=True, text=True).stdout
    return private, public


private, public = rsa_key()
admin = Person("admin", "password")     # as the package ships it
admin.send("POST", "mod/plugin/", {"module": "oidc", "name": "oidc", "display_name": "OpenID Connect", "parameters": {
    "iss": site + "/api/oidc", "jwt-type": "rsa", "jwt-key-size": "256", "key": private, "cert": public, "jwks-show": True,
    "access-token-duration": 3600, "refresh-token-duration": 36000, "code-duration": 600, "refresh-token-rolling": False,
    "refresh-token-one-use": "always", "auth-type-code-enabled": True, "auth-type-refresh-enabled": True,
    "auth-type-code-revoke-replayed": True, "auth-type-token-enabled": False, "auth-type-none-enabled": False,
    "auth-type-password-enabled": False, "auth-type-client-enabled": False, "auth-type-device-enabled": False,
    "oauth-as-iss-id": True, "allow-non-oidc": False, "subject-type": "public", "name-claim": "mandatory", "email-claim": "mandatory",
    "name-claim-scope": ["profile"], "email-claim-scope": ["email"],
    "pkce-allowed": True, "pkce-method-plain-allowed": False, "pkce-required": True, "pkce-required-public-client": True,
    "session-management-allowed": True, "session-cookie-name": "GLEWLWYD2_OIDC_SID", "session-cookie-expiration": 3600,
}})
admin.send("POST", "mod/plugin/", {"module": "register", "name": "register", "display_name": "Registration", "parameters": {
    "session-key": "GLEWLWYD2_REGISTRATION", "session-duration": 3600, "verify-email": True, "email-is-username": False,
    "set-password": "always", "scope": ["g_profile", "openid", "profile", "email"], "schemes": [],
    "verification-code-duration": 600, "verification-code-length": 6, "host": "127.0.0.1",
    "port": int(os.environ["REAL_SERVER_SMTP_PORT"]), "use-tls": False, "from": "accounts@lantern.test",
    "content-type": "text/plain; charset=utf-8", "update-email": False, "reset-credentials": False,
    "templates": {"en": {"defaultLang": True, "subject": "Confirm your e-mail address", "body-pattern": "The code is {CODE}"}},
}})
for scope, shown in (("profile", "Your name"), ("email", "Your e-mail address")):
    admin.send("POST", "scope/", {"name": scope, "display_name": shown, "description": shown, "password_required": False})
for client, name in (("lantern-app", "Lantern"), ("partner-app", "Partner")):
    admin.send("POST", "client/", {
        "client_id": client, "name": name, "enabled": True, "confidential": False, "scope": [],
        "redirect_uri": ["com.example.app:/callback"], "post_logout_redirect_uri": "com.example.app:/signed-out",
        "authorization_type": ["code", "refresh_token"], "token_endpoint_auth_method": ["none"]})
for name in ("jane", "otto", "mia", "noah"):
    admin.send("POST", "user/", {
        "username": name, "name": f"{name.capitalize()} Doe", "email": f"{name}@lantern.test", "password": password, "enabled": True,
        "scope": ["g_profile", "openid", "profile", "email"]})
    # The site's own app was allowed before; a partner's app is to ask.
    Person(name, password).send("PUT", "auth/grant/lantern-app", {"scope": "openid profile email"})
serve(port)
