"""What may and may not be in our images."""

from __future__ import annotations

import json
import os
import pathlib
import stat
import subprocess
import sys
from collections.abc import Iterator

from containers import Container
from images import ROOT, SERVICES, Image, Trouble

sys.path[:0] = [str(ROOT / "deploy/dev/lib"), str(ROOT / "deploy/tools")]

import versions  # noqa: E402
from house import DEMO_LOGINS  # noqa: E402

SHARE = "usr/share/pishkhan"
# folders of the image that a volume is mounted over, with the rights of whoever writes there
VOLUMES = {"catalogue": "var/lib/pishkhan/pictures", "pishkhanctl": "var/lib/pishkhan/keys"}
LABELS = ("title", "description", "version", "revision")
SHELLS = {"sh", "bash", "dash", "ash", "busybox", "perl", "python3"}
MOST_MIB = {"bff": 40}
MOST_MIB_OF_OTHERS = 30


def expect(good: bool, otherwise: str) -> None:
    if not good:
        raise Trouble(otherwise)


def crates_of(package: str) -> set[str]:
    """What cargo compiles for a package of ours, by its own account of the features that all of ours together need."""
    words = ["cargo", "tree", "--offline", "--locked", "--workspace", "--edges", "normal,build", "--prefix", "depth", "--no-dedupe", "--format", " {p}"]
    lines = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    found: set[str] = set()
    within = False
    for line in filter(None, lines):
        depth, name = line.split()[:2]
        within = name == package if depth == "0" else within
        if within:
            found.add(name)
    return found


def files_of(image: Image) -> Iterator[tuple[str, pathlib.Path, os.stat_result]]:
    """Everything in it but folders."""
    for folder, _, names in os.walk(image.files):
        for name in names:
            path = pathlib.Path(folder) / name
            yield str(path.relative_to(image.files)), path, path.lstat()


def at_all(images: dict[str, Image], revisions: dict[str, str]) -> Iterator[str]:
    """Looks at each, which was built of a revision or was told none; what was found, in a line for people."""
    sizes = []
    for name, image in images.items():
        at(image, revisions.get(name, "unknown"))
        # of what is ours, the base left out
        own = sum(status.st_size for file, _, status in files_of(image) if file.startswith(("usr/local/bin/", SHARE)))
        sizes.append(f"{name} {own / 2**20:.1f}")
        expect(own <= MOST_MIB.get(name, MOST_MIB_OF_OTHERS) * 2**20, f"{name} has {own} bytes")
    yield f"no shell, no demo, no password in any image; MiB of each beside its base: {', '.join(sizes)}"
    ends_without_settings(images)
    yield "each says its version and commit; without settings it ends at once and names what is missing; pishkhanctl helps"


def at(image: Image, revision: str) -> None:
    name, config = image.name, image.config
    binary = f"usr/local/bin/{name}"
    expect(image.user == (10001, 10001), f"{name} runs as {config['User']}")
    expect(config["Entrypoint"] == [f"/{binary}"], f"{name} starts {config['Entrypoint']}")
    labels = {label: config["Labels"].get(f"org.opencontainers.image.{label}") for label in LABELS}
    expect(all(labels.values()) and labels["title"] == f"pishkhan/{name}", f"{name} has the labels {labels}")
    expect(labels["version"] == versions.current(ROOT) and labels["revision"] == revision, f"{name} is of {labels}")
    if name == "pishkhanctl":
        expect(config["Cmd"] == ["--help"] and not config.get("Healthcheck"), f"{name} does {config['Cmd']}")
    else:
        expect(config["Cmd"] == ["serve"] and config["Healthcheck"]["Test"] == ["CMD", f"/{binary}", "health"], f"{name} serves by {config['Cmd']}")

    passwords = [password.encode() for _, _, password in DEMO_LOGINS]
    programs, ours = set(), set()
    for file, path, status in files_of(image):
        expect(not status.st_mode & (stat.S_ISUID | stat.S_ISGID), f"{name}: {file} gives rights")
        programs.add(path.name)
        if file.startswith(("usr/local/", SHARE, "var/lib/pishkhan")):
            ours.add(file)
            expect(not status.st_mode & 0o022, f"{name}: others write {file}")
            content = path.read_bytes()
            expect(not any(password in content for password in passwords), f"{name}: {file} has a password of the demo")
    shells = programs & SHELLS
    expect(not shells, f"{name} has {sorted(shells)}")
    sboms = {f"{SHARE}/sbom/{name}.cdx.json"} | ({f"{SHARE}/sbom/client.cdx.json"} if name == "bff" else set())
    rest = {file for file in ours - sboms - {binary} if not (name == "bff" and file.startswith(f"{SHARE}/client/"))}
    expect(sboms <= ours and not rest, f"{name} has {sorted(rest)[:5]}, and of its parts' lists {sorted(sboms & ours)}")
    parts(image, sboms)
    folder = VOLUMES.get(name)
    if folder:
        owner = (image.files / folder).stat()
        expect((owner.st_uid, owner.st_gid) == image.user, f"{name} cannot write to /{folder}")


def parts(image: Image, sboms: set[str]) -> None:
    """The lists of parts name what was compiled and what browsers get."""
    for sbom in sboms:
        found = json.loads((image.files / sbom).read_text(encoding="utf-8"))
        names = {part["name"] for part in found["components"]}
        expect(found["bomFormat"] == "CycloneDX", f"{image.name}: {sbom} is {found['bomFormat']}")
        if sbom.endswith("client.cdx.json"):
            expect({"react", "react-dom", "react-router"} <= names and "webpack" not in names, f"{sbom} names {sorted(names)[:5]}")
        else:
            package = "pishkhan-ctl" if image.name == "pishkhanctl" else f"pishkhan-{image.name}"
            missing = crates_of(package) - names - {package}
            expect(not missing, f"{image.name}: {sbom} lacks {sorted(missing)}")


def ends_without_settings(images: dict[str, Image]) -> None:
    folder = ROOT / ".dev/platform/alone"
    for name, image in images.items():
        labels = image.config["Labels"]
        of = [labels[f"org.opencontainers.image.{label}"] for label in ("version", "revision")]
        said = Container(folder, f"{name}-alone", image, ["--version"], {}, {}).run(limit_s=20)
        expect(said == (0, f"{name} {of[0]} ({of[1]})\n"), f"{name} says that it is {said}, its labels {of}")
        code, said = Container(folder, f"{name}-alone", image, [], {}, {}).run(limit_s=20)
        if name == "pishkhanctl":
            expect(code == 0 and "Usage: pishkhanctl" in said, f"{name} alone: {code} {said}")
            continue
        lines = said.splitlines()
        told = [line for line in lines if line.startswith("  ")]
        expect(code == 1 and f"{len(told)} setting(s) cannot be used" in lines[0] and len(told) == len(lines) - 1, f"{name} alone: {code} {said}")
        expect(any(line.startswith("  PASSPORT_KEY_FILE: is missing") for line in told), f"{name} alone: {said}")
        if name in SERVICES:
            code, said = Container(folder, f"{name}-alone", image, ["migrate"], {}, {}).run(limit_s=20)
            expect(code == 1 and "\n  DATABASE_URL: is missing" in said, f"{name} migrate alone: {code} {said}")
