"""A client of the BFF that repeats a write under its key until it has an answer, as ours in the browser may."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections import Counter
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from certificates import Certificates

ATTEMPT_LIMIT_S = 15
PATIENCE_S = 45
# the BFF waits 5 s for the next request of a connection
IDLE_S = 3
PAUSE_S = 0.15


@dataclass(frozen=True)
class Reply:
    """One answer."""

    status: int
    body: dict


class Unanswered(Exception):
    """No final answer within the time."""


class Tally:
    """How often each kind of answer came; "lost" counts connections that broke."""

    def __init__(self) -> None:
        self.counts: Counter = Counter()
        self.slowest_s = 0.0
        self._lock = threading.Lock()

    def add(self, kind: object) -> None:
        with self._lock:
            self.counts[kind] += 1

    def took(self, seconds: float) -> None:
        with self._lock:
            self.slowest_s = max(self.slowest_s, seconds)

    def __str__(self) -> str:
        return ", ".join(f"{count} × {kind}" for kind, count in sorted(self.counts.items(), key=str))


class Client:
    """One browser: cookies of its own. One thread at a time."""

    def __init__(self, port: int, tally: Tally, certificates: Certificates | None = None):
        self.tally = tally
        self._certificates = certificates
        self.patience_s = PATIENCE_S
        self._port = port
        self._cookies: dict[str, str] = {}
        self._link: http.client.HTTPConnection | None = None
        self._used = 0.0

    def twin(self) -> Client:
        """Another tab of the same browser: the same session on a connection of its own."""
        twin = Client(self._port, self.tally, self._certificates)
        twin._cookies = self._cookies
        return twin

    @property
    def cookie(self) -> str:
        """What its requests carry."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def shout(self, method: str, path: str, body: dict | None, key: str) -> None:
        """Sends a request on a connection of its own and hangs up before the answer."""
        link = self._connect()
        try:
            link.request(method, path, None if body is None else json.dumps(body), self._headers(body, key))
        except OSError:
            self.tally.add("lost")
        finally:
            link.close()

    def _headers(self, body: dict | None, key: str | None) -> dict[str, str]:
        headers = {"accept-language": "en"}
        if self._cookies:
            headers["cookie"] = self.cookie
        if body is not None:
            headers["content-type"] = "application/json"
        if key is not None:
            headers["idempotency-key"] = key
        return headers

    def _connect(self) -> http.client.HTTPConnection:
        if self._certificates:
            return self._certificates.connection(self._port, ATTEMPT_LIMIT_S)
        return http.client.HTTPConnection("127.0.0.1", self._port, timeout=ATTEMPT_LIMIT_S)

    def once(self, method: str, path: str, body: dict | None = None, key: str | None = None) -> Reply:
        """One attempt; an OSError or HTTPException when the connection breaks."""
        # As browsers do: a connection that was idle for long may be closed by the server just now.
        if self._link is not None and time.monotonic() - self._used > IDLE_S:
            self._link.close()
            self._link = None
        if self._link is None:
            self._link = self._connect()
        self._used = time.monotonic()
        try:
            self._link.request(method, path, None if body is None else json.dumps(body), self._headers(body, key))
            answer = self._link.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            self._link.close()
            self._link = None
            raise
        for line in answer.headers.get_all("set-cookie") or []:
            for name, morsel in SimpleCookie(line).items():
                self._cookies[name] = morsel.value
        return Reply(answer.status, json.loads(text) if text else {})

    def ask(self, method: str, path: str, body: dict | None = None, key: str | None = None) -> Reply:
        """Repeats on 503 and on broken connections. A write needs a key for that."""
        if method != "GET" and key is None and not path.startswith("/auth/"):
            raise ValueError(f"{method} {path} may not be repeated without a key")
        began = time.monotonic()
        while True:
            try:
                reply = self.once(method, path, body, key)
                self.tally.add(reply.status)
                if reply.status != 503:
                    self.tally.took(time.monotonic() - began)
                    return reply
                said: object = reply.body
            except (OSError, http.client.HTTPException) as broken:
                self.tally.add("lost")
                said = repr(broken)
            if time.monotonic() - began > self.patience_s:
                raise Unanswered(f"{method} {path} had no answer within {self.patience_s} s, the last was {said}")
            time.sleep(PAUSE_S)

    def log_in(self, phone: str, password: str) -> Client:
        reply = self.ask("POST", "/auth/login-app2", {"cellphone": phone, "password": password})
        if reply.status != 200:
            raise Unanswered(f"{phone} could not log in: {reply}")
        return self
