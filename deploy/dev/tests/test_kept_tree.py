"""`.ci/run` in its kept tree answers as it does from nothing, whatever lies there."""

import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
# A small crate in the place of the product; its check says what was built, and of what.
FILES = {
    "Cargo.toml": '[package]\nname = "small"\nversion = "0.1.0"\nedition = "2024"\n[workspace]\n[dependencies]\npart = { path = "part" }\n',
    "src/main.rs": "fn main() { println!(\"built of {}\", part::word()); }\n",
    "part/Cargo.toml": '[package]\nname = "part"\nversion = "0.1.0"\nedition = "2024"\n',
    "part/src/lib.rs": 'pub fn word() -> &\'static str { "one" }\n',
    # with a file of this name beside the cache, a build stands still until it is killed
    "part/build.rs": 'fn main() { while std::path::Path::new(&std::env::var("STANDSTILL").unwrap()).exists() { std::thread::sleep(std::time::Duration::from_millis(20)) } }\n',
    ".gitignore": "/target\n/.dev\nnode_modules\n",
    "Makefile": "test:\n\t@echo tested\n",
    "deploy/dev/test": "#!/bin/sh\n",
    "deploy/prove/slice": "#!/bin/sh\n",
    "deploy/dev/check": "#!/bin/sh\nset -e\ncargo build --quiet --locked --offline\ntarget/debug/small\nls -A . src\n",
}


class KeptTree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.base = pathlib.Path(folder.name)
        self.clone, self.kept = self.base / "clone", self.base / "cache/pishkhan/ci"
        self.standstill = self.base / "standstill"
        for name, text in FILES.items():
            self.write(name, text)
        self.write(".ci/run", (ROOT / ".ci/run").read_text(encoding="utf-8"))
        for script in ("dev/check", "dev/test", "prove/slice"):
            (self.clone / "deploy" / script).chmod(0o755)
        self.git("init", "--quiet")
        subprocess.run(["cargo", "generate-lockfile", "--quiet", "--offline"], cwd=self.clone, check=True)
        self.commit()

    def write(self, name: str, text: str, base: pathlib.Path | None = None):
        file = (base or self.clone) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def git(self, *words: str):
        who = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        for part in ("AUTHOR", "COMMITTER"):
            who |= {f"GIT_{part}_NAME": "test", f"GIT_{part}_EMAIL": "test@localhost"}
        subprocess.run(["git", *words], cwd=self.clone, check=True, env=os.environ | who)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "as it is")

    def start(self, **more: str) -> subprocess.Popen:
        ours = ("CARGO_TARGET_DIR", "RUSTC_WORKSPACE_WRAPPER", "CLIPPY_ARGS", "PISHKHAN_BARE")
        environment = {name: value for name, value in os.environ.items() if name not in ours}
        environment |= {"XDG_CACHE_HOME": str(self.base / "cache"), "STANDSTILL": str(self.standstill), **more}
        return subprocess.Popen(["bash", ".ci/run"], cwd=self.clone, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)

    def answer(self, **more: str) -> str:
        """What the check printed, and the exit code."""
        run = self.start(**more)
        output, _ = run.communicate(timeout=60)
        return f"{output[output.index('built of'):] if 'built of' in output else output}{run.returncode}"

    def assert_as_from_nothing(self, said: str):
        kept = self.answer()
        self.assertIn(said, kept)
        self.git("clean", "--quiet", "-ffdx")
        bare = self.answer(PISHKHAN_BARE="1")
        # what was built lies in either tree
        self.assertEqual(kept, bare)
        self.git("clean", "--quiet", "-ffdx")

    def test_it_answers_as_from_nothing(self):
        self.assert_as_from_nothing("built of one")

        with self.subTest("a change of one line"):
            self.write("part/src/lib.rs", 'pub fn word() -> &\'static str { "two" }\n')
            self.commit()
            self.assert_as_from_nothing("built of two")

        with self.subTest("the commit before, again"):
            self.git("checkout", "--quiet", "--detach", "HEAD~1")
            self.assert_as_from_nothing("built of one")

        with self.subTest("files that somebody left or changed in the kept tree"):
            self.write("src/left.rs", "not Rust", self.kept)
            self.write("part/src/lib.rs", 'pub fn word() -> &\'static str { "changed" }\n', self.kept)
            self.write("Cargo.lock", "version = 4\n", self.kept)
            subprocess.run(["cargo", "build", "--quiet", "--offline"], cwd=self.kept, check=True, env=os.environ | {"STANDSTILL": "none"})
            self.assert_as_from_nothing("built of one")

        with self.subTest("a run that was killed while it built, and one while it checked files out"):
            self.write("part/src/lib.rs", 'pub fn word() -> &\'static str { "three" }\n')
            self.write("part/build.rs", FILES["part/build.rs"] + "// changed\n")
            self.commit()
            self.standstill.touch()
            run = self.start()
            limit = time.monotonic() + 30
            while not list(self.kept.glob("target/debug/build/part-*/build-script-build")):
                self.assertLess(time.monotonic(), limit)
                time.sleep(0.02)
            os.killpg(run.pid, signal.SIGKILL)
            run.communicate()
            self.standstill.unlink()
            (self.kept / ".git/index.lock").touch()
            self.assert_as_from_nothing("built of three")

    def test_what_fails_fails_and_what_is_kept_serves_again(self):
        self.answer()
        built = self.kept / "target/debug/small"
        at = built.stat().st_mtime_ns
        self.write("README.md", "other words")
        self.commit()
        self.answer()
        self.assertEqual(built.stat().st_mtime_ns, at, "nothing was built again")
        good = self.base / "cache/pishkhan/good"
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=self.clone, check=True, capture_output=True, text=True).stdout
        self.assertEqual(good.read_text(encoding="utf-8"), head)
        self.write("src/main.rs", "fn main() { wrong }\n")
        self.commit()
        self.assertNotEqual(self.answer()[-1], "0")
        self.assertEqual(good.read_text(encoding="utf-8"), head, "what failed is not on record as good")


if __name__ == "__main__":
    unittest.main()
