"""The app in Chromium, by way of chromedriver and plain WebDriver: it signs in by API, silently, and on the tenant's page.

  browser.py [WALK] APP MOCK   the addresses of both; with --org, those of an org of the Identity Engine, with --passkey, those of one
                               whose people have passkeys, and with --flow-passkey, those of a journey-flow tenant whose people have

http://localhost:5173 and http://localhost:8080 are two origins of one site; http://127.0.0.1:8080 is another site. Debian's Chromium, like
Safari and Firefox, has no cookies of other sites unless its user allows them, so this one's user does.

Variables: WEBDRIVER, the address of a driver that runs already; BROWSER_ARGUMENTS, more arguments of Chromium; CONTROL_TOKEN, if
the mock has one.
"""
import contextlib
import os
import re
import shlex
import subprocess
import sys
from urllib.parse import urlsplit

import requests

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    def __init__(self, driver, *arguments):
        answer = requests.post(f"{driver}/session", json={"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "timeouts": {"implicit": 20000},
            "goog:chromeOptions": {"args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", *arguments],
                                   "prefs": {"profile.cookie_controls_mode": 0}},
        }}}).json()["value"]
        assert "sessionId" in answer, answer
        self.session = f"{driver}/session/{answer['sessionId']}"

    def call(self, method, path, body=None):
        answer = requests.request(method, f"{self.session}{path}", json=body if method == "POST" else None, timeout=60)
        value = answer.json()["value"]
        assert answer.ok, f"{method} {path}: {value}"
        return value

    def open(self, url):
        self.call("POST", "/url", {"url": url})

    def element(self, selector):
        """Waits for it."""
        return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def text(self, selector):
        return self.call("GET", f"/element/{self.element(selector)}/text")

    def attribute(self, selector, name):
        return self.call("GET", f"/element/{self.element(selector)}/attribute/{name}")

    def type(self, selector, text):
        self.call("POST", f"/element/{self.element(selector)}/value", {"text": text})

    def press(self, selector):
        self.call("POST", f"/element/{self.element(selector)}/click", {})

    def close(self):
        self.call("DELETE", "")


def signed_in(browser, email):
    browser.element("#state:is([data-name=signed-in], [data-name=failed])")
    assert browser.text("#state") == f"Hello {email}", browser.text("#state")
    return browser.attribute("#state", "data-sid")


def walk(browser, app, mock):
    browser.open(app)
    browser.element("html[data-ready]")
    browser.press("#silent")
    browser.element("#state[data-name=failed]")
    assert "login_required" in browser.text("#state"), browser.text("#state")

    browser.type("#email", "jane@acme.test")
    browser.type("#password", "Jane-horse-11")
    browser.press("#sign-in")
    session = signed_in(browser, "jane@acme.test")
    assert browser.attribute("#state", "data-event"), "scripts read the id of a response"
    print(f"browser: signed in by API, at {urlsplit(mock).hostname} from {urlsplit(app).hostname}")

    browser.open(app)
    browser.element("html[data-ready]")
    browser.press("#silent")
    assert signed_in(browser, "jane@acme.test") == session, "it is the sign-in of before"
    print("browser: a second journey found the sign-in by its cookie")

    browser.press("#step-up")
    browser.element("#state[data-name=failed]")
    assert "unmet_authentication_requirements" in browser.text("#state"), browser.text("#state")
    browser.press("#popup")
    assert signed_in(browser, "jane@acme.test") == session, "it is the sign-in of before"
    print("browser: signed in in a popup; who did not sign in as asked is told so")

    place = urlsplit(mock)
    token = os.environ.get("CONTROL_TOKEN")
    browser.open(f"{place.scheme}://me:{token}@{place.netloc}/__journey/" if token else mock)
    browser.call("DELETE", "/cookie")
    assert browser.text("h1") == "acme, a mock tenant"
    assert "Jane-horse-11" in browser.text("main")
    print("browser: the mock's own page lists who can sign in")

    browser.open(app)
    browser.element("html[data-ready]")
    browser.press("#redirect")
    browser.type("[autocomplete=username]", "jane@acme.test")
    browser.press("form:has([autocomplete=username]) button")
    browser.type("[type=password]", "Jane-horse-11")
    browser.press("form:has([type=password]) button")
    signed_in(browser, "jane@acme.test")
    assert urlsplit(browser.call("GET", "/url")).netloc == urlsplit(app).netloc
    print("browser: signed in on the tenant's page")

    # A page of another origin, which no client has.
    browser.open("data:text/html,<title>Elsewhere</title>" if urlsplit(app).hostname != "localhost" else app.replace("localhost", "127.0.0.1"))
    refused = browser.call("POST", "/execute/async", {"args": [mock], "script": """
      const [mock, done] = arguments;
      fetch(`${mock}/.well-known/openid-configuration`).then(() => done("answered"), error => done(error.name));"""})
    assert refused == "TypeError", refused
    print("browser: a script of any other origin is refused")


def walk_org(browser, app, mock):
    browser.open(f"{app}org.html?issuer={mock}/oauth2/default")
    browser.element("html[data-ready]")
    browser.type("#email", "jane@cascade.test")
    browser.type("#password", "Jane-river-11")
    browser.press("#sign-in")
    signed_in(browser, "jane@cascade.test")
    assert browser.attribute("#state", "data-event"), "scripts read the id of a response"
    print("browser: signed in at an org, remediation by remediation")

    for way in ["renew", "popup"]:
        browser.press(f"#{way}")
        browser.element(f"#state:is([data-way={way}], [data-name=failed])")
        signed_in(browser, "jane@cascade.test")
    browser.press("#step-up")
    browser.element("#state[data-name=failed]")
    assert "unmet_authentication_requirements" in browser.text("#state"), browser.text("#state")
    print("browser: renewed in a hidden frame and in a popup; who has one factor does not get two")

    browser.call("POST", "/execute/async", {"args": [mock], "script": """
      const [mock, done] = arguments;
      fetch(`${mock}/api/v1/sessions/me`, { method: "DELETE", credentials: "include" }).then(answer => done(answer.status));"""})
    browser.press("#renew")
    browser.element("#state[data-name=failed]")
    assert "login_required" in browser.text("#state"), browser.text("#state")
    print("browser: the session was closed, and nothing renews any more")


def walk_passkey(browser, app, mock):
    browser.call("POST", "/webauthn/authenticator", {"protocol": "ctap2", "transport": "internal", "hasUserVerification": True,
                                                     "isUserVerified": True})
    for _ in ["made", "used"]:
        browser.open(f"{app}org.html?issuer={mock}/oauth2/default")
        browser.element("html[data-ready]")
        browser.type("#email", "paul@reef.test")
        browser.type("#password", "Paul-inlet-16")
        browser.press("#sign-in")
        signed_in(browser, "paul@reef.test")
        browser.call("POST", "/execute/async", {"args": [mock], "script": """
          const [mock, done] = arguments;
          fetch(`${mock}/api/v1/sessions/me`, { method: "DELETE", credentials: "include" }).then(answer => done(answer.status));"""})
    print("browser: made a passkey at an org without TLS, and signed in with it")


def walk_flow_passkey(browser, app, mock):
    browser.call("POST", "/webauthn/authenticator", {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
                                                     "hasUserVerification": True, "isUserVerified": True})
    browser.open(f"{app}passkeys.html?issuer={mock}")
    browser.element("html[data-ready]")
    browser.type("#email", "iris@cove.test")
    browser.type("#password", "Iris-shell-11")
    browser.press("#sign-in")
    signed_in(browser, "iris@cove.test")
    browser.open(f"{app}passkeys.html?issuer={mock}")
    browser.element("html[data-ready]")
    browser.press("#passkey")
    signed_in(browser, "iris@cove.test")
    print("browser: made a passkey at a journey-flow tenant without TLS, and signed in with nothing else")


@contextlib.contextmanager
def webdriver():
    """The address of a driver: the one that is given, or one that is started here."""
    if "WEBDRIVER" in os.environ:
        yield os.environ["WEBDRIVER"]
        return
    # It takes a free port of IPv4 and then the same one of IPv6, which somebody else may hold: then it ends, and another try helps.
    for _ in range(5):
        driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        if found := next(filter(None, (re.search(r"started successfully on port (\d+)", line) for line in driver.stdout)), None):
            break
        driver.wait()
    else:
        sys.exit("chromedriver did not start")
    try:
        yield f"http://127.0.0.1:{found[1]}"
    finally:
        driver.terminate()
        driver.wait()


def main(*arguments):
    app, mock = arguments[-2:]
    with webdriver() as driver:
        browser = Browser(driver, *shlex.split(os.environ.get("BROWSER_ARGUMENTS", "")))
        try:
            walks = {"--org": walk_org, "--passkey": walk_passkey, "--flow-passkey": walk_flow_passkey}
            walks.get(arguments[0], walk)(browser, app, mock)
        finally:
            browser.close()


main(*sys.argv[1:])
