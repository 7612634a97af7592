"""The images of deploy/docker, built by buildah, without a daemon.

Without a registry of images their bases are made on the spot: of Debian's packages, and of the Rust and the Node that are
installed here, which are mounted while an image is built.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "deploy/dev/lib"), str(ROOT / "deploy/tools")]

import versions  # noqa: E402
from packages import apt_install  # noqa: E402
from trouble import Trouble  # noqa: E402

SERVICES = ("auth", "settings", "orders", "catalogue", "reports")
NAMES = (*SERVICES, "bff", "pishkhanctl")
# what rust:bookworm and node:bookworm-slim have of Debian, as far as it is needed; and distroless/cc
BUILD_PACKAGES = "gcc,libc6-dev,make,ca-certificates,libstdc++6"
RUNTIME_PACKAGES = "libc6,libgcc-s1"
CERTIFICATES = pathlib.Path("/etc/ssl/certs")
# what is of the machine that made it; npm is a link into its package
FORGET = "rm -f $1/etc/resolv.conf $1/etc/hostname"
NPM = "mkdir -p $1/opt/node/bin && ln -s /opt/npm/bin/npm-cli.js $1/opt/node/bin/npm"


@dataclasses.dataclass
class Image:
    """An image whose files can be looked at."""

    name: str
    files: pathlib.Path
    config: dict

    @property
    def user(self) -> tuple[int, int]:
        user, group = self.config["User"].split(":")
        return int(user), int(group)


def need_tools(commands: dict[str, str]) -> None:
    """Installs the Debian packages of these commands that are missing."""
    missing = [package for command, package in commands.items() if not shutil.which(command)]
    if missing and not apt_install(*missing):
        raise Trouble(f"install {', '.join(missing)} (Debian's packages)")


class Images:
    """Where the images lie, and the layers of before."""

    def __init__(self, state: pathlib.Path):
        self._state = state
        self._logs = state / "logs"
        self._logs.mkdir(parents=True, exist_ok=True)
        self._cargo_home = pathlib.Path(os.environ.get("CARGO_HOME") or pathlib.Path.home() / ".cargo")
        self._bases: dict[str, str] = {}

    def _words(self, *words: str) -> list[str]:
        return ["buildah", "--storage-driver", "overlay", "--root", str(self._state / "storage"), "--runroot", str(self._state / "run"), *words]

    def _buildah(self, *words: str) -> str:
        done = subprocess.run(self._words(*words), cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise Trouble(f"buildah {' '.join(words[:3])}: {done.stderr.strip()}")
        return done.stdout.strip()

    def make_bases(self) -> None:
        """The images that deploy/docker begins with, in place of those of a registry."""
        build = self._base("build", "essential", BUILD_PACKAGES, [FORGET, NPM], PATH="/opt/rust/bin:/opt/node/bin:/usr/local/bin:/usr/bin:/usr/sbin", CARGO_HOME=str(self._cargo_home), NODE_EXTRA_CA_CERTS=str(CERTIFICATES / "ca-certificates.crt"))
        runtime = self._base("runtime", "extract", RUNTIME_PACKAGES, [FORGET])
        self._bases = {"RUST_IMAGE": build, "NODE_IMAGE": build, "RUNTIME_IMAGE": runtime}

    def _base(self, name: str, variant: str, packages: str, hooks: list[str], **environment: str) -> str:
        suite = platform.freedesktop_os_release()["VERSION_CODENAME"]
        made_of = hashlib.sha256(repr((suite, variant, packages, hooks, environment)).encode()).hexdigest()[:12]
        tag = f"localhost/pishkhan-{name}:{made_of}"
        if self._buildah("images", "--quiet", "--filter", f"reference={tag}"):
            return tag
        archive = self._state / f"{name}.tar"
        words = ["mmdebstrap", "--quiet", f"--variant={variant}", f"--include={packages}", *(f"--customize-hook={hook}" for hook in hooks), suite, str(archive)]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise Trouble(f"mmdebstrap could not make a base of {packages}: {done.stderr.strip()}")
        container = self._buildah("from", "scratch")
        self._buildah("add", container, str(archive), "/")
        for variable, value in environment.items():
            self._buildah("config", "--env", f"{variable}={value}", container)
        self._buildah("commit", "--rm", "--format", "docker", container, tag)
        archive.unlink()
        return tag

    def _mounts(self) -> list[str]:
        """The Rust and the Node of this machine, and what they have brought before."""
        rust = subprocess.run(["rustc", "--print", "sysroot"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
        node, npm = (pathlib.Path(shutil.which(name) or name).resolve() for name in ("node", "npm"))
        # npm lies in lib/node_modules/npm/bin
        for brought in (self._cargo_home / "registry", pathlib.Path.home() / ".npm"):
            brought.mkdir(parents=True, exist_ok=True)
        folders = [f"{rust}:/opt/rust:ro", f"{node}:/opt/node/bin/node:ro", f"{npm.parents[1]}:/opt/npm:ro", f"{CERTIFICATES}:{CERTIFICATES}:ro", f"{self._cargo_home / 'registry'}:{self._cargo_home / 'registry'}", f"{pathlib.Path.home() / '.npm'}:/root/.npm"]
        return [word for folder in folders for word in ("--volume", folder)]

    def build(self, name: str, build_from: str = "dependencies", target: pathlib.Path | None = None, context: pathlib.Path = ROOT, revision: str = "") -> tuple[str, str, float]:
        """Builds an image as `docker build` does; its id, what was said, and the seconds. `target` is a target folder of cargo
        that is taken over and kept; of another `revision` the process is linked again."""
        epoch = subprocess.run(["git", "-C", str(ROOT), "log", "-1", "--format=%ct"], check=True, capture_output=True, text=True).stdout.strip()
        arguments = self._bases | dict(BUILD_FROM=build_from, SERVICE=name, VERSION=versions.current(ROOT), SOURCE_DATE_EPOCH=epoch) | ({"REVISION": revision} if revision else {})
        words = self._words("build", "--isolation", "chroot", "--layers", "--format", "docker", "--file", "deploy/docker/Dockerfile", "--tag", f"pishkhan/{name}:local", *(self._mounts() if self._bases else []))
        if target:
            target.mkdir(parents=True, exist_ok=True)
            words += ["--volume", f"{target}:/src/target"]
        for argument, value in arguments.items():
            words += ["--build-arg", f"{argument}={value}"]
        began = time.monotonic()
        log = self._logs / f"build-{name}.log"
        with log.open("w", encoding="utf-8") as output:
            done = subprocess.run([*words, "."], cwd=context, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        said = log.read_text(encoding="utf-8")
        if done.returncode != 0:
            raise Trouble(f"the image of {name} cannot be built: {log}\n{said[-3000:]}")
        return said.split()[-1], said, time.monotonic() - began

    def save(self, name: str, folder: pathlib.Path) -> str:
        """Writes it as a registry would get it (`dir:` of containers-transports(5)); its digest there."""
        folder.parent.mkdir(parents=True, exist_ok=True)
        digest = folder.with_suffix(".digest")
        self._buildah("push", "--quiet", "--compression-format", "gzip", "--digestfile", str(digest), f"localhost/pishkhan/{name}:local", f"dir:{folder}")
        found = digest.read_text(encoding="ascii").strip()
        digest.unlink()
        return found

    def digest(self, name: str) -> str:
        """What the storage here knows it by; a registry knows it by `save`'s."""
        return self._buildah("inspect", "--type", "image", "--format", "{{.FromImageDigest}}", f"localhost/pishkhan/{name}:local")

    def open(self, name: str) -> Image:
        """Its files, until `close`."""
        container = self._buildah("from", f"localhost/pishkhan/{name}:local")
        config = json.loads(self._buildah("inspect", "--type", "image", f"localhost/pishkhan/{name}:local"))["Docker"]["config"]
        return Image(name, pathlib.Path(self._buildah("mount", container)), config)

    def close(self) -> None:
        """Forgets what was opened; the images stay."""
        if (self._state / "storage").exists():
            self._buildah("rm", "--all")
