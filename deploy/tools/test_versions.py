"""Every place says the same version, and a release changes them all; planted faults are told."""

import importlib.machinery
import importlib.util
import pathlib
import re
import shutil
import subprocess
import tempfile
import tomllib
import unittest
from unittest import mock

import versions

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHANGELOG = "# Changelog\n\nFor all.\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 0.1.0 - 2026-01-31\n\n### Fixed\n- A fault.\n"


class Tree(unittest.TestCase):
    """A copy of what says the version; nothing was released but 0.1.0."""

    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for place in versions.PLACES:
            for source in ROOT.glob(place):
                target = self.root / source.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        for path, pattern, text in versions._texts(self.root):
            path.write_text(re.sub(pattern, r"\g<1>0.1.0", text))
        self.changelog = self.root / "CHANGELOG.md"
        self.changelog.write_text(CHANGELOG)

    def files(self):
        return {path: path.read_text() for path in self.root.rglob("*") if path.is_file()}

    def plant(self, path, old, new):
        text = (self.root / path).read_text()
        self.assertIn(old, text)
        (self.root / path).write_text(text.replace(old, new, 1))

    def told(self):
        return list(versions.problems(self.root))


class Places(Tree):
    def test_this_repository_says_one_version(self):
        self.assertEqual(list(versions.problems(ROOT)), [])

    def test_a_release_is_in_every_place(self):
        before = self.files()
        versions.prepare(self.root, "0.2.0", "2026-02-28")
        self.assertEqual(self.told(), [])
        after = self.files()
        tagged = {path for path, text in before.items() if "newTag:" in text}
        self.assertEqual(len(tagged), 21)
        changed = {path for path in after if after[path] != before[path]}
        others = {self.root / place for place in ("Cargo.toml", "Cargo.lock", "frontend/package.json", "frontend/package-lock.json", "CHANGELOG.md")}
        self.assertEqual(changed, tagged | others)
        ours = [package["version"] for package in tomllib.loads(after[self.root / "Cargo.lock"])["package"] if "source" not in package]
        self.assertGreater(len(ours), 10)
        self.assertEqual(set(ours), {"0.2.0"})
        for path in changed - {self.changelog}:
            lines = zip(before[path].splitlines(), after[path].splitlines(), strict=True)
            self.assertTrue(all(new in (old, old.replace("0.1.0", "0.2.0")) for old, new in lines), path)
        self.assertEqual(after[self.changelog], CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n## 0.2.0 - 2026-02-28\n"))

    def test_the_first_release_may_have_the_version_that_is_said(self):
        self.changelog.write_text("# Changelog\n\n## Unreleased\n\n### Added\n- All.\n")
        versions.prepare(self.root, "0.1.0", "2026-02-28")
        self.assertEqual(self.told(), [])

    def test_what_cannot_be_a_release_changes_nothing(self):
        nothing_new = CHANGELOG.replace("### Added\n- A thing.\n\n", "")
        for version, changelog, why in (
            ("0.1.0", CHANGELOG, "0.1.0 is not newer than 0.1.0, which is released"),
            ("0.0.9", CHANGELOG, "not newer than 0.1.0"),
            ("0.0.9", CHANGELOG.partition("## 0.1.0")[0], "older than 0.1.0, which Cargo.toml says"),
            ("v0.2.0", CHANGELOG, "v0.2.0 is no version"),
            ("0.2", CHANGELOG, "no version"),
            ("0.02.0", CHANGELOG, "no version"),
            ("0.2.0\n", CHANGELOG, "no version"),
            ("0.2.0", nothing_new, "nothing of what is new"),
            ("0.2.0", "", "does not begin with its title"),
            ("0.2.0", CHANGELOG.replace("Unreleased", "Next"), "'## Next' is neither"),
            ("0.2.0", CHANGELOG + "\n## Unreleased\n", "once, above all releases"),
        ):
            with self.subTest(version=version, why=why):
                self.changelog.write_text(changelog)
                before = self.files()
                with self.assertRaisesRegex(versions.VersionError, re.escape(why)):
                    versions.prepare(self.root, version, "2026-02-28")
                self.assertEqual(self.files(), before)


class Problems(Tree):
    def test_each_place_that_differs_is_told(self):
        for place, text in (
            ("Cargo.lock", 'name = "pishkhan-orders"\nversion = "'),
            ("frontend/package.json", '"version": "'),
            ("frontend/package-lock.json", '"version": "'),
            ("deploy/k8s/orders/production/kustomization.yaml", 'newTag: "'),
            ("deploy/k8s/tools/dev/kustomization.yaml", 'newTag: "'),
        ):
            with self.subTest(place):
                self.assertEqual(self.told(), [])
                self.plant(place, f"{text}0.1.0", f"{text}0.3.0")
                self.assertEqual(self.told(), [f"{place} says 0.3.0, Cargo.toml 0.1.0"])
                self.plant(place, f"{text}0.3.0", f"{text}0.1.0")

    def test_a_place_that_says_none_is_told(self):
        self.plant("frontend/package.json", "  ", "    ")
        self.assertEqual(self.told(), ["no version is found in frontend/package.json"])

    def test_what_is_wrong_with_the_changelog_is_told(self):
        for old, new, why in (
            ("### Fixed", "### Mended", "0.1.0 has Mended, and not one of Added, "),
            ("### Added", "### added", "Unreleased has added, and not one of Added, "),
            ("- A fault.\n", "", "0.1.0 has a part that says nothing"),
            ("- A thing.\n", "\n### Fixed\n- A.\n", "Unreleased has a part that says nothing"),
            ("### Fixed\n- A fault.\n", "A fault.\n", "0.1.0 has a part that says nothing"),
            ("## 0.1.0 - 2026-01-31", "## 0.1.0 - January", "'## 0.1.0 - January' is neither"),
            ("## 0.1.0 -", "## 0.0.9 -", "the newest release of CHANGELOG.md is 0.0.9, Cargo.toml says 0.1.0"),
            ("## 0.1.0 - 2026-01-31\n", "## 0.1.0 - 2026-01-31\n\n### Fixed\n- B.\n\n## 0.1.0 - 2026-01-31\n", "0.1.0 of 2026-01-31 stands above 0.1.0 of 2026-01-31"),
            ("## 0.1.0 - 2026-01-31\n", "## 0.1.0 - 2026-01-31\n\n### Fixed\n- B.\n\n## 0.0.9 - 2026-02-01\n", "0.1.0 of 2026-01-31 stands above 0.0.9 of 2026-02-01"),
        ):
            with self.subTest(why):
                self.changelog.write_text(CHANGELOG)
                self.plant("CHANGELOG.md", old, new)
                told = self.told()
                self.assertEqual(len(told), 1, told)
                self.assertIn(why, told[0])


class Release(Tree):
    """`deploy/release VERSION`, before it builds."""

    def setUp(self):
        super().setUp()
        loader = importlib.machinery.SourceFileLoader("release", str(ROOT / "deploy/release"))
        self.release = importlib.util.module_from_spec(importlib.util.spec_from_loader("release", loader))
        loader.exec_module(self.release)
        self.enterContext(mock.patch.object(self.release, "ROOT", self.root))
        self.git("init", "--quiet")
        self.commit()

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@example.com", *words], cwd=self.root, check=True)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "All")

    def refuses(self, version, why):
        with self.assertRaisesRegex(self.release.Trouble, re.escape(why)):
            self.release.check(version)

    def test_it_is_made_of_a_commit_that_says_so(self):
        self.refuses("0.2.0", "this commit is of 0.1.0: `deploy/release prepare 0.2.0`, and commit it")
        versions.prepare(self.root, "0.2.0", "2026-02-28")
        self.refuses("0.2.0", "what is not committed would be released")
        self.commit()
        self.release.check("0.2.0")
        self.git("tag", "v0.2.0")
        self.release.check("0.2.0")
        self.commit()
        self.refuses("0.2.0", "v0.2.0 is another commit: ")

    def test_a_version_without_changes_or_with_two_versions_is_none(self):
        self.changelog.write_text(CHANGELOG.partition("## 0.1.0")[0])
        self.plant("deploy/k8s/bff/dev/kustomization.yaml", "0.1.0", "0.0.9")
        self.commit()
        self.refuses("0.1.0", "CHANGELOG.md does not know 0.1.0")
        self.refuses("0.1.0", "deploy/k8s/bff/dev/kustomization.yaml says 0.0.9, Cargo.toml 0.1.0")


if __name__ == "__main__":
    unittest.main()
