"""compose.yaml keeps the Compose Specification and our rules; each fault that is planted in it is told, and nothing else."""

from __future__ import annotations

import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Iterator

sys.dont_write_bytecode = True
FOLDER = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(FOLDER))

import rules  # noqa: E402 - it makes the packages importable, too

import jsonschema  # noqa: E402

# Not imported: that would need what its command needs.
PACKAGE = pathlib.Path(importlib.util.find_spec("check_jsonschema").origin).parent
SCHEMA = json.loads((PACKAGE / "builtin_schemas/vendor/compose-spec.json").read_text(encoding="utf-8"))
TEXT = (FOLDER / "compose.yaml").read_text(encoding="utf-8")
# As JSON: what anchors share is changed at one place alone.
GOOD = json.dumps(rules.load())
GONE = object()
COMPLETED, HEALTHY = "service_completed_successfully", "service_healthy"


def planted(path: str, value: object = GONE) -> rules.Json:
    """The file with another value at a PATH of keys and places; `+` appends."""
    compose = where = json.loads(GOOD)
    *keys, last = path.split()
    for key in keys:
        where = where[int(key)] if isinstance(where, list) else where[key]
    if last == "+":
        where.append(value)
    elif value is GONE:
        del where[int(last) if isinstance(where, list) else last]
    else:
        where[int(last) if isinstance(where, list) else last] = value
    return compose


def against_schema(compose: rules.Json) -> list[str]:
    told = jsonschema.validators.validator_for(SCHEMA)(SCHEMA).iter_errors(compose)
    return [f"{error.json_path.removeprefix('$.')}: {error.message}" for error in told]


def planted_faults() -> Iterator[tuple[str, object, str]]:
    """Faults of one place, for which one sentence is told: path below services, value, words."""
    yield "orders", GONE, "orders: is missing"
    yield "mail", {"image": "mail:1"}, "mail: is missing, or nobody knows it"

    yield "front ports 0", "8080:8000", "front: publishes ['8080:8000']"
    yield "front ports 0", "127.0.0.1:8080:8001", "front: publishes"
    yield "front ports +", "127.0.0.1:5432:5432", "front: publishes"
    yield "front network_mode", "host", "front: network_mode is host"
    yield "postgres ports", ["127.0.0.1:5432:5432"], "postgres: publishes ports"
    for name in ("redis", "keys", "bff"):
        yield f"{name} network_mode", GONE, f"{name}: network_mode is None"
    yield "bff environment BFF_LISTEN", "127.0.0.1:8081", "bff: BFF_LISTEN is not 127.0.0.1:8080"

    yield "redis image", "redis", "redis: image is redis, not an official one with a version"
    yield "redis image", "registry.example/redis:8", "redis: image is registry.example/redis:8"
    for name in ("auth", "bff", "orders-migrate", "demo"):
        yield f"{name} image", "pishkhan/reports:${PISHKHAN_VERSION:-local}", f"{name}: image is pishkhan/reports"
        yield f"{name} build args SERVICE", "reports", f"{name}: build is"
        yield f"{name} build", GONE, f"{name}: build is None"
        yield f"{name} user", "0", f"{name}: user is 0"
        yield f"{name} read_only", False, f"{name}: read_only is False"
        yield f"{name} cap_drop", GONE, f"{name}: cap_drop is None"
        yield f"{name} security_opt 0", "seccomp:unconfined", f"{name}: security_opt is"
    yield "orders healthcheck", GONE, "orders: its image says how health is asked"
    yield "orders healthcheck test", ["CMD", "true"], "orders: its image says how health is asked"
    yield "orders restart", GONE, "orders: restart is None"
    yield "demo restart", "always", "demo: restart is always"

    yield "orders environment PASSPORT_KEY_FILE", f"{rules.KEYS}/bff.key", "orders: PASSPORT_KEY_FILE is"
    yield "demo environment PASSPORT_KEY_FILE", f"{rules.KEYS}/auth.key", "demo: PASSPORT_KEY_FILE is"
    yield "keys environment PISHKHAN_PROFILE", "production", "keys: PISHKHAN_PROFILE is production"
    owner = "postgresql://pishkhan_orders_owner@127.0.0.1:5432/pishkhan_orders"
    yield "orders environment DATABASE_URL", owner, "orders: DATABASE_URL is"
    yield "auth-migrate environment DATABASE_URL", owner, "auth-migrate: DATABASE_URL is"
    yield "auth-migrate environment DATABASE_GRANT_TO", GONE, "auth-migrate: DATABASE_GRANT_TO is None"
    yield "orders environment CATALOGUE_URL", "http://127.0.0.1:50055", "orders: CATALOGUE_URL is http://127.0.0.1:50055, not http://127.0.0.1:50054"
    yield "orders environment PISHKHAN_ADMIN_LISTEN", "127.0.0.1:9051", "orders: PISHKHAN_ADMIN_LISTEN is 127.0.0.1:9051, which is another one's"
    yield "bff environment PISHKHAN_ADMIN_LISTEN", "0.0.0.0:9080", "bff: PISHKHAN_ADMIN_LISTEN is 0.0.0.0:9080, which is"

    yield "orders depends_on mail", {"condition": HEALTHY}, "orders: waits for mail, which is not there"
    yield "orders depends_on keys condition", "service_started", "orders: waits for keys until service_started"
    yield "demo depends_on bff condition", COMPLETED, f"demo: waits for bff until {COMPLETED}, not {HEALTHY}"
    yield "orders depends_on keys", GONE, "orders: does not wait for keys"
    yield "orders depends_on redis", GONE, "orders: does not wait for redis"
    yield "orders depends_on orders-migrate", GONE, "orders: does not wait for orders-migrate"
    yield "auth-migrate depends_on", GONE, "auth-migrate: does not wait for postgres"
    yield "bff depends_on reports", GONE, "bff: does not wait for reports"
    yield "redis depends_on", {"redis": {"condition": HEALTHY}}, "redis: waits for itself"

    yield "front volumes 0", "./back.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro", "front: ./back.cfg does not exist"
    yield "demo volumes 1", "../demo:/demo", "demo: ../demo is mounted to be written"
    yield "auth volumes 0", f"keys:{rules.KEYS}", "auth: keys is mounted to be written"
    yield "keys volumes 0", f"keys:{rules.KEYS}:ro", "keys: keys is mounted read-only"
    yield "redis volumes +", "more:/more", "volumes: more is declared or used, but not both"
    yield "bff volumes 1", "../demo/images:/pictures:ro", "bff: nothing is mounted at /demo/images"


class Compose(unittest.TestCase):
    def test_the_file_keeps_the_schema_and_the_rules(self) -> None:
        self.assertEqual(against_schema(json.loads(GOOD)), [])
        self.assertEqual(rules.faults(json.loads(GOOD)), [])
        self.assertEqual(list(rules.secrets(TEXT)), [])

    def test_what_the_schema_does_not_know_is_told(self) -> None:
        for path, value, words in (
            ("services orders read-only", True, "services.orders: .*'read-only'"),
            ("services orders cap_drop", "ALL", "services.orders.cap_drop: 'ALL' is not of type 'array'"),
            ("services orders depends_on keys condition", "service_done", "services.orders.depends_on.*service_done"),
            ("services orders healthcheck start", "1s", "services.orders.healthcheck: .*'start'"),
            ("service", {}, "'service'"),
        ):
            with self.subTest(path):
                self.assertRegex("\n".join(against_schema(planted(path, value))), words)

    def test_each_planted_fault_is_told_and_nothing_else(self) -> None:
        for path, value, words in planted_faults():
            with self.subTest(path, value=value):
                [told] = rules.faults(planted(f"services {path}", value))
                self.assertIn(words, told)

    def test_secrets_are_told(self) -> None:
        for line, words in (
            ("DATABASE_URL: postgresql://pishkhan_auth:hush@127.0.0.1/pishkhan_auth", "a URL with a password"),
            ("POSTGRES_PASSWORD: hush", "a setting for a secret"),
            ("BFF_KEY: vQ7y0kzJ0m3oJ5w1mYk0s8c3m1o2p4q6r8t0u2w4y6A=", "what looks like a key"),
            ("command: [log-in, pishkhan-demo-1]", "a password of the demo"),
        ):
            with self.subTest(line):
                self.assertEqual(list(rules.secrets(f"name: pishkhan\n{line}\n")), [f"line 2: {words}"])

    @unittest.skipUnless(shutil.which("haproxy"), "HAProxy is not installed")
    def test_haproxy_takes_its_configuration(self) -> None:
        def check(file: pathlib.Path) -> subprocess.CompletedProcess:
            # -dW: a warning is a fault
            return subprocess.run(["haproxy", "-c", "-dW", "-f", file], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)

        done = check(FOLDER / "front.cfg")
        self.assertEqual(done.returncode, 0, done.stderr)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "front.cfg")
            file.write_text((FOLDER / "front.cfg").read_text(encoding="utf-8").replace("mode tcp", "mode udp"), encoding="utf-8")
            self.assertIn("unknown proxy mode 'udp'", check(file).stderr)


if __name__ == "__main__":
    unittest.main()
