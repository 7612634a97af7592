"""Prints p50 and p99 of hot reads at 40 and 80 % of what the house can do, and what it does for a crowd
(`deploy/bench/bench latency`)."""

from __future__ import annotations

import itertools
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "prove"))

from cases import expect  # noqa: E402
from client import Client, Tally  # noqa: E402
from meter import Meter, Trouble  # noqa: E402
from open_loop import at_rate, capacity  # noqa: E402

SHARES = (0.4, 0.8)
# So many connections ask at once, each again when it has its answer. What is turned away counts for nothing.
CROWD = 600
CROWD_SHARE = 0.9


def request(client: Client, path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nhost: localhost\r\ncookie: {client.cookie}\r\n\r\n".encode()


def main() -> int:
    try:
        port = Meter().house.ports.bff
    except Trouble as trouble:
        print(f"latency: {trouble}", file=sys.stderr)
        return 2
    seller = Client(port, Tally()).log_in("09120000001", "pishkhan-demo-1")
    customers = expect(seller, "GET", "/user/customer-list-app2?page=1&limit=50&filterDate=0")["users"]
    listed = [expect(seller, "GET", f"/market/fetch-order-list-app2/{row['_id']}?filterDate=0")["OrdersList"] for row in customers]
    orders = [row["id"] for rows in listed for row in rows]
    kinds = {
        "products: any page": [f"/market/products-bind-app2?page={page}&limit=15" for page in (1, 2, 3)],
        "an order with its totals": [f"/market/fetch-order-joz-app2/{order}" for order in orders],
        "dashboard": ["/report/dashboard-nums-app2"],
    }
    wanted = os.environ.get("BENCH_ONLY") or ""
    missed = 0
    print(f"load {os.getloadavg()[0]:.1f}; ms from the intended start")
    print(f"{'':<28} {'share':>6} {'per s':>7} {'p50':>8} {'p99':>8} {'worst':>8}  sent late")
    for name, paths in kinds.items():
        if wanted not in name:
            continue
        asks = itertools.cycle([request(seller, path) for path in paths])
        most = capacity(port, asks)
        for share in SHARES:
            run = at_rate(port, asks, most * share)
            print(f"{name:<28} {share:>6.0%} {run.rate:>7.0f} {run.at(0.5):>8.2f} {run.at(0.99):>8.2f} {run.latencies_ms[-1]:>8.2f}  {run.late} of {len(run.latencies_ms)}", flush=True)
        # the same generator before and after, so that what it costs itself is in both
        crowd = capacity(port, asks, CROWD)
        share = crowd / max(most, capacity(port, asks))
        fine = share >= CROWD_SHARE
        missed += not fine
        print(f"{name:<28} {CROWD} connections: {crowd:.0f} per s, {share:.0%} of the most{'' if fine else f', below {CROWD_SHARE:.0%}'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
