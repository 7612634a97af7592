#!/usr/bin/env python3
"""Holds the client's two languages against each other: the same files, keys and variables, nothing empty."""
import json
import pathlib
import re
import sys

LOCALES = pathlib.Path(__file__).resolve().parents[2] / "frontend/src/shared/i18n/locales"
SOURCE, OTHER = "fa", "en"
# a language has the plural forms that it needs
_PLURAL = re.compile(r"_(zero|one|two|few|many|other)$")


def leaves(tree, path=""):
    for key, value in tree.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            yield from leaves(value, here)
        else:
            for place, text in enumerate(value) if isinstance(value, list) else ((None, value),):
                yield (here if place is None else f"{here}[{place}]"), text


def read(language):
    found = {}
    for path in sorted((LOCALES / language).glob("*.json")):
        for key, text in leaves(json.loads(path.read_text(encoding="utf-8"))):
            found.setdefault((path.stem, _PLURAL.sub("", key)), []).append(text if isinstance(text, str) else json.dumps(text))
    return found


def variables(texts):
    return {name.strip() for text in texts for name in re.findall(r"{{\s*([^,}]+)", text)}


def main():
    ours, theirs, wrong = read(SOURCE), read(OTHER), []
    for namespace, key in sorted(ours.keys() ^ theirs.keys()):
        language = OTHER if (namespace, key) in ours else SOURCE
        wrong.append(f"{language}/{namespace}.json: {key} is missing")
    for place in sorted(ours.keys() & theirs.keys()):
        name = f"{place[0]}.json: {place[1]}"
        if variables(ours[place]) != variables(theirs[place]):
            wrong.append(f"{name} has {sorted(variables(ours[place]))} in {SOURCE} but {sorted(variables(theirs[place]))} in {OTHER}")
        if not all(text.strip() for text in ours[place] + theirs[place]):
            wrong.append(f"{name} is empty")
    print("\n".join([*wrong, f"texts: {len(ours)} keys in {SOURCE}, {len(theirs)} in {OTHER}, {len(wrong)} faults"]))
    return 1 if wrong or not ours else 0


if __name__ == "__main__":
    sys.exit(main())
