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
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from house import ROOT, SERVICES, House, Trouble

READY_LIMIT_S, READY_EVERY_S = 60, 0.02
# BFF, then services, then databases: together within 30 s
BFF_STOP_LIMIT_S, SERVICE_STOP_LIMIT_S = 10, 12
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
    """The first SIGINT, SIGTERM or SIGHUP raises Stop; every one is counted."""

    def __init__(self) -> None:
        self.seen = 0
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, _frame: object) -> None:
        self.seen += 1
        if self.seen == 1:
            raise Stop(number)


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


@contextmanager
def beside(words: list[str]) -> Iterator[Callable[[], None]]:
    """Runs a command while the body does something else, and waits for both. Yields what raises once the command has failed."""
    child = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.DEVNULL, start_new_session=True)

    def check() -> None:
        if child.poll():
            raise Trouble(f"`{' '.join(words)}` failed with exit code {child.returncode}; its reason stands above")

    try:
        yield check
        child.wait()
        check()
    except BaseException:
        _end_group(child)
        raise


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


def tail(path: pathlib.Path) -> str:
    """The last lines of a log, as they are shown beside a failure."""
    try:
        with path.open(encoding="utf-8", errors="replace") as log:
            return f"the last lines of {path}:\n" + "\n".join(f"      | {line.rstrip()[:400]}" for line in deque(log, TAIL_LINES))
    except OSError:
        return f"{path} cannot be read"


def how(code: int) -> str:
    """An exit code in words."""
    try:
        return f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


class Restarts:
    """The deaths of one thing that is started again."""

    def __init__(self, name: str):
        self._name = name
        self._deaths: deque[float] = deque(maxlen=RESTARTS + 1)

    def pause_s(self) -> float:
        """Notes a death; how long to wait until the next start, longer each time. Raises when there were too many."""
        now = time.monotonic()
        self._deaths.append(now)
        recent = sum(now - death <= RESTARTS_WINDOW_S for death in self._deaths)
        if recent > RESTARTS:
            raise Trouble(f"{self._name} died {recent} times within {RESTARTS_WINDOW_S} s: stopping everything")
        return 2 ** (recent - 1) - 0.5


class Process:
    """One of our processes: it is ready when all of `urls` answer."""

    def __init__(self, name: str, house: House, environment: dict[str, str], urls: list[str]):
        self.name = name
        self._log = house.logs / f"{name}.log"
        self._urls = urls
        self._words = [str(house.binaries / name), "serve"]
        self._environment = environment
        self._restarts = Restarts(name)
        self._start_again_at: float | None = None
        self._began = time.monotonic()
        self.ready_after_s: float | None = None
        self._start()

    def _start(self) -> None:
        with self._log.open("ab") as log:
            self._child = subprocess.Popen(
                self._words, cwd=ROOT, env=self._environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                start_new_session=True, preexec_fn=_die_with_parent,
            )

    @property
    def runs(self) -> bool:
        return self._child.poll() is None

    def ready(self) -> bool:
        """Whether it is ready; raises when it will not be."""
        if self.ready_after_s is not None:
            return True
        took = time.monotonic() - self._began
        if all(answers(url) for url in self._urls):
            self.ready_after_s = took
        elif not self.runs:
            raise Trouble(f"{self.name} ended at its start ({how(self._child.returncode)}); {tail(self._log)}")
        elif took > READY_LIMIT_S:
            raise Trouble(f"{self.name} was not ready after {READY_LIMIT_S} s; {tail(self._log)}")
        return self.ready_after_s is not None

    def watch(self) -> None:
        """Starts the process again if it died, after a pause."""
        if self.runs:
            return
        now = time.monotonic()
        if self._start_again_at is None:
            say(f"!!    {self.name} died ({how(self._child.returncode)}); {tail(self._log)}")
            self._start_again_at = now + self._restarts.pause_s()
        elif now >= self._start_again_at:
            self._start_again_at = None
            self._start()
            say(f"      {self.name} started again, pid {self._child.pid}")

    def ask_to_end(self) -> None:
        if self.runs:
            self._child.terminate()

    def kill(self, quietly: bool = False) -> None:
        if self.runs and not quietly:
            say(f"      {self.name} did not end in time and is killed")
        if self.runs:
            self._child.kill()
            self._child.wait()


class Supervisor:
    """The six processes and the two servers below them."""

    def __init__(self, house: House, signals: Signals):
        self._house = house
        self._signals = signals
        self._processes: list[Process] = []
        self._servers: Restarts | None = None

    def start_servers(self) -> None:
        self._servers = Restarts("PostgreSQL or Redis")
        self._house.services("up")

    def start_processes(self) -> float:
        """All at once: each waits by itself for those that it needs. Seconds until the last of them served."""
        for log in self._house.logs.glob("*.log"):
            log.replace(log.with_suffix(".log.1"))
        ports = self._house.ports
        for name in SERVICES:
            self._processes.append(Process(name, self._house, self._house.service_environment(name), [f"http://127.0.0.1:{ports.admin[name]}/ready"]))
        urls = [f"http://127.0.0.1:{ports.bff_admin}/ready", f"http://127.0.0.1:{ports.bff_admin}/health"]
        self._processes.append(Process("bff", self._house, self._house.bff_environment(), urls))
        while not all([process.ready() for process in self._processes]):
            time.sleep(READY_EVERY_S)
        say(f"      ready after {', '.join(f'{process.ready_after_s:.2f} s ({process.name})' for process in self._processes)}")
        return max(process.ready_after_s for process in self._processes)

    def watch_once(self) -> None:
        self._watch_servers()
        for process in self._processes:
            process.watch()

    def _watch_servers(self) -> None:
        data = pathlib.Path(self._house.servers()["DEV_DATA"])
        servers = (("PostgreSQL", data / "pg/postmaster.pid", data / "postgres.log"), ("Redis", data / "redis.pid", data / "redis.log"))
        down = [(name, log) for name, pid_file, log in servers if not _alive(pid_file)]
        if not down or not self._servers:
            return
        for name, log in down:
            say(f"!!    {name} died; {tail(log)}")
        self._servers.pause_s()  # counted, but nothing can go on without them
        self._house.services("up")
        say(f"      {' and '.join(name for name, _ in down)} started again")

    def stop(self) -> None:
        """BFF first, then the services, the databases last; a second signal kills what still runs."""
        if not self._servers:
            return
        say("stopping…")
        self._stop_all([process for process in self._processes if process.name == "bff"], BFF_STOP_LIMIT_S)
        self._stop_all([process for process in self._processes if process.name != "bff"], SERVICE_STOP_LIMIT_S)
        self._house.services("down")
        say("stopped")

    def kill(self) -> None:
        """All processes at once; nothing of theirs is wanted any more."""
        for process in self._processes:
            process.kill(quietly=True)

    def _stop_all(self, processes: list[Process], limit_s: float) -> None:
        for process in processes:
            process.ask_to_end()
        limit = time.monotonic() + limit_s
        while any(process.runs for process in processes):
            if time.monotonic() > limit or self._signals.seen > 1:
                for process in processes:
                    process.kill()
            time.sleep(READY_EVERY_S)


def _alive(pid_file: pathlib.Path) -> bool:
    try:
        os.kill(int(pid_file.read_text(encoding="ascii").split()[0]), 0)
    except PermissionError:
        return True
    except (OSError, ValueError, IndexError):
        return False
    return True
