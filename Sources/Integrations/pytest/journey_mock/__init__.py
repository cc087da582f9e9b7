"""pytest fixtures for ``journey mock``: a login server of its own, and a fresh world of it for each test."""

from .process import MockNotStarted, MockProcess
from .server import Mock, MockRefusal
from .world import Account, Accounts, Clock, Faults, Inbox, Message, Policies, Request, Requests, World

__all__ = [
    "Account",
    "Accounts",
    "Clock",
    "Faults",
    "Inbox",
    "Message",
    "Mock",
    "MockNotStarted",
    "MockProcess",
    "MockRefusal",
    "Policies",
    "Request",
    "Requests",
    "World",
]
