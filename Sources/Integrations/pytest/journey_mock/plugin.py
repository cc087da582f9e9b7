"""The fixtures and options that pytest has once this package is installed."""

from __future__ import annotations

import os
import re
import secrets
import shlex
from collections.abc import Callable, Generator, Iterator
from typing import Any, Optional

import pytest

from .process import MockNotStarted, MockProcess
from .server import Mock
from .world import Accounts, Clock, Faults, Inbox, Requests, World

_SETTINGS = {
    "command": "The command 'journey', or where it is. Default: the variable JOURNEY, or 'journey' of the PATH.",
    "tenant": "The tenant that is served, by its name in tenants.yaml.",
    "project": "The folder with tenants.yaml. Default: 'journeys' in the folder of the ini file.",
    "arguments": "More arguments of 'journey mock', e.g. '--latency 20ms'.",
    "url": "The address of a mock that runs already, e.g. in a container; then none is started.",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("journey-mock", "a mock of the login server, for each test a world of its own")
    for name, text in _SETTINGS.items():
        group.addoption(f"--journey-{name}", default=None, metavar=name.upper(), help=text)
        parser.addini(f"journey_{name}", text, default="")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "journey_tenant(name): the tenant whose world this test is given, instead of the session's own.")


def _setting(config: pytest.Config, name: str) -> str:
    """The option, else the setting of the ini file."""
    given = config.getoption(f"--journey-{name}")
    return str(config.getini(f"journey_{name}") if given is None else given)


@pytest.fixture(scope="session")
def journey_project(pytestconfig: pytest.Config) -> str:
    """The folder with tenants.yaml. Override it to serve a project that is written for these tests."""
    # An option is read from where pytest was called, a setting from where its file is.
    if given := pytestconfig.getoption("--journey-project"):
        return str((pytestconfig.invocation_params.dir / given).resolve())
    folder = pytestconfig.inipath.parent if pytestconfig.inipath else pytestconfig.rootpath
    return str((folder / (str(pytestconfig.getini("journey_project")) or "journeys")).resolve())


@pytest.fixture(scope="session")
def journey_mocks(pytestconfig: pytest.Config, journey_project: str) -> Iterator[Callable[[str], Mock]]:
    """Gives the mock of a tenant by its name, and starts it at the first call. All are stopped at the end of the session.

    Each worker of pytest-xdist has its own.
    """
    started: dict[str, Mock] = {}
    command = shlex.split(_setting(pytestconfig, "command") or os.environ.get("JOURNEY") or "journey")
    arguments = shlex.split(_setting(pytestconfig, "arguments"))
    failed: dict[str, str] = {}

    def mock(tenant: str) -> Mock:
        if tenant not in started and tenant not in failed:
            try:
                process = MockProcess(command, tenant, project=journey_project, arguments=arguments)
                started[tenant] = Mock(process.address, tenant, control_token=process.control_token, process=process)
            except MockNotStarted as error:
                failed[tenant] = str(error)
        if tenant in failed:
            pytest.fail(f"journey-mock: {failed[tenant]}", pytrace=False)
        return started[tenant]

    try:
        yield mock
    finally:
        for one in started.values():
            if one.process:
                one.process.stop()


@pytest.fixture(scope="session")
def journey_mock(pytestconfig: pytest.Config, journey_mocks: Callable[[str], Mock]) -> Mock:
    """The mock of the session's tenant, which tests of a worker share; what they do in it is in their worlds."""
    tenant = _setting(pytestconfig, "tenant")
    if url := _setting(pytestconfig, "url"):
        return Mock(url, tenant or "mock", control_token=os.environ.get("JOURNEY_CONTROL_TOKEN"))
    if not tenant:
        pytest.fail("journey-mock: which tenant? Give --journey-tenant, or the setting 'journey_tenant' in the ini file", pytrace=False)
    return journey_mocks(tenant)


@pytest.fixture
def journey_world(request: pytest.FixtureRequest) -> Iterator[World]:
    """A fresh world for this test: its own people, sessions, clock, inbox and faults. It is forgotten at the test's end."""
    marker = request.node.get_closest_marker("journey_tenant")
    mock: Mock = request.getfixturevalue("journey_mocks")(*marker.args) if marker else request.getfixturevalue("journey_mock")
    words = re.sub(r"[^a-z0-9]+", "-", request.node.name.lower())[:30].strip("-")
    world = mock.world(f"{words or 'test'}-{secrets.token_hex(4)}")
    yield world
    # The process may have ended on its own: then the test has said so already.
    if mock.process is None or mock.process.is_running:
        world.forget()


@pytest.fixture
def journey_issuer(journey_world: World) -> str:
    """The issuer to configure the app with: that of the test's world."""
    return journey_world.issuer


@pytest.fixture
def journey_inbox(journey_world: World) -> Inbox:
    """The mails and text messages of the test's world."""
    return journey_world.inbox


@pytest.fixture
def journey_clock(journey_world: World) -> Clock:
    """The clock of the test's world."""
    return journey_world.clock


@pytest.fixture
def journey_accounts(journey_world: World) -> Accounts:
    """The people of the test's world."""
    return journey_world.accounts


@pytest.fixture
def journey_requests(journey_world: World) -> Requests:
    """What the app and the browser asked in the test's world."""
    return journey_world.requests


@pytest.fixture
def journey_faults(journey_world: World) -> Faults:
    """What goes wrong in the test's world."""
    return journey_world.faults


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """Adds to the report of a failed test what its world was asked and which messages it sent."""
    outcome = yield
    report: pytest.TestReport = outcome.get_result()
    world: Optional[World] = getattr(item, "funcargs", {}).get("journey_world")
    if report.when == "call" and report.failed and world is not None:
        report.sections.append((f"journey mock, world {world.name}", _story(world)))


def _story(world: World) -> str:
    try:
        lines = [str(one) for one in world.requests] + [f"message to {', '.join(one.to)}: {one.subject or one.text}" for one in world.inbox]
        return "\n".join(lines) or "It was asked nothing."
    except Exception as error:  # The test failed for a reason of its own, which must stay the one that is read.
        return f"Its requests cannot be read: {error}"
