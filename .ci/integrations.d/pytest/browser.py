"""As much of a browser as the mock's pages need: cookies, redirects and forms. They have no scripts."""
import html.parser
import http.cookiejar
import urllib.error
import urllib.request
from urllib.parse import urlencode, urljoin


class Page(html.parser.HTMLParser):
    def __init__(self, url, status, text):
        super().__init__()
        self.url, self.status, self.forms, self.screen, self.text, self.heading = url, status, {}, None, "", ""
        self._open, self._tag = None, ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self._tag = tag
        if tag == "main":
            self.screen = found.get("data-screen")
        elif tag == "form":
            self._open = {}
            self.forms[found["data-form"]] = (found["action"], self._open)
        elif tag in ("input", "button") and "name" in found and self._open is not None:
            if found.get("type") not in ("checkbox", "radio"):
                self._open[found["name"]] = found.get("value") or ""

    def handle_data(self, data):
        if self._tag not in ("style", "title"):
            self.text += data
        if self._tag == "h1":
            self.heading += data

    def handle_endtag(self, tag):
        self._tag = ""


class Browser:
    def __init__(self, language="en"):
        # A browser takes the loopback for a safe place, and sends it cookies with 'Secure'.
        policy = http.cookiejar.DefaultCookiePolicy(secure_protocols=("http", "https"))
        jar = http.cookiejar.CookieJar(policy)
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(jar))
        self._opener.addheaders = [("Accept", "text/html,application/xhtml+xml"), ("Accept-Language", language)]
        self.page = None

    def open(self, url, form=None):
        try:
            answer = self._opener.open(url, urlencode(form).encode() if form else None, timeout=30)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            self.page = Page(answer.url, answer.status, answer.read().decode())
        return self.page

    def submit(self, form, **answers):
        action, fields = self.page.forms[form]
        return self.open(urljoin(self.page.url, action), {**fields, **answers})
