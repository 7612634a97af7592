#!/usr/bin/env python3
"""Brings packages from PyPI, pinned with their digests: packages.py NAME [FOLDER] prints where they lie.

deploy/dev/python/NAME.txt names them. What is there already is not asked for again, so that this works offline.
packages.py --apt PACKAGE installs one of Debian's, where that is possible.
"""

from __future__ import annotations

import fcntl
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]


def apt_install(*packages: str) -> bool:
    """Installs Debian packages when that is possible here; says whether it did."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    # servers that are brought are ours to start, not systemd's
    quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive", SYSTEMD_OFFLINE="1")
    steps = (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages])
    lock = ROOT / ".dev/tools/apt.lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held:
        # several steps may ask for packages side by side; apt-get fails instead of waiting for its turn
        fcntl.flock(held, fcntl.LOCK_EX)
        print(f"      apt-get installs {' '.join(packages)}", file=sys.stderr, flush=True)
        return all(subprocess.run(["apt-get", *words], env=quiet, stdin=subprocess.DEVNULL, stdout=sys.stderr).returncode == 0 for words in steps)


def bring(name: str, folder: pathlib.Path | None = None) -> pathlib.Path:
    """The folder with the packages of NAME.txt; exits with one sentence when they cannot be had."""
    pins = ROOT / f"deploy/dev/python/{name}.txt"
    folder = folder or ROOT / f".dev/tools/python/{name}-{sys.implementation.cache_tag}"
    stamp = folder / "pins.txt"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stamp.is_file() or stamp.read_bytes() != pins.read_bytes():
            shutil.rmtree(folder, ignore_errors=True)
            _install(pins, folder)
            shutil.copyfile(pins, stamp)
    return folder


def use(name: str) -> None:
    """Makes the packages of NAME.txt importable."""
    sys.path.insert(0, str(bring(name)))


def _install(pins: pathlib.Path, folder: pathlib.Path) -> None:
    print(f"      pip brings {pins.stem} into {folder}", file=sys.stderr, flush=True)
    # --target, not a venv: Debian splits python3-venv off; the version, because pip may be another Python's
    words = ["install", "-q", "--target", str(folder), "--require-hashes", "--no-deps", "--only-binary=:all:", "--disable-pip-version-check"]
    words += ["--python-version", f"{sys.version_info.major}.{sys.version_info.minor}", "-r", str(pins)]
    pip = _pip() or (apt_install("python3-pip") and _pip())
    if not pip:
        sys.exit(f"{pins.stem} is needed from PyPI: install pip for Python 3 (on Debian: apt-get install python3-pip)")
    # pip warns root against packages of the system, which a folder of our own is not
    if subprocess.run([*pip, *words], env=dict(os.environ, PIP_ROOT_USER_ACTION="ignore"), stdin=subprocess.DEVNULL, stdout=sys.stderr).returncode != 0:
        sys.exit(f"pip could not bring {pins.stem}; its reason stands above")


def _pip() -> list[str] | None:
    for python in (sys.executable, "python3", "/usr/bin/python3"):
        pip = [python, "-m", "pip"]
        if shutil.which(python) and subprocess.run([*pip, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
            return pip
    return None


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    if sys.argv[1] == "--apt":
        sys.exit(0 if apt_install(*sys.argv[2:]) else 1)
    print(bring(sys.argv[1], pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else None))
