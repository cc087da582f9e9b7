"""What the servers from Debian's packages share: a free port, children that end with their parent, and the file with the port."""
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

folder = Path(os.environ["REAL_SERVER_FOLDER"])
password = os.environ["REAL_SERVER_PASSWORD"]
children = []


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(*command, **environment):
    with open(folder / (Path(command[0]).name + ".log"), "ab") as log:
        child = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, env={**os.environ, **environment})
    children.append(child)
    return child


def stop(*_):
    for child in children:
        try:
            os.killpg(child.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
    for child in children:
        try:
            child.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
    sys.exit(0)


def wait_for(address):
    """Asks until the server answers with a page; ends with its logs if it answers with an error of its own, if a child ends before, or after a minute."""
    until = time.monotonic() + 60
    while True:
        try:
            return urllib.request.urlopen(address, timeout=20).read()
        except (urllib.error.URLError, ConnectionError) as error:
            broken = getattr(error, "code", 502) != 502 or any(child.poll() is not None for child in children)
            if broken or time.monotonic() > until:
                for log in sorted(folder.glob("*.log")):
                    print(f"{log.name}:\n{log.read_text(errors='replace')[-2000:]}", file=sys.stderr)
                print(f"{address}: {error}", file=sys.stderr)
                stop()
        time.sleep(0.1)


def serve(port):
    """Writes the port, and waits until it is stopped."""
    part = folder / "port.part"
    part.write_text(str(port))
    part.rename(folder / "port")
    signal.pause()


signal.signal(signal.SIGTERM, stop)
signal.signal(signal.SIGINT, stop)
