"""Latency at fixed rates: requests leave on time whether or not earlier ones were answered, and each is timed from when it
should have left. So a stall shows in every request that it held up (no coordinated omission).

asyncio and raw HTTP/1.1 suffice: the rates here are a few hundred a second, and nothing has to be brought.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass

CONNECTIONS = 64
SECONDS = 8
PATIENCE_S = 30


@dataclass(frozen=True)
class Run:
    """One fixed rate, in requests a second; latencies in ms, sorted, from the intended start."""

    rate: float
    latencies_ms: list[float]
    late: int

    def at(self, share: float) -> float:
        return self.latencies_ms[min(int(len(self.latencies_ms) * share), len(self.latencies_ms) - 1)]


class Connection:
    """One kept-alive connection; one request at a time."""

    def __init__(self, port: int):
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes, or_turned_away: bool = False) -> bool:
        """Whether it was answered; when it may be, whether it was turned away."""
        rested = self._streams is not None
        try:
            head, reader = await self._send(request)
        except (asyncio.IncompleteReadError, ConnectionError):
            if not rested:
                raise
            # one that rested too long was closed; a browser makes a new one
            self.close()
            head, reader = await self._send(request)
        answered = head.startswith(b"http/1.1 200")
        if not answered and not (or_turned_away and head.startswith(b"http/1.1 503")):
            raise RuntimeError(f"an answer that is not 200: {head[:60]!r}")
        length = next(int(line[15:]) for line in head.split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(length)
        return answered

    async def _send(self, request: bytes) -> tuple[bytes, asyncio.StreamReader]:
        """The head of the answer, in small letters, and where its body comes from."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(request)
        return (await reader.readuntil(b"\r\n\r\n")).lower(), reader

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _closed(port: int, requests: Iterator[bytes], connections: int, seconds: float) -> float:
    """Requests a second that so many connections have answered, each asking again when it has its answer."""
    done, until = 0, time.perf_counter() + seconds

    async def one() -> None:
        nonlocal done
        connection = Connection(port)
        while time.perf_counter() < until:
            answered = await connection.ask(next(requests), or_turned_away=connections > CONNECTIONS)
            done += answered
        connection.close()

    await asyncio.gather(*(one() for _ in range(connections)))
    return done / seconds


async def _open(port: int, requests: Iterator[bytes], rate: float, seconds: float) -> Run:
    free: asyncio.LifoQueue[Connection] = asyncio.LifoQueue()
    for _ in range(CONNECTIONS):
        free.put_nowait(Connection(port))
    latencies, late, asked = [], 0, set()
    began = time.perf_counter()

    async def one(intended: float) -> None:
        connection = await free.get()
        await connection.ask(next(requests))
        latencies.append((time.perf_counter() - intended) * 1000)
        free.put_nowait(connection)

    for number in range(int(rate * seconds)):
        intended = began + number / rate
        wait = intended - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        # what the generator itself sends late counts against nobody but has to be known
        late += time.perf_counter() - intended > 0.01
        task = asyncio.create_task(one(intended))
        asked.add(task)
    await asyncio.wait_for(asyncio.gather(*asked), PATIENCE_S)
    while not free.empty():
        free.get_nowait().close()
    return Run(rate, sorted(latencies), late)


def capacity(port: int, requests: Iterator[bytes], connections: int = 16, seconds: float = SECONDS) -> float:
    """Requests a second in a closed loop."""
    return asyncio.run(_closed(port, requests, connections, seconds))


def at_rate(port: int, requests: Iterator[bytes], rate: float, seconds: float = SECONDS) -> Run:
    """Latencies at a fixed rate."""
    return asyncio.run(_open(port, requests, rate, seconds))
