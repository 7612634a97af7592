"""Runs the peer's `side-by-side`, the only word behind `peer.py`, and holds what it prints against our goals
(`deploy/bench/bench peer`): how many times as much CPU as ours the peer takes for the same, what ours takes where the peer
has nothing of the kind, and how far the slowest of a hundred requests lies from the middle one at sixteen connections.
A read is cheap enough, too, when it takes little more than its own statements and an empty call (`least.py`).
Fails when a goal is missed. ONLY, SEC and R: see there.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "prove"))

from cases import LARGE_STORE, expect, open_orders  # noqa: E402
from client import Client, Tally  # noqa: E402
from least import Least  # noqa: E402
from meter import Meter  # noqa: E402
from stores import vacuum  # noqa: E402

PRODUCTS, TYPES = 2_000, 3
# Times as much as ours: the request of theirs.
RATIOS = {"products, random page": 3.0, "products, first page": 3.0, "order": 3.5, "orders of a customer": 3.3, "update": 2.3}
# Times what its statements and an empty call take: as good for a read.
LEAST = 1.15
# ms of CPU.
ALONE = {"customers": 0.24, "month's report": 0.22, "dashboard": 0.36, "session check": 0.02, "static page": 0.025}
# p99 by p50. What one waits while other processes have the cores for their slices of time is no finding of ours.
SPREAD, SLICES_MS = 5, 5
ROW = re.compile(r"^(ours|peer) (.+?) +([0-9.]+) +[0-9.]+ +[0-9.]+ +[0-9]+ +([0-9.]+) +([0-9.]+) +[0-9]+  ")


@dataclass(frozen=True)
class Row:
    """ms of CPU a request, and ms that clients waited."""

    cpu: float
    p50: float
    p99: float


def measured(words: list[str]) -> dict[tuple[str, str], Row]:
    """What the command has found, which is printed as it comes."""
    found = {}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as child:
        for line in child.stdout:
            print(line, end="", flush=True)
            if row := ROW.match(line):
                whose, what, *figures = row.groups()
                found[whose, what] = Row(*map(float, figures))
    if child.returncode != 0 or not found:
        sys.exit(f"peer: {words[0]} ended with {child.returncode} and {len(found)} rows")
    return found


def least_of_reads(meter: Meter) -> dict[str, float]:
    """ms of CPU that their statements and an empty call take, of each read that has a ratio to reach."""
    seller, large = (Client(meter.house.ports.bff, Tally()).log_in(f"0912000000{place}", f"pishkhan-demo-{place}") for place in (1, 3))
    customers = [row["_id"] for row in expect(seller, "GET", "/user/customer-list-app2?page=1&limit=100&filterDate=0&status=0")["users"]]
    (order,) = open_orders(seller, customers, 1)[:1]
    least = Least(meter, seller)
    print(f"\n{'ms of CPU':<26} statements   with an empty call of {least.empty_call_ms:.3f}")
    found = {}
    for what, client, path in (
        ("products, random page", large, f"/market/products-bind-app2?page={PRODUCTS // 30}&limit=15"),
        ("products, first page", large, "/market/products-bind-app2?page=1&limit=15"),
        ("order", seller, f"/market/fetch-order-joz-app2/{order}"),
        ("orders of a customer", seller, f"/market/fetch-order-list-app2/{customers[0]}?page=1&limit=10&filterDate=0"),
    ):
        statements = least.statements_ms(client, path)
        found[what] = statements + least.empty_call_ms
        print(f"{what:<26} {statements:>10.3f} {found[what]:>12.3f}", flush=True)
    return found


def main(side_by_side: str) -> int:
    meter = Meter()
    house = meter.house
    words = ["generate", "products", "--seller", LARGE_STORE, "--products", str(PRODUCTS), "--types-per-product", str(TYPES)]
    subprocess.run([str(house.binaries / "pishkhanctl"), *words], env=house.tool_environment(), check=True)
    vacuum(house.servers())
    found, missed = measured([side_by_side, "--url", house.url, "--state", os.environ["DEV_STATE"]]), 0
    least = least_of_reads(meter)
    print(f"\n{'':<26} {'peer':>7} {'ours':>7}  goal                                         p99 / p50, goal {SPREAD} (or {SLICES_MS} ms)")
    for (whose, what), ours in found.items():
        if whose != "ours":
            continue
        theirs = found.get(("peer", what))
        fine = [ours.p99 <= max(SPREAD * ours.p50, SLICES_MS)]
        if theirs and what in RATIOS:
            ratio, beyond = theirs.cpu / ours.cpu, ours.cpu / least[what] if what in least else None
            fine.append(ratio >= RATIOS[what] or (beyond is not None and beyond <= LEAST))
            goal = f"{ratio:.2f} ×, goal {RATIOS[what]:g} ×" + (f"; {beyond:.2f} × the least, or {LEAST:g}" if beyond else "")
        else:
            fine.append(ours.cpu <= ALONE[what])
            goal = f"at most {ALONE[what]:g}"
        missed += not all(fine)
        peer = f"{theirs.cpu:.3f}" if theirs else "–"
        print(f"{what:<26} {peer:>7} {ours.cpu:>7.3f}  {goal:<44} {ours.p99 / ours.p50:>5.1f}{'' if all(fine) else '   missed'}")
    print("\nevery goal is met" if not missed else f"\n{missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
