"""The Dockerfile, taken apart, and what else of the repository it has to agree with."""

from __future__ import annotations

import json
import os
import pathlib
import posixpath
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
# behind this folder: there is a rules.py in both
sys.path.append(str(ROOT / "deploy/k8s"))

import kustomize  # noqa: E402

SERVERS = ("auth", "settings", "orders", "catalogue", "reports", "bff")
SERVICES = (*SERVERS, "pishkhanctl")
SCRIPT = "deploy/docker/empty-crates"
INSTRUCTIONS = {"ARG", "FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD", "LABEL"}

Json = dict[str, Any]


class DockerfileError(Exception):
    """The parser does not know something in the Dockerfile."""


@dataclass(frozen=True)
class Instruction:
    name: str
    flags: dict[str, str]
    value: str


@dataclass(frozen=True)
class Copy:
    """One source of a COPY. `place` is absolute; without `stage` the source lies in the build context."""

    source: str
    place: str
    stage: str | None
    owner: str | None


@dataclass
class Stage:
    name: str
    base: str
    instructions: list[Instruction] = field(default_factory=list)

    def all(self, name: str) -> list[str]:
        return [one.value for one in self.instructions if one.name == name]


def parse(text: str) -> tuple[dict[str, str], dict[str, Stage]]:
    """Defaults of the ARGs before the first FROM, and the stages in their order."""
    arguments: dict[str, str] = {}
    stages: dict[str, Stage] = {}
    lines = (line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    for line in lines:
        while line.endswith("\\"):
            line = line[:-1] + " " + next(lines, "").strip()
        name, _, rest = line.strip().partition(" ")
        if name not in INSTRUCTIONS or "<<" in rest:
            raise DockerfileError(f"Dockerfile: the parser does not know {line.strip()}")
        flags = {}
        while name != "RUN" and (flag := re.match(r"\s*--([\w-]+)=(\S+)", rest)):
            flags[flag[1]] = flag[2]
            rest = rest[flag.end() :]
        one = Instruction(name, flags, rest.strip())
        if name == "FROM":
            words = one.value.split()
            if len(words) != 3 or words[1] != "AS" or words[2] in stages:
                raise DockerfileError(f"Dockerfile: a stage needs a name of its own: {line.strip()}")
            stages[words[2]] = Stage(words[2], words[0])
        elif stages:
            list(stages.values())[-1].instructions.append(one)
        elif name == "ARG":
            argument, _, default = one.value.partition("=")
            arguments[argument] = default
        else:
            raise DockerfileError(f"Dockerfile: the parser does not know {name} before the first FROM")
    return arguments, stages


@dataclass(frozen=True)
class Repository:
    """All that the rules read; tests replace one field."""

    dockerfile: str
    ignore: str
    script: str
    script_is_executable: bool
    metadata: Json
    # of deploy/k8s/SERVICE/base/settings.env
    settings: dict[str, dict[str, str]]
    # of the folders overlays/production and tools/production
    objects: list[Json]
    rust: str
    node: str

    @cached_property
    def parsed(self) -> tuple[dict[str, str], dict[str, Stage]]:
        return parse(self.dockerfile)

    @property
    def arguments(self) -> dict[str, str]:
        return self.parsed[0]

    @property
    def stages(self) -> dict[str, Stage]:
        return self.parsed[1]

    def chain(self, name: str) -> list[Stage]:
        """The stage, what it is FROM, and so on; the last is FROM something that is no stage."""
        found: list[Stage] = []
        while name in self.stages and self.stages[name] not in found:
            found.append(self.stages[name])
            name = self.arguments.get("BUILD_FROM", "") if found[-1].base == "${BUILD_FROM}" else found[-1].base
        return found

    def copies(self, *stages: Stage) -> Iterator[Copy]:
        for stage in stages:
            inherited = [place for one in self.chain(stage.name) for place in reversed(one.all("WORKDIR"))]
            folder = inherited[0] if inherited else "/"
            for one in stage.instructions:
                if one.name != "COPY":
                    continue
                *sources, target = json.loads(one.value) if one.value.startswith("[") else one.value.split()
                for source in sources:
                    # of a folder, the content is copied
                    named = target.endswith("/") and not ("from" not in one.flags and (ROOT / source).is_dir())
                    place = posixpath.join(folder, target, posixpath.basename(source) if named else "")
                    yield Copy(posixpath.normpath(source), posixpath.normpath(place), one.flags.get("from"), one.flags.get("chown"))

    @cached_property
    def crates(self) -> dict[str, Json]:
        """Our packages by their folder, relative to the root."""
        root = self.metadata["workspace_root"]
        return {posixpath.relpath(posixpath.dirname(one["manifest_path"]), root): one for one in self.metadata["packages"]}

    def needed(self, service: str) -> set[str]:
        """Folders of the crate that has the binary, and of what it needs to be compiled."""
        root = self.metadata["workspace_root"]
        found: set[str] = set()
        ahead = [folder for folder, one in self.crates.items() if any(("bin" in target["kind"] and target["name"] == service) for target in one["targets"])]
        while ahead:
            folder = ahead.pop()
            if folder not in found:
                found.add(folder)
                ahead += [posixpath.relpath(one["path"], root) for one in self.crates[folder]["dependencies"] if one.get("path") and one["kind"] != "dev"]
        return found


def cargo_metadata(manifest: pathlib.Path) -> Json:
    words = ["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path", str(manifest)]
    # in ROOT, because rustup looks for rust-toolchain.toml in the current folder
    done = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
    if done.returncode != 0:
        raise ValueError(done.stderr.strip().splitlines()[-1].strip())
    return json.loads(done.stdout)


def load() -> Repository:
    def read(path: str) -> str:
        return (ROOT / path).read_text(encoding="utf-8")

    def settings(service: str) -> dict[str, str]:
        lines = read(f"deploy/k8s/{'tools' if service == 'pishkhanctl' else service}/base/settings.env").splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))

    objects = [one for folder in ("overlays", "tools") for one in kustomize.render(ROOT / "deploy/k8s" / folder / "production")]
    return Repository(
        dockerfile=read("deploy/docker/Dockerfile"),
        ignore=read(".dockerignore"),
        script=read(SCRIPT),
        script_is_executable=os.access(ROOT / SCRIPT, os.X_OK),
        metadata=cargo_metadata(ROOT / "Cargo.toml"),
        settings={name: settings(name) for name in SERVICES},
        # the overlay has the tools, too
        objects=list({(one["kind"], one["metadata"]["name"]): one for one in objects}.values()),
        rust=re.search(r'(?m)^channel = "(\d+\.\d+)', read("rust-toolchain.toml"))[1],
        node=json.loads(read("frontend/package.json"))["engines"]["node"],
    )
