"""Measures a running house (`make bench`): start, medians, CPU of 1,000 requests, memory; fails when a goal is missed.

BENCH_REQUESTS (400) of each kind by one client give the medians, twice as many by sixteen clients at once the CPU.
BENCH_ONLY measures the kinds whose name holds this text. The machine should do nothing else: medians are wall time. CPU
is what noise moves least.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "prove"))

from cases import LARGE_STORE, PRODUCTS, TYPES, Ask, Case, Refused, cases  # noqa: E402
from client import Client, Tally  # noqa: E402
from meter import Meter, Trouble  # noqa: E402

WARM_UP = 5
CLIENTS = 16
REST_MB, BUSY_MB = 150, 300
# The allocator gives back what the sowing of the demo took within ten seconds.
REST_S = 15
# Of the slowest of six processes that start at once; the databases are there.
READY_S = 0.3


def medians(ask: Ask, requests: int) -> tuple[float, float]:
    """Milliseconds that one client waits: median and 95 of 100."""
    taken = []
    for _ in range(requests):
        began = time.perf_counter()
        ask()
        taken.append((time.perf_counter() - began) * 1000)
    taken.sort()
    return taken[requests // 2], taken[requests * 95 // 100]


def measure(case: Case, meter: Meter, requests: int) -> list[str]:
    """Prints two lines; what was missed."""
    asks = [case.make(number) for number in range(CLIENTS)]
    for _ in range(WARM_UP):
        for ask in asks:
            ask()
    p50, p95 = medians(asks[0], requests)
    spent = meter.crowd(asks, requests * 2)
    cpu, outside = spent.all, spent.outside_postgres
    found = (("p50 ms", p50, case.p50_ms), ("CPU s", cpu, case.cpu_s), ("CPU s outside PostgreSQL", outside, case.cpu_outside_s))
    missed = [f"{case.name}: {what} {value:.2f}, goal {goal:g}" for what, value, goal in found if goal is not None and value > goal]
    goals = " / ".join("–" if goal is None else f"{goal:g}" for _, _, goal in found)
    print(f"{case.name:<32} {p50:>7.2f} {p95:>7.2f} {cpu:>7.2f} {outside:>7.2f}   {goals}{'   missed' if missed else ''}", flush=True)
    shares = sorted(((seconds, name) for name, seconds in spent.items()), reverse=True)
    print(" " * 33 + ", ".join(f"{name} {seconds:.2f}" for seconds, name in shares if seconds >= 0.02), flush=True)
    return missed


def fill(meter: Meter) -> None:
    words = ["generate", "products", "--seller", LARGE_STORE, "--products", str(PRODUCTS), "--types-per-product", str(TYPES)]
    if subprocess.run([str(meter.house.binaries / "pishkhanctl"), *words], env=meter.house.tool_environment(), check=False).returncode != 0:
        raise Trouble("the large catalogue could not be made")


def memory(meter: Meter, when: str) -> float:
    held = meter.memory_mb()
    print(f"memory {when}: {sum(held.values()):.0f} MB ({', '.join(f'{name} {mb:.0f}' for name, mb in held.items())})", flush=True)
    return sum(held.values())


def main() -> int:
    requests = int(os.environ.get("BENCH_REQUESTS") or 400)
    wanted = os.environ.get("BENCH_ONLY") or ""
    try:
        meter = Meter()
        ready = float(os.environ["PISHKHAN_READY_AFTER_S"])
        print(f"ready after {ready:g} s, goal {READY_S:g}")
        time.sleep(REST_S)
        rest = memory(meter, "at rest")
        fill(meter)
        seller = Client(meter.house.ports.bff, Tally()).log_in("09120000001", "pishkhan-demo-1")
        large = Client(meter.house.ports.bff, Tally()).log_in("09120000003", "pishkhan-demo-3")
        print(f"load {os.getloadavg()[0]:.1f}; {PRODUCTS:,} products with {PRODUCTS * TYPES:,} types; {requests} requests each, then {CLIENTS} clients\n")
        print(f"{'':<32} {'p50 ms':>7} {'p95 ms':>7} {'CPU s':>7} {'w/o pg':>7}   goals: p50 / CPU / without PostgreSQL, of 1,000 requests")
        missed = [what for case in cases(seller, large, CLIENTS) if wanted in case.name for what in measure(case, meter, requests)]
        busy = memory(meter, "afterwards")
    except (Trouble, Refused) as trouble:
        print(f"bench: {trouble}", file=sys.stderr)
        return 2
    missed += [f"memory {when} {held:.0f} MB, goal {goal}" for when, held, goal in (("at rest", rest, REST_MB), ("afterwards", busy, BUSY_MB)) if held > goal]
    missed += [f"the slowest process served after {ready:g} s, goal {READY_S:g}"] if ready > READY_S else []
    print("\n" + ("every goal is met" if not missed else "\n".join(f"missed: {what}" for what in missed)), flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
