"""What TLS costs: the CPU of opening an order in a house that speaks it everywhere, beside one that does not,
in alternating rounds of one run (`deploy/bench/bench tls`). PLAIN_STATE, PLAIN_PORT and PLAIN_PORT_BASE name the other."""

from __future__ import annotations

import os
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "prove"))

from cases import Ask, Refused, expect, open_orders, reader  # noqa: E402
from client import Client, Tally  # noqa: E402
from meter import Meter, Spent, Trouble  # noqa: E402

CLIENTS, ROUNDS, REQUESTS = 16, 96, 1600
RATIO = 1.10


class Side:
    """A house, and the clients that open orders there."""

    def __init__(self, name: str, prefix: str):
        self.name = name
        os.environ["DEV_STATE"] = os.environ[f"{prefix}_STATE"]
        os.environ["PISHKHAN_PORT"] = os.environ[f"{prefix}_PORT"]
        os.environ["PISHKHAN_PORT_BASE"] = os.environ[f"{prefix}_PORT_BASE"]
        self._meter = Meter()
        house = self._meter.house
        seller = Client(house.ports.bff, Tally(), house.certificates).log_in("09120000001", "pishkhan-demo-1")
        customers = expect(seller, "GET", "/user/customer-list-app2?page=1&limit=100&filterDate=0&status=0")["users"]
        order = open_orders(seller, [row["_id"] for row in customers], 1)[0]
        open_order = reader(seller, f"/market/fetch-order-joz-app2/{order}")
        self._asks: list[Ask] = [open_order(number) for number in range(CLIENTS)]
        self.rounds: list[Spent] = []

    def round(self, requests: int) -> Spent:
        return self._meter.crowd(self._asks, requests)


def main() -> int:
    try:
        plain, tls = Side("plain", "PLAIN"), Side("TLS", "TLS")
        for side in (plain, tls):
            side.round(REQUESTS)
        for number in range(ROUNDS):
            for side in (plain, tls) if number % 2 else (tls, plain):
                side.rounds.append(side.round(REQUESTS))
    except (Trouble, Refused) as trouble:
        print(f"bench: {trouble}", file=sys.stderr)
        return 2
    for side in (plain, tls):
        parts = {name: statistics.median(spent[name] for spent in side.rounds) for name in side.rounds[0]}
        print(f"{side.name:<6} {statistics.median(spent.all for spent in side.rounds):.3f} s of CPU for 1,000 openings of an order: {', '.join(f'{name} {seconds:.3f}' for name, seconds in parts.items())}")
    ratios = sorted(with_tls.all / without.all for without, with_tls in zip(plain.rounds, tls.rounds, strict=True))
    ratio = statistics.median(ratios)
    print(f"ratio {ratio:.3f}, from {ratios[0]:.3f} to {ratios[-1]:.3f} in {ROUNDS} rounds; at most {RATIO:.2f}{'' if ratio <= RATIO else '   missed'}")
    return 0 if ratio <= RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
