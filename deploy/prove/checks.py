"""What was claimed, and whether it held."""

from __future__ import annotations

import threading
import time


class Checks:
    """Counts claims and tells each; safe to use from several threads."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed: list[str] = []
        self._lock = threading.Lock()

    def that(self, held: bool, claim: str, otherwise: object = "") -> bool:
        with self._lock:
            if held:
                self.passed += 1
                print(f"  ok    {claim}", flush=True)
            else:
                self.failed.append(claim)
                print(f"  FAIL  {claim}{f': {otherwise}' if otherwise != '' else ''}", flush=True)
        return held

    def equal(self, found: object, wanted: object, claim: str) -> bool:
        return self.that(found == wanted, claim, f"found {found!r}, wanted {wanted!r}")

    def summary(self) -> str:
        return f"{self.passed} passed, {len(self.failed)} failed"


def until(question, limit_s: float, every_s: float = 0.1):
    """Asks until the answer is true or the time is over; the last answer, and how long it took."""
    began = time.monotonic()
    while True:
        answer = question()
        took = time.monotonic() - began
        if answer or took > limit_s:
            return answer, took
        time.sleep(every_s)
