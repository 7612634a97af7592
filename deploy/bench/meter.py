"""CPU and memory of the running house, read from the system's own accounts."""

from __future__ import annotations

import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "dev/lib"))

from house import SERVICES, House, Ports, Trouble  # noqa: E402

TICK_S = 1 / os.sysconf("SC_CLK_TCK")
PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 1e6
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
        self._redis, self._postgres = (int((data / name).read_text(encoding="ascii").split()[0]) for name in ("redis.pid", "pg/postmaster.pid"))
        supervisor = self.house.running().get("pid")
        self._ours = {name: pid for pid, (name, parent, *_) in _processes().items() if parent == supervisor and name in OURS}
        if missing := set(OURS) - self._ours.keys():
            raise Trouble(f"these do not run: {', '.join(sorted(missing))}")

    def pids(self) -> dict[str, int]:
        """The six processes."""
        return dict(self._ours)

    def spent(self) -> Spent:
        """CPU of the six processes, Redis and PostgreSQL with all its backends, those that ended included."""
        table = _processes()
        _, _, own, ended, _ = table[self._postgres]
        backends = sum(own for _, parent, own, _, _ in table.values() if parent == self._postgres)
        ticks = {name: table[pid][2] for name, pid in (*self._ours.items(), ("redis", self._redis))}
        return Spent({name: count * TICK_S for name, count in {**ticks, "postgres": own + ended + backends}.items()})

    def memory_mb(self) -> dict[str, float]:
        """Resident memory of each of the six processes."""
        table = _processes()
        return {name: table[pid][4] * PAGE_MB for name, pid in self._ours.items()}


def _processes() -> dict[int, tuple[str, int, int, int, int]]:
    """Of each process: name, parent, ticks of its own, ticks of its ended children, resident pages."""
    found = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            head, _, rest = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")
        except OSError:
            continue
        # from the third field on: state parent … utime stime cutime cstime … rss
        field = rest.split()
        user, system, ended_user, ended_system = (int(field[place]) for place in (11, 12, 13, 14))
        found[int(stat.parent.name)] = (head.split(" (", 1)[-1], int(field[1]), user + system, ended_user + ended_system, int(field[21]))
    return found
