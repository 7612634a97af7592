"""Ten slices, and all of `make prove` in them."""

import pathlib
import re
import shlex
import unittest

DEPLOY = pathlib.Path(__file__).resolve().parents[2]
SPECS = DEPLOY.parent / "frontend/e2e/specs"
# The tables, and the tests that look at more widths when all is run: `make test` has none or less of these.
WHOLE = {"cut-off", "layer-code", "states", "screens", "layers"}


class Slices(unittest.TestCase):
    def setUp(self):
        text = (DEPLOY / "prove/slice").read_text(encoding="utf-8")
        self.slices = re.search(r"SLICES=\(\n(.*?)\n\)", text, re.S)[1].splitlines()
        # what each kind of command is given, in order
        self.parts: dict[str, list[list[str]]] = {}
        for line in self.slices:
            for command in re.search(r'"(.*)"', line)[1].split(" && "):
                kind, *words = shlex.split(command)
                self.parts.setdefault(kind, []).append(words)

    def test_there_are_ten(self):
        self.assertEqual(len(self.slices), 10)

    def test_every_scene_is_in_one(self):
        text = (DEPLOY / "prove/__main__.py").read_text(encoding="utf-8")
        scenes = re.findall(r'"(\w+)"', re.search(r"^SCENES = \((.*)\)$", text, re.M)[1])
        self.assertEqual(sorted(sum(self.parts["scenes"], [])), sorted(scenes))

    def test_every_browser_test_is_in_one_and_those_that_say_more_are_whole(self):
        specs = {file.name.partition(".spec.")[0] for file in SPECS.glob("*.spec.ts")}
        self.assertEqual(sorted(sum(self.parts["rest"], [])), sorted(f"{spec}.spec" for spec in specs - WHOLE))
        halves: dict[tuple[str, str], set[str]] = {}
        whole = set()
        for words in self.parts["whole"]:
            files = [word.removesuffix(".spec") for word in words if word.endswith(".spec")]
            if len(words) == len(files):
                whole.update(files)
                continue
            spec, option, pattern = words
            halves.setdefault((spec.removesuffix(".spec"), pattern), set()).add(option)
        # a file in two slices: what a pattern fits, and what it does not
        self.assertTrue(all(options == {"--grep", "--grep-invert"} for options in halves.values()), halves)
        self.assertEqual(whole | {spec for spec, _ in halves}, WHOLE)

    def test_the_long_tests_are_in_one(self):
        self.assertIn("deploy/prove/long-tests", self.parts)
        self.assertEqual(set(self.parts), {"scenes", "rest", "whole", "deploy/prove/long-tests"})


if __name__ == "__main__":
    unittest.main()
