"""Makes the portal's configuration with its apps and people, and serves it by an nginx and a FastCGI server of its own."""
import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from system import folder, free_port, password, serve, start, wait_for  # noqa: E402

port = free_port()
# Where something stands in front of the portal, that is the address that people and apps use.
portal = os.environ.get("REAL_SERVER_FRONT") or f"http://127.0.0.1:{port}"
share = "/usr/share/lemonldap-ng"
socket = folder / "fastcgi.socket"
for name in ("conf", "cache", "sessions/lock", "psessions/lock", "nginx"):
    (folder / name).mkdir(parents=True)

people = sqlite3.connect(folder / "people.sqlite3")
people.execute("CREATE TABLE people (login TEXT PRIMARY KEY, password TEXT, mail TEXT, name TEXT)")
people.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", [
    (name, password, f"{name}@quarry.test", f"{name.capitalize()} Doe") for name in ("jane", "otto", "mia", "noah", "rita")])
people.commit()
people.close()


def key(*arguments, **more):
    return subprocess.run(["openssl", *arguments], check=True, capture_output=True, text=True, **more).stdout


private = key("genrsa", "2048")
public = key("rsa", "-pubout", input=private)


def app(client, name, trusted):
    return {
        "oidcRPMetaDataOptionsClientID": client, "oidcRPMetaDataOptionsDisplayName": name, "oidcRPMetaDataOptionsPublic": 1,
        "oidcRPMetaDataOptionsRequirePKCE": 1, "oidcRPMetaDataOptionsRedirectUris": "com.example.app:/callback",
        "oidcRPMetaDataOptionsPostLogoutRedirectUris": "com.example.app:/signed-out", "oidcRPMetaDataOptionsIDTokenSignAlg": "RS256",
        "oidcRPMetaDataOptionsRefreshToken": 1, "oidcRPMetaDataOptionsBypassConsent": int(trusted),
        "oidcRPMetaDataOptionsLogoutBypassConfirm": 1,
    }


def files(name):
    return {"Directory": str(folder / name), "LockDirectory": str(folder / name / "lock"),
            "generateModule": "Lemonldap::NG::Common::Apache::Session::Generate::SHA256"}


claims = {"email": "mail", "name": "cn", "preferred_username": "uid"}
configuration = {
    "cfgNum": 1, "cfgAuthor": "tests", "cfgDate": str(int(time.time())), "cfgVersion": "2.16.1",
    "portal": portal + "/", "domain": "127.0.0.1", "cookieName": "lemonldap", "securedCookie": 0, "httpOnly": 1, "sameSite": "Lax",
    "key": "for tests on this machine", "whatToTrace": "uid", "locationRules": {"127.0.0.1": {"default": "accept"}},
    "exportedHeaders": {}, "exportedVars": {"cn": "name", "mail": "mail", "uid": "login"}, "macros": {}, "groups": {},
    "authentication": "DBI", "userDB": "Same", "passwordDB": "DBI", "registerDB": "Null",
    "dbiAuthChain": f"dbi:SQLite:dbname={folder / 'people.sqlite3'}", "dbiUserChain": f"dbi:SQLite:dbname={folder / 'people.sqlite3'}",
    "dbiAuthTable": "people", "dbiUserTable": "people", "dbiAuthLoginCol": "login", "dbiAuthPasswordCol": "password",
    "dbiPasswordMailCol": "mail", "dbiMailCol": "mail", "userPivot": "login", "dbiExportedVars": {},
    "globalStorage": "Apache::Session::File", "globalStorageOptions": files("sessions"),
    "persistentStorage": "Apache::Session::File", "persistentStorageOptions": files("psessions"),
    "localSessionStorage": "", "localSessionStorageOptions": {}, "timeout": 7200,
    "portalDisplayRegister": 0, "portalDisplayResetPassword": 1, "captcha_mail_enabled": 0, "captcha_login_enabled": 0, "captcha_register_enabled": 0,
    "applicationList": {"1apps": {"type": "category", "catname": "Applications", "quarry": {"type": "application", "options": {
        "name": "Quarry", "uri": "https://quarry.test/", "display": "on"}}}},
    "SMTPServer": "127.0.0.1", "SMTPPort": os.environ["REAL_SERVER_SMTP_PORT"], "mailFrom": "accounts@quarry.test",
    "portalSkin": "bootstrap", "portalSkinBackground": "", "portalCheckLogins": 0, "portalPingInterval": 0, "loginHistoryEnabled": 0,
    # '*' does not cover an app's own scheme, so that Chromium would stop the way back to the app.
    "cspFormAction": "* com.example.app:", "cspFrameAncestors": "'none'",
    "issuerDBOpenIDConnectActivation": 1, "oidcServicePrivateKeySig": private, "oidcServicePublicKeySig": public,
    "oidcServiceKeyIdSig": "quarry-1", "oidcServiceAllowAuthorizationCodeFlow": 1, "oidcServiceIgnoreScopeForClaims": 1,
    "oidcRPMetaDataOptions": {
        "quarry": app("quarry-app", "Quarry", True), "partner": app("partner-app", "Partner", False)},
    "oidcRPMetaDataExportedVars": {"quarry": claims, "partner": claims},
}
(folder / "conf" / "lmConf-1.json").write_text(json.dumps(configuration))
(folder / "lemonldap-ng.ini").write_text(f"""[all]
logLevel = warn
[configuration]
type = File
dirName = {folder / "conf"}
localStorage = Cache::FileCache
localStorageOptions = {{ 'namespace' => 'configuration', 'default_expires_in' => 600, 'cache_root' => '{folder / "cache"}', 'cache_depth' => 3 }}
[portal]
staticPrefix = /static
templateDir = {share}/portal/templates
languages = en
[handler]
status = 0
""")
(folder / "nginx.conf").write_text(f"""daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx-errors.log warn;
events {{ worker_connections 256; }}
http {{
  include /etc/nginx/mime.types;
  access_log off;
  client_body_temp_path {folder}/nginx/body;
  fastcgi_temp_path {folder}/nginx/fastcgi;
  proxy_temp_path {folder}/nginx/proxy;
  scgi_temp_path {folder}/nginx/scgi;
  uwsgi_temp_path {folder}/nginx/uwsgi;
  server {{
    listen 127.0.0.1:{port};
    root {share}/portal/htdocs/;
    if ($uri !~ ^/((static|javascript|favicon).*|.*\\.psgi)) {{
      rewrite ^/(.*)$ /index.psgi/$1 break;
    }}
    location ~ ^(?<sc>/.*\\.psgi)(?:$|/) {{
      include /etc/nginx/fastcgi_params;
      fastcgi_pass unix:{socket};
      fastcgi_param HTTP_HOST $http_host;
      fastcgi_param LLTYPE psgi;
      fastcgi_param SCRIPT_FILENAME $document_root$sc;
      fastcgi_split_path_info ^(.*\\.psgi)(/.*)$;
      fastcgi_param PATH_INFO $fastcgi_path_info;
    }}
    location /static/ {{ alias {share}/portal/htdocs/static/; }}
    location /javascript/ {{ alias /usr/share/javascript/; }}
  }}
}}
""")
start("plackup", "--server", "FCGI", "--env", "deployment", "--no-default-middleware", "--listen", str(socket), "--nproc", "3",
      "--manager", "FCGI::ProcManager", f"{share}/llng-server/llng-server.psgi",
      LLNG_DEFAULTCONFFILE=str(folder / "lemonldap-ng.ini"), LLNG_DEFAULTLOGGER="Lemonldap::NG::Common::Logger::Std")
user = ["-g", "user root;"] if os.getuid() == 0 else []
start("nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "nginx-errors.log"), *user)
wait_for(f"http://127.0.0.1:{port}/.well-known/openid-configuration")
serve(port)
