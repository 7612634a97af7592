"""The least that a read can cost: its own statements, sent by pgbench to the same PostgreSQL, and a call that goes through
the same two processes but has nothing to read. What a request takes beyond that is decoding, encoding and deciding.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "dev/lib"))

from cases import Ask, Refused, expect  # noqa: E402
from client import Client  # noqa: E402
from databases import connect  # noqa: E402
from meter import Meter, Trouble  # noqa: E402

CLIENTS = 16
WARM_S, MEASURED_S = 1, 3
REQUESTS = 3_000
# Whatever is sent less often than the request is the processes' own work.
REPEATED = 20
SAMPLING = {"log_min_duration_sample": "0", "log_statement_sample_rate": "1", "log_line_prefix": "'%d '"}
EXECUTED = re.compile(r"^(pishkhan_\w+) LOG:  duration: [0-9.]+ ms  execute [^:]*: (.*)$")
PARAMETERS = re.compile(r"^\w+ DETAIL:  parameters: (.*)$")
VALUE = re.compile(r"\$(\d+) = (NULL|'((?:[^']|'')*)')(?:, |$)")


class Least:
    """Of reads of the house that runs around us."""

    def __init__(self, meter: Meter, client: Client) -> None:
        self._meter = meter
        self._servers = meter.house.servers()
        self._log = pathlib.Path(self._servers["DEV_DATA"]) / "postgres.log"
        self._pgbench = shutil.which("pgbench", path=str(meter.postgres_binaries())) or shutil.which("pgbench")
        # An order of no id: the orders refuse it before they ask PostgreSQL.
        self.empty_call_ms = meter.crowd([self._refused(client) for _ in range(CLIENTS)], REQUESTS).all

    @staticmethod
    def _refused(client: Client) -> Ask:
        own = client.twin()

        def ask() -> None:
            reply = own.once("GET", "/market/fetch-order-joz-app2/none")
            if reply.status != 404:
                raise Refused(f"an order of no id is answered {reply}")

        return ask

    def statements_ms(self, client: Client, path: str) -> float:
        """Milliseconds of PostgreSQL's CPU that the statements of this request take when nothing else is done."""
        if self._pgbench is None:
            raise Trouble("there is no pgbench: it comes with Debian's postgresql")
        return sum(times * self._replayed(database, sql, values) for database, sql, values, times in self._sent(client, path))

    def _sent(self, client: Client, path: str) -> list[tuple[str, str, dict[str, str], int]]:
        """Each statement with its database and its values, as PostgreSQL logs them, and how often a request sends it."""
        expect(client, "GET", path)
        with connect(self._servers, "postgres") as admin:
            for name, value in SAMPLING.items():
                admin.run(f"ALTER SYSTEM SET {name} = {value}")
            admin.run("SELECT pg_reload_conf()")
            time.sleep(0.5)
            begins = self._log.stat().st_size
            try:
                for _ in range(REPEATED):
                    expect(client, "GET", path)
                time.sleep(0.5)
            finally:
                for name in SAMPLING:
                    admin.run(f"ALTER SYSTEM RESET {name}")
                admin.run("SELECT pg_reload_conf()")
        with self._log.open(encoding="utf-8") as log:
            log.seek(begins)
            lines = log.read().splitlines()
        sent: dict[tuple[str, str], list[dict[str, str]]] = {}
        for line, then in zip(lines, [*lines[1:], ""], strict=True):
            if executed := EXECUTED.match(line):
                values = VALUE.finditer(detail[1]) if (detail := PARAMETERS.match(then)) else ()
                named = {number: text.replace("''", "'") for number, null, text in (value.groups() for value in values) if null != "NULL"}
                sent.setdefault((executed[1], executed[2]), []).append(named)
        found = [(*statement, each[-1], len(each) // REPEATED) for statement, each in sent.items() if len(each) >= REPEATED]
        if not found:
            raise Trouble(f"no statement of {path} was logged")
        return found

    def _replayed(self, database: str, sql: str, values: dict[str, str]) -> float:
        with tempfile.NamedTemporaryFile("w", suffix=".sql", encoding="utf-8") as script:
            script.write(re.sub(r"\$(\d+)", lambda number: f":v{number[1]}" if number[1] in values else "NULL", sql) + ";\n")
            script.flush()
            words = [self._pgbench, "-n", "-M", "prepared", "-c", str(CLIENTS), "-T", str(WARM_S + MEASURED_S + 1), "-f", script.name]
            words += [word for number, value in values.items() for word in ("-D", f"v{number}={value}")]
            # The role has the settings that the service's own connections have.
            words += ["-h", self._servers["PGHOST"], "-p", self._servers["PGPORT"], "-U", database, database]
            with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as replay:
                time.sleep(WARM_S)
                before, began = self._meter.spent(), time.monotonic()
                time.sleep(MEASURED_S)
                spent, took = self._meter.spent().since(before), time.monotonic() - began
                out, said = replay.communicate()
        rate = re.search(r"tps = ([0-9.]+)", out)
        if replay.returncode != 0 or rate is None:
            raise Trouble(f"pgbench could not send {sql[:80]}: {said}")
        return spent["postgres"] * 1000 / (float(rate[1]) * took)
