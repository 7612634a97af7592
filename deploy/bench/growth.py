"""What the same request costs in a store ten and a hundred times as large, and among 3,000 other stores
(`deploy/bench/bench growth`); fails where an answer of the same size costs more than 1.3 times as much CPU.

The stores are made by SQL (stores/). GROWTH_REQUESTS (800) of each kind by sixteen clients at once, GROWTH_ROUNDS (3) times,
the sizes in turn; the median counts. GROWTH_ONLY measures the kinds whose name holds this text; GROWTH_OTHERS=0 leaves the
other stores away.
"""

from __future__ import annotations

import dataclasses
import datetime
import itertools
import os
import pathlib
import secrets
import statistics
import subprocess
import sys
import urllib.parse
from collections.abc import Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "prove"))

from cases import Ask, Refused, expect, quantity, reader  # noqa: E402
from client import Client, Tally  # noqa: E402
from meter import Meter, Trouble  # noqa: E402
from stores import Stores, fill, vacuum  # noqa: E402

SIZES = (1, 10, 100)
# of the size of the demo
PRODUCTS, CUSTOMERS, ORDERS = 100, 60, 600
OTHERS = Stores(
    "SELECT ('0199d000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid FROM generate_series(1, 3000) AS n",
    products=20, customers=20, orders=60, until="", first=len(SIZES),
)  # fmt: skip
CLIENTS, GOAL = 16, 1.3
# A larger answer may cost more.
SAME_SIZE = 1.1
PASSWORD = "pishkhan-bench-1"


@dataclasses.dataclass(frozen=True)
class Shop:
    """One of the stores, and what is asked for in it."""

    size: int
    client: Client
    customer: str
    open_orders: list[str]
    registered_order: str
    product: dict

    @property
    def last_page(self) -> int:
        """Of products, fifteen a page."""
        return PRODUCTS * self.size // 15

    def type_ids(self) -> list[tuple[str, str]]:
        """So many types, each with its product, as there are clients."""
        pages = expect(self.client, "GET", "/market/products-bind-app2?page=1&limit=15")["product"]
        return [(kind["_id"], product["_id"]) for product in pages for kind in product["productTypes"]][:CLIENTS]


Make = Callable[[Shop], Callable[[int], Ask]]


def get(path: str | Callable[[Shop], str]) -> Make:
    return lambda shop: reader(shop.client, path if isinstance(path, str) else path(shop))


def products(query: str | Callable[[Shop], str]) -> Make:
    return get(lambda shop: "/market/products-bind-app2?limit=15&" + urllib.parse.quote(query if isinstance(query, str) else query(shop), safe="=&"))


def customers(query: str | Callable[[Shop], str]) -> Make:
    return get(lambda shop: "/user/customer-list-app2?limit=10&" + (query if isinstance(query, str) else query(shop)))


def edited(shop: Shop) -> Callable[[int], Ask]:
    """The price of a type of each client's own."""
    types = shop.type_ids()

    def make(number: int) -> Ask:
        own, (type_id, product_id), prices = shop.client.twin(), types[number], itertools.cycle((2100, 2000))

        def ask() -> object:
            row = {"_id": type_id, "f3": 100_000, "f6": 1000, "f7": next(prices), "f11": "", "f12": True}
            return expect(own, "POST", "/market/edit-productType-app2", {"_TypeRow": row, "_sellerId": "", "_productId": product_id}, secrets.token_hex(16))

        return ask

    return make


def saved(shop: Shop) -> Callable[[int], Ask]:
    """Each client's own order is saved, reopened and saved again."""

    def make(number: int) -> Ask:
        own, order = shop.client.twin(), shop.open_orders[number]
        acts = itertools.cycle(("order-save-app2", "order-reopen-app2"))
        return lambda: expect(own, "POST", f"/market/{next(acts)}/{order}", None, secrets.token_hex(16))

    return make


def order_body(shop: Shop) -> dict:
    """An order of ten lines."""
    options = [{"typeId": type_id, "quantity": 2} for type_id, _ in shop.type_ids()[:10]]
    return {"customerId": shop.customer, "products": [{"options": options}]}


def quoted(shop: Shop) -> Callable[[int], Ask]:
    """What an order of ten lines would cost."""
    body = order_body(shop)

    def make(_number: int) -> Ask:
        own = shop.client.twin()
        return lambda: expect(own, "POST", "/market/order-quote-app2", body)

    return make


def placed(shop: Shop) -> Callable[[int], Ask]:
    """An order of ten lines."""
    body = order_body(shop)

    def make(_number: int) -> Ask:
        own = shop.client.twin()
        return lambda: expect(own, "POST", "/market/order-place-app2", body, secrets.token_hex(16))

    return make


# The letter re, which most products have, and the word for oil, which two in five have.
CASES: dict[str, Make] = {
    "products: first page": products("page=1"),
    "products: last page": products(lambda shop: f"page={shop.last_page}"),
    "products: page in the middle": products(lambda shop: f"page={shop.last_page // 2}"),
    "products: newest": products("page=1&sort=newest"),
    "products: most sold": products("page=1&sort=most-sales"),
    "products: least sold, last page": products(lambda shop: f"page={shop.last_page}&sort=least-sales"),
    "products: search, one letter": products("page=1&search=\u0631"),
    "products: search, one word": products("page=1&search=\u0631\u0648\u063a\u0646"),
    "products: search, one product": products(lambda shop: f"page=1&search={shop.product['title']}"),
    "products: three brands": products(lambda shop: f"page=1&brands={','.join(shop.product['brands'])}"),
    "products: running low": products("page=1&stock=low"),
    "brands of the products": get("/market/product-brands-app2"),
    "a product": get(lambda shop: f"/market/product-bind-app2/{shop.product['_id']}"),
    "live stock of a type": get(lambda shop: f"/market/getMojoody-app2/{shop.product['type']}"),
    "customers: first page": customers("page=1&filterDate=0"),
    "customers: last page": customers(lambda shop: f"page={CUSTOMERS * shop.size // 10}&filterDate=0"),
    "customers: the silent first": customers("page=1&filterDate=0&sort=silent"),
    "customers: with open orders": customers("page=1&filterDate=0&status=0"),
    "customers: search, one letter": customers("page=1&filterDate=0&search=c"),
    "customers: search, one customer": customers(lambda shop: f"page=1&filterDate=0&search=customer%20{CUSTOMERS * shop.size - 1}"),
    "customers: ordered this month": customers("page=1&filterDate=3"),
    "a customer's orders": get(lambda shop: f"/market/fetch-order-list-app2/{shop.customer}?page=1&limit=10&filterDate=0"),
    "orders of all customers: first page": get("/market/orders-app2?page=1&limit=15"),
    "orders of all customers: open ones": get("/market/orders-app2?page=1&limit=15&status=0"),
    "orders of all customers: this month": get("/market/orders-app2?page=1&limit=15&filterDate=3"),
    "orders of all customers: of an area": get("/market/orders-app2?page=1&limit=15&region=area%203"),
    "orders of all customers: with a product": get(lambda shop: f"/market/orders-app2?page=1&limit=15&productId={shop.product['_id']}"),
    "an order with its totals": get(lambda shop: f"/market/fetch-order-joz-app2/{shop.open_orders[0]}"),
    "an order's past": get(lambda shop: f"/market/order-history-app2/{shop.registered_order}"),
    "dashboard": get("/report/dashboard-nums-app2"),
    "a month's days": get("/report/sales-series-app2/4"),
    "a month's regions": get("/report/dashboard-regions-nums-app2/4"),
    "what a customer buys": get(lambda shop: f"/market/order-guide-app2/{shop.customer}"),
    "an order quoted": quoted,
    "an order placed": placed,
    "a line's quantity changed": lambda shop: quantity(shop.client, shop.open_orders),
    "a type's price changed": edited,
    "an order saved or reopened": saved,
}


def open_shop(meter: Meter, size: int, place: int, until: str) -> Shop:
    """Makes a seller with a store of this size, and logs in."""
    phone = f"0913000000{place}"
    words = ["create-seller", "--type", "1", "--title", f"store {size}", "--cellphone", phone, "--username", f"growth{place}"]
    environment = dict(meter.house.tool_environment(), PISHKHANCTL_PASSWORD=PASSWORD)
    made = subprocess.run([str(meter.house.binaries / "pishkhanctl"), *words], env=environment, check=False, stdout=subprocess.PIPE, text=True)
    if made.returncode != 0:
        raise Trouble("a seller could not be made")
    seller = made.stdout.split()[0]
    took = fill(meter.house.servers(), Stores(f"SELECT '{seller}'::uuid", PRODUCTS * size, CUSTOMERS * size, ORDERS * size, until, place))
    print(f"{size}×: {PRODUCTS * size:,} products, {CUSTOMERS * size:,} customers, {ORDERS * size:,} orders in {took:.1f} s", flush=True)
    client = Client(meter.house.ports.bff, Tally()).log_in(phone, PASSWORD)
    rows = expect(client, "GET", "/user/customer-list-app2?page=1&limit=100&filterDate=0&status=0")["users"]
    listed = [row for customer in rows[:CLIENTS] for row in expect(client, "GET", f"/market/fetch-order-list-app2/{customer['_id']}?filterDate=0")["OrdersList"]]
    by_status = {status: [row["id"] for row in listed if row["status"] == status] for status in (0, 1)}
    return Shop(size, client, rows[0]["_id"], by_status[0], by_status[1][0], {})


def described(shop: Shop) -> Shop:
    """With a product of it."""
    first = expect(shop.client, "GET", "/market/products-bind-app2?page=2&limit=1")["product"][0]
    brands = [brand["_id"] for brand in expect(shop.client, "GET", "/market/product-brands-app2")["brands"]][:3]
    return dataclasses.replace(shop, product={"_id": first["_id"], "title": first["title"], "type": first["productTypes"][0]["_id"], "brands": brands})


def measure(meter: Meter, shops: list[Shop], make: Make, requests: int, rounds: int) -> list[float]:
    """Milliseconds of CPU a request in each of them."""
    asks = [[make(shop)(number) for number in range(CLIENTS)] for shop in shops]
    for crowd in asks:
        meter.crowd(crowd, CLIENTS * 5)
    # 1,000 seconds a thousand requests are milliseconds of one
    taken = [[meter.crowd(crowd, requests).all for crowd in asks] for _ in range(rounds)]
    return [statistics.median(of_shop) for of_shop in zip(*taken, strict=True)]


def main() -> int:
    requests, rounds = int(os.environ.get("GROWTH_REQUESTS") or 800), int(os.environ.get("GROWTH_ROUNDS") or 3)
    wanted, others = os.environ.get("GROWTH_ONLY") or "", os.environ.get("GROWTH_OTHERS") != "0"
    until = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M:%S+00}"
    missed = []
    try:
        meter = Meter()
        shops = [described(open_shop(meter, size, place, until)) for place, size in enumerate(SIZES)]
        vacuum(meter.house.servers())
        print(f"\n{'ms of CPU':<40}" + "".join(f" {size:>6}×" for size in SIZES) + "   growth   bytes", flush=True)
        alone = {}
        for name, make in CASES.items():
            if wanted not in name:
                continue
            spent = measure(meter, shops, make, requests, rounds)
            sizes = [len(str(make(shop)(0)())) for shop in shops]
            alone[name] = spent[0]
            growth, same = spent[-1] / spent[0], sizes[-1] <= sizes[0] * SAME_SIZE
            late = same and growth > GOAL
            missed += [f"{name}: {growth:.2f} times as much in a store {SIZES[-1]} times as large"] if late else []
            print(f"{name:<40}" + "".join(f" {ms:>7.3f}" for ms in spent) + f"   {growth:>6.2f}   {sizes[0]:,}" + ("" if same else f" → {sizes[-1]:,}") + ("   missed" if late else ""), flush=True)
        if others:
            took = fill(meter.house.servers(), dataclasses.replace(OTHERS, until=until))
            vacuum(meter.house.servers())
            print(f"\n3,000 other stores, made in {took:.0f} s\n{'ms of CPU':<40}   alone  among them   growth", flush=True)
            for name, before in alone.items():
                (spent,) = measure(meter, shops[:1], CASES[name], requests, rounds)
                late = spent / before > GOAL
                missed += [f"{name}: {spent / before:.2f} times as much among other stores"] if late else []
                print(f"{name:<40} {before:>7.3f}     {spent:>7.3f}   {spent / before:>6.2f}" + ("   missed" if late else ""), flush=True)
    except (Trouble, Refused) as trouble:
        print(f"growth: {trouble}", file=sys.stderr)
        return 2
    print("\n" + ("every goal is met" if not missed else "\n".join(f"missed: {what}" for what in missed)), flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
