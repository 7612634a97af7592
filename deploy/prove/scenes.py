"""What is done to the house, and what has to hold."""

from __future__ import annotations

import random
import secrets
import signal
import threading
import time
from collections import Counter

from checks import Checks, until
from client import PATIENCE_S, Client, Tally, Unanswered
from crowd import Crowd
from shop import Account, Order, Shop, Walker
from stack import PROCESSES, SERVERS, Stack

WALKERS = 3
RACERS, RACE_S, RACE_STOCK, RACE_ORDERS = 8, 20, 30, 12
FLUSHES = 6
OUTAGE_S = 130  # longer than the longest lease, two minutes
SLOW_S = 60
SLOW_INBOX = """DO $do$ BEGIN
    CREATE FUNCTION prove_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(30); RETURN NEW; END $$;
    CREATE TRIGGER prove_slow BEFORE INSERT ON inbox FOR EACH ROW EXECUTE FUNCTION prove_slow();
END $do$"""
SELLER = Account("019a9a00-0000-7000-8000-000000000001", "09120000001", "pishkhan-demo-1", "C001", "09000000001")
RACED_SELLER = Account("019a9a00-0000-7000-8000-000000000002", "09120000002", "pishkhan-demo-2", "D001", "09000000201")


class Scenes:
    """All of them, on one house with one seed."""

    def __init__(self, stack: Stack, checks: Checks, seed: int):
        self._stack = stack
        self._checks = checks
        self._seed = seed
        self._random = random.Random(seed)
        self._shop = Shop(stack, SELLER, "PROOF-1", 100_000, Tally())
        self._orders = [self._shop.place(2) for _ in range(WALKERS)]
        # one session each for the whole proof: nothing of what is done may end it
        self._clients = [Client(stack.port, Tally()).log_in(SELLER.phone, SELLER.password) for _ in range(WALKERS)]
        self._checks.that(self._shop.customer_id != "", "the customer of our orders is listed")

    def _walk(self, scene: str, disturb) -> Tally:
        """Walkers walk; `disturb` disturbs; then everything they were answered has to stand."""
        checks, tally = self._checks, Tally()
        for order in self._orders:
            order.writes.clear()
        walkers = []
        for place, (order, client) in enumerate(zip(self._orders, self._clients)):
            client.tally = tally
            walkers.append(Walker(self._shop, order, client, f"{self._seed}-{scene}-{place}"))
        for walker in walkers:
            walker.start()
        try:
            until(lambda: all(walker.rounds or walker.trouble for walker in walkers), 30)
            disturb()
            rounds = [walker.rounds for walker in walkers]
            # each walks the whole path once more afterwards
            until(lambda: all(walker.trouble or walker.rounds > before + 1 for walker, before in zip(walkers, rounds)), 60)
        finally:
            for walker in walkers:
                walker.end()
        troubles = [walker.trouble for walker in walkers if walker.trouble]
        walked = sum(walker.rounds for walker in walkers)
        checks.that(not troubles, f"{scene}: all {walked} paths came to their end, each acknowledged write stood ({tally}; slowest {tally.slowest_s:.1f} s)", troubles)
        checks.equal(tally.counts[401], 0, f"{scene}: nobody was logged out")
        strange = {kind: count for kind, count in tally.counts.items() if kind not in (200, 503, "lost")}
        checks.equal(strange, {}, f"{scene}: no answer but 200 and 503")
        repeated = [said for said in (walker.repeat_all() for walker in walkers if not walker.trouble) if said]
        checks.equal(repeated, [], f"{scene}: every keyed write, sent again, has no second effect")
        self._shop.check_figures(checks, scene)
        return tally

    def crashes(self) -> None:
        """Each process is killed in the middle of the path."""
        for name in (*PROCESSES, *SERVERS):
            self._walk(f"kill -9 {name}", lambda name=name: self._crash(name))
        self._shop.check_books(self._checks, "after all kills")

    def _crash(self, name: str) -> None:
        moment = self._random.uniform(0, 0.4)
        time.sleep(moment)  # the moment of the blow, not a wait for anything
        pid, struck, took = self._stack.crash(name), time.monotonic(), None
        self._log_in_and_out(name)
        # an order is placed while it is away, and its placing is repeated
        client_order_id = f"prove-during-{name}-{secrets.token_hex(6)}"
        try:
            order_id = self._shop.place_as(client_order_id, 2)
            took = self._stack.back(name, pid) and time.monotonic() - struck
            self._checks.equal(self._shop.place_as(client_order_id, 2), order_id, f"kill -9 {name}: an order placed twice under one id is one order")
        except Unanswered as unanswered:
            self._checks.that(False, f"kill -9 {name}: an order can be placed", unanswered)
        self._checks.that(took is not None, f"kill -9 {name}: back and everybody ready after {took or 0:.1f} s (struck after {moment:.3f} s)")

    def _log_in_and_out(self, name: str) -> None:
        """A session of its own begins and ends while the process is away."""
        try:
            client = Client(self._stack.port, Tally()).log_in(SELLER.phone, SELLER.password)
            told = [client.ask(method, path).status for method, path in (("GET", "/user/validate-token-app2"), ("POST", "/auth/logout-app2"), ("GET", "/user/validate-token-app2"))]
        except Unanswered as unanswered:
            told = [str(unanswered)]
        self._checks.equal(told, [200, 200, 401], f"kill -9 {name}: one can log in and out")

    def redis_losses(self) -> None:
        """Redis forgets everything, several times, while orders are saved."""
        done = []

        def flush() -> None:
            for _ in range(FLUSHES):
                time.sleep(self._random.uniform(0.2, 0.9))  # the moment of the blow
                done.append(self._stack.flush_redis())

        self._walk("FLUSHALL", flush)
        self._checks.equal(done, [True] * FLUSHES, f"FLUSHALL: Redis was emptied {FLUSHES} times during saves")
        self._shop.check_books(self._checks, "after FLUSHALL")

    def rolling(self) -> None:
        """Each process is asked to end, one after the other, under light load."""
        def roll() -> None:
            for name in PROCESSES:
                pid = self._stack.end(name, signal.SIGTERM)
                took = self._stack.back(name, pid)
                self._checks.that(took is not None, f"rolling restart: {name} ended and came back within {took or 0:.1f} s")

        self._walk("rolling restart", roll)
        self._shop.check_books(self._checks, "after the rolling restart")

    def outage(self) -> None:
        """PostgreSQL stands still for more than two minutes while orders are saved, then goes on."""
        for client in self._clients:
            client.patience_s = OUTAGE_S + PATIENCE_S
        self._walk("PostgreSQL stands still", lambda: self._stack.freeze_postgres(OUTAGE_S))
        for client in self._clients:
            client.patience_s = PATIENCE_S
        self._shop.check_books(self._checks, "after the standstill")

    def slow_reports(self) -> None:
        """Every statement of reports' consumer takes longer than it may, for a minute, while orders are saved."""
        def slow() -> None:
            self._stack.rows("reports", SLOW_INBOX)
            time.sleep(SLOW_S)
            self._stack.rows("reports", "DROP FUNCTION prove_slow() CASCADE")

        self._walk("slow reports", slow)
        self._shop.check_books(self._checks, "after slow reports")

    def race(self) -> None:
        """Many clients save, cancel and change orders for goods that do not suffice."""
        Race(self._stack, self._checks, self._seed).run()

    def crowd(self) -> None:
        """Two hundred clients at the same orders: double clicks, lost replies, stock edits."""
        Crowd(self._stack, self._checks, self._seed).run()


class Race:
    """Eight clients, one good, too little of it."""

    def __init__(self, stack: Stack, checks: Checks, seed: int):
        self._checks = checks
        self._seed = seed
        self._tally = Tally()
        self._shop = Shop(stack, RACED_SELLER, "HOT-1", RACE_STOCK, self._tally)
        self._outcomes: Counter = Counter()
        self._lowest, self._highest = RACE_STOCK, 0
        self._troubles: list[str] = []
        self._lock = threading.Lock()
        self._pool: list[Order] = [self._shop.place(3) for _ in range(RACE_ORDERS)]
        self._ends = 0.0

    def run(self) -> None:
        checks, shop = self._checks, self._shop
        clients = [Client(shop.stack.port, self._tally).log_in(RACED_SELLER.phone, RACED_SELLER.password) for _ in range(RACERS)]
        self._ends = time.monotonic() + RACE_S
        threads = [threading.Thread(target=self._race, args=(place, client), daemon=True) for place, client in enumerate(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(RACE_S + 60)
        checks.that(not any(thread.is_alive() for thread in threads) and not self._troubles, f"race: {RACERS} clients raced for {RACE_S} s ({self._tally})", self._troubles)
        strange = {kind: count for kind, count in self._tally.counts.items() if kind not in (200, 409)}
        checks.equal(strange, {}, "race: no answer but 200 and 409")
        told = ", ".join(f"{count} × {what}" for what, count in sorted(self._outcomes.items()))
        wanted = {"save 200", "save 409", "cancel 200", "update 200"}
        checks.that(wanted <= set(self._outcomes), f"race: saves both stood and were refused, orders were cancelled ({told})", told)
        checks.that(0 <= self._lowest and self._highest <= RACE_STOCK, f"race: what can be sold was always from 0 to {RACE_STOCK} (seen {self._lowest} to {self._highest})", (self._lowest, self._highest))
        checks.that(self._lowest < 3, f"race: the good was nearly sold out (at the least {self._lowest} left)", self._lowest)
        shop.check_books(checks, "after the race, nothing tidied")
        self._settle()
        sold = sum(order.saved for order in shop.orders if order.status == 1)
        left = shop.available(shop.client)
        checks.equal(sold + left, RACE_STOCK, f"race: {sold} sold and {left} left are the {RACE_STOCK} that there were")
        shop.check_figures(checks, "race")
        shop.check_books(checks, "after the race")

    def _settle(self) -> None:
        """Every order is saved or, where the good does not suffice, cancelled; what it holds is read from it."""
        client = self._shop.client
        for order in self._shop.orders:
            if client.ask("POST", f"/market/order-save-app2/{order.order_id}", None, f"{order.order_id}-save").status != 200:
                client.ask("POST", f"/market/order-cancel-app2/{order.order_id}", None, f"{order.order_id}-cancel")
            view = self._shop.client_view(order.order_id)
            order.status = view["status"]
            order.saved = sum(option["quantity"] for product in view["joz"]["products"] for option in product["options"]) if order.status == 1 else 0
        self._checks.equal([order.order_id for order in self._shop.orders if order.status == 0], [], "race: every order ended registered or cancelled")

    def _race(self, place: int, client: Client) -> None:
        try:
            dice = random.Random(f"{self._seed}-race-{place}")
            while time.monotonic() < self._ends:
                self._step(client, dice)
        except Exception as trouble:  # told by the thread that waits for us
            with self._lock:
                self._troubles.append(f"{type(trouble).__name__}: {trouble}")

    def _step(self, client: Client, dice: random.Random) -> None:
        with self._lock:
            at = dice.randrange(len(self._pool))
            order = self._pool[at]
        what = dice.choices(("save", "update", "cancel", "look"), (45, 40, 3, 12))[0]
        if what == "look":
            left = self._shop.available(client)
            with self._lock:
                self._lowest, self._highest = min(self._lowest, left), max(self._highest, left)
            return
        body = None
        if what == "update":
            body = {"products": [{"options": [{"typeId": order.type_id, "quantity": dice.randint(1, 8)}]}]}
        reply = client.ask("POST", f"/market/order-{what}-app2/{order.order_id}", body, secrets.token_hex(16))
        with self._lock:
            self._outcomes[f"{what} {reply.status}"] += 1
        if what == "cancel" and reply.status == 200:
            fresh = self._shop.place(dice.randint(1, 3))
            with self._lock:
                self._pool[at] = fresh
