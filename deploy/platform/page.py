"""The commands of docs/operations/kubernetes.md."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Container

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/operations/kubernetes.md"
# the step before the first
BEFORE = "What is there before"


def commands(steps: Container[int]) -> str:
    """Of these steps, for a shell: each is announced by its heading."""
    lines: list[str] = []
    wanted = False
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            number = re.match(r"\d+", line[3:])
            wanted = (int(number[0]) if number else 0 if line[3:] == BEFORE else -1) in steps
            lines += [f"echo '{line}'"] if wanted else []
        elif wanted and line.startswith("    "):
            lines.append(line[4:])
    return "\n".join(lines) + "\n"
