#!/usr/bin/env python3
"""Proves the arrows between the parts (the tables below are the arrows). Usage: fences.py [PROJECT_ROOT]

Exit 1 and one line for each violation: file:line: what may not be there. cargo tells which crate uses which, tree-sitter
what Rust says (rust_source.py).
"""
import functools
import json
import os
import pathlib
import re
import subprocess
import sys

import rust_source

# === between crates ===
SERVICES = ("auth", "settings", "orders", "catalogue", "reports")
_LIBRARIES = {"proto", "chassis", "chassis-db", "activity", "calendar", "memory"}
MAY_USE = {
    "proto": set(),
    "calendar": set(),
    "chassis": set(),
    "chassis-db": {"chassis"},
    "activity": {"proto", "chassis", "chassis-db"},
    "testkit": {"chassis", "chassis-db"},
    "sheet": {"chassis"},
    "memory": set(),
    "pictures": {"memory"},
    "bff": {"proto", "chassis", "calendar", "memory", "sheet"},
    "ctl": {"proto", "chassis", "calendar", "memory", "sheet"},
    **{service: _LIBRARIES for service in SERVICES},
    "catalogue": _LIBRARIES | {"pictures"},
}
# tests may stand on the test kit besides, and those of a service or of the BFF on the real services
TESTS_MAY_ALSO_USE = {name: {"testkit", *(SERVICES if name in SERVICES else ())} for name in MAY_USE}
TESTS_MAY_ALSO_USE["bff"] |= {"chassis-db", *SERVICES}
TESTS_MAY_ALSO_USE["ctl"] |= set(SERVICES)
DATABASE_CRATES = {"diesel", "diesel-async", "diesel_migrations", "tokio-postgres", "deadpool", "sqlx", "postgres"}
WITHOUT_DATABASE = ("bff", "ctl", "proto", "calendar", "chassis", "memory", "sheet", "pictures")
# no second TLS or database client in C anywhere in the tree
NOWHERE = {"openssl", "openssl-sys", "native-tls", "aws-lc-rs", "aws-lc-sys", "pq-sys"}

# === between the floors of one service ===
FLOORS = {
    "main": {"cli"},
    "cli": None,  # wires: may name everything
    "lib": None,
    "config": {"domain", "error"},
    "rpc": {"app", "domain", "config", "error"},
    "consume": {"app", "domain", "config", "error"},
    "app": {"store", "publish", "images", "domain", "config", "error"},
    "store": {"domain", "error"},
    "images": {"domain", "config", "error"},
    "gateway": {"app", "domain", "config", "error"},
    "publish": {"domain", "error"},
    "domain": set(),
    "error": {"domain"},
}
CRATES_OF_A_FLOOR = (
    (re.compile(r"diesel|diesel_async|diesel_migrations|tokio_postgres"), {"store"}, "diesel stands in store/ only"),
    (re.compile(r"tonic|tonic_\w+|prost|prost_types|pishkhan_proto"), {"rpc", "consume", "publish", "cli", "lib"}, "gRPC and generated types stand in rpc/, consume/, publish.rs only"),
)
_OWN_CRATE = {"crate", *(f"pishkhan_{service}" for service in SERVICES)}

# === queries of sellers' tables ===
# a store function that reaches the database says in its parameters whose rows it means: by the seller's id, or by a thing that bears it
TENANT_STORES = ("orders", "catalogue", "reports", "settings")
_NAMES_A_SELLER = re.compile(r"\bseller_id: Uuid\b|\(seller_id, \w+\): \(Uuid|\b(?:Order|Settlement|NewSeller|Seller|Edit|OrderPlace|CustomerKey|MonthKey)\b|\bKey<")
_SHARED = "the same rows for all sellers"
_FOR_ALL = "a loop of the service works for all sellers"
_FOR_TOOLS = "tools that may see all sellers"
WITHOUT_A_SELLER = {
    "services/orders/src/store/directory.rs": {
        "seller_of": "the directory tells the seller",
        "by_code": "the directory tells the sellers",
        "find_saved": "the directory tells the seller",
    },
    "services/orders/src/store/revisions.rs": {"registered": _FOR_TOOLS},
    "services/orders/src/store/resets.rs": {"take_overdue": _FOR_ALL, "waiting": _FOR_ALL},
    "services/orders/src/store/told.rs": {"lock": _FOR_ALL, "set": _FOR_ALL},
    "services/orders/src/store/settlements.rs": {"take_overdue": _FOR_ALL, "backlog": _FOR_ALL, "list": _FOR_TOOLS},
    "services/catalogue/src/store/images.rs": {"due": _FOR_ALL},
    "services/catalogue/src/store/import/known.rs": {"units": _SHARED, "unit_names": _SHARED},
    "services/catalogue/src/store/stock.rs": {"allow_time": "reads no table"},
    "services/catalogue/src/store/products.rs": {"units": _SHARED},
    "services/catalogue/src/store/sales.rs": {"allow_time": "reads no table"},
    "services/reports/src/store/told.rs": {"lock": _FOR_ALL, "set": _FOR_ALL, "keep": _FOR_ALL, "reach": _FOR_ALL},
    "services/reports/src/store/rebuild.rs": {"allow_time": "reads no table"},
    "services/settings/src/store/choices.rs": {"list": _SHARED, "insert": _SHARED},
    "services/settings/src/store/sellers.rs": {"list": _FOR_TOOLS},
    "services/settings/src/store/creations.rs": {"find": "who creates a seller knows only the request"},
    "services/settings/src/store/edits.rs": {"overdue": _FOR_ALL},
    "services/settings/src/store/agreed_terms.rs": {"not_begun": _FOR_ALL},
    "services/settings/src/store/proposals.rs": {"list": _FOR_TOOLS},
    "services/settings/src/store/invoice_drafts.rs": {"next_number": _SHARED},
    "services/settings/src/store/invoices.rs": {"sellers": _FOR_ALL},
    "services/settings/src/store/payments.rs": {"by_authority": "a gateway's name of a payment tells the seller", "take_due": _FOR_ALL, "list": _FOR_TOOLS},
    "services/settings/src/store/plans.rs": {name: _SHARED for name in ("list", "insert", "vat", "insert_vat")},
    "services/settings/src/store/sandbox.rs": {name: "what the bank that is played knows" for name in ("insert", "find", "decide")},
    "services/settings/src/store/subscriptions.rs": {"overdue": _FOR_ALL, "open_without": _FOR_ALL},
    "services/settings/src/store/holidays.rs": {name: _SHARED for name in ("load", "unconfirmed", "put", "delete", "set_published")},
}

# === texts ===
LEGACY = re.compile(
    r"\b(f(?:[1-9]|1[0-57-9]|2[0-9])|[mM]ojoody|toz2?|vaziat|vahed|tedadDarVahed|priceBuyOne|priceSelOne|countKol|mablagheKol|hazinehErsal|PaperBill|"
    r"customerToz|sellerToz|customerTeritory|customerQR|customerOnvan\w+|orderDateTimeServeS?|createdAtS)\b"
)
LEGACY_HOME = ("bff/src/wire/", "bff/src/wire.rs", "bff/tests/")
# a route's own path carries the client's words
_ROUTE = re.compile(r'"/[^"\n]*"')
PERSIAN = re.compile("[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufefc]")
PERSIAN_HOMES = (
    "bff/src/wire/",
    "bff/src/wire.rs",
    "frontend/src/shared/i18n/",
    "frontend/public/",
    "deploy/demo/",
    # rows that are shipped: units of sale, holidays
    "services/catalogue/migrations/",
    "services/settings/migrations/",
    # what phones are told by SMS, which nobody asks for in a language
    "services/auth/src/domain/message.rs",
    # letters as data: digits, folding, the headings and the yes and no of imported files
    "services/chassis/src/text.rs",
    "services/chassis/src/digits.rs",
    "services/calendar/src/digits.rs",
    "services/sheet/src/columns.rs",
    "services/catalogue/src/domain/import/active.rs",
    "frontend/src/shared/lib/",
)
SCANNED_FOR_PERSIAN = (".rs", ".proto", ".sql", ".ts", ".tsx", ".mjs", ".py", ".sh", ".html")
_TEST_FILE = re.compile(r"(^|/)(tests|e2e|testing|benches|fixtures)/|(^|/)tests?\.rs$|_tests?\.rs$|(^|/)test_\w+\.py$|\.(test|spec)\.[a-z]+$|(^|/)msw\.ts$")
_SKIPPED = {"node_modules", "target", "dist", ".git", ".dev", "playwright-report", "test-results"}


class Fences:
    """Collects the violations of one tree."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.found = []

    def no(self, place, what):
        self.found.append(f"{place}: {what}")

    def files(self, folder, *suffixes):
        for place, folders, names in os.walk(self.root / folder):
            folders[:] = sorted(set(folders) - _SKIPPED)
            for path in (pathlib.Path(place, name) for name in sorted(names) if name.endswith(suffixes)):
                yield path.relative_to(self.root).as_posix(), path.read_text(encoding="utf-8")

    # === crates ===
    def crates(self, metadata):
        members = set(metadata["workspace_members"])
        packages = {package["id"]: package for package in metadata["packages"]}
        names = {}
        for package_id in sorted(members):
            package = packages[package_id]
            name = package["name"].removeprefix("pishkhan-")
            names[package_id] = name
            if name not in MAY_USE:
                self.no(package["name"], "this crate has no row in the table of arrows (deploy/tools/fences.py)")
                continue
            for dependency in package["dependencies"]:
                other = dependency["name"]
                allowed = MAY_USE[name] | (TESTS_MAY_ALSO_USE[name] if dependency["kind"] == "dev" else set())
                if other.startswith("pishkhan-") and other.removeprefix("pishkhan-") not in allowed:
                    self.no(package["name"], f"may not depend on {other}")
        self._reachable(metadata, names, packages)

    def _reachable(self, metadata, names, packages):
        nodes = {node["id"]: node for node in (metadata.get("resolve") or {"nodes": []})["nodes"]}
        for start, name in names.items():
            seen, queue = {start}, [start]
            while queue:
                for dependency in nodes.get(queue.pop(), {"deps": []})["deps"]:
                    # tests and build scripts do not ship
                    if any(kind["kind"] is None for kind in dependency["dep_kinds"]) and dependency["pkg"] not in seen:
                        seen.add(dependency["pkg"])
                        queue.append(dependency["pkg"])
            reached = {packages[package]["name"] for package in seen}
            banned = NOWHERE | (DATABASE_CRATES if name in WITHOUT_DATABASE else set())
            for crate in sorted(reached & banned):
                self.no(f"pishkhan-{name}", f"may not have {crate} anywhere below it")

    # === floors ===
    def floors(self):
        for service in SERVICES:
            for place, source in self.files(f"services/{service}/src", ".rs"):
                self._floor(service, place, source)

    def _floor(self, service, place, source):
        floor = pathlib.PurePosixPath(place).relative_to(f"services/{service}/src").parts[0].removesuffix(".rs")
        if floor not in FLOORS:
            self.no(place, f"{floor} is no floor of a service (known: {', '.join(FLOORS)})")
            return
        allowed = FLOORS[floor]
        # so many steps up leave the floor and stand at the crate's root
        depth = len([part for part in pathlib.PurePosixPath(place).parts[3:] if part != "mod.rs"])
        for line, path in sorted(rust_source.read(source).paths()):
            *above, name = path
            for pattern, homes, rule in CRATES_OF_A_FLOOR:
                if floor not in homes and pattern.fullmatch(name):
                    self.no(f"{place}:{line}", f"{name}: {rule}")
            at_root = (len(above) == 1 and above[0] in _OWN_CRATE) or (len(above) >= depth and set(above) == {"super"})
            if at_root and allowed is not None and name in FLOORS and name not in {floor, *allowed} and not _TEST_FILE.search(place):
                self.no(f"{place}:{line}", f"{floor} may not see {name}")

    # === queries ===
    def queries_name_their_seller(self):
        for service in TENANT_STORES:
            for place, source in self.files(f"services/{service}/src/store", ".rs"):
                excused = dict(WITHOUT_A_SELLER.get(place, {}))
                for line, name, parameters, result in rust_source.read(source).functions:
                    # it asks, or it makes a statement that is sent with others
                    reaches = "conn" in parameters or "Statement" in result
                    if reaches and not _NAMES_A_SELLER.search(parameters) and not excused.pop(name, None):
                        self.no(f"{place}:{line}", f"{name}: a query names its seller (or its reason in deploy/tools/fences.py)")
                for name in excused:
                    self.no(place, f"{name}: needs no exception in deploy/tools/fences.py")

    # === texts ===
    def legacy_names(self):
        for folder in ("services", "bff", "proto"):
            for place, source in self.files(folder, ".rs", ".proto", ".sql"):
                if place.startswith(LEGACY_HOME) or _TEST_FILE.search(place):
                    continue
                texts = _ROUTE.sub('""', _shipped_text(place, source))
                for hit in LEGACY.finditer(texts):
                    self.no(f"{place}:{_line(texts, hit.start())}", f"{hit[1]}: the old client's names live in bff/src/wire only")

    def persian(self):
        for folder in ("services", "bff", "proto", "frontend", "deploy"):
            for place, source in self.files(folder, *SCANNED_FOR_PERSIAN):
                if place.startswith(PERSIAN_HOMES) or _TEST_FILE.search(place):
                    continue
                texts = _shipped_text(place, source)
                lines = sorted({_line(texts, hit.start()) for hit in PERSIAN.finditer(texts)})
                if lines:
                    more = f" (and {len(lines) - 1} lines more)" if len(lines) > 1 else ""
                    self.no(f"{place}:{lines[0]}", f"Persian text; its homes are bff/src/wire and the client's locales{more}")

    def bff(self):
        for place, source in self.files("bff/src", ".rs"):
            texts = rust_source.read(source).texts
            for hit in re.finditer(r"\b(DATABASE_URL|postgres(?:ql)?|diesel\w*)\b", texts):
                self.no(f"{place}:{_line(texts, hit.start())}", f"{hit[1]}: the BFF opens no database")

    def houses(self):
        """Every service that serves keeps the house of its database."""
        for service in SERVICES:
            for place, source in self.files(f"services/{service}/src", "cli.rs"):
                if "GrpcServer" in source and 'spawn("housekeeping"' not in source:
                    self.no(place, "serves, and forgets nothing of its database: spawn housekeeping")


def _line(text, at):
    return text.count("\n", 0, at) + 1


@functools.cache
def _shipped_text(place, source):
    """The source without comments and test modules, line for line."""
    if place.endswith(".rs"):
        return rust_source.read(source).texts

    def blank(found):
        return re.sub(r"[^\n]", " ", found[0])

    if place.endswith((".py", ".sh")):
        source = re.sub(r'"""[\s\S]*?"""', blank, source)
        return re.sub(r"(?m)(?:^|(?<=\s))#.*$", blank, source)
    if place.endswith(".sql"):
        return re.sub(r"(?m)--.*$", blank, source)
    source = re.sub(r"/\*[\s\S]*?\*/|<!--[\s\S]*?-->", blank, source)
    return re.sub(r"(?m)(?:^|(?<=[\s;{(,]))//.*$", blank, source)


def metadata(root):
    words = ["cargo", "metadata", "--format-version", "1", "--locked"]
    host = re.search(r"host: (\S+)", subprocess.run(["rustc", "-vV"], cwd=root, capture_output=True, text=True, check=True).stdout)
    done = subprocess.run([*words, "--filter-platform", host[1]], cwd=root, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise SystemExit("fences: cargo metadata failed, see above")
    return json.loads(done.stdout)


def check(root, meta):
    """All violations of the tree at `root`, as lines."""
    fences = Fences(root)
    fences.crates(meta)
    fences.floors()
    fences.queries_name_their_seller()
    fences.legacy_names()
    fences.persian()
    fences.bff()
    fences.houses()
    return fences.found


def main(words):
    root = pathlib.Path(words[0] if words else pathlib.Path(__file__).resolve().parents[2])
    found = check(root, metadata(root))
    for line in found:
        print(line)
    print(f"fences: {len(found)} violations" if found else "fences: every arrow holds")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
