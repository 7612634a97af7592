"""What compose.yaml has to keep beyond its schema: `faults` says, a sentence each, what it does not."""

from __future__ import annotations

import pathlib
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
sys.path.insert(0, str(ROOT / "deploy/dev/lib"))

import packages  # noqa: E402

packages.use("compose")

import yaml  # noqa: E402
from house import DEMO_LOGINS, SERVICES  # noqa: E402

KEYS = "/var/lib/pishkhan/keys"
SERVERS = (*SERVICES, "bff")
# Of our containers, the image that each is of.
OURS = {name: name for name in SERVERS} | {f"{name}-migrate": name for name in SERVICES} | {"keys": "pishkhanctl", "demo": "pishkhanctl"}
ONCE = OURS.keys() - set(SERVERS)
HARDENED = {"user": "10001:10001", "read_only": True, "cap_drop": ["ALL"], "security_opt": ["no-new-privileges:true"]}
SECRETS = {
    "a URL with a password": r"://[^\s/@]*:[^\s/@]+@",
    "a setting for a secret": r"(?im)^\s*\w*(password|secret|token)\w*(?<!_file):",
    "what looks like a key": r"(?<![\w+-])(?=[A-Za-z+_-]*\d)[\w+-]{32,}",
    "a password of the demo": "|".join(re.escape(password) for _, _, password in DEMO_LOGINS),
}

Json = dict[str, Any]


def load() -> Json:
    return yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))


def filled(text: str) -> str:
    """With `${NAME:-default}` as Compose fills it in where NAME is not set."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text)


def environment(service: Json) -> dict[str, str]:
    return {name: filled(value) for name, value in service.get("environment", {}).items()}


def mounts(service: Json) -> Iterator[tuple[str, str, bool]]:
    """Source, target, and whether it is read-only."""
    for mount in service.get("volumes", []):
        source, target, *mode = mount.split(":")
        yield source, target, mode == ["ro"]


def awaited(services: Json, name: str) -> set[str]:
    """All that `name` waits for, directly or through others."""
    found: set[str] = set()
    ahead = [name]
    while ahead:
        new = services.get(ahead.pop(), {}).get("depends_on", {}).keys() - found
        found |= new
        ahead += new
    return found


def network(services: Json) -> Iterator[str]:
    """Only the front can be reached, from this machine alone, and leads to the BFF."""
    for name, service in services.items():
        if name != "front" and service.get("ports"):
            yield f"{name}: publishes ports"
        if service.get("network_mode") != (None if name == "front" else "service:front"):
            yield f"{name}: network_mode is {service.get('network_mode')}"
    config = (FOLDER / "front.cfg").read_text(encoding="utf-8")
    bind, server = (re.search(pattern, config, re.MULTILINE)[1] for pattern in (r"^ *bind :(\d+)$", r"^ *server \w+ (\S+)$"))
    if [filled(port) for port in services["front"].get("ports", [])] != [f"127.0.0.1:8080:{bind}"]:
        yield f"front: publishes {services['front'].get('ports')}"
    if environment(services["bff"]).get("BFF_LISTEN") != server:
        yield f"bff: BFF_LISTEN is not {server}, where the front looks for it"


def images(services: Json) -> Iterator[str]:
    """Ours are built, each from its own argument, and hardened; the others are official ones with a version."""
    for name, service in services.items():
        if name not in OURS:
            if "build" in service or not re.fullmatch(r"[a-z]+:\d[\d.]*", service["image"]):
                yield f"{name}: image is {service['image']}, not an official one with a version"
            continue
        if service.get("image") != f"pishkhan/{OURS[name]}:${{PISHKHAN_VERSION:-local}}":
            yield f"{name}: image is {service.get('image')}"
        if service.get("build") != {"context": "../..", "dockerfile": "deploy/docker/Dockerfile", "args": {"SERVICE": OURS[name], "BUILD_FROM": "dependencies-of-all"}}:
            yield f"{name}: build is {service.get('build')}"
        for key, value in HARDENED.items():
            if service.get(key) != value:
                yield f"{name}: {key} is {service.get(key)}"
        if name in SERVERS and service.get("healthcheck", {"test": None}).keys() & {"test", "disable"}:
            yield f"{name}: its image says how health is asked, and the file when"
        for key, value in {"restart": "unless-stopped", "stop_grace_period": "30s"}.items():
            if service.get(key) != (value if name in SERVERS else None):
                yield f"{name}: {key} is {service.get(key)}"


def settings(services: Json) -> Iterator[str]:
    """Each process has its own key, role and ports, and calls the others where they listen."""
    ports: dict[str, str] = {}
    for name, image in OURS.items():
        given = environment(services[name])
        wanted = {"PISHKHAN_PROFILE": "dev"}
        if name in SERVERS or name == "demo":
            wanted["PASSPORT_KEY_FILE"] = f"{KEYS}/{'tool' if name == 'demo' else name}.key"
        if image in SERVICES:
            role = f"pishkhan_{image}" + ("" if name in SERVERS else "_owner")
            wanted["DATABASE_URL"] = f"postgresql://{role}@127.0.0.1:5432/pishkhan_{image}"
            if name not in SERVERS:
                wanted["DATABASE_GRANT_TO"] = f"pishkhan_{image}"
        for other in SERVICES:
            if f"{other.upper()}_URL" in given:
                wanted[f"{other.upper()}_URL"] = "http://" + environment(services[other]).get("PISHKHAN_GRPC_LISTEN", "")
        yield from (f"{name}: {setting} is {given.get(setting)}, not {value}" for setting, value in wanted.items() if given.get(setting) != value)
        for setting, address in given.items():
            if setting.endswith("_LISTEN") and (not address.startswith("127.0.0.1:") or ports.setdefault(address, name) != name):
                yield f"{name}: {setting} is {address}, which is another one's or no loopback"


def order(services: Json) -> Iterator[str]:
    """Who waits for whom, and for what of it."""
    for name, service in services.items():
        for other, how in service.get("depends_on", {}).items():
            wanted = "service_completed_successfully" if other in ONCE else "service_healthy"
            if other not in services:
                yield f"{name}: waits for {other}, which is not there"
            elif how.get("condition") != wanted:
                yield f"{name}: waits for {other} until {how.get('condition')}, not {wanted}"
        before = awaited(services, name)
        if name in before:
            yield f"{name}: waits for itself"
        needed = {"keys"} if name != "keys" and any(source == "keys" for source, _, _ in mounts(service)) else set()
        if "DATABASE_URL" in environment(service):
            needed |= {"postgres"} if name in ONCE else {f"{name}-migrate"}
        if "REDIS_URL" in environment(service):
            needed.add("redis")
        if name == "bff":
            needed |= set(SERVICES)
        yield from (f"{name}: does not wait for {other}" for other in sorted(needed - before))


def volumes(services: Json, declared: Json) -> Iterator[str]:
    """Files of the repository are there and only read; volumes are declared; keys are written by one container alone."""
    used = set()
    for name, service in services.items():
        found = list(mounts(service))
        for source, _, is_read_only in found:
            if source.startswith("."):
                if not (FOLDER / source).exists():
                    yield f"{name}: {source} does not exist"
            else:
                used.add(source)
            if is_read_only != (source.startswith(".") or (source == "keys" and name != "keys")):
                yield f"{name}: {source} is mounted {'read-only' if is_read_only else 'to be written'}"
        # what a setting names lies in a mount, or comes with an image
        for setting, path in environment(service).items():
            if path.startswith("/") and setting != "BFF_STATIC_DIR" and not any(f"{path}/".startswith(f"{target}/") for _, target, _ in found):
                yield f"{name}: nothing is mounted at {path}"
    yield from (f"volumes: {name} is declared or used, but not both" for name in sorted(used ^ declared.keys()))


def secrets(text: str) -> Iterator[str]:
    """Nothing that should not be known stands in the file."""
    for what, pattern in SECRETS.items():
        yield from (f"line {text.count(chr(10), 0, found.start()) + 1}: {what}" for found in re.finditer(pattern, text))


def faults(compose: Json) -> list[str]:
    services = compose["services"]
    rules: tuple[Callable[[Json], Iterator[str]], ...] = (network, images, settings, order)
    if unknown := services.keys() ^ (OURS.keys() | {"front", "postgres", "redis"}):
        return [f"{name}: is missing, or nobody knows it" for name in sorted(unknown)]
    return [*(told for rule in rules for told in rule(services)), *volumes(services, compose.get("volumes", {}))]
