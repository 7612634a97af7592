#!/usr/bin/env python3
"""What `make check`, `make test` or `make green` ends with: summary.py WHOLE REPORTS SECONDS

REPORTS is the folder that say.sh fills. Prints the steps, longest first, each beside its budget; the slowest tests of
every runner; which steps took longer than they may; and last how many tests ran. Leaves the same as summary.json there.
Exits with 1 when a step failed. A step over its budget fails nothing: a busy machine is no fault of the code.
"""

from __future__ import annotations

import json
import pathlib
import re
import sys
import tomllib
import xml.etree.ElementTree as xml
from collections.abc import Iterator
from typing import NamedTuple

BUDGETS = pathlib.Path(__file__).resolve().parents[1] / "budgets.toml"
SLOWEST = 20


class Step(NamedTuple):
    name: str
    seconds: int
    good: bool
    budget: int | None


class Test(NamedTuple):
    name: str
    seconds: float
    result: str  # passed, failed or skipped


def steps(file: pathlib.Path, budgets: dict[str, int]) -> list[Step]:
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
    return [Step(name, int(seconds), result == "good", budgets.get(name)) for name, seconds, result in rows]


def nextest(file: pathlib.Path) -> Iterator[Test]:
    """JUnit as cargo-nextest writes it; what it skips is not in there."""
    for suite in xml.parse(file).getroot().iter("testsuite"):
        for case in suite.iter("testcase"):
            failed = case.find("failure") is not None or case.find("error") is not None
            yield Test(f"{suite.get('name')} {case.get('name')}", float(case.get("time", 0)), "failed" if failed else "passed")


def vitest(file: pathlib.Path) -> Iterator[Test]:
    for part in json.loads(file.read_text(encoding="utf-8"))["testResults"]:
        where = part["name"].partition("/frontend/src/")[2] or part["name"]
        # a file that could not be read has no tests to tell of
        if part["status"] == "failed" and not part["assertionResults"]:
            yield Test(where, 0, "failed")
        for test in part["assertionResults"]:
            result = test["status"] if test["status"] in ("passed", "failed") else "skipped"
            yield Test(f"{where} {test['fullName']}", (test.get("duration") or 0) / 1000, result)


def playwright(file: pathlib.Path) -> Iterator[Test]:
    results = {"expected": "passed", "skipped": "skipped"}

    def inside(suite: dict, path: str) -> Iterator[Test]:
        for spec in suite.get("specs", ()):
            for test in spec["tests"]:
                took = sum(result["duration"] for result in test["results"]) / 1000
                yield Test(f"{test['projectName']} {path} {spec['title']}", took, results.get(test["status"], "failed"))
        for part in suite.get("suites", ()):
            yield from inside(part, f"{path} {part['title']}".strip())

    report = json.loads(file.read_text(encoding="utf-8"))
    for _ in report["errors"]:
        yield Test("a file of the browser tests", 0, "failed")
    for suite in report["suites"]:
        yield from inside(suite, suite["title"])


def from_log(file: pathlib.Path) -> Iterator[Test]:
    """Python's unittest, `cargo test` where there is no nextest, and the scenes of `make prove`: numbers, not durations."""
    text = file.read_text(encoding="utf-8", errors="replace")
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for ran in re.findall(r"^Ran (\d+) tests? in ", text, re.M):
        counts["passed"] += int(ran)
    for kind, number in re.findall(r"\b(failures|errors|skipped)=(\d+)", text):
        counts["skipped" if kind == "skipped" else "failed"] += int(number)
        counts["passed"] -= int(number)
    for passed, failed, ignored in re.findall(r"^test result: .*?(\d+) passed; (\d+) failed; (\d+) ignored", text, re.M):
        counts["passed"] += int(passed)
        counts["failed"] += int(failed)
        counts["skipped"] += int(ignored)
    for passed, failed in re.findall(r"^(\d+) passed, (\d+) failed \(seed ", text, re.M):
        counts["passed"] += int(passed)
        counts["failed"] += int(failed)
    for result, number in counts.items():
        yield from [Test(file.stem, 0, result)] * number


READERS = {"rust*.xml": ("Rust", nextest), "client*.json": ("client", vitest), "browser*.json": ("browser", playwright), "*.log": ("", from_log)}


def tests(reports: pathlib.Path) -> dict[str, list[Test]]:
    found: dict[str, list[Test]] = {}
    for pattern, (kind, read) in READERS.items():
        for file in sorted(reports.glob(pattern)):
            found.setdefault(kind, []).extend(read(file))
    return found


def table(done: list[Step], seconds: int, whole_budget: int | None) -> Iterator[str]:
    width = max(len(step.name) for step in done)
    yield f"{'step':{width}}  seconds  budget"
    for step in sorted(done, key=lambda step: -step.seconds):
        yield f"{step.name:{width}}  {step.seconds:7}  {'none' if step.budget is None else step.budget:>6}{'' if step.good else '  FAILED'}"
    yield f"{'all of it':{width}}  {seconds:7}  {'none' if whole_budget is None else whole_budget:>6}"


def slowest(kind: str, all_tests: list[Test]) -> Iterator[str]:
    yield f"the slowest of {len(all_tests)} {kind} tests, which took {sum(test.seconds for test in all_tests):.0f} s, one after another:"
    for test in sorted(all_tests, key=lambda test: -test.seconds)[:SLOWEST]:
        yield f"{test.seconds:7.1f} s  {test.name}"


def over(done: list[Step], whole: Step) -> Iterator[str]:
    for step in (*done, whole):
        if step.budget is None:
            yield f"OVER: {step.name} has no budget in deploy/dev/budgets.toml"
        elif step.seconds > step.budget:
            yield f"OVER: {step.name} took {step.seconds} s, its budget is {step.budget} s"


def main(name: str, reports: pathlib.Path, seconds: int, budgets: dict[str, int]) -> int:
    done = steps(reports / "steps.tsv", budgets)
    whole = Step(f"make {name}", seconds, all(step.good for step in done), budgets.get("all of it"))
    ran = tests(reports)
    counts = {result: sum(test.result == result for kind in ran.values() for test in kind) for result in ("passed", "failed", "skipped")}
    record = {
        "name": name,
        "seconds": seconds,
        "budget": whole.budget,
        "tests": counts,
        "steps": [step._asdict() for step in done],
        "slowest": {kind: [test._asdict() for test in sorted(those, key=lambda test: -test.seconds)[:SLOWEST]] for kind, those in ran.items() if kind},
    }
    (reports / "summary.json").write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    lines = ["", *table(done, seconds, whole.budget)]
    for kind, those in ran.items():
        if kind:
            lines += ["", *slowest(kind, those)]
    failed = [step.name for step in done if not step.good]
    lines += ["", f"{name}: FAILED after {seconds} s: {', '.join(failed)}" if failed else f"{name}: all good after {seconds} s"]
    left_out = reports / "left-out.txt"
    if left_out.exists():
        lines += ["left out, for make check and make test:", *(f"  {line}" for line in left_out.read_text(encoding="utf-8").splitlines())]
    lines += over(done, whole)
    lines.append(f"{name}: {counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    print("\n".join(lines), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), tomllib.loads(BUDGETS.read_text(encoding="utf-8"))[sys.argv[1]]))
