"""Stores of any size, made in seconds by SQL: as if orders had been placed and registered for a year, so that
`verify-stock`, `verify-sales` and `rebuild-reports` find nothing wrong with them.

What stands in braces in the scripts: `sellers`, a query of sellers' ids, and `first`, the number of the first of them,
which their orders' ids hold; `products` of `types` types each, `customers`, `orders` of `lines` lines, every `large_every`th
of `large_lines`, every `open_every`th open; `until`, the last day's time.
"""

from __future__ import annotations

import pathlib
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

from databases import connect

HERE = pathlib.Path(__file__).resolve().parent
DATABASES = ("catalogue", "orders", "reports")
NEVER = 1_000_000_000


@dataclass(frozen=True)
class Stores:
    """Stores of one size."""

    sellers: str
    products: int
    customers: int
    orders: int
    until: str
    first: int = 0
    types: int = 3
    lines: int = 6
    large_every: int = NEVER
    large_lines: int = 500
    open_every: int = 19

    def script(self, database: str) -> str:
        script = (HERE / f"{database}.sql").read_text(encoding="utf-8")
        for name, value in asdict(self).items():
            script = script.replace(f"{{{name}}}", str(value))
        return script


def fill(servers: dict[str, str], stores: Stores) -> float:
    """Makes them in all databases at once; seconds that it took."""

    def one(database: str) -> None:
        with connect(servers, f"pishkhan_{database}", timeout_s=1800) as session:
            session.run(stores.script(database))

    began = time.monotonic()
    with ThreadPoolExecutor(len(DATABASES)) as threads:
        list(threads.map(one, DATABASES))
    return time.monotonic() - began


def vacuum(servers: dict[str, str]) -> None:
    """What was written is as autovacuum leaves it a minute later."""
    for database in DATABASES:
        with connect(servers, f"pishkhan_{database}", timeout_s=1800) as session:
            session.run("VACUUM ANALYZE")
