"""A seller with orders that only we change, so that every figure can be foretold."""

from __future__ import annotations

import csv
import pathlib
import random
import secrets
import threading
from dataclasses import dataclass, field

from checks import Checks, until
from client import Client, Reply, Tally, Unanswered
from stack import ROOT, Stack

COLUMNS = "product_code,title,brand,category,type_code,type_name,unit,pieces_per_unit,buy_price,sell_price,stock,description".split(",")
PIECES, PRICE, SHELF_PRICE = 12, 400_000, 460_000
UNIT_PRICE = PIECES * PRICE
FIGURES = ("totalOrders", "totalQuantity", "totalAmount")
FOLLOW_LIMIT_S = 20
PLACE_LIMIT_S = 45


@dataclass
class Order:
    """What we know of an order: the last change that was answered."""

    order_id: str
    type_id: str
    quantity: int
    version: int
    status: int = 0
    # units of the last saved revision
    saved: int = 0
    # every keyed write: path, body, key, its answer
    writes: list[tuple[str, dict | None, str, Reply]] = field(default_factory=list)


@dataclass(frozen=True)
class Account:
    """A demo seller."""

    seller_id: str
    phone: str
    password: str
    customer_code: str
    customer_mobile: str


class Shop:
    """One seller, one good of our own, and the figures before we began."""

    def __init__(self, stack: Stack, account: Account, type_code: str, stock: int, tally: Tally):
        self.stack = stack
        self.account = account
        self.type_code = type_code
        self.stock = stock
        self.client = Client(stack.port, tally).log_in(account.phone, account.password)
        self.orders: list[Order] = []
        # the tool's own ids of orders are never used twice, not even on kept data
        self._run = secrets.token_hex(6)
        self._placed = 0
        self._lock = threading.Lock()
        self.stock_up(type_code, stock)
        self._base = self._figures()
        if "refused" in self._base:
            raise Unanswered(f"the figures are not shown: {self._base}")
        users = self.client.ask("GET", "/user/customer-list-app2?page=1&limit=100&filterDate=0").body["users"]
        found = [user["_id"] for user in users if user["f3"] == account.customer_mobile]
        self.customer_id = found[0] if found else ""

    def stock_up(self, type_code: str, stock: int) -> None:
        """Brings in a good of ours, or says anew how much of it can be sold."""
        sheet = pathlib.Path(self.stack.house.state) / f"{type_code}.csv"
        row = [type_code, f"Proof {type_code}", "Proof", "Proof", type_code, "unit", self._unit(), PIECES, PRICE, SHELF_PRICE, stock, ""]
        with sheet.open("w", encoding="utf-8", newline="") as out:
            csv.writer(out).writerows([COLUMNS, row])
        done = self.stack.ctl("import", "products", str(sheet), "--seller", self.account.seller_id)
        if done.returncode != 0:
            raise Unanswered(f"the good could not be imported: {done.stdout}")

    @staticmethod
    def _unit() -> str:
        """A selling unit as the demo's own sheet names it."""
        with (ROOT / "deploy/demo/products.csv").open(encoding="utf-8-sig", newline="") as sheet:
            return next(csv.DictReader(sheet))["unit"]

    def place(self, quantity: int) -> Order:
        """Places an order, repeating under its own id until it stands."""
        with self._lock:
            self._placed += 1
            name = f"prove-{self._run}-{self._placed}"
        order_id = self.place_as(name, quantity)
        view = self.client_view(order_id)
        option = view["joz"]["products"][0]["options"][0]
        order = Order(order_id, option["typeId"], option["quantity"], view["version"])
        with self._lock:
            self.orders.append(order)
        return order

    def place_as(self, name: str, quantity: int, codes: tuple[str, ...] = ()) -> str:
        """The id of the order with our own id `name`; so many of each good."""
        lines = [word for code in codes or (self.type_code,) for word in ("--line", f"{code}={quantity}")]
        words = ("--customer", self.account.customer_code, *lines, "--client-order-id", name)

        def attempt() -> str:
            done = self.stack.ctl("place-order", "--seller", self.account.seller_id, *words)
            said.append(done.stdout)
            return done.stdout.split()[-1] if done.returncode == 0 else ""

        said: list[str] = []
        order_id, _ = until(attempt, PLACE_LIMIT_S, 0.3)
        if not order_id:
            raise Unanswered(f"no order could be placed: {said[-1]}")
        return order_id

    def client_view(self, order_id: str) -> dict:
        """The order, through a connection of its own (any thread may ask)."""
        reader = Client(self.stack.port, self.client.tally)
        reader._cookies = self.client._cookies
        reply = reader.ask("GET", f"/market/fetch-order-joz-app2/{order_id}")
        if reply.status != 200:
            raise Unanswered(f"order {order_id} is not shown: {reply}")
        return reply.body

    def available(self, client: Client) -> int:
        """What can still be sold."""
        reply = client.ask("GET", f"/market/getMojoody-app2/{self.orders[0].type_id}")
        return reply.body["product"][0]["mojoody"]

    def _figures(self) -> dict:
        """Dashboard, and our good's row of the products report."""
        asked = [self.client.ask("GET", f"/report/{path}") for path in ("dashboard-nums-app2", "dashboard-basket-product-type-nums-app2/1")]
        refused = [reply for reply in asked if reply.status != 200]
        if refused:
            return {"refused": refused}
        dashboard, rows = (reply.body["counts"] for reply in asked)
        mine = next((row for row in rows if row["productName"] == f"Proof {self.type_code}"), {})
        return {"dashboard": [dashboard[name] for name in FIGURES], "good": [mine.get(name, 0) for name in FIGURES]}

    def foretold(self) -> dict:
        """What the figures have to be: those at the beginning and what our orders' last saved revisions say."""
        counted = [order.saved for order in self.orders if order.saved and order.status != 2]
        own = [len(counted), sum(counted), sum(counted) * UNIT_PRICE]
        return {part: [before + more for before, more in zip(figures, own)] for part, figures in self._base.items()}

    def check_figures(self, checks: Checks, when: str) -> None:
        wanted = self.foretold()
        held, took = until(lambda: self._figures() == wanted, FOLLOW_LIMIT_S, 0.2)
        checks.that(held, f"{when}: dashboard and products report are exact after {took:.1f} s", f"found {self._figures()}, wanted {wanted}")

    def check_books(self, checks: Checks, when: str) -> None:
        """Stock against orders, figures against orders, units sold against orders."""
        for words, good in ((("verify-stock",), " 0 differences"), (("rebuild-reports",), " 0 were different")):
            done = self.stack.ctl(*words, "--seller", self.account.seller_id)
            last = done.stdout.strip().rpartition("\n")[2]
            checks.that(done.returncode == 0 and last.endswith(good), f"{when}: {words[0]} of {self.account.phone}: {last}", done.stdout[-1500:])
        self._check_units_sold(checks, when)
        for service in ("catalogue", "reports"):
            given_up = self.stack.rows(service, "SELECT kind, reason FROM set_aside")
            checks.equal(given_up, [], f"{when}: {service} has set nothing aside")

    def _check_units_sold(self, checks: Checks, when: str) -> None:
        """The catalogue hears of orders by their events, so it may agree a moment later."""
        said = ""

        def agrees() -> bool:
            nonlocal said
            done = self.stack.ctl("verify-sales", "--seller", self.account.seller_id)
            said = done.stdout.strip()
            return done.returncode == 0 and said.endswith(" 0 differences")

        held, took = until(agrees, FOLLOW_LIMIT_S, 0.3)
        last = said.rpartition("\n")[2]
        checks.that(held, f"{when}: verify-sales of {self.account.phone} after {took:.1f} s: {last}", said[-1500:])


class Walker(threading.Thread):
    """Walks the path again and again: session, customers, the customer's orders, the order, a new quantity, save."""

    def __init__(self, shop: Shop, order: Order, client: Client, seed: str):
        super().__init__(name=seed, daemon=True)
        self.rounds = 0
        self.trouble: str | None = None
        self._shop = shop
        self._order = order
        self._random = random.Random(seed)
        self._ends = threading.Event()
        self._client = client

    def run(self) -> None:
        try:
            while not self._ends.is_set():
                self._walk()
                self.rounds += 1
        except Exception as trouble:  # told by the thread that waits for us
            self.trouble = f"{type(trouble).__name__}: {trouble}"

    def end(self) -> None:
        """Finishes the round and ends."""
        self._ends.set()
        self.join(120)
        if self.is_alive():
            self.trouble = "still walks after 120 s"

    def _get(self, path: str) -> dict:
        reply = self._client.ask("GET", path)
        if reply.status != 200:
            raise AssertionError(f"GET {path} answered {reply}")
        return reply.body

    def _write(self, path: str, body: dict | None) -> Reply:
        key = secrets.token_hex(16)
        reply = self._client.ask("POST", path, body, key)
        if reply.status != 200:
            raise AssertionError(f"POST {path} answered {reply}")
        self._order.writes.append((path, body, key, reply))
        return reply

    def _walk(self) -> None:
        order, shop = self._order, self._shop
        self._get("/user/validate-token-app2")
        self._get("/user/customer-list-app2?page=1&limit=10&filterDate=0")
        listed = self._get(f"/market/fetch-order-list-app2/{shop.customer_id}?filterDate=0")["OrdersList"]
        if order.order_id not in [row["id"] for row in listed]:
            raise AssertionError(f"order {order.order_id} is not in its customer's list")
        self.check()
        quantity = self._random.choice([count for count in range(1, 9) if count != order.quantity])
        body = {"products": [{"options": [{"typeId": order.type_id, "quantity": quantity}]}]}
        reply = self._write(f"/market/order-update-app2/{order.order_id}", body)
        order.quantity, order.version, order.status = quantity, order.version + 1, 0
        if reply.body["version"] != order.version:
            raise AssertionError(f"the update made version {reply.body['version']}, not {order.version}")
        reply = self._write(f"/market/order-save-app2/{order.order_id}", None)
        order.version, order.status, order.saved = order.version + 1, 1, quantity
        if reply.body["status"] != 1:
            raise AssertionError(f"saving answered {reply}")

    def check(self) -> None:
        """The order is as our last answered write left it."""
        order, view = self._order, self._get(f"/market/fetch-order-joz-app2/{self._order.order_id}")
        found = (view["version"], view["status"], [option["quantity"] for product in view["joz"]["products"] for option in product["options"]])
        if found != (order.version, order.status, [order.quantity]):
            raise AssertionError(f"order {order.order_id} is {found}, last acknowledged was {(order.version, order.status, order.quantity)}")

    def repeat_all(self) -> str | None:
        """Sends every write once more under its key, the oldest first; what was answered otherwise than before."""
        for path, body, key, before in self._order.writes:
            again = self._client.ask("POST", path, body, key)
            if again != before:
                return f"{path} answered {again}, before {before}"
        try:
            self.check()
        except AssertionError as changed:
            return str(changed)
        return None
