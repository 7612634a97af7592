"""What is measured: requests of a seller's day, each with the figures that it has to reach."""

from __future__ import annotations

import http.client
import itertools
import secrets
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass

from client import Client

Ask = Callable[[], object]
# Of the n-th client.
Make = Callable[[int], Ask]

LARGE_STORE = "019a9a00-0000-7000-8000-000000000003"
PRODUCTS, TYPES = 10_000, 3


@dataclass(frozen=True)
class Case:
    """One kind of request. Goals: median of one client in ms, CPU in s of 1,000 requests in all and outside PostgreSQL."""

    name: str
    make: Make
    p50_ms: float
    cpu_s: float | None = None
    cpu_outside_s: float | None = None


class Refused(Exception):
    """An answer that is not 200: nothing may be measured on it."""


def expect(client: Client, method: str, path: str, body: dict | None = None, key: str | None = None) -> dict:
    try:
        reply = client.once(method, path, body, key)
    except http.client.RemoteDisconnected:
        # a connection that rested too long was closed; the client makes a new one
        reply = client.once(method, path, body, key)
    if reply.status != 200:
        raise Refused(f"{method} {path} answered {reply}")
    return reply.body


def reader(client: Client, path: str) -> Make:
    def make(_: int) -> Ask:
        own = client.twin()
        return lambda: expect(own, "GET", path)

    return make


def cases(seller: Client, large: Client, clients: int) -> list[Case]:
    """`seller` has the demo's customers and orders, `large` the generated catalogue."""
    customers = expect(seller, "GET", "/user/customer-list-app2?page=1&limit=100&filterDate=0&status=0")["users"]
    customer = customers[0]["_id"]
    # somewhere in the middle of the generated titles
    title = expect(large, "GET", "/market/products-bind-app2?page=300&limit=1")["product"][0]["title"]
    orders = open_orders(seller, [row["_id"] for row in customers], clients)
    return [
        Case("products: a page of 15", products(large, "page=1&limit=15"), 15, 1.5, 0.45),
        Case("products: page 650", products(large, "page=650&limit=15"), 15),
        Case("products: search, one letter", products(large, f"page=1&limit=15&search={title[:1]}"), 15),
        Case("products: search, two letters", products(large, f"page=1&limit=15&search={title[:2]}"), 15),
        Case("products: search, two words", products(large, f"page=1&limit=15&search={' '.join(title.split()[:2])}"), 15),
        Case("products: newest", products(large, "page=1&limit=15&sort=newest"), 15),
        Case("products: most sold", products(large, "page=1&limit=15&sort=most-sales"), 15),
        Case("products: least sold, page 300", products(large, "page=300&limit=15&sort=least-sales"), 15),
        Case("an order with its totals", reader(seller, f"/market/fetch-order-joz-app2/{orders[0]}"), 3, 0.65, 0.38),
        Case("a customer's orders", reader(seller, f"/market/fetch-order-list-app2/{customer}?page=1&limit=10&filterDate=3"), 3, 1.0, 0.40),
        Case("customers: a page of 10", reader(seller, "/user/customer-list-app2?page=1&limit=10&filterDate=0"), 3, 1.0, 0.40),
        Case("live stock of a type", reader(seller, f"/market/getMojoody-app2/{type_of(seller, orders[0])}"), 3),
        Case("a line's quantity changed", quantity(seller, orders), 6, 2.2, 0.85),
        Case("dashboard", reader(seller, "/report/dashboard-nums-app2"), 5),
        Case("report by product, a month", reader(seller, "/report/dashboard-basket-product-type-nums-app2/4"), 5),
    ]


def open_orders(client: Client, customers: list[str], count: int) -> list[str]:
    """So many orders that can be changed."""
    found: list[str] = []
    for customer in customers:
        listed = expect(client, "GET", f"/market/fetch-order-list-app2/{customer}?filterDate=0")["OrdersList"]
        found += [row["id"] for row in listed if row["status"] == 0]
        if len(found) >= count:
            return found
    raise Refused(f"{count} open orders are needed, {len(found)} are there")


def products(client: Client, query: str) -> Make:
    return reader(client, f"/market/products-bind-app2?{urllib.parse.quote(query, safe='=&')}")


def type_of(client: Client, order: str) -> str:
    view = expect(client, "GET", f"/market/fetch-order-joz-app2/{order}")
    return view["joz"]["products"][0]["options"][0]["typeId"]


def quantity(client: Client, orders: list[str]) -> Make:
    """The first line of each client's own order goes between one and two: any stock has that."""

    def make(number: int) -> Ask:
        own, order = client.twin(), orders[number]
        type_id, counts = type_of(own, order), itertools.cycle((1, 2))

        def ask() -> object:
            body = {"products": [{"options": [{"typeId": type_id, "quantity": next(counts)}]}]}
            return expect(own, "POST", f"/market/order-update-app2/{order}", body, secrets.token_hex(16))

        return ask

    return make
