"""The kustomizations as a release has them: every image of ours by its digest."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator
from typing import Any

from kustomize import render

K8S = pathlib.Path(__file__).resolve().parent
# An image of ours, as every environment's kustomization has it.
IMAGE = re.compile(r'\{ name: pishkhan/(?P<name>[\w-]+), newName: (?P<registry>[^,]+)/pishkhan/(?P=name), newTag: "(?P<tag>[^"]+)" \}')
KUSTOMIZED = {".yaml", ".env"}
OF_ITS_OWN = {"schemas", "tests", "processes"}


class PinError(Exception):
    """One sentence."""


def _images(found: Any) -> Iterator[str]:
    """Of all containers within."""
    if isinstance(found, dict):
        for field, value in found.items():
            if field == "image" and isinstance(value, str):
                yield value
            yield from _images(value)
    elif isinstance(found, list):
        for value in found:
            yield from _images(value)


def write(folder: pathlib.Path, registry: str | None, digests: dict[str, str]) -> list[str]:
    """Writes the kustomizations into a folder that is not there yet, with these digests and, if it is given, this registry.
    The images that they name: each of `digests`, and no other."""

    def pinned(found: re.Match[str]) -> str:
        name = found["name"]
        if name not in digests:
            raise PinError(f"{name} has no digest")
        return f'{{ name: pishkhan/{name}, newName: {registry or found["registry"]}/pishkhan/{name}, newTag: "{found["tag"]}", digest: "{digests[name]}" }}'

    for source in sorted(K8S.rglob("*")):
        inside = source.relative_to(K8S)
        if source.suffix in KUSTOMIZED and inside.parts[0] not in OF_ITS_OWN:
            target = folder / inside
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(IMAGE.sub(pinned, source.read_text(encoding="utf-8")), encoding="utf-8")
    named = {image for overlay in (folder / "overlays").iterdir() for image in _images(render(overlay))}
    wrong = {image for image in named if image.rpartition("@")[2] not in digests.values()}
    if wrong or len(named) != len(digests):
        raise PinError(f"the manifests name {', '.join(sorted(wrong or named))}, and not each of {', '.join(sorted(digests))} by one digest")
    return sorted(named)
