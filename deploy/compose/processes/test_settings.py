"""What compose.yaml tells a process is what it reads, asked of the built processes themselves, and they find it good.
Needs the binaries in target/debug."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import rules  # noqa: E402

BINARIES = pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or rules.ROOT / "target").resolve() / "debug"
# What a container does, and how the same binary says what it reads for it.
ASKS = {"serve": ["check-config"], "migrate": ["check-config", "migrate"], "seed-demo": ["check-config"]}
# Read by those commands alone that print a link.
LATER = {"demo": {"PISHKHAN_PANEL_URL"}}
# As JSON: what anchors share is changed at one place alone.
GOOD = json.dumps(rules.load()["services"])


class Machine:
    """A folder that looks as the images and volumes of the file do, with keys of development."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.root = folder
        self.run("keys", json.loads(GOOD)["keys"]["command"], {"PISHKHAN_PROFILE": "dev"}).check_returncode()
        for path in ("usr/share/pishkhan/client/index.html", "demo/images/logo.svg"):
            (folder / path).parent.mkdir(parents=True)
            (folder / path).touch()

    def inside(self, value: str) -> str:
        return f"{self.root}{value}" if value.startswith("/") else value

    def run(self, name: str, words: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess:
        given = {setting: self.inside(value) for setting, value in environment.items()}
        command = [BINARIES / rules.OURS[name], *map(self.inside, words)]
        return subprocess.run(command, env=given, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)

    def problems(self, services: rules.Json, name: str) -> list[str]:
        """A sentence for each setting that the process does not take or does not read."""
        given = rules.environment(services[name])
        done = self.run(name, [*ASKS[services[name].get("command", ["serve"])[0]], "--names"], given)
        if done.returncode != 0:
            return [done.stderr.strip()]
        unread = given.keys() - set(done.stdout.split()) - LATER.get(name, set())
        return [f"{setting} is given, and nobody reads it" for setting in sorted(unread)]


class Settings(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.machine = Machine(pathlib.Path(folder.name))

    def test_what_is_given_is_read_and_good(self) -> None:
        services = json.loads(GOOD)
        for name in sorted(rules.OURS.keys() - {"keys"}):
            with self.subTest(name):
                self.assertEqual(self.machine.problems(services, name), [])

    def test_planted_faults_are_told(self) -> None:
        for name, setting, value, words in (
            ("orders", "RUSTLOG", "info", "RUSTLOG is given, and nobody reads it"),
            ("settings", "REDIS_URL", "redis://127.0.0.1:6379", "REDIS_URL is given, and nobody reads it"),
            ("auth-migrate", "PASSPORT_KEY_FILE", f"{rules.KEYS}/auth.key", "PASSPORT_KEY_FILE is given, and nobody reads it"),
            ("demo", "REDIS_URL", "redis://127.0.0.1:6379", "REDIS_URL is given, and nobody reads it"),
            ("bff", "BFF_LISTEN", "0.0.0.0:8080", "BFF_LISTEN: must be a loopback address"),
            ("orders", "CATALOGUE_URL", "", "CATALOGUE_URL: is missing"),
            ("auth", "PASSWORD_KEYS_FILE", f"{rules.KEYS}/none.keys", "PASSWORD_KEYS_FILE: "),
        ):
            with self.subTest(name, setting=setting):
                services = json.loads(GOOD)
                services[name]["environment"][setting] = value
                [told] = self.machine.problems(services, name)
                self.assertIn(words, told)


if __name__ == "__main__":
    unittest.main()
