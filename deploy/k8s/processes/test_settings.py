"""What the manifests tell a process is what it reads, asked of the built processes themselves: every setting, every file, and
every other process that it calls; and they start the version that it is. Needs the binaries in target/debug."""

from __future__ import annotations

import base64
import copy
import dataclasses
import os
import pathlib
import secrets
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
K8S = pathlib.Path(__file__).resolve().parents[1]
ROOT = K8S.parents[1]
sys.path[:0] = [str(K8S), str(ROOT / "deploy/dev/lib")]

import packages  # noqa: E402

packages.use("kubernetes")

from certificates import Certificates  # noqa: E402
from kustomize import render  # noqa: E402

BINARIES = pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").resolve() / "debug"
SERVICES = ("auth", "settings", "orders", "catalogue", "reports")
ENVIRONMENTS = ("dev", "staging", "production")
# What a container does, and how the same binary says what it reads for it.
ASKS = {"serve": ["check-config", "--names"], "migrate": ["check-config", "migrate", "--names"], "check-figures": ["check-config", "--names"]}
NAME, COMPONENT = "app.kubernetes.io/name", "app.kubernetes.io/component"


@dataclasses.dataclass
class Process:
    """A container of a rendered overlay, with the objects beside it."""

    name: str
    container: dict
    pod: dict
    objects: list[dict]

    @property
    def labels(self) -> dict[str, str]:
        return self.pod["metadata"]["labels"]

    def settings(self) -> dict[str, str]:
        maps = {found["metadata"]["name"]: found.get("data", {}) for found in self.objects if found["kind"] == "ConfigMap"}
        given: dict[str, str] = {}
        for source in self.container.get("envFrom", []):
            given |= maps[source["configMapRef"]["name"]]
        # a number of cores, once the pod runs
        return given | {variable["name"]: variable.get("value", "1") for variable in self.container.get("env", [])}

    def files(self) -> dict[str, tuple[str, str]]:
        """The secret and the key behind each path."""
        volumes = {volume["name"]: volume["secret"] for volume in self.pod["spec"].get("volumes", []) if "secret" in volume}
        mounted = ((mount, volumes[mount["name"]]) for mount in self.container.get("volumeMounts", []) if mount["name"] in volumes)
        return {f"{mount['mountPath']}/{item['path']}": (secret["secretName"], item["key"]) for mount, secret in mounted for item in secret["items"]}

    def policy(self) -> dict:
        return next(found["spec"] for found in self.objects if found["kind"] == "NetworkPolicy" and selects(found["spec"], self.labels))


def selects(policy: dict, labels: dict[str, str]) -> bool:
    wanted = policy["podSelector"].get("matchLabels", {})
    return bool(wanted) and wanted.items() <= labels.items()


def processes(objects: list[dict]) -> list[Process]:
    found = []
    for workload in objects:
        spec = workload.get("spec", {})
        spec = spec.get("jobTemplate", {}).get("spec", spec)
        if workload["kind"] in ("Deployment", "Job", "CronJob"):
            pod = spec["template"]
            found.append(Process(f"{workload['kind']}/{workload['metadata']['name']}", pod["spec"]["containers"][0], pod, objects))
    return found


class Machine:
    """A root folder as a pod has it, with good keys and certificates of a production."""

    def __init__(self, folder: pathlib.Path):
        self.root = folder / "root"
        self.keys = folder / "keys"
        environment = {"PISHKHAN_PROFILE": "production"}
        subprocess.run([BINARIES / "pishkhanctl", "keys", "--dir", self.keys], env=environment, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.certificates = Certificates(folder / "certificates")
        self.certificates.make(*SERVICES, "bff", "tool")
        # what the image of the BFF brings
        for path, text in (("client/index.html", "<!doctype html>"), ("images/none.txt", "")):
            self._write(f"/usr/share/pishkhan/{path}", text)

    def path(self, inside: str) -> str:
        return f"{self.root}{inside}"

    def _write(self, inside: str, text: str) -> None:
        path = pathlib.Path(self.path(inside))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o440)

    def _content(self, secret: str, key: str) -> str:
        owner = secret.removesuffix("-secrets").removesuffix("-tls").removesuffix("-migrate")
        issued = "tool" if owner == "tools" else owner
        made = {
            "ca.crt": self.certificates.folder / "ca.pem",
            "database.crt": self.certificates.folder / "ca.pem",
            "redis.crt": self.certificates.folder / "ca.pem",
            "tls.crt": self.certificates.folder / f"{issued.removesuffix('-front')}.pem",
            "tls.key": self.certificates.folder / f"{issued.removesuffix('-front')}.key",
            "passport.key": self.keys / f"{issued}.key",
            "keyring.json": self.keys / "keyring.json",
        }
        if key in made:
            return made[key].read_text(encoding="utf-8")
        random = base64.b64encode(secrets.token_bytes(32)).decode()
        return {
            "database-url": f"postgresql://pishkhan_{owner}:hush@postgresql.invalid/pishkhan_{owner}?sslmode=verify-full",
            "redis-url": "rediss://:hush@redis.invalid:6379",
            "password.keys": random,
            "seal.keys": random,
            "sms.json": '{"url": "https://sms.invalid/send?to={to}&text={text}", "headers": {"x-key": "{key}"}}',
            "sms.key": "hush",
            "zarinpal-merchant": "00000000-0000-4000-8000-000000000000",
            "s3-key": "id",
            "s3-secret": "hush",
        }[key]

    def ask(self, process: Process) -> tuple[set[str], str]:
        """The names of all settings that the process reads, and what is wrong with them."""
        shutil.rmtree(self.path("/etc"), ignore_errors=True)
        for path, (secret, key) in process.files().items():
            self._write(path, self._content(secret, key))
        environment = {name: self.path(value) if value.startswith("/") else value for name, value in process.settings().items()}
        binary = process.container["image"].rpartition("/")[2].partition(":")[0].partition("@")[0]
        words = ASKS[process.container["args"][0]]
        done = subprocess.run([BINARIES / binary, *words], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
        return set(done.stdout.split()), done.stderr if done.returncode else ""


def problems(machine: Machine, process: Process) -> list[str]:
    """A sentence for each setting, file or call in which manifests and process differ."""
    asked, wrong = machine.ask(process)
    if wrong:
        return [f"{process.name}: {wrong.strip()}"]
    given, files = process.settings(), process.files()
    named = {value for value in given.values() if value.startswith("/etc/pishkhan/")}
    told = [f"{name} is read, and not given" for name in asked - given.keys()]
    told += [f"{name} is given, and nobody reads it" for name in given.keys() - asked]
    told += [f"no setting names {path}, which is mounted" for path in files.keys() - named]
    told += [f"nothing is mounted at {path}" for path in named - files.keys()]
    return [f"{process.name}: {text}" for text in sorted(told + calls(process, asked))]


def calls(process: Process, asked: set[str]) -> list[str]:
    """Whom a process calls, by its settings, against whom its network policy lets it call."""
    given = process.settings()
    wanted = {(name, int(given[f"{name.upper()}_URL"].rpartition(":")[2])) for name in SERVICES if f"{name.upper()}_URL" in asked & given.keys()}
    allowed = set()
    for rule in process.policy().get("egress", []):
        names = [peer["podSelector"]["matchLabels"][NAME] for peer in rule["to"] if "namespaceSelector" not in peer and "podSelector" in peer]
        allowed |= {(name, port["port"]) for name in names for port in rule["ports"]}
    told = [f"calls {name} at {port}, and its policy forbids it" for name, port in wanted - allowed]
    return told + [f"its policy allows {name} at {port}, which it never calls" for name, port in allowed - wanted]


def callers(house: list[dict]) -> list[str]:
    """Who may call a service by its policy, against who is let out to it by theirs."""
    policies = [found for found in house if found["kind"] == "NetworkPolicy" and found["spec"]["podSelector"].get("matchLabels")]
    let_out, let_in = set(), set()
    for policy in policies:
        name = policy["spec"]["podSelector"]["matchLabels"][NAME]
        for rule in policy["spec"].get("egress", []):
            let_out |= {(name, peer["podSelector"]["matchLabels"][NAME]) for peer in rule["to"] if set(peer) == {"podSelector"}}
        for rule in policy["spec"].get("ingress", []):
            let_in |= {(peer["podSelector"]["matchLabels"][NAME], name) for peer in rule["from"] if set(peer) == {"podSelector"}}
    told = [f"{callee} lets {caller} in, who is not let out to it" for caller, callee in let_in - let_out]
    return sorted(told + [f"{caller} is let out to {callee}, which does not let it in" for caller, callee in let_out - let_in])


def other_versions(house: list[dict]) -> list[str]:
    """Images whose tag is not the version that the binary of that name says."""
    told = []
    for image in sorted({process.container["image"] for process in processes(house)}):
        name, _, tag = image.rpartition("/")[2].partition(":")
        said = subprocess.run([BINARIES / name, "--version"], env={}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
        if said.returncode or not said.stdout.startswith(f"{name} {tag} ("):
            told.append(f"{image} is started, the binary is {said.stdout.strip()}")
    return told


class Settings(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.machine = Machine(pathlib.Path(cls.folder.name))
        cls.houses = {name: render(K8S / "overlays" / name) for name in ENVIRONMENTS}
        cls.houses["example"] = [one for folder in sorted((K8S / "example").iterdir()) for one in render(folder)]

    def test_what_is_given_is_what_is_read_and_it_is_good(self) -> None:
        for name, objects in self.houses.items():
            found = processes(objects)
            # six servers, five migrations and the tools
            self.assertGreaterEqual(len(found), 12)
            for process in found:
                with self.subTest(environment=name, process=process.name):
                    self.assertEqual(problems(self.machine, process), [])

    def test_who_is_let_out_is_let_in(self) -> None:
        for name, objects in self.houses.items():
            with self.subTest(environment=name):
                self.assertEqual(callers(objects), [])

    def orders(self, change) -> list[str]:
        """What is told of the server of orders after a change of its objects."""
        process = next(found for found in processes(copy.deepcopy(self.houses["production"])) if found.name == "Deployment/orders")
        settings = next(found for found in process.objects if found["metadata"]["name"] == process.container["envFrom"][0]["configMapRef"]["name"])
        change(process, settings["data"])
        return [text.removeprefix("Deployment/orders: ") for text in problems(self.machine, process)]

    def test_planted_faults_are_told(self) -> None:
        def unmounted(process: Process, _: dict) -> None:
            secret = next(volume["secret"] for volume in process.pod["spec"]["volumes"] if volume["name"] == "ca")
            secret["items"] = [item for item in secret["items"] if item["key"] != "redis.crt"]

        def unread(process: Process, _: dict) -> None:
            secret = next(volume["secret"] for volume in process.pod["spec"]["volumes"] if volume["name"] == "secrets")
            secret["items"].append({"key": "sms.key", "path": "sms.key"})

        def another_port(process: Process, _: dict) -> None:
            rule = next(rule for rule in process.policy()["egress"] if "settings" in str(rule))
            rule["ports"] = [{"port": 50059}]

        for change, told in (
            (lambda _, data: data.pop("RUST_LOG"), ["RUST_LOG is read, and not given"]),
            (lambda _, data: data.update(RUSTLOG="info"), ["RUSTLOG is given, and nobody reads it"]),
            (unread, ["no setting names /etc/pishkhan/secrets/sms.key, which is mounted"]),
            (another_port, ["calls settings at 50052, and its policy forbids it", "its policy allows settings at 50059, which it never calls"]),
        ):
            self.assertEqual(self.orders(change), told)
        for change, told in (
            (unmounted, "REDIS_CA_FILE"),
            (lambda _, data: data.update(DATABASE_POOL_SIZE="1"), "DATABASE_POOL_SIZE: must be at least 2"),
            (lambda _, data: data.update(CATALOGUE_URL="http://catalogue:50054"), "CATALOGUE_URL: must be a URL of the form https"),
            (lambda _, data: data.pop("DATABASE_URL_FILE"), "DATABASE_URL: is missing"),
        ):
            [found] = self.orders(change)
            self.assertIn(told, found)

    def test_the_version_that_is_built_is_started(self) -> None:
        for name, objects in self.houses.items():
            with self.subTest(environment=name):
                self.assertEqual(len({process.container["image"] for process in processes(objects)}), len(SERVICES) + 2)
                self.assertEqual(other_versions(objects), [])
        house = copy.deepcopy(self.houses["production"])
        next(process for process in processes(house) if process.name == "Deployment/orders").container["image"] = "registry.example/pishkhan/orders:9.9.9"
        [found] = other_versions(house)
        self.assertRegex(found, r"^registry\.example/pishkhan/orders:9\.9\.9 is started, the binary is orders \d+\.\d+\.\d+ \(\w+\)$")

    def test_who_is_let_out_and_not_in_is_told(self) -> None:
        house = copy.deepcopy(self.houses["production"])
        policy = next(found for found in house if found["kind"] == "NetworkPolicy" and found["metadata"]["name"] == "settings")
        policy["spec"]["ingress"][0]["from"][0]["podSelector"]["matchLabels"][NAME] = "reports"
        self.assertEqual(callers(house), ["bff is let out to settings, which does not let it in", "settings lets reports in, who is not let out to it"])


if __name__ == "__main__":
    unittest.main()
