"""What the house consists of: folders, ports, processes and the environment of each."""

from __future__ import annotations

import errno
import json
import os
import pathlib
import shlex
import socket
import subprocess
import sys

from certificates import Certificates
from trouble import Trouble

ROOT = pathlib.Path(__file__).resolve().parents[3]
SERVICES = ("auth", "settings", "orders", "catalogue", "reports")
DEMO_LOGINS = (
    ("seller of type 1 (Golestaneh distribution)", "09120000001", "pishkhan-demo-1"),
    ("seller of type 2", "09120000002", "pishkhan-demo-2"),
    ("seller of type 3", "09120000003", "pishkhan-demo-3"),
    ("child seller of the first", "09120000004", "pishkhan-demo-4"),
    ("operator", "09120000009", "pishkhan-demo-9"),
)
# Of the caller's environment only this reaches a process: nothing here may hang on what happens to be set.
PASSED_ON = ("HOME", "LANG", "LC_ALL", "PATH", "RUST_BACKTRACE", "RUST_LOG", "TMPDIR", "TZDIR")


class Ports:
    """The ports of one house: the BFF's own, gRPC and admin ports of all."""

    def __init__(self, bff: int, base: int | None):
        self.base = base
        self.bff = bff
        self.bff_admin = 9080 if base is None else base + 10
        self.grpc = {name: (50050 if base is None else base) + place for place, name in enumerate(SERVICES, 1)}
        # of the servers, where they speak TLS
        self.postgres, self.redis = ((50050 if base is None else base) + place for place in (6, 7))
        self.admin = {name: (9050 if base is None else base + 10) + place for place, name in enumerate(SERVICES, 1)}

    @classmethod
    def from_environment(cls) -> Ports:
        bff = _port("PISHKHAN_PORT") or 8080
        return cls(bff, _port("PISHKHAN_PORT_BASE"))

    @classmethod
    def free(cls) -> Ports:
        """Ports that nobody holds at this moment, below the range from which the system takes its own."""
        for base in range(21000 + os.getpid() % 100 * 100, 32000, 20):
            ports = cls(base + 16, base)
            if ports.taken() is None:
                return ports
        raise Trouble("no twenty free ports were found between 21000 and 32000")

    def all(self) -> dict[int, str]:
        """Every port with the name of who listens there."""
        found = {self.bff: "the BFF", self.bff_admin: "the BFF's admin port"}
        for name in SERVICES:
            found[self.grpc[name]] = f"{name}'s gRPC port"
            found[self.admin[name]] = f"{name}'s admin port"
        return found

    def taken(self) -> tuple[int, str] | None:
        """The first port that another process holds, at either address of `localhost`: browsers try both."""
        for port, holder in self.all().items():
            if _is_held(socket.AF_INET, "127.0.0.1", port) or _is_held(socket.AF_INET6, "::1", port):
                return port, holder
        return None

    def check(self) -> None:
        """Raises with advice when a port is taken, or is named twice."""
        if len(self.all()) != 2 + 2 * len(SERVICES):
            raise Trouble(f"PISHKHAN_PORT {self.bff} falls among the ports of PISHKHAN_PORT_BASE; choose another")
        hit = self.taken()
        if hit:
            setting = "PISHKHAN_PORT" if hit[0] == self.bff else "PISHKHAN_PORT_BASE"
            raise Trouble(f"port {hit[0]} ({hit[1]}) is taken by another process; free it or set {setting} to another number")


def _is_held(family: socket.AddressFamily, address: str, port: int) -> bool:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            # as our servers do: an old connection in TIME_WAIT is no hindrance
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
            probe.listen(1)
    except OSError as error:
        # a machine may have no IPv6
        return error.errno not in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
    return False


def _port(name: str) -> int | None:
    text = os.environ.get(name, "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65000:
        raise Trouble(f"{name} must be a port number from 1 to 65000, not {text!r}")
    return int(text)


class House:
    """One set of processes with its state folder."""

    def __init__(self, profile: str, ports: Ports):
        state = os.environ.get("DEV_STATE") or ".dev"
        self.state = ROOT / state  # an absolute DEV_STATE wins by itself
        self.profile = profile
        self.ports = ports
        self.keys = self.state / "keys"
        self.logs = self.state / "logs"
        self.pictures = self.state / "pictures"
        # where there are any, the processes speak TLS with each other
        self.certificates = Certificates(self.state / "certificates")
        self._servers: dict[str, str] | None = None

    @property
    def url(self) -> str:
        """Where browsers find it."""
        return f"{'https' if self.certificates.exist() else 'http'}://localhost:{self.ports.bff}"

    @property
    def binaries(self) -> pathlib.Path:
        target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or "target")
        return ROOT / target / ("debug" if self.profile == "dev" else self.profile)

    def services(self, verb: str) -> str:
        """Runs deploy/dev/services."""
        # the Python that runs here, without the detour of a version manager
        environment = dict(os.environ, PATH=f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}")
        if self.certificates.of_servers():
            environment.update(DEV_TLS=str(self.certificates.folder), DEV_TLS_PORTS=f"{self.ports.postgres} {self.ports.redis}")
        # a session of its own: Ctrl-C stops the house in order, not its databases at once
        done = subprocess.run([str(ROOT / "deploy/dev/services"), verb], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True)
        if done.returncode != 0 and verb != "status":
            raise Trouble(f"deploy/dev/services {verb} failed; its reason stands above")
        return done.stdout

    def servers(self) -> dict[str, str]:
        """What `services env` prints, as a dictionary."""
        if self._servers is None:
            words = shlex.split(self.services("env"))
            self._servers = dict(word.split("=", 1) for word in words if "=" in word)
        return self._servers

    def _common(self, name: str) -> dict[str, str]:
        found = {key: value for key, value in os.environ.items() if key in PASSED_ON or key.startswith("OTEL_")}
        found.update(
            PISHKHAN_PROFILE="dev",
            PASSPORT_KEY_FILE=str(self.keys / f"{name}.key"),
        )
        scheme = "http"
        if self.certificates.exist():
            scheme = "https"
            found.update(self.certificates.environment(name), TLS_MODE="mutual")
        for service in SERVICES:
            found[f"{service.upper()}_URL"] = f"{scheme}://127.0.0.1:{self.ports.grpc[service]}"
        return found

    @property
    def _seal_keys(self) -> pathlib.Path:
        """Of the addresses of orders' public pages: paper carries them."""
        return self.keys / "seal.keys"

    @property
    def _password_keys(self) -> pathlib.Path:
        return self.keys / "password.keys"

    def service_environment(self, name: str) -> dict[str, str]:
        found = self._common(name)
        found.update(
            PASSPORT_KEYRING_FILE=str(self.keys / "keyring.json"),
            PISHKHAN_GRPC_LISTEN=f"127.0.0.1:{self.ports.grpc[name]}",
            PISHKHAN_ADMIN_LISTEN=f"127.0.0.1:{self.ports.admin[name]}",
            DATABASE_URL=self.servers()[f"{name.upper()}_DATABASE_URL"],
            DATABASE_POOL_SIZE="4",
            REDIS_URL=self.servers()["REDIS_URL"],
            TOKIO_WORKER_THREADS="1",
        )
        if self.certificates.of_servers():
            found.update(
                DATABASE_URL=f"postgresql://pishkhan_{name}@localhost:{self.ports.postgres}/pishkhan_{name}?sslmode=verify-full",
                REDIS_URL=f"rediss://localhost:{self.ports.redis}",
            )
            for setting in ("DATABASE", "REDIS"):
                found.update(self.certificates.environment(name, setting))
        if name == "auth":
            found["PASSWORD_KEYS_FILE"] = str(self._password_keys)
        if name == "catalogue":
            found["CATALOGUE_IMAGES_DIR"] = str(self.pictures)
        return found

    def migrating(self, name: str) -> dict[str, str]:
        """The environment of `migrate`, which another role does than the one that serves."""
        found = self.service_environment(name)
        role = f"pishkhan_{name}"
        found.update(DATABASE_URL=found["DATABASE_URL"].replace(f"{role}@", f"{role}_owner@", 1), DATABASE_GRANT_TO=role)
        return found

    def bff_environment(self) -> dict[str, str]:
        found = self._common("bff")
        found.update(
            BFF_LISTEN=f"127.0.0.1:{self.ports.bff}",
            PISHKHAN_ADMIN_LISTEN=f"127.0.0.1:{self.ports.bff_admin}",
            BFF_STATIC_DIR=str(ROOT / "frontend/dist"),
            BFF_IMAGES_DIR=str(ROOT / "deploy/demo/images"),
            BFF_SEAL_KEYS_FILE=str(self._seal_keys),
        )
        if self.certificates.exist():
            own = self.certificates.environment("bff")
            found.update(BFF_TLS_CERT_FILE=own["TLS_CERT_FILE"], BFF_TLS_KEY_FILE=own["TLS_KEY_FILE"])
        for name in ("BFF_ALLOWED_ORIGINS", "BFF_COOKIE_DOMAIN", "BFF_EXTERNAL_ORIGIN", "BFF_PUBLIC_URL", "BFF_STATIC_DIR", "BFF_TRUSTED_PROXIES"):
            if os.environ.get(name):
                found[name] = os.environ[name]
        return found

    def tool_environment(self) -> dict[str, str]:
        found = self._common("tool")
        found["PISHKHAN_PANEL_URL"] = self.url
        # of a seller that is made; no password stands on a command line
        if os.environ.get("PISHKHANCTL_PASSWORD"):
            found["PISHKHANCTL_PASSWORD"] = os.environ["PISHKHANCTL_PASSWORD"]
        return found

    def note_running(self) -> None:
        """Leaves word for `make stop` and for a second `make run`."""
        (self.state / "run.json").write_text(json.dumps({"pid": os.getpid(), "url": self.url}) + "\n", encoding="utf-8")

    def running(self) -> dict:
        try:
            return json.loads((self.state / "run.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
