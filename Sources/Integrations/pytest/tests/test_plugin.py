"""The plugin, as pytest runs it: each test writes a test file, and runs it in a process of its own."""
import os
import pathlib
import re
import select
import signal
import subprocess
import sys

import pytest

from journey_mock import Mock, MockProcess

PROJECT = pathlib.Path(__file__).parents[4] / "journeys"
ACME = ("--journey-tenant=acme", f"--journey-project={PROJECT}")


def run(pytester, text, *arguments):
    pytester.makepyfile(text)
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", "-p", "no:xdist", *arguments)


def ends(process_id):
    """Waits until the process is gone, and says whether it went."""
    try:
        handle = os.pidfd_open(process_id)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], 30)[0])
    finally:
        os.close(handle)


def test_each_test_has_a_world_of_its_own(pytester):
    result = run(pytester, """
        import pytest
        names = set()
        @pytest.mark.parametrize("round", range(3))
        def test_a(journey_world, journey_accounts, round):
            names.add(journey_world.name)
            assert len(names) == round + 1
            assert journey_accounts["jane"].status == "active"
            journey_accounts.change("jane", status="locked")
        def test_worlds_are_forgotten(journey_mock):
            assert not names & set(journey_mock.ask("", "GET", "/__journey/worlds")["worlds"])
    """, *ACME)  # fmt: skip
    result.assert_outcomes(passed=4)


def test_one_process_serves_the_session_and_ends_with_it(pytester):
    result = run(pytester, """
        def test_a(journey_mock):
            print("\\nguard", journey_mock.process._guard.pid)
        def test_b(journey_mock):
            print("\\nguard", journey_mock.process._guard.pid)
    """, "-s", *ACME)  # fmt: skip
    result.assert_outcomes(passed=2)
    first, second = (int(found) for found in re.findall(r"^guard (\d+)", result.stdout.str(), re.M))
    assert first == second
    assert ends(first)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs handles of processes, which Linux has")
def test_the_mock_ends_when_pytest_is_killed(pytester):
    pytester.makepyfile("""
        import os, signal, subprocess
        def test_a(journey_mock):
            guard = journey_mock.process._guard.pid
            found = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(guard)], capture_output=True, text=True).stdout
            [mock] = [line.split()[0] for line in found.splitlines() if " mock acme " in line and "/bin/sh" not in line]
            os.write(1, f"\\nmock {mock}\\n".encode())
            signal.pause()
    """)
    command = [sys.executable, "-m", "pytest", "-s", "-p", "no:cacheprovider", *ACME]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=pytester.path) as tests:
        mock = int(next(line for line in tests.stdout if line.startswith("mock ")).split()[1])
        os.kill(mock, 0)
        tests.send_signal(signal.SIGKILL)
    assert ends(mock)


def test_a_command_that_is_not_there_is_named(pytester):
    result = run(pytester, "def test_a(journey_issuer): pass\ndef test_b(journey_issuer): pass", "--journey-command=no-such-journey", *ACME)
    result.assert_outcomes(errors=2)
    result.stdout.fnmatch_lines(["*the command 'no-such-journey' was not found or cannot be run: install 'journey', or say where it is*"])


def test_a_mock_that_ends_early_says_why(pytester):
    result = run(pytester, "def test_a(journey_issuer): pass", "--journey-tenant=acne", f"--journey-project={PROJECT}")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*ended with status 2 before it served anything:", "*no mock tenant 'acne'*acme*"])


def test_a_missing_tenant_is_asked_for(pytester):
    result = run(pytester, "def test_a(journey_issuer): pass")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*which tenant? Give --journey-tenant, or the setting 'journey_tenant'*"])


def test_settings_come_from_the_ini_file(pytester):
    pytester.makeini(f"[pytest]\njourney_tenant = acme\njourney_project = {PROJECT}\njourney_arguments = --clock 2027-03-02T10:00:00Z\n")
    result = run(pytester, """
        def test_a(journey_clock):
            assert journey_clock.now.isoformat() == "2027-03-02T10:00:00+00:00"
    """)
    result.assert_outcomes(passed=1)


def test_a_setting_is_read_from_where_its_file_is_and_an_option_from_where_pytest_is_called(pytester, monkeypatch):
    pytester.makeini("[pytest]\njourney_tenant = acme\njourney_project = here\n")
    pytester.makepyfile("def test_a(journey_project): print('project', journey_project)")
    monkeypatch.chdir(pytester.mkdir("inner"))
    for arguments, folder in ((), pytester.path / "here"), (("--journey-project=there",), pytester.path / "inner" / "there"):
        result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-s", "..", *arguments)
        result.stdout.fnmatch_lines([f"*project {folder}"])


def test_a_mock_that_has_ended_is_reported(journey_mock, journey_project):
    process = MockProcess([os.environ.get("JOURNEY", "journey")], "acme", project=journey_project)
    process.stop()
    assert not process.is_running
    with pytest.raises(ConnectionError, match="(?s)the mock at .* does not answer: .*acme is served at"):
        Mock(process.address, "acme", process=process).world("x").clock.now


def test_a_marker_chooses_another_tenant(pytester):
    result = run(pytester, """
        import pytest
        @pytest.mark.journey_tenant("cascade")
        def test_a(journey_world, journey_issuer, journey_mock):
            assert (journey_world.mock.tenant, journey_mock.tenant) == ("cascade", "acme")
            assert not journey_issuer.endswith("/")
    """, *ACME)  # fmt: skip
    result.assert_outcomes(passed=1)


def test_the_report_of_a_failed_test_lists_its_requests_and_messages(pytester):
    result = run(pytester, """
        import urllib.request
        def test_a(journey_world):
            urllib.request.urlopen(journey_world.url + "/.well-known/jwks.json").close()
            assert False
        def test_b(journey_world):
            assert False
    """, *ACME)  # fmt: skip
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["*journey mock, world test-a-*", "GET /.well-known/jwks.json 200", "*journey mock, world test-b-*", "It was asked nothing."])


def test_workers_of_xdist_have_a_mock_each(pytester):
    pytest.importorskip("xdist")
    pytester.makepyfile("""
        import pytest
        @pytest.mark.parametrize("round", range(8))
        def test_a(journey_world, round):
            assert journey_world.accounts["jane"].status == "active"
    """)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-n", "2", *ACME)
    result.assert_outcomes(passed=8)


def test_a_mock_that_runs_already_is_used(pytester, journey_mock, monkeypatch):
    monkeypatch.setenv("JOURNEY_CONTROL_TOKEN", journey_mock.process.control_token)
    result = run(pytester, """
        def test_a(journey_mock, journey_accounts):
            assert journey_mock.process is None
            assert journey_accounts["jane"].password == "Jane-horse-11"
    """, f"--journey-url={journey_mock.url}")  # fmt: skip
    result.assert_outcomes(passed=1)
