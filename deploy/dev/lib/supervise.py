"""Starting, watching and stopping processes."""

from __future__ import annotations

import ctypes
import os
import pathlib
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Callable

from house import ROOT, SERVICES, House, Trouble

READY_LIMIT_S = 60
# BFF, then services, then databases: together within 30 s
BFF_STOP_LIMIT_S = 10
SERVICE_STOP_LIMIT_S = 12
RESTARTS = 3
RESTARTS_WINDOW_S = 120
TAIL_LINES = 20


def say(text: str) -> None:
    print(text, flush=True)


class Stop(BaseException):
    """A signal asked us to end. Not an Exception, so that no handler on the way takes it for an error."""

    def __init__(self, number: int):
        super().__init__(number)
        self.number = number


class Signals:
    """The first SIGINT, SIGTERM or SIGHUP raises Stop; a second one makes `insistent` true."""

    def __init__(self) -> None:
        self.seen = 0
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, _frame: object) -> None:
        self.seen += 1
        if self.seen == 1:
            raise Stop(number)

    @property
    def insistent(self) -> bool:
        return self.seen > 1


def command(words: list[str], cwd: pathlib.Path = ROOT, env: dict | None = None, check: bool = True, meanwhile: Callable[[], None] | None = None) -> int:
    """Runs one command to its end, calling `meanwhile` twice a second; a stop signal ends it and whatever it started."""
    child = subprocess.Popen(words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        while meanwhile and child.poll() is None:
            meanwhile()
            time.sleep(0.5)
        code = child.wait()
    except BaseException:
        _end_group(child)
        raise
    if check and code != 0:
        raise Trouble(f"`{' '.join(words)}` failed with exit code {code}; its reason stands above")
    return code


def _end_group(child: subprocess.Popen) -> None:
    for number, limit_s in ((signal.SIGTERM, 5), (signal.SIGKILL, 5)):
        try:
            os.killpg(child.pid, number)
            child.wait(limit_s)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


def _die_with_parent() -> None:
    """In the child: should the supervisor be killed, the kernel ends this process too (Linux)."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM, 0, 0, 0)


def answers(url: str) -> bool:
    """Whether a GET answers 200."""
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=2) as reply:
            return reply.status == 200
    except (urllib.error.URLError, OSError, ValueError):
        return False


def tail(path: pathlib.Path, lines: int = TAIL_LINES) -> str:
    try:
        with path.open(encoding="utf-8", errors="replace") as log:
            return "".join(f"      | {line.rstrip()[:400]}\n" for line in deque(log, lines)).rstrip("\n")
    except OSError:
        return "      | (no log)"


class Process:
    """One of our processes, its log and its restarts."""

    def __init__(self, name: str, house: House, environment: dict[str, str], admin_port: int):
        self.name = name
        self.log = house.logs / f"{name}.log"
        self.ready_url = f"http://127.0.0.1:{admin_port}/ready"
        self._words = [str(house.binaries / name), "serve"]
        self._environment = environment
        self._child: subprocess.Popen | None = None
        self._restarts: deque[float] = deque()
        self._start_again_at: float | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._child = subprocess.Popen(
                self._words, cwd=ROOT, env=self._environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                start_new_session=True, preexec_fn=_die_with_parent,
            )

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    def ended(self) -> int | None:
        """The exit code, once it has ended."""
        return self._child.poll() if self._child else None

    def wait_ready(self) -> None:
        limit = time.monotonic() + READY_LIMIT_S
        while not answers(self.ready_url):
            code = self.ended()
            if code is not None:
                raise Trouble(f"{self.name} ended at its start ({how(code)}); the last lines of {self.log}:\n{tail(self.log)}")
            if time.monotonic() > limit:
                raise Trouble(f"{self.name} was not ready after {READY_LIMIT_S} s; the last lines of {self.log}:\n{tail(self.log)}")
            time.sleep(0.1)

    def watch(self) -> None:
        """Restarts the process if it died, after a growing pause; raises when that happens too often."""
        now = time.monotonic()
        if self._start_again_at is not None:
            if now >= self._start_again_at:
                self._start_again_at = None
                self.start()
                say(f"      {self.name} started again, pid {self.pid}")
            return
        code = self.ended()
        if code is None:
            return
        say(f"!!    {self.name} died ({how(code)}); the last lines of {self.log}:\n{tail(self.log)}")
        while self._restarts and now - self._restarts[0] > RESTARTS_WINDOW_S:
            self._restarts.popleft()
        if len(self._restarts) >= RESTARTS:
            raise Trouble(f"{self.name} died {RESTARTS + 1} times within {RESTARTS_WINDOW_S} s: stopping everything")
        self._restarts.append(now)
        self._start_again_at = now + 2 ** (len(self._restarts) - 1) - 0.5

    def ask_to_end(self) -> None:
        self._start_again_at = None
        if self._child and self._child.poll() is None:
            self._child.terminate()

    def kill(self) -> None:
        if self._child and self._child.poll() is None:
            say(f"      {self.name} did not end in time and is killed")
            self._child.kill()
            self._child.wait()


def how(code: int) -> str:
    """An exit code in words."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


class Supervisor:
    """The six processes and the two servers below them."""

    def __init__(self, house: House, signals: Signals):
        self._house = house
        self._signals = signals
        self._processes: list[Process] = []
        self._servers_up = False
        self._server_restarts: deque[float] = deque()

    def start_servers(self) -> None:
        self._servers_up = True
        self._house.services("up")

    def start_services(self) -> None:
        for log in self._house.logs.glob("*.log"):
            log.replace(log.with_suffix(".log.1"))
        for name in SERVICES:
            self._add(name, self._house.service_environment(name), self._house.ports.admin[name])
        for process in self._processes:
            process.wait_ready()

    def start_bff(self) -> None:
        bff = self._add("bff", self._house.bff_environment(), self._house.ports.bff_admin)
        bff.wait_ready()
        limit = time.monotonic() + READY_LIMIT_S
        while not answers(f"http://127.0.0.1:{self._house.ports.bff}/healthz"):
            if time.monotonic() > limit or bff.ended() is not None:
                raise Trouble(f"/healthz of the BFF does not answer 200; the last lines of {bff.log}:\n{tail(bff.log)}")
            time.sleep(0.1)

    def _add(self, name: str, environment: dict[str, str], admin_port: int) -> Process:
        process = Process(name, self._house, environment, admin_port)
        self._processes.append(process)
        process.start()
        return process

    def watch_once(self) -> None:
        self._watch_servers()
        for process in self._processes:
            process.watch()

    def _watch_servers(self) -> None:
        data = pathlib.Path(self._house.servers()["DEV_DATA"])
        down = [name for name, pid_file in (("PostgreSQL", data / "pg/postmaster.pid"), ("Redis", data / "redis.pid")) if not _alive(pid_file)]
        if not down:
            return
        log = data / ("postgres.log" if down[0] == "PostgreSQL" else "redis.log")
        say(f"!!    {' and '.join(down)} died; the last lines of {log}:\n{tail(log)}")
        now = time.monotonic()
        while self._server_restarts and now - self._server_restarts[0] > RESTARTS_WINDOW_S:
            self._server_restarts.popleft()
        if len(self._server_restarts) >= RESTARTS:
            raise Trouble(f"{down[0]} died {RESTARTS + 1} times within {RESTARTS_WINDOW_S} s: stopping everything")
        self._server_restarts.append(now)
        self._house.services("up")
        say(f"      {' and '.join(down)} started again")

    def stop(self) -> None:
        """BFF first, then the services, the databases last; a second signal kills what still runs."""
        if not self._processes and not self._servers_up:
            return
        say("stopping…")
        self._stop_all([process for process in self._processes if process.name == "bff"], BFF_STOP_LIMIT_S)
        self._stop_all([process for process in self._processes if process.name != "bff"], SERVICE_STOP_LIMIT_S)
        self._processes.clear()
        if self._servers_up:
            self._house.services("down")
            self._servers_up = False
        say("stopped")

    def _stop_all(self, processes: list[Process], limit_s: float) -> None:
        for process in processes:
            process.ask_to_end()
        limit = time.monotonic() + limit_s
        while any(process.pid and process.ended() is None for process in processes):
            if time.monotonic() > limit or self._signals.insistent:
                for process in processes:
                    process.kill()
                return
            time.sleep(0.05)


def _alive(pid_file: pathlib.Path) -> bool:
    try:
        os.kill(int(pid_file.read_text(encoding="ascii").split()[0]), 0)
    except PermissionError:
        return True
    except (OSError, ValueError, IndexError):
        return False
    return True
