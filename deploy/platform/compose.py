"""Runs deploy/compose/compose.yaml without Docker: our containers by runc, from the built images; those of others by what
Debian has of the same programs.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import time

from containers import Container, Trouble
from images import ROOT, Image

sys.path.insert(0, str(ROOT / "deploy/compose"))

import rules  # noqa: E402

FOLDER = ROOT / "deploy/compose"
PATIENCE_S = 60


def as_postgres(words: list[str]) -> list[str]:
    """A command of PostgreSQL's, or another, without root's rights."""
    programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    words = [str(programs / words[0]) if (programs / words[0]).exists() else words[0], *words[1:]]
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--", *words]


class Standin:
    """A server of Debian's in place of an image of others, with the command and the files that the image gets."""

    def __init__(self, folder: pathlib.Path, name: str, service: dict):
        self._folder = folder / name
        self._name = name
        self._words: list[str] = service.get("command", [])
        self._mounts = list(rules.mounts(service))
        self._environment: dict[str, str] = service.get("environment", {})
        self._probe: list[str] = service.get("healthcheck", {}).get("test", [])[1:]
        self._child: subprocess.Popen | None = None

    def start(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        shutil.chown(self._folder, "postgres", "postgres")
        self._child = getattr(self, f"_{self._name}")()
        began = time.monotonic()
        while self._probe and subprocess.run(as_postgres(self._probe), cwd="/", capture_output=True).returncode != 0:
            if self._child.poll() is not None or time.monotonic() - began > PATIENCE_S:
                raise Trouble(f"{self._name} does not start: {self._folder}.log")
            time.sleep(0.1)

    def _mounted(self, suffix: str) -> pathlib.Path:
        return next((FOLDER / source).resolve() for source, place, _ in self._mounts if place.endswith(suffix))

    def _popen(self, words: list[str]) -> subprocess.Popen:
        with pathlib.Path(f"{self._folder}.log").open("wb") as output:
            return subprocess.Popen(as_postgres(words), cwd=self._folder, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)

    def _postgres(self) -> subprocess.Popen:
        """As the image's entry point does: a new cluster gets its databases from a server that nobody else reaches."""
        data, sockets = self._folder / "data", ["-k", str(self._folder)]
        if not data.exists():
            authentication = self._environment["POSTGRES_HOST_AUTH_METHOD"]
            self._check(["initdb", "--username=postgres", f"--auth={authentication}", f"--pgdata={data}", *self._environment["POSTGRES_INITDB_ARGS"].split()])
            self._check(["pg_ctl", "--pgdata", str(data), "--wait", "--options", f"-c listen_addresses='' {' '.join(sockets)}", "--log", str(self._folder / "first.log"), "start"])
            statements = self._mounted("/databases.sql")
            self._check(["psql", "--host", str(self._folder), "--username=postgres", "--set", "ON_ERROR_STOP=1", "--no-psqlrc", "--file", str(statements)])
            self._check(["pg_ctl", "--pgdata", str(data), "--wait", "--mode=fast", "stop"])
        return self._popen([*self._words, "-D", str(data), *sockets])

    def _redis(self) -> subprocess.Popen:
        return self._popen([*self._words, "--dir", str(self._folder)])

    def _front(self) -> subprocess.Popen:
        return self._popen(["haproxy", "-db", "-f", str(self._mounted("/haproxy.cfg"))])

    def _check(self, words: list[str]) -> None:
        done = subprocess.run(as_postgres(words), cwd=self._folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise Trouble(f"{words[0]}: {done.stderr.strip()}")

    def kill(self) -> None:
        if self._child:
            self._child.terminate()
            self._child.wait(PATIENCE_S)


class Compose:
    """All services of the file."""

    def __init__(self, folder: pathlib.Path, images: dict[str, Image]):
        self._folder = folder
        self._images = images
        self.services: dict[str, dict] = rules.load()["services"]
        self._standins: list[Standin] = []
        self.running: dict[str, Container] = {}

    def in_order(self) -> list[str]:
        """Each after those that it waits for."""
        found: list[str] = []

        def add(name: str) -> None:
            for other in self.services[name].get("depends_on", {}):
                add(other)
            if name not in found:
                found.append(name)

        for name in self.services:
            add(name)
        return found

    def up(self) -> dict[str, str]:
        """Starts all, and waits as `depends_on` says; what those said that ran to their end."""
        said: dict[str, str] = {}
        awaited = {name: wait["condition"] for service in self.services.values() for name, wait in service.get("depends_on", {}).items()}
        for name in self.in_order():
            service = self.services[name]
            if not service["image"].startswith("pishkhan/"):
                standin = Standin(self._folder, name, service)
                self._standins.append(standin)
                standin.start()
            elif service.get("restart"):
                container = self.container(name)
                self.running[name] = container
                container.start()
                if awaited.get(name) == "service_healthy":
                    container.wait_until_well()
            else:
                code, said[name] = self.container(name).run()
                if code != 0:
                    raise Trouble(f"{name} ended with {code}: {said[name]}")
        return said

    def container(self, name: str, called: str = "", command: list[str] | None = None, **environment: str) -> Container:
        """A container as the file has it; by another name it may run beside, with another command or environment."""
        service = self.services[name]
        image = self._images[service["image"].removeprefix("pishkhan/").split(":")[0]]
        mounts = {place: (self._source(source, place, image), not is_read_only) for source, place, is_read_only in rules.mounts(service)}
        return Container(self._folder, called or name, image, command or service.get("command", []), rules.environment(service) | environment, mounts)

    def _source(self, source: str, place: str, image: Image) -> pathlib.Path:
        """A folder of the repository; or a volume, which is its first container's as the image has the folder."""
        if source.startswith("."):
            return (FOLDER / source).resolve()
        volume = self._folder / "volumes" / source
        if not volume.exists():
            volume.mkdir(parents=True)
            owner = (image.files / place.lstrip("/")).stat()
            os.chown(volume, owner.st_uid, owner.st_gid)
        return volume

    def stop(self) -> dict[str, tuple[int, float]]:
        """Our own, BFF first: how each ended, and in how many seconds."""
        return {name: self.running.pop(name).stop() for name in reversed(list(self.running))}

    def kill(self) -> None:
        for container in self.running.values():
            container.kill()
        for standin in reversed(self._standins):
            standin.kill()
        self.running, self._standins = {}, []
