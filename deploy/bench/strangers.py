"""What a crowd without a session costs the others: p99 of a seller's reads, and memory of the BFF, against the promises
of docs/operations/limits.md (`deploy/bench/bench strangers`)."""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
import os
import pathlib
import resource
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "prove"))

from cases import expect  # noqa: E402
from client import Client, Tally  # noqa: E402
from latency import request  # noqa: E402
from meter import Meter, Trouble  # noqa: E402
from open_loop import Run, at_rate  # noqa: E402

CONNECTIONS = 1_000
RATE, SECONDS = 100, 8
P99_MS, OVER_REST_MB, KERNEL_MB, AFTERWARDS_MB = 100, 64, 256, 80
REST_S = 60

HEAD = b"GET /a HTTP/1.1\r\nhost: panel\r\n\r\n"
LOG_IN = b"POST /auth/login-app2 HTTP/1.1\r\nhost: panel\r\ncontent-type: application/json\r\ncontent-length: 16384\r\n\r\n{"


@dataclass(frozen=True)
class Crowd:
    """What each of its connections sends, again and again, and whether it reads the answers."""

    name: str
    sends: bytes
    reads: bool = True
    repeats: bool = True


CROWDS = (
    Crowd("nobody", b""),
    Crowd("4,400 requests in one go", HEAD * 4_400),
    Crowd("the same, answers not read", HEAD * 4_400, reads=False),
    Crowd("half a head", HEAD[:20], repeats=False),
    Crowd("half a log-in's body", LOG_IN + b" " * 8_000, repeats=False),
    Crowd("a head of 64 KiB", HEAD[:-2] + b"x: " + b"a" * 65_536 + b"\r\n\r\n"),
    Crowd("no requests", b"nonsense\r\n\r\n"),
)


async def _stranger(port: int, crowd: Crowd) -> None:
    loop = asyncio.get_running_loop()
    while True:
        with socket.socket() as stream:
            stream.setblocking(False)
            # what waits on their side is theirs
            for buffer in (socket.SO_SNDBUF, socket.SO_RCVBUF):
                stream.setsockopt(socket.SOL_SOCKET, buffer, 8 * 1024)
            try:
                await loop.sock_connect(stream, ("127.0.0.1", port))
                reading = asyncio.create_task(_read(loop, stream)) if crowd.reads else None
                await loop.sock_sendall(stream, crowd.sends)
                while crowd.repeats and not (reading and reading.done()):
                    await loop.sock_sendall(stream, crowd.sends)
                await (reading or asyncio.Event().wait())
            except OSError:
                # it was closed; the next one begins, as fast as it is let
                await asyncio.sleep(0.05)


async def _read(loop: asyncio.AbstractEventLoop, stream: socket.socket) -> None:
    try:
        while await loop.sock_recv(stream, 65_536):
            pass
    except OSError:
        return


def _gather(port: int, crowd: Crowd) -> None:
    async def all_of_them() -> None:
        await asyncio.gather(*(_stranger(port, crowd) for _ in range(CONNECTIONS)))

    # strangers bring their own processors
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_NOFILE, (4 * CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    asyncio.run(all_of_them())


def kernel_mb() -> float:
    """What the kernel keeps for all TCP connections of the machine."""
    line = next(line for line in pathlib.Path("/proc/net/sockstat").read_text(encoding="ascii").splitlines() if line.startswith("TCP:"))
    return int(line.split()[-1]) * resource.getpagesize() / 1e6


def most_while(held: Callable[[], tuple[float, float]], work: Callable[[], Run]) -> tuple[tuple[float, float], Run]:
    """The most that is held while something is done, and what that gives."""
    most, done = [*held()], threading.Event()

    def watch() -> None:
        while not done.wait(0.05):
            most[:] = map(max, most, held())

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        result = work()
    finally:
        done.set()
        watching.join()
    return (most[0], most[1]), result


def main() -> int:
    try:
        meter = Meter()
        port = meter.house.ports.bff
        seller = Client(port, Tally()).log_in("09120000001", "pishkhan-demo-1")
        customers = expect(seller, "GET", "/user/customer-list-app2?page=1&limit=10&filterDate=0")["users"]
    except Trouble as trouble:
        print(f"strangers: {trouble}", file=sys.stderr)
        return 2
    paths = ["/user/validate-token-app2", *(f"/market/fetch-order-list-app2/{row['_id']}?filterDate=0" for row in customers)]
    missed = []
    print(f"{CONNECTIONS:,} connections of each kind; a seller reads {RATE} times a second")
    print(f"{'':<28} {'p50 ms':>8} {'p99 ms':>8} {'worst':>8} {'BFF MB':>8} {'kernel':>8}   over rest; goals: p99 {P99_MS}, BFF {OVER_REST_MB}, kernel {KERNEL_MB}")

    def held() -> tuple[float, float]:
        return meter.memory_mb()["bff"], kernel_mb()

    wanted = os.environ.get("BENCH_ONLY") or ""
    for crowd in (crowd for crowd in CROWDS if wanted in crowd.name):
        rest, reads = held(), itertools.cycle([request(seller, path) for path in paths])
        sending = multiprocessing.get_context("fork").Process(target=_gather, args=(port, crowd), daemon=True)
        if crowd.sends:
            sending.start()
            time.sleep(1)
        try:
            (most, kernel), run = most_while(held, lambda reads=reads: at_rate(port, reads, RATE, SECONDS))
        finally:
            if sending.pid:
                sending.kill()
                sending.join()
        over, kernel = most - rest[0], kernel - rest[1]
        found = (("p99 ms", run.at(0.99), P99_MS), ("MB over rest", over, OVER_REST_MB), ("MB of the kernel's", kernel, KERNEL_MB))
        missed += [f"{crowd.name}: {what} {value:.0f}, goal {goal}" for what, value, goal in found if value > goal]
        print(f"{crowd.name:<28} {run.at(0.5):>8.2f} {run.at(0.99):>8.2f} {run.latencies_ms[-1]:>8.2f} {over:>8.0f} {kernel:>8.0f}   {run.late} of {len(run.latencies_ms)} sent late", flush=True)
    time.sleep(REST_S)
    afterwards = meter.memory_mb()["bff"]
    if afterwards > AFTERWARDS_MB:
        missed.append(f"the BFF holds {afterwards:.0f} MB {REST_S} s later, goal {AFTERWARDS_MB}")
    print(f"BFF {REST_S} s later: {afterwards:.0f} MB, goal {AFTERWARDS_MB}")
    print("\n" + ("every goal is met" if not missed else "\n".join(f"missed: {what}" for what in missed)), flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
