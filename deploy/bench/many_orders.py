"""Rebuilds, verifies and checks a seller of very many orders (`deploy/bench/many-orders`): time and peak memory.

MANY_ORDERS (200,000) orders of MANY_LINES (10) lines, every 200th of 500. Fails when a command finds what it should not,
or when a process needs more than its share of memory: what they hold must not grow with the orders.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "dev/lib"))

from meter import Meter, Trouble  # noqa: E402
from stores import NEVER, Stores, fill  # noqa: E402

SELLER = "0199d000-0000-7000-8000-0000000000aa"
ORDERS, LINES = int(os.environ.get("MANY_ORDERS") or 200_000), int(os.environ.get("MANY_LINES") or 10)
LARGE_EVERY, LARGE_LINES = 200, 500
TOOL_MB, SERVICE_MB = 100, 250


def peaks_mb(pids: dict[str, int]) -> dict[str, float]:
    """VmHWM of each process since it was last forgotten."""
    found = {}
    for name, pid in pids.items():
        lines = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
        found[name] = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
    return found


def forget_peaks(pids: dict[str, int]) -> None:
    for pid in pids.values():
        pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="ascii")


def run(meter: Meter, what: str, words: list[str], environment: dict[str, str]) -> list[str]:
    """Runs a command, which has to find nothing wrong, to its end and tells what it took; what was not as it should be."""
    pids = {name: pid for name, pid in meter.pids().items() if name in ("orders", "catalogue", "reports")}
    forget_peaks(pids)
    began = time.monotonic()
    child = subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    last = ""
    for line in child.stdout:
        last = line.rstrip()
    _, status, usage = os.wait4(child.pid, 0)
    code, took, own = os.waitstatus_to_exitcode(status), time.monotonic() - began, usage.ru_maxrss / 1024
    child.returncode = code
    peaks = peaks_mb(pids)
    shares = ", ".join(f"{name} {peak:.0f}" for name, peak in peaks.items())
    print(f"{what:<28} {took:>6.1f} s   tool {own:.0f} MB, {shares} MB   {last}", flush=True)
    missed = [f"{what}: exit code {code}"] if code != 0 else []
    missed += [f"{what}: the tool held {own:.0f} MB, goal {TOOL_MB}"] if own > TOOL_MB else []
    return missed + [f"{what}: {name} held {peak:.0f} MB, goal {SERVICE_MB}" for name, peak in peaks.items() if peak > SERVICE_MB]


def main() -> int:
    try:
        meter = Meter()
    except Trouble as trouble:
        print(f"many-orders: {trouble}", file=sys.stderr)
        return 2
    house = meter.house
    if os.environ.get("MANY_KEEP") != "1":
        stores = Stores(f"SELECT '{SELLER}'::uuid", 100, 180, ORDERS, "2026-11-01 06:00+00", types=5, lines=LINES, large_every=LARGE_EVERY, large_lines=LARGE_LINES, open_every=NEVER)
        print(f"filled in {fill(house.servers(), stores):.0f} s", flush=True)
    ctl, tool = str(house.binaries / "pishkhanctl"), dict(house.tool_environment(), RUST_BACKTRACE="0")
    commands = ("rebuild-reports", "verify-stock", "verify-sales", "check-figures")
    missed = [what for command in commands for what in run(meter, command, [ctl, command, "--seller", SELLER], tool)]
    print("\n" + ("every goal is met" if not missed else "\n".join(f"missed: {what}" for what in missed)), flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
