"""A mock that is served somewhere, and requests to its control routes."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from typing import Any, Optional

from .process import MockProcess
from .world import World

# Without the machine's proxies: the mock is on this machine, or in a container of it.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class MockRefusal(Exception):
    """The mock refused a request of a test. The message is the mock's own, with what it suggests."""

    def __init__(self, status: int, request: str, error: str) -> None:
        super().__init__(f"{request}: status {status}: {error}")
        self.status = status


class Mock:
    """A served tenant: one that was started for the tests, or one that runs already."""

    def __init__(self, url: str, tenant: str, *, control_token: Optional[str] = None, process: Optional[MockProcess] = None) -> None:
        #: Its address without a final slash; that of the world ``default``, too.
        self.url = url.rstrip("/")
        self.tenant = tenant
        #: The process, unless the mock ran already.
        self.process = process
        self._token = control_token
        self._issuer_path: Optional[str] = None

    def world(self, name: str) -> World:
        """The world of this name, which begins when it is first used.

        Names have letters, digits, ``-``, ``_`` and ``.``.
        """
        return World(self, name)

    @property
    def issuer_path(self) -> str:
        """What the issuer has after the address: nothing, or ``/`` where the vendor's issuers end with it."""
        if self._issuer_path is None:
            try:
                issuer = self.ask("", "GET", "/.well-known/openid-configuration")["issuer"]
                self._issuer_path = issuer[len(self.url) :] if issuer.startswith(self.url) else ""
            except MockRefusal:
                self._issuer_path = ""
        return self._issuer_path

    def ask(self, place: str, method: str, path: str, body: Any = None, query: Optional[Mapping[str, Any]] = None) -> Any:
        """Asks a control route, and gives the JSON of its answer; ``None`` if there is none.

        :param place: ``/~NAME`` for the world of a name, or nothing for the world ``default``.
        """
        wanted = {name: value for name, value in (query or {}).items() if value is not None}
        url = f"{self.url}{place}{path}" + (f"?{urllib.parse.urlencode(wanted)}" if wanted else "")
        request = urllib.request.Request(url, method=method, data=None if body is None else json.dumps(body).encode())
        if self._token:
            request.add_header("Journey-Control-Token", self._token)
        try:
            with _OPENER.open(request, timeout=30) as answer:
                text, is_json = answer.read(), answer.headers.get_content_type() == "application/json"
        except urllib.error.HTTPError as error:
            with error:
                raise MockRefusal(error.code, f"{method} {path}", _reason(error.read())) from None
        except urllib.error.URLError as error:
            said = self.process.output if self.process else ""
            raise ConnectionError(f"the mock at {self.url} does not answer: {error.reason}\n{said}".rstrip()) from error
        return json.loads(text) if text and is_json else None


def _reason(text: bytes) -> str:
    """The error of a refusal, and what it suggests."""
    try:
        refusal = json.loads(text)
        return ": ".join(filter(None, [refusal["error"], refusal.get("suggestion")]))
    except (ValueError, KeyError, TypeError):
        return text.decode(errors="replace") or "(no body)"
