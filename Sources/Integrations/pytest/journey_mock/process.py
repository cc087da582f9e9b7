"""The process of ``journey mock``: started on a free port, and stopped with the process that started it."""

from __future__ import annotations

import os
import re
import secrets
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from typing import Deque, Optional

#: Runs a command until it ends, or until standard input ends. The kernel closes standard input when the parent ends, however it ends.
_GUARD = """
exec 3<&0
"$@" </dev/null 3<&- 2>&1 & mock=$!
{ cat <&3; kill "$mock"; } >/dev/null 2>&1 & watcher=$!
wait "$mock"; status=$?
kill "$watcher" 2>/dev/null
exit "$status"
"""
_ADDRESS = re.compile(r" is served at (https?://\S+)")


class MockNotStarted(Exception):
    """The command was not found, ended before it served anything, or took too long. The message has what it printed."""


class MockProcess:
    """A running ``journey mock``, and what it prints.

    Nothing waits by sleeping: the mock prints its address once it listens, and its output ends when it ends.
    """

    def __init__(
        self, command: Sequence[str], tenant: str, *, project: Optional[str] = None, arguments: Sequence[str] = (), timeout: float = 60
    ) -> None:
        #: What control routes require. Only this process knows it, so that passwords and codes can be read by tests alone.
        self.control_token = secrets.token_urlsafe(24)
        line = [*command, "mock", tenant, "--port", "0", *(["--project", project] if project else []), *arguments]
        self._command = " ".join(line)
        self._lines: Deque[str] = deque(maxlen=200)
        self._served = threading.Event()
        self._address: Optional[str] = None
        # A session of its own: Control-C ends the tests first, and then the mock.
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, "journey", *line], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, encoding="utf-8", errors="replace", start_new_session=True,
            env={**os.environ, "JOURNEY_CONTROL_TOKEN": self.control_token},
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, name="journey-mock output", daemon=True)
        self._reader.start()
        in_time = self._served.wait(timeout)
        if self._address is None:
            self.stop()
            raise MockNotStarted(self._explain(command[0], f"printed no address in {timeout:g} s" if not in_time else None))
        #: Where it is served, without a final slash.
        self.address: str = self._address

    def _read(self) -> None:
        """Takes everything the mock prints, so that it never waits for a reader."""
        assert self._guard.stdout is not None
        for text in self._guard.stdout:
            self._lines.append(text.rstrip("\n"))
            if self._address is None and (found := _ADDRESS.search(text)):
                self._address = found[1]
                self._served.set()
        self._served.set()

    def _explain(self, program: str, reason: Optional[str]) -> str:
        if reason is None and self._guard.returncode in (126, 127):
            return (
                f"the command '{program}' was not found or cannot be run: install 'journey', or say where it is with "
                f"--journey-command, the setting 'journey_command' or the variable JOURNEY"
            )
        reason = reason or f"ended with status {self._guard.returncode} before it served anything"
        return f"'{self._command}' {reason}:\n{self.output or '(it printed nothing)'}"

    @property
    def output(self) -> str:
        """The last 200 lines that the mock printed."""
        return "\n".join(self._lines)

    @property
    def is_running(self) -> bool:
        return self._guard.poll() is None

    def stop(self) -> None:
        """Stops the mock and waits for its end. A second call does nothing."""
        assert self._guard.stdin is not None
        self._guard.stdin.close()
        try:
            self._guard.wait(timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(self._guard.pid, signal.SIGKILL)
            self._guard.wait()
        self._reader.join(timeout=5)
