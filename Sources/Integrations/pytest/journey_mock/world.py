"""A world of a mock: people, sessions, clock, inbox and faults that no other test sees."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, Optional, Union
from urllib.parse import parse_qsl, quote, urlsplit

if TYPE_CHECKING:
    from .server import Mock


class World:
    """What one test sees of a mock."""

    def __init__(self, mock: "Mock", name: str) -> None:
        self.mock = mock
        self.name = name
        self._place = f"/~{name}"
        #: The world's address, without a final slash. A browser and a server may both use it.
        self.url = f"{mock.url}{self._place}"
        #: For clients that can send headers, instead of the address: they ask the mock's own address with these.
        self.headers = {"Journey-World": name}
        self.inbox = Inbox(self)
        self.clock = Clock(self)
        self.accounts = Accounts(self)
        self.requests = Requests(self)
        self.faults = Faults(self)
        self.policies = Policies(self)

    @property
    def issuer(self) -> str:
        """The issuer, exactly as discovery and tokens have it. In journey-flow it ends with a slash."""
        return self.url + self.mock.issuer_path

    def ask(self, method: str, path: str, body: Any = None, /, **query: Any) -> Any:
        """Asks any control route about this world, e.g. ``ask("GET", "/__journey/clock")``, and gives the JSON of the answer."""
        return self.mock.ask(self._place, method, path, body, query)

    def begin_at(self, screen: str, *, account: Optional[str] = None, times: Optional[int] = 1) -> None:
        """Lets the next journey begin at a screen; with ``times=None`` every journey from now on."""
        self.ask("PUT", "/__journey/start", _given(screen=screen, account=account, times=times))

    def answer_push(self, account: str, *, accepts: bool = True) -> None:
        """Does what a person does with the push on their phone."""
        self.ask("POST", "/__journey/push", {"account": account, "accepts": accepts})

    def reset(self, *, seed: Optional[int] = None, now: Optional[datetime] = None) -> None:
        """Begins the world again: people, policies, sessions, messages, faults, clock and requests are as at its beginning."""
        self.ask("POST", "/__journey/reset", _given(seed=seed, now=None if now is None else _moment(now)))

    def forget(self) -> None:
        """Forgets the world. The next request that names it finds a new one."""
        self.ask("DELETE", "/__journey/world")

    def __repr__(self) -> str:
        return f"<World {self.name} of {self.mock.tenant} at {self.url}>"


@dataclass(frozen=True)
class Message:
    """A mail or a text message."""

    id: str
    to: tuple[str, ...]
    sender: str
    subject: str
    text: str
    is_sms: bool

    @property
    def code(self) -> str:
        """The code in the text: its first four to eight digits that are on their own."""
        found = re.search(r"(?<![\w/.-])\d{4,8}(?![\w/-])", self.text)
        if not found:
            raise LookupError(f"there is no code in this message: {self.text}")
        return found[0]

    @property
    def link(self) -> str:
        """The first link in the text."""
        found = re.search(r"https?://[^\s<>\"]+", self.text)
        if not found:
            raise LookupError(f"there is no link in this message: {self.text}")
        return found[0]


class Inbox:
    """The mails and text messages of a world. ``len``, ``in`` and loops see all of them, the newest first."""

    def __init__(self, world: World) -> None:
        self._world = world

    def find(self, query: Optional[str] = None) -> list[Message]:
        """The messages that fit, the newest first.

        :param query: words, ``"quoted phrases"``, ``to:``, ``from:``, ``subject:`` and ``tag:sms``; ``-`` before one excludes.
        """
        path = "/api/v1/messages" if query is None else "/api/v1/search"
        found = self._world.ask("GET", path, query=query, limit=1000)
        return [self._read(listed["ID"]) for listed in found["messages"]]

    def latest(self, query: Optional[str] = None) -> Message:
        """The newest message that fits; there has to be one. ``wait`` is for a browser that is not done yet."""
        found = self.find(query)
        if not found:
            others = "".join(f"\n  to {', '.join(other.to)}: {other.subject or other.text}" for other in self)
            which = "no message" if query is None else f"no message that fits '{query}'"
            raise LookupError(f"there is {which} in this world's inbox" + (f", but:{others}" if others else ""))
        return found[0]

    def wait(self, query: Optional[str] = None, *, timeout: float = 10) -> Message:
        """The newest message that fits, as soon as there is one: for tests that cannot know when the app has sent its request."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if self._world.ask("GET", "/api/v1/search", query=query or "", limit=1)["messages"]:
                break
            time.sleep(0.02)
        return self.latest(query)

    def clear(self) -> None:
        """Deletes all messages."""
        self._world.ask("DELETE", "/api/v1/messages")

    def __iter__(self) -> Iterator[Message]:
        return iter(self.find())

    def __len__(self) -> int:
        return int(self._world.ask("GET", "/api/v1/messages", limit=1)["total"])

    def _read(self, message: str) -> Message:
        read = self._world.ask("GET", f"/api/v1/message/{quote(message)}")
        return Message(
            id=read["ID"], to=tuple(person["Address"] for person in read["To"]), sender=read["From"]["Address"], subject=read["Subject"],
            text=read["Text"], is_sms="sms" in read["Tags"],
        )  # fmt: skip


class Clock:
    """The clock of a world. Codes, locks, sessions and tokens expire by it."""

    def __init__(self, world: World) -> None:
        self._world = world

    @property
    def now(self) -> datetime:
        return _read_moment(self._world.ask("GET", "/__journey/clock")["now"])

    def advance(self, time: Union[str, timedelta]) -> datetime:
        """Moves the clock on, by a ``timedelta`` or a text such as ``15m`` or ``1d2h``."""
        return self._move(advance=_duration(time))

    def back(self, time: Union[str, timedelta]) -> datetime:
        """Moves the clock back."""
        return self._move(back=_duration(time))

    def set(self, moment: datetime) -> datetime:
        """Sets the clock. A moment without a time zone is one of UTC."""
        return self._move(now=_moment(moment))

    def freeze(self) -> datetime:
        """Lets the clock stand, so that only the test moves it."""
        return self._move(stands=True)

    def run(self) -> datetime:
        """Lets the clock run again."""
        return self._move(stands=False)

    def _move(self, **change: Any) -> datetime:
        return _read_moment(self._world.ask("POST", "/__journey/clock", change)["now"])


class Account(Mapping[str, Any]):
    """A person as they were when they were looked up: a mapping, and its members as attributes."""

    def __init__(self, members: dict[str, Any]) -> None:
        self._members = members

    def __getitem__(self, name: str) -> Any:
        return self._members[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._members:
            raise AttributeError(f"this account has no '{name}'; it has {', '.join(self._members)}" if name[:1] != "_" else name)
        return self._members[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __repr__(self) -> str:
        return f"<Account {self._members.get('account')}>"


class Accounts:
    """The people of a world: ``accounts["jane"]`` is Jane as she is now, by name, e-mail address, user name or ``sub``."""

    def __init__(self, world: World) -> None:
        self._world = world

    def __getitem__(self, person: str) -> Account:
        return Account(self._world.ask("GET", f"/__journey/accounts/{quote(person, safe='')}"))

    def __iter__(self) -> Iterator[Account]:
        return iter([Account(members) for members in self._world.ask("GET", "/__journey/accounts")["accounts"]])

    def add(self, account: str, **members: Any) -> Account:
        """Adds a person, with the keys of the tenant's file: ``add("nina", email="nina@example.test", password="…")``."""
        self._world.ask("POST", "/__journey/accounts", {"account": account, **members})
        return self[account]

    def change(self, person: str, **members: Any) -> Account:
        """Changes a person; what is not named stays."""
        self._world.ask("PATCH", f"/__journey/accounts/{quote(person, safe='')}", members)
        return self[person]

    def remove(self, person: str) -> None:
        """Removes a person; their sign-ins and tokens are over."""
        self._world.ask("DELETE", f"/__journey/accounts/{quote(person, safe='')}")


@dataclass(frozen=True)
class Request:
    """A request that the mock was asked, and its answer."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    #: JSON, the fields of a form, or a text; ``None`` without a body.
    body: Any
    status: int
    answer: Any
    #: The edges of the tenant's flow that the answer took, e.g. ``password.password.wrong``.
    edges: tuple[str, ...]
    time: datetime

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.status}" + (f" ({', '.join(self.edges)})" if self.edges else "")


class Requests:
    """What apps and browsers asked in a world: the last 256 requests. Requests of tests to control routes are not among them."""

    def __init__(self, world: World) -> None:
        self._world = world

    def find(self, path: Optional[str] = None, method: Optional[str] = None) -> list[Request]:
        """The requests that fit, the oldest first.

        :param path: what their paths begin with.
        """
        return [_request(found) for found in self._world.ask("GET", "/__journey/requests", path=path, method=method)["requests"]]

    def expect(self, path: str, method: Optional[str] = None, *, times: Optional[int] = None, **body: str) -> list[Request]:
        """Requires that something was asked, ``times`` times if that is given, with these members in the body."""
        asked = self.find(path, method)
        fitting = [one for one in asked if all(isinstance(one.body, dict) and one.body.get(k) == v for k, v in body.items())]
        if len(fitting) == times or (times is None and fitting):
            return fitting
        what = f"{method or 'any method'} {path}" + "".join(f", {name}={value}" for name, value in body.items())
        wanted = "at least once" if times is None else f"{times} times"
        lines = "".join(f"\n  {one}" for one in self.find())
        raise AssertionError(f"{what}: expected {wanted}, asked {len(fitting)} times. All requests of this world:{lines or ' none'}")

    def clear(self) -> None:
        """Forgets the requests up to now."""
        self._world.ask("DELETE", "/__journey/requests")

    def __iter__(self) -> Iterator[Request]:
        return iter(self.find())

    def __len__(self) -> int:
        return len(self.find())


class Faults:
    """What goes wrong in a world, on purpose."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add(self, effect: str, value: Any = None, *, path: Optional[str] = None, times: Optional[int] = None) -> None:
        """Lets something go wrong in the next responses.

        :param effect: ``status``, ``latency``, ``drop``, ``cut``, ``bad_json`` and others, as the page on mock tenants lists them.
        :param path: what the paths of the requests begin with; all requests without it.
        :param times: how often; without it until ``clear``.
        """
        self._world.ask("POST", "/__journey/faults", _given(effect=effect, value=value, path=path, times=times))

    def clear(self) -> None:
        """Removes all faults."""
        self._world.ask("DELETE", "/__journey/faults")


class Policies:
    """The tenant's policies in a world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def read(self) -> dict[str, Any]:
        return dict(self._world.ask("GET", "/__journey/policies"))

    def change(self, policies: Optional[Mapping[str, Any]] = None, **more: Any) -> None:
        """Changes policies of this world alone: ``change(mfa=True)``, ``change({"code.life": "1m"})``."""
        self._world.ask("PATCH", "/__journey/policies", {**(policies or {}), **more})


def _given(**members: Any) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def _duration(time: Union[str, timedelta]) -> str:
    return time if isinstance(time, str) else f"{round(time / timedelta(milliseconds=1))}ms"


def _moment(moment: datetime) -> str:
    aware = moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)
    return aware.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _read_moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _request(found: Mapping[str, Any]) -> Request:
    url = urlsplit(found["url"])
    headers, body, answer = found["headers"], found.get("body"), found.get("response") or {}
    kind = next((value for name, value in headers.items() if name.lower() == "content-type"), "")
    if isinstance(body, str) and kind.startswith("application/x-www-form-urlencoded"):
        body = dict(parse_qsl(body, keep_blank_values=True))
    return Request(
        method=found["method"], path=url.path, query=dict(parse_qsl(url.query, keep_blank_values=True)), headers=headers, body=body,
        status=answer.get("status", 0), answer=answer.get("body"), edges=tuple(found["edges"]), time=_read_moment(found["time"]),
    )  # fmt: skip
