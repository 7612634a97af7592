"""The running house: its processes, its tool and its Redis."""

from __future__ import annotations

import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "dev/lib"))

import packages  # noqa: E402
from databases import connect  # noqa: E402
from house import ROOT, SERVICES, House, Ports, Trouble  # noqa: E402
from supervise import answers  # noqa: E402

packages.use("processes")

import psutil  # noqa: E402

from checks import until  # noqa: E402

PROCESSES = (*SERVICES, "bff")
SERVERS = ("redis", "postgres")
BACK_LIMIT_S = 40
TOOL_LIMIT_S = 60


class Stack:
    """What `deploy/dev/run with --watch` has started around us."""

    def __init__(self) -> None:
        if not os.environ.get("PISHKHAN_URL") or not os.environ.get("PISHKHAN_PORT_BASE"):
            raise Trouble("run this by `make prove`: it needs a house of its own")
        self.house = House(os.environ.get("PISHKHAN_BUILD_PROFILE") or "panel", Ports.from_environment())
        self.port = self.house.ports.bff
        self._redis = self.house.servers()["REDIS_URL"].removeprefix("redis+unix://")
        self._data = pathlib.Path(self.house.servers()["DEV_DATA"])

    def pid(self, name: str) -> int | None:
        """The living process of this name, if there is one."""
        try:
            if name in SERVERS:
                file = self._data / ("redis.pid" if name == "redis" else "pg/postmaster.pid")
                return psutil.Process(int(file.read_text(encoding="ascii").split()[0])).pid
            children = psutil.Process(self.house.running()["pid"]).children()
            return next((child.pid for child in children if child.name() == name and child.status() != psutil.STATUS_ZOMBIE), None)
        except (OSError, ValueError, IndexError, KeyError, psutil.NoSuchProcess):
            return None

    def end(self, name: str, how: signal.Signals) -> int:
        """Sends the signal; which process it was."""
        pid = self.pid(name)
        if pid is None:
            raise Trouble(f"{name} does not run")
        os.kill(pid, how)
        return pid

    def crash(self, name: str) -> int:
        """As `kill -9`; PostgreSQL by its immediate shutdown, which is a crash without orphans that hold its memory."""
        return self.end(name, signal.SIGQUIT if name == "postgres" else signal.SIGKILL)

    def freeze_postgres(self, seconds: float) -> None:
        """Has every process of PostgreSQL stand still for so long, as behind a disk that does not answer."""
        pid = self.pid("postgres")
        if pid is None:
            raise Trouble("postgres does not run")
        main, frozen = psutil.Process(pid), []
        try:
            # The first one goes first: it makes no new ones then.
            for process in (main, *main.children()):
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.suspend()
                    frozen.append(process)
            time.sleep(seconds)
        finally:
            for process in reversed(frozen):
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.resume()

    def back(self, name: str, old: int) -> float | None:
        """Waits for another process in its place, and for the whole house; seconds, or None when it did not come."""
        admin = self.house.ports.bff_admin if name == "bff" else self.house.ports.admin.get(name)

        def there() -> bool:
            if self.pid(name) in (None, old):
                return False
            if admin is not None and not answers(f"http://127.0.0.1:{admin}/ready"):
                return False
            return answers(f"http://127.0.0.1:{self.house.ports.bff_admin}/health")

        came, took = until(there, BACK_LIMIT_S)
        return took if came else None

    def ctl(self, *words: str) -> subprocess.CompletedProcess:
        """Runs pishkhanctl to its end."""
        return subprocess.run(
            [str(self.house.binaries / "pishkhanctl"), *words], env=dict(self.house.tool_environment(), RUST_BACKTRACE="0"), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TOOL_LIMIT_S,
        )

    def rows(self, service: str, sql: str) -> list[list]:
        """What a service's own database says."""
        with connect(self.house.servers(), f"pishkhan_{service}") as session:
            return session.run(sql)

    def flush_redis(self) -> bool:
        """FLUSHALL; whether Redis said that it is done."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
            link.settimeout(5)
            link.connect(self._redis)
            link.sendall(b"*1\r\n$8\r\nFLUSHALL\r\n")
            return link.recv(64).startswith(b"+OK")
