"""What docs/operations/kubernetes.md makes by hand is what the pods mount: its steps are run here without a cluster, with the
built pishkhanctl, and every process is asked whether it can use that. `make platform` runs all of the page."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[2] / "platform")]

import page  # noqa: E402
import test_settings as processes  # noqa: E402

# what is yours, keys, databases, secrets
STEPS = (0, 1, 3, 4, 5)
GIVEN = re.compile(r"^\| `given/(.+?)` \|", re.MULTILINE)
# of servers and accounts that are not ours
TEXTS = {"sms.json": '{"url": "https://sms.invalid/send?to={to}&text={text}", "headers": {"x-key": "{key}"}}', "zarinpal-merchant": "00000000-0000-4000-8000-000000000000"}


class Machine(processes.Machine):
    """Gives the pods what the page has made."""

    def __init__(self, folder: pathlib.Path):
        super().__init__(folder)
        self.secrets = folder / "repository/secrets"
        self.certificates.issue("tool/nightly")
        given = folder / "repository/given"
        given.mkdir(parents=True)
        for name in re.findall(r"[\w.-]+", " ".join(GIVEN.findall(page.PAGE.read_text(encoding="utf-8"))).replace("`", " ")):
            authority = (self.certificates.folder / "ca.pem").read_text(encoding="utf-8") if name.endswith(".crt") else ""
            (given / name).write_text(authority or TEXTS.get(name, "hush"), encoding="utf-8")
        (given.parent / "k8s").symlink_to(processes.K8S)
        programs = folder / "bin"
        programs.mkdir()
        (programs / "pishkhanctl").symlink_to(processes.BINARIES / "pishkhanctl")
        for name in ("psql", "kubectl"):
            (programs / name).write_text("#!/bin/sh\nexit 0\n", encoding="ascii")
            (programs / name).chmod(0o755)
        environment = {"PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(folder)}
        subprocess.run(["bash", "-euo", "pipefail", "-c", page.commands(STEPS)], cwd=given.parent, env=environment, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=60)

    def _content(self, secret: str, key: str) -> str:
        if (self.secrets / secret).is_dir():
            return (self.secrets / secret / key).read_text(encoding="utf-8")
        if secret == "tools-tls" and key != "ca.crt":
            suffix = key.removeprefix("tls.").replace("crt", "pem")
            return (self.certificates.folder / f"tool-nightly.{suffix}").read_text(encoding="utf-8")
        return super()._content(secret, key)


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.machine = Machine(pathlib.Path(folder.name))
        # as the page has copied it, with its addresses
        copied = pathlib.Path(folder.name) / "repository/environments/production"
        house = [one for team in sorted(copied.iterdir()) for one in processes.render(team)]
        cls.issued = {one["spec"]["secretName"] for one in house if one["kind"] == "Certificate"}
        cls.processes = processes.processes(house)
        cls.text = str(house)

    def test_each_secret_that_nobody_issues_is_made_with_the_keys_that_are_mounted(self) -> None:
        mounted = {mount for process in self.processes for mount in process.files().values() if mount[0] not in self.issued}
        made = {(file.parent.name, file.name) for file in self.machine.secrets.glob("*/*")}
        self.assertGreater(len(made), 25)
        self.assertEqual(made, mounted)

    def test_every_process_can_use_what_is_made(self) -> None:
        self.assertGreaterEqual(len(self.processes), 12)
        for process in self.processes:
            with self.subTest(process.name):
                self.assertEqual(processes.problems(self.machine, process), [])

    def test_the_addresses_are_yours(self) -> None:
        self.assertNotRegex(self.text, r"panel\.example|//s3\.example")
        self.assertIn("https://panel.sabz.example", self.text)

    def test_nobody_else_reads_what_is_secret(self) -> None:
        readable = [file.name for folder in ("keys", "secrets") for file in (self.machine.secrets.parent / folder).rglob("*") if file.is_file() and file.stat().st_mode & 0o077]
        self.assertEqual(readable, [])


if __name__ == "__main__":
    unittest.main()
