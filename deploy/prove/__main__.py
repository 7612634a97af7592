"""Proves on a running house that nothing is lost (`make prove`).

PROVE_SEED repeats the moments of an earlier run; PROVE_ONLY names scenes: crashes, race, crowd, redis_losses, rolling, outage, slow_reports.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
import time

from checks import Checks
from client import Unanswered
from scenes import Scenes
from stack import Stack, Trouble

SCENES = ("crashes", "race", "crowd", "redis_losses", "rolling", "outage", "slow_reports")
LIMIT_S = 1_140


class OutOfTime(BaseException):
    """The whole proof took too long. Not an Exception, so that no handler on the way takes it for an answer."""


def out_of_time(_number: int, _frame: object) -> None:
    raise OutOfTime


def main() -> int:
    seed = int(os.environ.get("PROVE_SEED") or secrets.randbelow(1_000_000_000))
    wanted = (os.environ.get("PROVE_ONLY") or " ".join(SCENES)).split()
    if not set(wanted) <= set(SCENES):
        print(f"prove: PROVE_ONLY may name {', '.join(SCENES)}", file=sys.stderr)
        return 2
    print(f"seed {seed} (PROVE_SEED={seed} repeats its choices)", flush=True)
    began = time.monotonic()
    signal.signal(signal.SIGALRM, out_of_time)
    signal.alarm(LIMIT_S)
    checks = Checks()
    try:
        scenes = Scenes(Stack(), checks, seed)
        for name in wanted:
            print(f"{name}: {(getattr(Scenes, name).__doc__ or '').strip()}", flush=True)
            getattr(scenes, name)()
    except (Trouble, Unanswered) as trouble:
        checks.that(False, "the proof came to its end", trouble)
    except OutOfTime:
        checks.that(False, f"the proof came to its end within {LIMIT_S} s")
    signal.alarm(0)
    for claim in checks.failed:
        print(f"failed: {claim}")
    print(f"\n{checks.summary()} (seed {seed}, {time.monotonic() - began:.0f} s)", flush=True)
    return 1 if checks.failed or not checks.passed else 0


if __name__ == "__main__":
    sys.exit(main())
