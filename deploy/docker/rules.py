"""What the Dockerfile, empty-crates and .dockerignore have to agree on with the rest of the repository: `faults` gives a sentence for each place where they do not."""

from __future__ import annotations

import json
import pathlib
import posixpath
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

from facts import ROOT, SCRIPT, SERVERS, SERVICES, Copy, DockerfileError, Json, Repository, Stage, cargo_metadata, kustomize

# First arguments that pods may give to an image.
COMMANDS = {**{name: {"serve", "migrate"} for name in SERVERS}, "bff": {"serve"}, "pishkhanctl": {"check-figures"}}
USER = "10001:10001"
BASE_IMAGES = ("RUST_IMAGE", "NODE_IMAGE", "RUNTIME_IMAGE")
# With the ARG that each has in its value.
LABELS = {f"org.opencontainers.image.{name}": "SERVICE" for name in ("title", "description")}
LABELS |= {f"org.opencontainers.image.{name}": name.upper() for name in ("version", "revision")}
LABELS["pishkhan.sbom"] = "SERVICE"
EXCLUDED = ("deploy/demo", ".git", ".dev", "target", "docs", "frontend/node_modules")


# --- what is compiled ---


def _placed(stage: str, copies: Iterator[Copy], wanted: dict[str, str], why: str) -> Iterator[str]:
    """Each wanted source is copied to its place, and nothing else is."""
    there = {one.source if one.stage is None else f"{one.source} of {one.stage}": one.place for one in copies}
    yield from (f"{stage}: {source} is not copied" for source in wanted if source not in there)
    for source, place in there.items():
        if source not in wanted:
            yield f"{stage}: {source} is copied, {why}"
        elif place != wanted[source]:
            yield f"{stage}: {source} is copied to {place}, not to {wanted[source]}"


def manifests(repository: Repository) -> Iterator[str]:
    """What other people's crates are built from: manifests, the lock file, cargo's settings, and no source."""
    if not (stage := repository.stages.get("manifests")):
        yield "manifests: there is no such stage"
        return
    root = ["/", *stage.all("WORKDIR")][-1]
    files = ["Cargo.toml", "Cargo.lock", ".cargo", *(f"{folder}/Cargo.toml" for folder in repository.crates)]
    wanted = {file: posixpath.join(root, file) for file in files} | {SCRIPT: "/usr/local/bin/empty-crates"}
    yield from _placed("manifests", repository.copies(stage), wanted, "which is no manifest of ours")


def sources(repository: Repository) -> Iterator[str]:
    """A binary is built from the crates that it needs, and from no others."""
    for service in SERVICES:
        if not (chain := repository.chain(f"sources-{service}")):
            yield f"sources-{service}: there is no such stage"
            continue
        if chain[-1].base != "scratch":
            yield f"sources-{service}: begins with {chain[-1].base}, not with scratch"
        wanted = {folder: f"/{folder}" for folder in sorted(repository.needed(service))}
        yield from _placed(f"sources-{service}", repository.copies(*chain), wanted, f"which {service} does not need")


def build(repository: Repository) -> Iterator[str]:
    """The sources come to where the manifests are."""
    base = repository.chain(repository.arguments.get("BUILD_FROM", ""))
    if "manifests" not in [stage.name for stage in base]:
        yield f"BUILD_FROM is {repository.arguments.get('BUILD_FROM')}, which does not come from manifests"
        return
    root = [*(place for stage in base for place in reversed(stage.all("WORKDIR"))), "/"][0]
    stage = repository.stages.get("build", Stage("build", ""))
    if stage.base != "${BUILD_FROM}" or [*repository.copies(stage)] != [Copy("/", root, "sources", None)]:
        yield "build: is not FROM ${BUILD_FROM} with the sources copied over it"
    if (base := repository.stages.get("sources", Stage("", "")).base) != "sources-${SERVICE}":
        yield f"sources: is FROM {base}, not FROM sources-${{SERVICE}}"


# --- the images ---


def _words(values: list[str]) -> list[Any]:
    """The exec form; the shell form, which needs a shell, as it is."""
    return [json.loads(value) if value.startswith("[") else value for value in values]


def _finals(repository: Repository) -> Iterator[tuple[str, Stage]]:
    return ((name, repository.stages[name]) for name in SERVICES if name in repository.stages)


def images(repository: Repository) -> Iterator[str]:
    """An image has its own binary, and starts it."""
    for service in SERVICES:
        if not (stage := repository.stages.get(service)):
            yield f"{service}: there is no such stage"
            continue
        if stage.base != "runtime":
            yield f"{service}: is FROM {stage.base}, not FROM runtime"
        binary = f"/usr/local/bin/{service}"
        copies = [*repository.copies(stage)]
        if not any((one.stage, one.source, one.place) == ("build", f"/out/{service}", binary) for one in copies):
            yield f"{service}: /out/{service} is not copied to {binary}"
        for one in copies:
            if one.stage == "build" and one.source == f"/volumes/{service}":
                # a new volume has the owner of the folder where it is mounted
                if one.owner != USER:
                    yield f"{service}: {one.source} belongs to {one.owner}, not to {USER}"
            elif not (one.stage == "build" and one.source == f"/out/{service}" or one.stage in ("client", "client-parts") and service == "bff"):
                yield f"{service}: copies {one.source} of {one.stage or 'the context'}"
        is_server = service != "pishkhanctl"
        for name, wanted in (
            ("ENTRYPOINT", [[binary]]),
            ("CMD", [["serve" if is_server else "--help"]]),
            ("HEALTHCHECK", [[binary, "health"]] if is_server else []),
        ):
            values = [value.removeprefix("CMD ") for value in stage.all(name)]
            if _words(values) != wanted:
                yield f"{service}: {name} is {' and '.join(values) or 'missing'}"


def runtime(repository: Repository) -> Iterator[str]:
    """All images run as the user that pods run as, and bring no settings."""
    stages = [repository.stages.get("runtime", Stage("runtime", "")), *(stage for _, stage in _finals(repository)), *[*repository.stages.values()][-1:]]
    if stages[0].all("USER") != [USER]:
        yield f"runtime: USER is {' and '.join(stages[0].all('USER')) or 'missing'}, not {USER}"
    yield from (f"{stage.name}: sets USER" for stage in stages[1:] if stage.all("USER"))
    yield from (f"{stage.name}: sets ENV" for stage in stages if stage.all("ENV"))


def demo(repository: Repository) -> Iterator[str]:
    """Data of the demo is in no image."""
    for stage in repository.stages.values():
        for one in repository.copies(stage):
            if one.stage is None and (one.source == "." or _within("deploy/demo", one.source) or _within(one.source, "deploy/demo")):
                yield f"{stage.name}: copies {one.source}, which has data of the demo"


def ports(repository: Repository) -> Iterator[str]:
    """EXPOSE has the ports of the settings."""
    for service, stage in _finals(repository):
        exposed = sorted(port.removesuffix("/tcp") for value in stage.all("EXPOSE") for port in value.split())
        listening = sorted(value.rpartition(":")[2] for name, value in repository.settings[service].items() if name.endswith("_LISTEN") and value)
        if exposed != listening:
            yield f"{service}: EXPOSE is {' '.join(exposed) or 'nothing'}, and its settings listen on {' '.join(listening) or 'nothing'}"


def client(repository: Repository) -> Iterator[str]:
    """The BFF finds the client where its image has it, and looks for no pictures."""
    settings = repository.settings["bff"]
    places = [one.place for name, stage in _finals(repository) if name == "bff" for one in repository.copies(stage) if one.stage == "client" and one.source.endswith("/dist")]
    if places != [settings.get("BFF_STATIC_DIR")]:
        yield f"bff: BFF_STATIC_DIR is {settings.get('BFF_STATIC_DIR')}, and the client lies in {' '.join(places) or 'no folder'}"
    if settings.get("BFF_IMAGES_DIR"):
        yield f"bff: BFF_IMAGES_DIR is {settings['BFF_IMAGES_DIR']}, and the image has no pictures"


def pods(repository: Repository) -> Iterator[str]:
    """Pods are of our images, and start them as the images expect it."""
    named = set()
    for one in repository.objects:
        if one["kind"] not in kustomize.TEMPLATES:
            continue
        template = one
        for key in kustomize.TEMPLATES[one["kind"]]:
            template = template[key]
        spec = template["spec"]
        for container in (*spec.get("initContainers", []), *spec["containers"]):
            where = f"{one['kind']} {one['metadata']['name']}"
            found = re.search(r"(?:^|/)pishkhan/([a-z0-9-]+)(?::[\w.-]+)?(?:@sha256:[0-9a-f]+)?$", container["image"])
            if not found or found[1] not in SERVICES:
                yield f"{where}: {container['image']} is no image of ours"
                continue
            named.add(found[1])
            arguments = container.get("args", [])
            if len(arguments) != 1 or arguments[0] not in COMMANDS[found[1]]:
                yield f"{where}: {found[1]} does not understand {arguments}"
            if "command" in container:
                yield f"{where}: command replaces the ENTRYPOINT of {found[1]}"
            security = spec.get("securityContext", {}) | container.get("securityContext", {})
            if (user := f"{security.get('runAsUser')}:{security.get('runAsGroup')}") != USER:
                yield f"{where}: runs as {user}, not as {USER}"
    yield from (f"pods: none is of {name}" for name in SERVICES if name not in named)


def bases(repository: Repository) -> Iterator[str]:
    """What an image is made from is named at one place, with its version."""
    for name in BASE_IMAGES:
        image = repository.arguments.get(name, "")
        # a digest says more than a tag
        form = re.fullmatch(r"[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:/[\w.-]+)+(?::(?P<tag>[\w.-]+))?(?P<digest>@sha256:[0-9a-f]{64})?", image)
        if not form or form["tag"] == "latest" or not (form["tag"] or form["digest"]):
            yield f"{name} is {image or 'empty'}, which lacks a registry or a version"
            continue
        version = re.match(r"\d+(?:\.\d+)*(?![\w.])", form["tag"] or "")
        if name == "RUST_IMAGE" and (not version or [*version[0].split("."), ""][:2] != repository.rust.split(".")):
            yield f"RUST_IMAGE is {image}, and rust-toolchain.toml names {repository.rust}"
        if name == "NODE_IMAGE" and not (version and _satisfies(version[0], repository.node)):
            yield f"NODE_IMAGE is {image}, and frontend/package.json wants {repository.node}"
    before = {"scratch"}
    for stage in repository.stages.values():
        # SERVICE is any of them, and BUILD_FROM what it is by default
        bases = {stage.base.replace("${SERVICE}", service) for service in SERVICES}
        bases = {repository.arguments.get("BUILD_FROM", "") if base == "${BUILD_FROM}" else base for base in bases}
        if bases - before - {f"${{{name}}}" for name in BASE_IMAGES}:
            yield f"{stage.name}: is FROM {stage.base}, which is neither a stage above it nor an image that an ARG names"
        before.add(stage.name)


def _satisfies(version: str, wanted: str) -> bool:
    """Of `20` the newest 20 is meant. Only `>=` is known."""
    if not (form := re.fullmatch(r">=\s*(\d+(?:\.\d+)*)", wanted)):
        return False
    have, least = ([int(part) for part in text.split(".")] for text in (version, form[1]))
    return have >= least[: len(have)]


def labels(repository: Repository) -> Iterator[str]:
    """The last stage, which is built without --target, says what it is."""
    *_, last = repository.stages.values()
    if last.base != "${SERVICE}":
        yield f"{last.name}: is the last stage, and FROM {last.base}, not FROM ${{SERVICE}}"
    there = dict(word.split("=", 1) for value in last.all("LABEL") for word in shlex.split(value))
    yield from (f"{last.name}: has no label {name}" for name in LABELS if not there.get(name))
    declared = {value.partition("=")[0] for value in last.all("ARG")}
    for name in sorted({name for value in there.values() for name in re.findall(r"\$\{(\w+)\}", value)} - declared):
        yield f"{last.name}: a label has ${{{name}}}, which is no ARG of this stage"
    for name, argument in LABELS.items():
        if there.get(name) and f"${{{argument}}}" not in there[name]:
            yield f"{last.name}: the label {name} is {there[name]}, without ${{{argument}}}"
    folders = [one.place for one in repository.copies(last) if one.stage == "parts"]
    sbom = there.get("pishkhan.sbom")
    if sbom and folders != [posixpath.dirname(sbom)]:
        yield f"{last.name}: pishkhan.sbom is {sbom}, and parts are copied to {' '.join(folders) or 'no folder'}"


# --- the context ---


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")


def _excluded(patterns: list[str], path: str) -> bool:
    """The last pattern that matches the path, or a folder that it lies in, decides."""
    parts = path.split("/")
    above = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
    decided = False
    for pattern in patterns:
        form = re.escape(pattern.removeprefix("!").strip("/")).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
        if any(re.fullmatch(form, one) for one in above):
            decided = not pattern.startswith("!")
    return decided


def context(repository: Repository) -> Iterator[str]:
    """What docker sends to the builder: what is copied, and little else."""
    patterns = [line.strip() for line in repository.ignore.splitlines() if line.strip() and not line.startswith("#")]
    if patterns[:1] != ["*"]:
        yield f".dockerignore: begins with {patterns[0] if patterns else 'nothing'}, not with *"
    copied = {one.source for one in repository.copies(*repository.stages.values()) if one.stage is None}
    yield from (f".dockerignore: {path} is left out, and a stage copies it" for path in sorted(copied - {"."}) if _excluded(patterns, path))
    let_in = [pattern[1:].strip("/") for pattern in patterns if pattern.startswith("!")]
    yield from (f".dockerignore: {path} is let in, and no stage copies it" for path in let_in if not any(_within(source, path) or _within(path, source) for source in copied))
    tests = {f"{folder}/tests" for folder, one in repository.crates.items() for target in one["targets"] if "test" in target["kind"]}
    for path in (*EXCLUDED, *sorted(tests)):
        if not _excluded(patterns, path) or any(_within(one, path) for one in let_in):
            yield f".dockerignore: {path} is not left out"


# --- empty-crates ---


def _targets(package: Json) -> Iterator[tuple[str, str, pathlib.Path]]:
    """Kind, name and file of what a package consists of; every build script has the same name."""
    for target in package["targets"]:
        yield from ((kind, target["name"], pathlib.Path(target["src_path"])) for kind in target["kind"] if kind in ("lib", "bin", "proc-macro", "custom-build"))


def empty_crates(repository: Repository) -> Iterator[str]:
    """Runs the script beside the manifests alone: cargo knows the same libraries and binaries as here, and the build scripts that have dependencies."""
    if not repository.script_is_executable:
        yield "empty-crates: is not executable"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in ("Cargo.toml", "Cargo.lock", *(f"{crate}/Cargo.toml" for crate in repository.crates)):
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, folder / file)
        done = subprocess.run(["sh"], input=repository.script, cwd=folder, capture_output=True, text=True, timeout=20)
        if done.returncode != 0:
            yield f"empty-crates: ends with {done.returncode}: {done.stderr.strip()}"
            return
        try:
            packages = cargo_metadata(folder / "Cargo.toml")["packages"]
        except ValueError as error:
            yield f"empty-crates: cargo cannot read what it made: {error}"
            return
        # cargo lists a file that the manifest names, there or not
        made = {one["name"]: {(kind, target) for kind, target, file in _targets(one) if file.is_file()} for one in packages}
    for crate, one in repository.crates.items():
        wanted = {(kind, target) for kind, target, _ in _targets(one) if kind != "custom-build"}
        if any(dependency["kind"] == "build" for dependency in one["dependencies"]):
            wanted.add(("custom-build", "build-script-build"))
        for kind, target in sorted(wanted ^ made.get(one["name"], set())):
            yield f"empty-crates: {crate} has {'no' if (kind, target) in wanted else 'a'} {kind} {target}"


# all but empty_crates, which starts processes
RULES: tuple[Callable[[Repository], Iterator[str]], ...] = (manifests, sources, build, images, runtime, demo, ports, client, pods, bases, labels, context)


def faults(repository: Repository) -> list[str]:
    try:
        repository.parsed
    except DockerfileError as error:
        return [str(error)]
    return [told for rule in RULES for told in rule(repository)]
