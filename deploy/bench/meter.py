"""CPU and memory of the running house, read from the system's own accounts."""

from __future__ import annotations

import os
import pathlib
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "dev/lib"))

import packages  # noqa: E402
from house import SERVICES, House, Ports, Trouble  # noqa: E402

packages.use("processes")

import psutil  # noqa: E402

OURS = (*SERVICES, "bff")


class Spent(dict[str, float]):
    """Seconds of CPU of each part since it began."""

    def since(self, before: Spent) -> Spent:
        return Spent({name: seconds - before[name] for name, seconds in self.items()})

    @property
    def all(self) -> float:
        return sum(self.values())

    @property
    def outside_postgres(self) -> float:
        return self.all - self["postgres"]


class Meter:
    """What `deploy/dev/run with` has started around us."""

    def __init__(self) -> None:
        if not os.environ.get("PISHKHAN_URL") or not os.environ.get("PISHKHAN_PORT_BASE"):
            raise Trouble("run this by `make bench`: it needs a house of its own")
        self.house = House(os.environ.get("PISHKHAN_BUILD_PROFILE") or "panel", Ports.from_environment())
        data = pathlib.Path(self.house.servers()["DEV_DATA"])
        self._redis, self._postgres = (psutil.Process(int((data / name).read_text(encoding="ascii").split()[0])) for name in ("redis.pid", "pg/postmaster.pid"))
        self._ours = {child.name(): child for child in psutil.Process(self.house.running()["pid"]).children() if child.name() in OURS}
        if missing := set(OURS) - self._ours.keys():
            raise Trouble(f"these do not run: {', '.join(sorted(missing))}")

    def pids(self) -> dict[str, int]:
        """The six processes."""
        return {name: process.pid for name, process in self._ours.items()}

    def postgres_binaries(self) -> pathlib.Path:
        """Where the running server's own program lies."""
        return pathlib.Path(self._postgres.exe()).parent

    def spent(self) -> Spent:
        """CPU of the six processes, Redis and PostgreSQL with all its backends, those that ended included."""
        ended = self._postgres.cpu_times()
        postgres = ended.children_user + ended.children_system + sum(_own(process) for process in (self._postgres, *self._postgres.children()))
        return Spent({name: _own(process) for name, process in (*self._ours.items(), ("redis", self._redis))} | {"postgres": postgres})

    def crowd(self, asks: list[Callable[[], object]], requests: int) -> Spent:
        """Seconds of CPU of 1,000 requests while all ask at once."""
        each = -(-requests // len(asks))
        before = self.spent()
        with ThreadPoolExecutor(len(asks)) as threads:
            for done in [threads.submit(lambda ask=ask: [ask() for _ in range(each)]) for ask in asks]:
                done.result()
        spent = self.spent().since(before)
        return Spent({name: seconds * 1000 / (each * len(asks)) for name, seconds in spent.items()})

    def memory_mb(self) -> dict[str, float]:
        """Resident memory of each of the six processes."""
        return {name: process.memory_info().rss / 1e6 for name, process in self._ours.items()}


def _own(process: psutil.Process) -> float:
    """Seconds of its own; none of one that ended meanwhile, whose parent has them then. The scheduler's account of each
    thread, in ns: the other one counts in hundredths of a second, too coarse for the share of one of many backends."""
    try:
        return sum(int(task.read_text(encoding="ascii").split()[0]) for task in pathlib.Path(f"/proc/{process.pid}/task").glob("*/schedstat")) / 1e9
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
