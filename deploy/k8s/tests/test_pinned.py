"""What a release has of the manifests."""

from __future__ import annotations

import pathlib
import shutil
import sys
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True
K8S = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(K8S))

import pinned  # noqa: E402
from kustomize import render  # noqa: E402

NAMES = ("auth", "settings", "orders", "catalogue", "reports", "bff", "pishkhanctl")
DIGESTS = {name: f"sha256:{number:064x}" for number, name in enumerate(NAMES)}


class PinnedTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "k8s"

    def test_every_image_is_named_by_its_digest_and_nothing_else_differs(self):
        named = pinned.write(self.folder, "there.example:5000/shop", DIGESTS)
        self.assertEqual(len(named), len(NAMES))
        for name, digest in DIGESTS.items():
            found = next(image for image in named if f"/{name}:" in image)
            self.assertRegex(found, rf"^there\.example:5000/shop/pishkhan/{name}:\d+\.\d+\.\d+@{digest}$")
        for overlay in ("dev", "staging", "production"):
            before, after = render(K8S / "overlays" / overlay), render(self.folder / "overlays" / overlay)
            for image in named:
                name, _, tag = image.partition("@")[0].removeprefix("there.example:5000/shop/").rpartition(":")
                after = replaced(after, image, f"registry.example/{name}:{tag}")
            self.assertEqual(before, after)

    def test_each_service_alone_has_what_it_needs(self):
        pinned.write(self.folder, None, DIGESTS)
        objects = render(self.folder / "orders/production")
        self.assertIn(f"@{DIGESTS['orders']}", str(objects))
        self.assertIn("registry.example/pishkhan/orders:", str(objects))

    def test_an_environment_beside_it_starts_its_digests(self):
        named = pinned.write(self.folder, None, DIGESTS)
        environment = pathlib.Path(shutil.copytree(self.folder / "example", self.folder.parent / "environments/shop"))
        objects = {team.name: render(team) for team in sorted(environment.iterdir())}
        self.assertEqual(sorted(set(pinned._images([*objects.values()]))), named)
        # as it is in the copy itself
        self.assertEqual(objects, {team.name: render(team) for team in sorted((self.folder / "example").iterdir())})

    def test_an_image_without_a_digest_is_no_release(self):
        few = {name: digest for name, digest in DIGESTS.items() if name != "reports"}
        with self.assertRaisesRegex(pinned.PinError, "reports has no digest"):
            pinned.write(self.folder, None, few)

    def test_an_image_that_nothing_names_is_no_release(self):
        with self.assertRaisesRegex(pinned.PinError, "not each of"):
            pinned.write(self.folder, None, DIGESTS | {"other": f"sha256:{99:064x}"})

    def test_an_image_in_another_form_is_no_release(self):
        with mock.patch.object(pinned, "IMAGE", pinned.re.compile(pinned.IMAGE.pattern.replace("pishkhan/(?P<name>", "pishkhan/(?P<name>(?!orders)"))):
            with self.assertRaisesRegex(pinned.PinError, r"the manifests name registry\.example/pishkhan/orders:\d"):
                pinned.write(self.folder, None, DIGESTS)


def replaced(found, old: str, new: str):
    if isinstance(found, dict):
        return {key: replaced(value, old, new) for key, value in found.items()}
    if isinstance(found, list):
        return [replaced(value, old, new) for value in found]
    return new if found == old else found


if __name__ == "__main__":
    unittest.main()
