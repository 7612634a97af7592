#!/usr/bin/env python3
"""Makes the databases and roles of Pishkhan, one of each a service: databases.py SOCKET_DIR PORT SUPERUSER.

Speaks PostgreSQL's own protocol over the unix socket: the servers that npm brings come without psql.
Running it again changes nothing; it also repairs a role's settings.
"""
import socket
import struct
import sys

SERVICES = ("auth", "settings", "orders", "catalogue", "reports")
WITH_TRIGRAMS = ("catalogue", "orders")
# Generic plans: a bound LIMIT otherwise makes PostgreSQL plan again at every execution.
# Not for reports, whose parameters are skewed.
PLANS = {"reports": "auto"}


class Session:
    """One connection under "trust", with the simple query protocol."""

    def __init__(self, folder, port, user, database):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(60)
        self.socket.connect(f"{folder}/.s.PGSQL.{port}")
        self.stream = self.socket.makefile("rb")
        words = b"".join(word.encode() + b"\0" for word in ("user", user, "database", database, "client_encoding", "UTF8"))
        body = struct.pack("!i", 196608) + words + b"\0"
        self.socket.sendall(struct.pack("!i", len(body) + 4) + body)
        self._answers()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.sendall(b"X" + struct.pack("!i", 4))
        self.socket.close()

    def run(self, sql):
        """Runs one statement and returns its rows as lists of texts."""
        body = sql.encode() + b"\0"
        self.socket.sendall(b"Q" + struct.pack("!i", len(body) + 4) + body)
        return self._answers()

    def _answers(self):
        rows, failure = [], None
        while True:
            head = self.stream.read(5)
            if len(head) < 5:
                raise SystemExit(f"databases: PostgreSQL closed the connection{': ' + failure if failure else ''}")
            kind, length = head[:1], struct.unpack("!i", head[1:])[0]
            body = self.stream.read(length - 4)
            if kind == b"E":
                failure = next(part[1:].decode() for part in body.split(b"\0") if part[:1] == b"M")
            elif kind == b"R" and struct.unpack("!i", body[:4])[0] != 0:
                raise SystemExit("databases: PostgreSQL asks for a password, but this cluster should trust its socket")
            elif kind == b"D":
                rows.append(self._row(body))
            elif kind == b"Z":
                if failure:
                    raise SystemExit(f"databases: {failure}")
                return rows

    @staticmethod
    def _row(body):
        values, at = [], 2
        for _ in range(struct.unpack("!h", body[:2])[0]):
            size = struct.unpack("!i", body[at : at + 4])[0]
            at += 4
            values.append(None if size < 0 else body[at : at + size].decode())
            at += max(size, 0)
        return values


def main(folder, port, user):
    with Session(folder, port, user, "postgres") as admin:
        roles = {row[0] for row in admin.run("SELECT rolname FROM pg_roles")}
        databases = {row[0] for row in admin.run("SELECT datname FROM pg_database")}
        for service in SERVICES:
            name = f"pishkhan_{service}"
            if name not in roles:
                admin.run(f"CREATE ROLE {name} LOGIN")
            for setting, value in {
                "plan_cache_mode": PLANS.get(service, "force_generic_plan"),
                "statement_timeout": "15s",
                "lock_timeout": "5s",
                "idle_in_transaction_session_timeout": "60s",
            }.items():
                admin.run(f"ALTER ROLE {name} SET {setting} = '{value}'")
            if name not in databases:
                admin.run(f"CREATE DATABASE {name} OWNER {name}")
            # no service can as much as connect to another's database
            admin.run(f"REVOKE ALL ON DATABASE {name} FROM PUBLIC")
    # template1 too, so that databases made by tests have it
    for database in ("template1", *(f"pishkhan_{service}" for service in WITH_TRIGRAMS)):
        with Session(folder, port, user, database) as session:
            session.run("CREATE EXTENSION IF NOT EXISTS pg_trgm")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
