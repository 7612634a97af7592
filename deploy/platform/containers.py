"""Containers of an image's files, run by runc as a kubelet would: a user without rights, a root that is only read, no
capability, no further right. They share this process's network, or are in one that is there.
"""

from __future__ import annotations

import json
import pathlib
import shutil
import signal
import subprocess
import sys
import time

from images import ROOT, Image

sys.path.insert(0, str(ROOT / "deploy/dev/lib"))

from trouble import Trouble  # noqa: E402

CAPABILITIES = ("bounding", "effective", "permitted", "inheritable", "ambient")
OWN = [
    {"destination": "/proc", "type": "proc", "source": "proc"},
    {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "strictatime", "mode=755", "size=64k"]},
    {"destination": "/dev/shm", "type": "tmpfs", "source": "shm", "options": ["nosuid", "noexec", "nodev", "mode=1777", "size=1m"]},
]


class Container:
    """A process of an image."""

    def __init__(self, folder: pathlib.Path, name: str, image: Image, command: list[str], environment: dict[str, str], mounts: dict[str, tuple[pathlib.Path, bool]], user: tuple[int, int] | None = None, network: pathlib.Path | None = None):
        """`mounts`: what lies at a path of the container, and whether it may be written to. `user`: another one than the
        image's."""
        self.name = name
        self.image = image
        self._bundle = folder / name
        self._runtime = ["runc", "--root", str(folder / "runc")]
        self.log = folder / f"{name}.log"
        self._child: subprocess.Popen | None = None
        self._user = user or image.user
        self._network = network
        self._write(command or image.config["Cmd"], environment, mounts)

    def _write(self, command: list[str], environment: dict[str, str], mounts: dict[str, tuple[pathlib.Path, bool]]) -> None:
        user, group = self._user
        given = dict(variable.split("=", 1) for variable in self.image.config["Env"]) | environment
        binds = [{"destination": place, "type": "bind", "source": str(source), "options": ["rbind", "nosuid", "nodev", "rw" if writable else "ro"]} for place, (source, writable) in mounts.items()]
        spec = {
            "ociVersion": "1.0.2",
            "process": {
                "user": {"uid": user, "gid": group},
                "args": [*self.image.config["Entrypoint"], *command],
                "env": [f"{name}={value}" for name, value in given.items()],
                "cwd": self.image.config["WorkingDir"] or "/",
                "capabilities": dict.fromkeys(CAPABILITIES, []),
                "noNewPrivileges": True,
            },
            "root": {"path": str(self.image.files), "readonly": True},
            "hostname": self.name,
            "mounts": [*OWN, *binds],
            "linux": {
                "namespaces": [{"type": kind} for kind in ("pid", "ipc", "uts", "mount")] + ([{"type": "network", "path": str(self._network)}] if self._network else []),
                "maskedPaths": ["/proc/kcore", "/proc/keys", "/proc/timer_list"],
                "readonlyPaths": ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"],
            },
        }
        shutil.rmtree(self._bundle, ignore_errors=True)
        self._bundle.mkdir(parents=True)
        (self._bundle / "config.json").write_text(json.dumps(spec), encoding="utf-8")

    def _run(self) -> list[str]:
        return [*self._runtime, "run", "--bundle", str(self._bundle), self.name]

    def run(self, limit_s: float = 120) -> tuple[int, str]:
        """To its end: how it ended, and what it said."""
        done = subprocess.run(self._run(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=limit_s)
        return done.returncode, done.stdout

    def start(self) -> None:
        with self.log.open("wb") as output:
            self._child = subprocess.Popen(self._run(), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)

    def ended(self) -> int | None:
        """How, if it has."""
        return self._child.poll() if self._child else None

    def health(self) -> tuple[int, str]:
        """What the image's health command says, as Docker asks it."""
        command = self.image.config["Healthcheck"]["Test"]
        done = subprocess.run([*self._runtime, "exec", self.name, *command[1:]], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
        return done.returncode, (done.stdout + done.stderr).strip()

    def wait_until_well(self, limit_s: float = 60) -> float:
        """How many seconds that took."""
        began = time.monotonic()
        while True:
            if self._child is None or self._child.poll() is not None:
                raise Trouble(f"{self.name} ended at its start: {self.log.read_text(encoding='utf-8')[-2000:]}")
            code, said = self.health()
            if code == 0:
                return time.monotonic() - began
            if time.monotonic() - began > limit_s:
                raise Trouble(f"{self.name} is not well after {limit_s} s: {said}")
            time.sleep(0.1)

    def status(self) -> dict[str, str]:
        """What the kernel says of its process."""
        state = json.loads(subprocess.run([*self._runtime, "state", self.name], check=True, capture_output=True, text=True).stdout)
        lines = pathlib.Path(f"/proc/{state['pid']}/status").read_text(encoding="ascii").splitlines()
        mounts = pathlib.Path(f"/proc/{state['pid']}/mountinfo").read_text(encoding="utf-8").splitlines()
        root = next(line.split()[5] for line in mounts if line.split()[4] == "/")
        return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)} | {"root": root}

    def stop(self, limit_s: float = 30) -> tuple[int, float]:
        """Asks it to end: its exit code, and how many seconds that took."""
        assert self._child
        began = time.monotonic()
        self._child.send_signal(signal.SIGTERM)
        try:
            return self._child.wait(limit_s), time.monotonic() - began
        except subprocess.TimeoutExpired:
            raise Trouble(f"{self.name} does not end") from None

    def kill(self) -> None:
        """Whatever it does."""
        subprocess.run([*self._runtime, "delete", "--force", self.name], stdin=subprocess.DEVNULL, capture_output=True)
        if self._child:
            self._child.wait()


def rights(running: dict[str, Container]) -> None:
    """Each process has nobody's rights, and a root that it cannot write to."""
    for name, container in running.items():
        status = container.status()
        found = {"user": status["Uid"].split(), "capabilities": [status[kind] for kind in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")], "more": status["NoNewPrivs"], "root": status["root"].split(",")[0]}
        if found != {"user": ["10001"] * 4, "capabilities": ["0" * 16] * 5, "more": "1", "root": "ro"}:
            raise Trouble(f"{name} has the rights {found}")
