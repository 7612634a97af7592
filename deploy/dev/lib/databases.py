#!/usr/bin/env python3
"""Makes the databases of Pishkhan, one for each service, on the server that PGHOST, PGPORT and PGUSER name, and for each of
them the role that owns and migrates it, pishkhan_orders_owner, and the one that reads and writes its rows, pishkhan_orders.

Running it again changes nothing; it also repairs a role's settings.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

import packages

# the servers that npm brings come without psql
packages.use("postgres")

from pg8000.exceptions import DatabaseError, InterfaceError  # noqa: E402
from pg8000.native import Connection  # noqa: E402

SERVICES = ("auth", "settings", "orders", "catalogue", "reports")
WITH_TRIGRAMS = ("catalogue", "orders")
# Generic plans: a bound LIMIT otherwise makes PostgreSQL plan again at every execution.
# Not for reports, whose parameters are skewed.
PLANS = {"reports": "auto"}


def connect(server: Mapping[str, str], database: str, user: str | None = None, timeout_s: float = 60) -> Connection:
    """A session with the private PostgreSQL that `server` names by PGHOST, PGPORT and PGUSER."""
    return Connection(user or server["PGUSER"], database=database, unix_sock=f"{server['PGHOST']}/.s.PGSQL.{server['PGPORT']}", timeout=timeout_s)


def make_all(server: Mapping[str, str]) -> None:
    with connect(server, "postgres") as admin:
        roles = {name for name, in admin.run("SELECT rolname FROM pg_roles")}
        databases = {name for name, in admin.run("SELECT datname FROM pg_database")}
        for service in SERVICES:
            name = f"pishkhan_{service}"
            owner = f"{name}_owner"
            for role in {name, owner} - roles:
                admin.run(f"CREATE ROLE {role} LOGIN")
            for setting, value in {
                "plan_cache_mode": PLANS.get(service, "force_generic_plan"),
                "statement_timeout": "15s",
                "lock_timeout": "5s",
                "idle_in_transaction_session_timeout": "60s",
            }.items():
                admin.run(f"ALTER ROLE {name} SET {setting} = '{value}'")
            if name not in databases:
                admin.run(f"CREATE DATABASE {name} OWNER {owner}")
            elif admin.run("SELECT FROM pg_database WHERE datname = :name AND pg_get_userbyid(datdba) = :name", name=name):
                # made when one role did both: `migrate` takes it over
                admin.run(f"GRANT {name} TO {owner}")
            # no service can as much as connect to another's database
            admin.run(f"REVOKE ALL ON DATABASE {name} FROM PUBLIC")
    # template1 too, so that databases made by tests have it
    for database in ("template1", *(f"pishkhan_{service}" for service in WITH_TRIGRAMS)):
        with connect(server, database) as session:
            session.run("CREATE EXTENSION IF NOT EXISTS pg_trgm")


if __name__ == "__main__":
    try:
        make_all(os.environ)
    except (DatabaseError, InterfaceError) as failure:
        sys.exit(f"databases: {failure}")
