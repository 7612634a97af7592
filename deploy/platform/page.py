"""The commands of docs/operations/kubernetes.md."""

from __future__ import annotations

import pathlib
import re

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/operations/kubernetes.md"
# before the first step they say what is there
BEFORE = "What is there before"


def commands(*steps: str) -> str:
    """For a shell, in their order, each step announced by its heading: of these, or of all."""
    lines: list[str] = []
    wanted = False
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:]
            wanted = heading in (steps or (BEFORE,)) or (not steps and re.match(r"\d", heading) is not None)
            lines += [f"echo '{line}'"] if wanted else []
        elif wanted and line.startswith("    "):
            lines.append(line[4:])
    return "\n".join(lines) + "\n"
