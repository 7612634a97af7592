#!/usr/bin/env python3
"""What a change reaches, for `deploy/dev/green`: reach.py prints it as assignments for bash.

The change is everything since the last commit that `.ci/run` found good, with what is not committed yet.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The last good commit, as `.ci/run` leaves it.
GOOD = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "pishkhan/good"
# Of every crate: what it is built of, and how.
WHOLE_RUST = re.compile(r"(Cargo\.(toml|lock)|clippy\.toml|rust-toolchain\.toml|\.config/.*|\.cargo/.*)$")
# What images are built of and how, how they are run, and what the rules of both look at.
DEPLOYED = re.compile(r"deploy/(k8s|docker|compose)/|(.*/)?Cargo\.(toml|lock)$|rust-toolchain\.toml$|\.dockerignore$")
# The fences, and what says the version of a release.
VERSIONED = re.compile(r"deploy/(tools/|release$|k8s/.*/kustomization\.yaml$)|CHANGELOG\.md$|Cargo\.(toml|lock)$|frontend/package(-lock)?\.json$")
WHOLE_CLIENT = re.compile(r"frontend/(package(-lock)?\.json|\.npmrc|tsconfig\.json|vitest\.config\.mts|src/testing/(setup|domSetup)\.ts|public/.*)$")
BUILT_CLIENT = re.compile(r"frontend/(src/(?!testing/|.*\.test\.tsx?$)|webpack/|public/|package(-lock)?\.json|scripts/size\.mjs)")
PRODUCT = re.compile(r"(services|bff|proto|frontend/(src|webpack|public|e2e))/|Cargo\.")
# From logging in to the reports, through every service.
MAIN_PATH = "path"
# Minutes each: `deploy/prove/browser` runs them.
TABLES = {"cut-off", "layer-code", "states"}
# The browser tests that work with a feature of the client; what all features stand on is left to the main path.
SPECS = {
    "account": "sessions activity",
    "auth": "log-in forget-password password-link first-entry sessions",
    "catalogue": "products products-list product-details",
    "commission-invoices": "business",
    "customers": "customers",
    "dashboard": "reports",
    "find-order": "operator",
    "home": "seller-menu",
    "invoice": "invoice",
    "order-history": "order",
    "order-lists": "customers order-dialog orders",
    "order-taking": "order-taking",
    "orders": "order order-cancel order-counter order-dialog",
    "product-editor": "products-list product-details product-picture",
    "product-files": "products-import",
    "reports": "reports",
    "seller-menu": "seller-menu",
    "settings": "settings",
    "splash": "log-in",
    "static-pages": "log-in",
}

Users = Callable[[str], Iterable[str]]


@dataclass
class Reach:
    """What is to be looked at; empty means nothing of that kind."""

    crates: set[str] = field(default_factory=set)
    every_crate: bool = False
    contracts: bool = False
    client: bool = False
    related: list[str] = field(default_factory=list)
    every_client_test: bool = False
    size: bool = False
    specs: set[str] = field(default_factory=set)
    scripts: bool = False
    upgrade: bool = False
    tools: bool = False
    manifests: bool = False


def reach(change: Iterable[str], crates: dict[str, str], exists: Callable[[str], bool], read_by: Users, imported_by: Users) -> Reach:
    """CHANGE are paths; CRATES the names of the crates by their folders; READ_BY and IMPORTED_BY tell who uses a path."""
    to = Reach()

    def crate_of(path: str) -> str | None:
        return next((name for folder, name in crates.items() if path.startswith(f"{folder}/")), None)

    for path in change:
        parts = path.split("/")
        if crate := crate_of(path):
            to.crates.add(crate)
        else:
            # what a crate's tests read of other folders: a document that they hold to its word, the demo's data
            to.crates.update(filter(None, map(crate_of, read_by(path))))
        to.every_crate |= bool(WHOLE_RUST.match(path))
        to.contracts |= parts[0] == "proto"
        to.upgrade |= "migrations" in parts or path.startswith("deploy/upgrade/")
        # they know each browser test by its name
        to.scripts |= path.startswith(("deploy/dev/", "deploy/prove/", ".ci/", "frontend/e2e/specs/"))
        to.tools |= bool(VERSIONED.match(path))
        to.manifests |= bool(DEPLOYED.match(path))
        if PRODUCT.match(path):
            to.specs.add(MAIN_PATH)
        # what the document of the BFF says, the client's types are made of
        to.client |= parts[0] == "frontend" or path == "bff/openapi.json"
        if parts[0] != "frontend":
            continue
        to.size |= bool(BUILT_CLIENT.match(path))
        to.every_client_test |= bool(WHOLE_CLIENT.match(path))
        if parts[1] in ("src", "scripts"):
            # of a file that is gone nobody can tell who used it
            to.every_client_test |= not exists(path)
            to.related.append(path)
        if parts[1:3] == ["src", "features"]:
            to.specs.update(SPECS.get(parts[3], "").split())
        elif parts[1] == "e2e" or parts[1] == "playwright.config.ts":
            using = [path] if ".spec." in path else imported_by(path)
            to.specs.update(pathlib.PurePath(spec).name.partition(".spec.")[0] for spec in using)
    return to


def left_out(to: Reach, specs: Iterable[str]) -> list[str]:
    """In words, what `make check` and `make test` do besides; SPECS are the browser tests that there are."""
    crates = ", ".join(sorted(to.crates))
    said = [
        not to.every_crate and (f"Rust: tests of what does not stand on {crates}" if crates else "Rust: clippy and all tests"),
        not to.client and "client: types, lints, texts, size, all tests",
        to.client and not to.every_client_test and "client: tests that import nothing of the change",
        to.client and not to.size and "client: size",
        f"browser: {' '.join(sorted(set(specs) - to.specs))}",
        not to.contracts and "contracts",
        not to.upgrade and "data of older versions",
        "a first start",
        not to.scripts and "the scripts' own tests",
        not to.manifests and "manifests",
        not to.every_crate and not to.crates and "manifests: settings",
        "crates: bans, licences, sources",
    ]
    return [line for line in said if line]


def last_good() -> str | None:
    """The commit, if this repository has it."""
    try:
        commit = GOOD.read_text(encoding="utf-8").strip()
    except OSError:
        return None
    known = subprocess.run(["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=ROOT, stderr=subprocess.DEVNULL)
    return commit if known.returncode == 0 else None


def lines(*words: str) -> list[str]:
    done = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    if done.returncode > 1:
        sys.exit(f"`{' '.join(words[:3])} …` failed; its reason stands above")
    return done.stdout.splitlines()


def crates_here() -> dict[str, str]:
    packages = json.loads("".join(lines("cargo", "metadata", "--no-deps", "--format-version", "1", "--locked", "--offline")))["packages"]
    return {str(pathlib.Path(package["manifest_path"]).parent.relative_to(ROOT)): package["name"] for package in packages}


def read_by_crates(path: str) -> list[str]:
    """The Rust files that name this one, with its folder, or a folder that it lies in."""
    place = pathlib.PurePath(path)
    names = [f'{place.parent.name}/{place.name}"'] + [f"{folder}{end}" for folder in place.parents if len(folder.parts) >= 2 for end in ('"', "/{")]
    return lines("git", "grep", "--untracked", "-lF", *(word for name in names for word in ("-e", name)), "--", "*.rs")


def imported_by_specs(path: str) -> list[str]:
    """The files of browser tests that import this one, or one that does."""
    found, ahead = set(), [path]
    while ahead:
        stem = pathlib.PurePath(ahead.pop()).stem
        more = set(lines("git", "grep", "--untracked", "-lF", "-e", f"/{stem}'", "--", "frontend/e2e")) - found
        found |= more
        ahead += more
    return [file for file in found if ".spec." in file]


def main() -> None:
    base = last_good()
    if base is None:
        print("base=")
        return
    change = sorted({*lines("git", "diff", "--name-only", "--no-renames", base), *lines("git", "ls-files", "--others", "--exclude-standard")})
    to = reach(change, crates_here(), lambda path: (ROOT / path).exists(), read_by_crates, imported_by_specs)
    filters = "all()" if to.every_crate else " + ".join(f"rdeps(={crate})" for crate in sorted(to.crates))
    print(f"base={base}")
    print(f"changed={len(change)}")
    print(f"rust={shlex.quote(filters)}")
    for name in ("contracts", "client", "size", "scripts", "tools", "manifests", "upgrade", "every_client_test"):
        print(f"{name}={1 if getattr(to, name) else ''}")
    print(f"related=({shlex.join(path.removeprefix('frontend/') for path in to.related)})")
    there = {file.name.partition(".spec.")[0] for file in (ROOT / "frontend/e2e/specs").glob("*.spec.ts")}
    # the file that is gone is in nobody's way
    to.specs &= there - TABLES
    print(f"specs=({shlex.join(f'/{spec}.spec' for spec in sorted(to.specs))})")
    print(f"left_out=({shlex.join(left_out(to, there))})")


if __name__ == "__main__":
    main()
