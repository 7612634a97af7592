"""Two hundred clients at the same few orders and goods: double clicks, replies that nobody waits for, stock edits."""

from __future__ import annotations

import http.client
import random
import secrets
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

from checks import Checks, until
from client import Client, Reply, Tally, Unanswered
from shop import FOLLOW_LIMIT_S, Account, Shop
from stack import Stack

CLIENTS, CROWD_S, ORDERS, SESSIONS, REPEATED = 200, 30, 24, 8, 200
# three goods of which there is too little, and how much the seller makes of each from time to time
GOODS = ("CROWD-1", "CROWD-2", "CROWD-3")
STOCK, RESTOCK_EVERY_S = 40, 3
SETTLED_LIMIT_S = 30
SELLER = Account("019a9a00-0000-7000-8000-000000000003", "09120000003", "pishkhan-demo-3", "E001", "09000000301")
WEIGHTS = {"save": 34, "update": 36, "reopen": 6, "discard": 8, "cancel": 1, "look": 15}


@dataclass(frozen=True)
class Write:
    """A write that was answered with 200."""

    order_id: str
    path: str
    body: dict | None
    key: str
    reply: Reply


@dataclass
class Told:
    """What the clients have seen, all together."""

    writes: list[Write] = field(default_factory=list)
    outcomes: Counter = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def trouble(self, text: str) -> None:
        with self.lock:
            self.troubles.append(text)


class Crowd:
    """Many clients of one seller, and afterwards the books."""

    def __init__(self, stack: Stack, checks: Checks, seed: int):
        self._stack, self._checks, self._seed = stack, checks, seed
        self._tally, self._told = Tally(), Told()
        self._shop = Shop(stack, SELLER, GOODS[0], STOCK, self._tally)
        for code in GOODS[1:]:
            self._shop.stock_up(code, STOCK)
        self._types: list[str] = []
        self._pool = [self._place(2) for _ in range(ORDERS)]
        self._all = set(self._pool)
        self._run = secrets.token_hex(6)
        self._keys = 0
        self._ends = threading.Event()
        probe = self._shop.client.twin().once("POST", f"/market/order-reopen-app2/{self._pool[0]}", None, self._key())
        # without these calls nobody asks for them
        self._weights = {what: weight for what, weight in WEIGHTS.items() if probe.status != 404 or what not in ("reopen", "discard")}

    def run(self) -> None:
        sessions = self._log_in()
        threads = [threading.Thread(target=self._client, args=(place, sessions[place % SESSIONS]), daemon=True) for place in range(CLIENTS)]
        threads.append(threading.Thread(target=self._restock, daemon=True))
        began = time.monotonic()
        for thread in threads:
            thread.start()
        time.sleep(CROWD_S)  # the length of the race, not a wait for anything
        self._ends.set()
        for thread in threads:
            thread.join(90)
        took = time.monotonic() - began
        told, tally = self._told, self._tally
        alive = sum(thread.is_alive() for thread in threads)
        self._checks.that(not alive and not told.troubles, f"crowd: {CLIENTS} clients raced for {took:.0f} s ({tally}; slowest {tally.slowest_s:.1f} s)", [f"{alive} still run", *told.troubles[:5]])
        strange = {kind: count for kind, count in tally.counts.items() if kind not in (200, 409, 503, "lost")}
        self._checks.equal(strange, {}, "crowd: no answer but 200, 409 and 503")
        outcomes = ", ".join(f"{count} × {what}" for what, count in sorted(told.outcomes.items()))
        wanted = {f"{what} 200" for what in self._weights if what != "look"} | {"save 409", "twins", "closed early", "stock edits"}
        self._checks.that(wanted <= set(told.outcomes), f"crowd: everything happened ({outcomes})", f"missing {wanted - set(told.outcomes)} of {outcomes}")
        self._check_settled()
        self._check_books()
        self._check_versions()
        self._check_repetitions()

    def _log_in(self) -> list[Client]:
        """Several at the same instant: right passwords never stand in each other's way."""
        found: list[Client] = []
        threads = [threading.Thread(target=lambda: found.append(Client(self._stack.port, self._tally).log_in(SELLER.phone, SELLER.password))) for _ in range(SESSIONS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self._checks.equal(len(found), SESSIONS, f"crowd: {SESSIONS} log-ins of one person at the same instant")
        return found or [self._shop.client]

    # === what clients do ===

    def _place(self, quantity: int) -> str:
        order_id = self._shop.place_as(f"crowd-{secrets.token_hex(8)}", quantity, GOODS)
        if not self._types:
            view = self._shop.client_view(order_id)
            self._types = sorted(option["typeId"] for product in view["joz"]["products"] for option in product["options"])
        return order_id

    def _key(self) -> str:
        with self._told.lock:
            self._keys += 1
            return f"crowd-{self._run}-{self._keys}"

    def _client(self, place: int, session: Client) -> None:
        dice = random.Random(f"{self._seed}-crowd-{place}")
        client, seen = session.twin(), {}
        try:
            while not self._ends.is_set():
                self._step(client, dice, seen)
        except Exception as trouble:  # told by the thread that waits for us
            self._told.trouble(f"{type(trouble).__name__}: {trouble}")

    def _step(self, client: Client, dice: random.Random, seen: dict[str, int]) -> None:
        with self._told.lock:
            at = dice.randrange(len(self._pool))
            order_id = self._pool[at]
        what = dice.choices(list(self._weights), list(self._weights.values()))[0]
        if what == "look":
            return self._look(client, order_id, seen)
        body = None
        if what == "update":
            chosen = dice.sample(self._types, dice.randint(1, len(self._types)))
            body = {"products": [{"options": [{"typeId": type_id, "quantity": dice.randint(1, 6)} for type_id in chosen]}]}
        path, key = f"/market/order-{what}-app2/{order_id}", self._key()
        manner = dice.choices(("once", "twins", "closed early"), (70, 15, 15))[0]
        if manner == "closed early":
            client.shout("POST", path, body, key)
            with self._told.lock:
                self._told.outcomes["closed early"] += 1
            if dice.random() < 0.5:
                return None  # and never comes back
        twin: list[Reply] = []
        other = None
        if manner == "twins":
            other = threading.Thread(target=self._twin, args=(client.twin(), path, body, key, twin), daemon=True)
            other.start()
        replies = [client.ask("POST", path, body, key)]
        if other:
            other.join()
            replies += twin
        self._note(order_id, what, Write(order_id, path, body, key, replies[0]), replies)
        if what == "cancel" and replies[0].status == 200:
            fresh = self._place(dice.randint(1, 3))
            with self._told.lock:
                self._pool[at] = fresh
                self._all.add(fresh)
        return None

    def _twin(self, client: Client, path: str, body: dict | None, key: str, replies: list[Reply]) -> None:
        try:
            replies.append(client.ask("POST", path, body, key))
        except Exception as trouble:  # told by the thread that waits for us
            self._told.trouble(f"{type(trouble).__name__}: {trouble}")

    def _note(self, order_id: str, what: str, write: Write, replies: list[Reply]) -> None:
        done = [reply for reply in replies if reply.status == 200]
        with self._told.lock:
            self._told.outcomes[f"{what} {replies[0].status}"] += 1
            self._told.outcomes["twins"] += len(replies) > 1
            if done:
                self._told.writes.append(Write(order_id, write.path, write.body, write.key, done[0]))
        # a refusal has no effect, so its twin may still stand; two that stand are one
        if any(reply != done[0] for reply in done):
            self._told.trouble(f"twins of {write.path} were answered {done}")

    def _look(self, client: Client, order_id: str, seen: dict[str, int]) -> None:
        reply = client.ask("GET", f"/market/fetch-order-joz-app2/{order_id}")
        if reply.status != 200:
            return self._told.trouble(f"order {order_id} is not shown: {reply}")
        if reply.body["version"] < seen.get(order_id, 0):
            self._told.trouble(f"order {order_id} went back from version {seen[order_id]} to {reply.body['version']}")
        seen[order_id] = reply.body["version"]
        for type_id in self._types:
            stock = client.ask("GET", f"/market/getMojoody-app2/{type_id}").body["product"][0]["mojoody"]
            if stock < 0:
                self._told.trouble(f"{stock} of {type_id} can be sold")
        return None

    def _restock(self) -> None:
        """The seller changes its mind about what there is to sell."""
        dice = random.Random(f"{self._seed}-crowd-stock")
        try:
            while not self._ends.wait(RESTOCK_EVERY_S):
                try:
                    self._shop.stock_up(dice.choice(GOODS), dice.randint(0, STOCK))
                    done = "stock edits"
                except Unanswered:  # the house is too busy; another time
                    done = "stock edits put off"
                with self._told.lock:
                    self._told.outcomes[done] += 1
        except Exception as trouble:  # told by the thread that waits for us
            self._told.trouble(f"{type(trouble).__name__}: {trouble}")

    # === what has to hold afterwards ===

    def _check_settled(self) -> None:
        left, took = until(lambda: self._stack.rows("orders", "SELECT 'none' WHERE NOT EXISTS (SELECT FROM settlement)"), SETTLED_LIMIT_S, 0.3)
        self._checks.that(left, f"crowd: no order is being settled any more after {took:.1f} s", self._stack.rows("orders", "SELECT order_id, kind, revision, attempts FROM settlement LIMIT 5"))

    def _check_books(self) -> None:
        """The books, as soon as the reports and the catalogue have heard of everything."""
        _, took = until(lambda: not self._unheard(), FOLLOW_LIMIT_S, 0.3)
        self._checks.equal(len(self._unheard()), 0, f"crowd: the reports and the catalogue heard of every change of an order {took:.1f} s afterwards")
        self._shop.check_books(self._checks, "crowd")

    def _unheard(self) -> set[str]:
        """Events of the orders that the reports or the catalogue have not handled."""
        told = {event for event, in self._stack.rows("orders", "SELECT event_id FROM outbox WHERE kind LIKE 'order.%'")}
        heard = ({event for event, in self._stack.rows(service, "SELECT event_id FROM inbox")} for service in ("reports", "catalogue"))
        return told - set.intersection(*heard)

    def _check_versions(self) -> None:
        """Each change of an order is one audit row under the key of its request, with a version of its own."""
        ours = ", ".join(f"'{order_id}'" for order_id in self._all)
        changes = self._stack.rows("orders", f"SELECT entity_id::text, version, request_id FROM audit_event WHERE entity = 'order' AND entity_id IN ({ours})")
        versions: dict[str, list[int]] = {}
        for order_id, version, _ in changes:
            versions.setdefault(order_id, []).append(version)
        current = dict(self._stack.rows("orders", f"SELECT order_id::text, version FROM sales_order WHERE order_id IN ({ours})"))
        broken = {order_id: sorted(found) for order_id, found in versions.items() if sorted(found) != list(range(1, current[order_id] + 1))}
        self._checks.that(not broken and len(versions) == len(self._all), f"crowd: the versions of {len(self._all)} orders rose by one with each of {len(changes)} changes", dict(list(broken.items())[:3]))
        twice = {key: count for key, count in Counter(key for _, _, key in changes).items() if key.startswith(f"crowd-{self._run}-") and count > 1}
        self._checks.equal(twice, {}, f"crowd: none of {self._keys} keys had its effect twice")
        lost = [write for write in self._told.writes if write.reply.body["version"] not in versions.get(write.order_id, [])]
        self._checks.equal(lost[:3], [], f"crowd: each of {len(self._told.writes)} acknowledged writes stands in its order's history")

    def _check_repetitions(self) -> None:
        """Some of the writes, sent again under their keys."""
        before = dict(self._stack.rows("orders", "SELECT order_id, version FROM sales_order"))
        writes = random.Random(self._seed).sample(self._told.writes, min(REPEATED, len(self._told.writes)))
        different = [(write, again) for write in writes if (again := self._shop.client.ask("POST", write.path, write.body, write.key)) != write.reply]
        self._checks.equal(different[:3], [], f"crowd: {len(writes)} writes, sent again, are answered as before")
        self._checks.equal(dict(self._stack.rows("orders", "SELECT order_id, version FROM sales_order")), before, "crowd: and change nothing")
