"""Brings tools, binaries and the client up to date; each step does nothing when nothing changed."""

from __future__ import annotations

import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable

from house import ROOT, Trouble
from packages import apt_install
from supervise import command

FRONTEND = ROOT / "frontend"
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 20
OLDEST_RUST = (1, 95)


def check_tools() -> None:
    """Fails with one sentence when something is missing that cannot be brought."""
    if sys.version_info < OLDEST_PYTHON:
        raise Trouble(f"Python {OLDEST_PYTHON[0]}.{OLDEST_PYTHON[1]} or newer is needed, this is {sys.version.split()[0]}")
    if not shutil.which("cargo"):
        raise Trouble("cargo is missing: install Rust with rustup (https://rustup.rs)")
    if not any(map(shutil.which, ("cc", "gcc", "clang"))) and not apt_install("gcc", "libc6-dev"):
        raise Trouble("a C compiler is missing: install gcc (on Debian: apt-get install gcc libc6-dev)")
    # the allocator is built from C
    if not shutil.which("make") and not apt_install("make"):
        raise Trouble("make is missing: install it (on Debian: apt-get install make)")
    rust = _version(["rustc", "--version"])
    if rust < OLDEST_RUST:
        raise Trouble(f"Rust {OLDEST_RUST[0]}.{OLDEST_RUST[1]} or newer is needed: rustup update")
    if not shutil.which("node") or _version(["node", "--version"])[0] < OLDEST_NODE:
        raise Trouble(f"Node.js {OLDEST_NODE} or newer is needed: https://nodejs.org")
    if not shutil.which("npm"):
        raise Trouble("npm is missing: it comes with Node.js (https://nodejs.org)")


def _version(words: list[str]) -> tuple[int, int]:
    # in the project's folder: rustup takes the toolchain that rust-toolchain.toml names, and brings it if need be
    done = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    found = re.search(r"(\d+)\.(\d+)", done.stdout)
    if done.returncode != 0 or not found:
        raise Trouble(f"`{' '.join(words)}` does not work here; its reason stands above")
    return int(found[1]), int(found[2])


def binaries(profile: str, meanwhile: Callable[[], None] | None = None) -> None:
    """Builds the six processes and pishkhanctl."""
    # with the tests' features in the development profile: `make test` has just built the same
    targets = ["--bins", "--tests"] if profile == "dev" else ["--bins"]
    command(["cargo", "build", "--locked", "--workspace", *targets, "--profile", profile], meanwhile=meanwhile)


def packages() -> None:
    """Brings what the lock file names unless node_modules holds it.

    Not `npm ci`: that refuses a lock file without the optional packages of platforms that a registry does not serve.
    """
    if not _packages_fit():
        command(["npm", "install", "--no-save", "--no-audit", "--no-fund"], cwd=FRONTEND)


def _packages_fit() -> bool:
    try:
        wanted = json.loads((FRONTEND / "package-lock.json").read_text(encoding="utf-8"))["packages"]
        there = json.loads((FRONTEND / "node_modules/.package-lock.json").read_text(encoding="utf-8"))["packages"]
    except (OSError, ValueError, KeyError):
        return False
    # what the lock file no longer names would still be found by an import
    if any(place not in wanted for place in there):
        return False
    # optional packages are those of other platforms
    return all(
        there.get(place, {}).get("version") == package.get("version")
        for place, package in wanted.items()
        if place and not package.get("optional") and not package.get("devOptional") and not package.get("link")
    )


def client() -> None:
    """Builds the client when its sources differ from those of the last build."""
    stamp = ROOT / ".dev/stamps/client"
    now = _sources()
    if (FRONTEND / "dist/index.html").is_file() and stamp.is_file() and stamp.read_text(encoding="utf-8") == now:
        return
    # a build that breaks off leaves files of two sources
    stamp.unlink(missing_ok=True)
    command(["npm", "run", "--silent", "build"], cwd=FRONTEND)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(now, encoding="utf-8")


def _sources() -> str:
    """A digest of everything that shapes the build."""
    digest = hashlib.sha256()
    roots = [FRONTEND / "src", FRONTEND / "public", FRONTEND / "webpack"]
    files = [path for folder in roots for path in folder.rglob("*") if path.is_file()]
    files += [path for path in FRONTEND.iterdir() if path.is_file() and path.suffix in (".json", ".mjs", ".ts", ".html")]
    for path in sorted(files, key=pathlib.Path.as_posix):
        digest.update(f"{path.relative_to(FRONTEND)}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
