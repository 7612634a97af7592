"""The version of a release: the places that say it, and CHANGELOG.md."""

from __future__ import annotations

import pathlib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

NUMBER = r"(?:0|[1-9]\d{0,5})"
VERSION = re.compile(rf"{NUMBER}\.{NUMBER}\.{NUMBER}")
UNRELEASED = "## Unreleased"
RELEASE = re.compile(rf"## ({VERSION.pattern}) - (\d{{4}}-\d\d-\d\d)")
# of https://keepachangelog.com/en/1.1.0
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
# The version is the second group; every match of a file says it. What is not ours has a source in Cargo.lock.
PLACES = {
    "Cargo.toml": r'(?m)(^\[workspace\.package\]\nversion = ")([^"]+)(?=")',
    "Cargo.lock": r'(?m)(^name = "pishkhan-[\w-]+"\nversion = ")([^"]+)(?="\n(?!source))',
    "frontend/package.json": r'(\A\{\n  "name": "[^"]+",\n  "version": ")([^"]+)(?=")',
    "frontend/package-lock.json": r'("name": "@pishkhan/frontend",\n +"version": ")([^"]+)(?=")',
    "deploy/k8s/*/*/kustomization.yaml": r'(\bnewTag: ")([^"]+)(?=")',
}


class VersionError(Exception):
    """One sentence."""


@dataclass(frozen=True)
class Section:
    """A release of the changelog; what is not released yet has neither version nor date."""

    version: str
    date: str
    text: str


def parts(version: str) -> tuple[int, ...]:
    """What versions are compared by."""
    if not VERSION.fullmatch(version):
        raise VersionError(f"{version} is no version such as 1.2.3")
    return tuple(map(int, version.split(".")))


def _texts(root: pathlib.Path) -> Iterator[tuple[pathlib.Path, str, str]]:
    for place, pattern in PLACES.items():
        for path in sorted(root.glob(place)):
            yield path, pattern, path.read_text(encoding="utf-8")


def current(root: pathlib.Path) -> str:
    """The workspace's, which the binaries say."""
    return tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]["version"]


def sections(text: str) -> list[Section]:
    """Newest first: what is not released yet, then the releases."""
    head, *rest = re.split(r"(?m)^(?=## )", text)
    if not head.startswith("# Changelog\n"):
        raise VersionError("CHANGELOG.md does not begin with its title")
    found = []
    for section in rest:
        title, _, body = section.partition("\n")
        release = RELEASE.fullmatch(title)
        if not release and title != UNRELEASED:
            raise VersionError(f"CHANGELOG.md: {title!r} is neither {UNRELEASED!r} nor such as '## 1.2.3 - 2026-01-31'")
        found.append(Section(*(release.groups() if release else ("", "")), body.strip()))
    if not found or found[0].version or any(not section.version for section in found[1:]):
        raise VersionError(f"CHANGELOG.md does not have {UNRELEASED!r} once, above all releases")
    return found


def problems(root: pathlib.Path) -> Iterator[str]:
    """What differs between the places, and what is wrong with the changelog; a sentence each."""
    version = current(root)
    if lost := [place for place, pattern in PLACES.items() if not any(re.search(pattern, path.read_text(encoding="utf-8")) for path in root.glob(place))]:
        yield f"no version is found in {', '.join(lost)}"
    for path, pattern, text in _texts(root):
        wrong = {said for _, said in re.findall(pattern, text)} - {version}
        if wrong:
            yield f"{path.relative_to(root)} says {', '.join(sorted(wrong))}, Cargo.toml {version}"
    try:
        unreleased, *released = sections((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    except VersionError as error:
        yield str(error)
        return
    for section in (unreleased, *released):
        name = section.version or "Unreleased"
        kinds = re.findall(r"(?m)^### (.*)$", section.text)
        unknown = [kind for kind in kinds if kind not in KINDS]
        if unknown:
            yield f"CHANGELOG.md: {name} has {', '.join(unknown)}, and not one of {', '.join(KINDS)}"
        if re.search(r"(?m)^### .*\n\s*(?=###|\Z)", section.text + "\n") or (section.version and not kinds):
            yield f"CHANGELOG.md: {name} has a part that says nothing"
    for newer, older in zip(released, released[1:]):
        if parts(newer.version) <= parts(older.version) or newer.date < older.date:
            yield f"CHANGELOG.md: {newer.version} of {newer.date} stands above {older.version} of {older.date}"
    if released and released[0].version != version:
        yield f"the newest release of CHANGELOG.md is {released[0].version}, Cargo.toml says {version}"


def prepare(root: pathlib.Path, version: str, date: str) -> None:
    """Makes what is not released yet the release `version` of `date`, in every place. Changes nothing if it cannot."""
    changelog = root / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    unreleased, *released = sections(text)
    newest = released[0].version if released else ""
    if parts(version) <= (parts(newest) if newest else ()):
        raise VersionError(f"{version} is not newer than {newest}, which is released")
    if parts(version) < parts(current(root)):
        raise VersionError(f"{version} is older than {current(root)}, which Cargo.toml says")
    if not unreleased.text:
        raise VersionError("CHANGELOG.md says nothing of what is new")
    for path, pattern, content in list(_texts(root)):
        path.write_text(re.sub(pattern, rf"\g<1>{version}", content), encoding="utf-8")
    changelog.write_text(text.replace(UNRELEASED, f"{UNRELEASED}\n\n## {version} - {date}", 1), encoding="utf-8")

