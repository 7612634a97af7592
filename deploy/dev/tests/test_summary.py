"""What stands at the end of `make check` and `make test`, made of real reports in small."""

import contextlib
import io
import json
import pathlib
import re
import sys
import tempfile
import tomllib
import unittest

DEV = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(DEV / "lib"))

import summary  # noqa: E402

JUNIT = """<?xml version="1.0"?><testsuites tests="2" failures="1"><testsuite name="pishkhan-orders::it">
<testcase name="slow" time="66.1"/><testcase name="wrong" time="0.25"><failure type="test failure"/></testcase>
</testsuite></testsuites>"""
VITEST = {
    "testResults": [
        {
            "name": "/somewhere/frontend/src/pages/home.test.tsx",
            "status": "passed",
            "assertionResults": [
                {"fullName": "home greets", "status": "passed", "duration": 1500.0},
                {"fullName": "home waits", "status": "pending"},
            ],
        },
        {"name": "/somewhere/frontend/src/broken.test.ts", "status": "failed", "assertionResults": []},
    ]
}
PLAYWRIGHT = {
    "errors": [],
    "suites": [
        {
            "title": "order.spec.ts",
            "specs": [],
            "suites": [
                {
                    "title": "an order",
                    "specs": [
                        {"title": "is saved", "tests": [{"projectName": "phone", "status": "expected", "results": [{"duration": 2500}]}]},
                        {"title": "is kept", "tests": [{"projectName": "desktop", "status": "unexpected", "results": [{"duration": 500}]}]},
                    ],
                }
            ],
        }
    ],
}


class Summary(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.reports = pathlib.Path(folder.name)

    def write(self, **files: str):
        for name, text in files.items():
            (self.reports / name.replace("_", ".")).write_text(text, encoding="utf-8")

    def end(self, budgets: dict[str, int], seconds: int = 100) -> tuple[int, list[str]]:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            code = summary.main("test", self.reports, seconds, budgets)
        return code, printed.getvalue().splitlines()

    def test_steps_stand_longest_first_beside_their_budgets(self):
        self.write(steps_tsv="quick\t2\tgood\nlong\t90\tgood\n")
        code, lines = self.end({"quick": 5, "long": 95, "all of it": 120})
        self.assertEqual(code, 0)
        rows = [line.split() for line in lines if line]
        self.assertEqual(rows[1:4], [["long", "90", "95"], ["quick", "2", "5"], ["all", "of", "it", "100", "120"]])
        self.assertEqual(lines[-2:], ["test: all good after 100 s", "test: 0 passed, 0 failed, 0 skipped"])

    def test_what_took_too_long_is_told_at_the_very_end_and_fails_nothing(self):
        self.write(steps_tsv="quick\t6\tgood\nnew\t1\tgood\n")
        code, lines = self.end({"quick": 5, "all of it": 50}, seconds=51)
        self.assertEqual(code, 0)
        self.assertEqual(
            lines[-4:-1],
            [
                "OVER: quick took 6 s, its budget is 5 s",
                "OVER: new has no budget in deploy/dev/budgets.toml",
                "OVER: make test took 51 s, its budget is 50 s",
            ],
        )

    def test_what_was_left_out_is_told(self):
        self.write(steps_tsv="one\t1\tgood\n")
        (self.reports / "left-out.txt").write_text("client: size\n", encoding="utf-8")
        lines = self.end({"one": 5, "all of it": 200})[1]
        self.assertEqual(lines[lines.index("left out, for make check and make test:") + 1], "  client: size")

    def test_a_failed_step_is_named_and_fails_the_whole(self):
        self.write(steps_tsv="one\t1\tFAILED\ntwo\t1\tgood\n")
        code, lines = self.end({"one": 5, "two": 5, "all of it": 200})
        self.assertEqual(code, 1)
        self.assertIn("test: FAILED after 100 s: one", lines)

    def test_every_runners_tests_are_counted_and_the_slowest_named(self):
        self.write(steps_tsv="all\t1\tFAILED\n", rust_xml=JUNIT, client_json=json.dumps(VITEST), browser_json=json.dumps(PLAYWRIGHT))
        self.write(python_log="..s\nRan 26 tests in 2.1s\n\nFAILED (failures=1, skipped=2)\n")
        _, lines = self.end({})
        # Rust 1, client 1, browser 1 and Python 23; failed are one of each; skipped one of the client's and two of Python's
        self.assertEqual(lines[-1], "test: 26 passed, 4 failed, 3 skipped")
        self.assertIn("the slowest of 2 Rust tests, which took 66 s, one after another:", lines)
        for row in ("   66.1 s  pishkhan-orders::it slow", "    1.5 s  pages/home.test.tsx home greets", "    2.5 s  phone order.spec.ts an order is saved"):
            self.assertIn(row, lines)
        record = json.loads((self.reports / "summary.json").read_text(encoding="utf-8"))
        self.assertEqual(record["tests"], {"passed": 26, "failed": 4, "skipped": 3})
        self.assertEqual(record["slowest"]["Rust"][0]["seconds"], 66.1)

    def test_cargo_tests_own_words_count_where_nextest_is_not_there(self):
        self.write(steps_tsv="all\t1\tgood\n", rust_log="test result: ok. 7 passed; 0 failed; 1 ignored; 0 measured\ntest result: FAILED. 1 passed; 2 failed; 0 ignored;\n")
        self.assertEqual(self.end({})[1][-1], "test: 8 passed, 2 failed, 1 skipped")

    def test_claims_of_scenes_count(self):
        self.write(steps_tsv="all\t1\tgood\n", slice_log="  ok    the customer of our orders is listed\n11 passed, 2 failed (seed 503495435, 133 s)\nstopping…\n")
        self.assertEqual(self.end({})[1][-1], "test: 11 passed, 2 failed, 0 skipped")


class Budgets(unittest.TestCase):
    def test_every_step_has_one_and_every_one_a_step(self):
        budgets = tomllib.loads((DEV / "budgets.toml").read_text(encoding="utf-8"))
        for whole, script in (("check", "dev/check"), ("test", "dev/test"), ("green", "dev/green"), ("prove", "prove/slice")):
            script = (DEV.parent / script).read_text(encoding="utf-8")
            named = {name for name in re.findall(r'\b(?:step|beside) "([^"]+)"', script) if "$" not in name}
            if "client: $script" in script:
                listed = re.search(r"for script in ([^;]+);", script)
                named |= {f"client: {name}" for name in listed[1].split()}
            self.assertEqual(named | {"all of it"}, set(budgets[whole]), whole)


if __name__ == "__main__":
    unittest.main()
