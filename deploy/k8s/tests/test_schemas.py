"""What the kustomizations of the environments make is what Kubernetes knows: every field, in every version of it that we name."""

from __future__ import annotations

import copy
import json
import pathlib
import sys
import unittest
from collections.abc import Iterator
from functools import cache
from typing import Any

sys.dont_write_bytecode = True
K8S = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(K8S))

from kustomize import render  # noqa: E402 - it makes the packages importable, too

import jsonschema  # noqa: E402
import kubernetes_validate  # noqa: E402
from referencing import Registry, Resource  # noqa: E402

VERSIONS = ("1.29", "1.31", "1.33", "1.37")
ENVIRONMENTS = ("dev", "staging", "production")
# Groups that are not Kubernetes' own: what we use of them is in schemas/.
OTHERS = ("gateway.networking.k8s.io", "cert-manager.io")
SCHEMAS = pathlib.Path(kubernetes_validate.__file__).parent / "kubernetes-json-schema"
Json = dict[str, Any]


@cache
def definitions(version: str) -> Registry:
    """Of the strict schemas; kubernetes_validate.validate() would read them anew, a megabyte, for every object."""
    found = json.loads((SCHEMAS / f"v{version}.0-local-strict/_definitions.json").read_text(encoding="utf-8"))
    return (Resource.from_contents(found) @ Registry()).crawl()


@cache
def validator(version: str, api_version: str, kind: str) -> jsonschema.Draft202012Validator:
    group, _, api = api_version.rpartition("/")
    if group in OTHERS:
        return jsonschema.Draft202012Validator(json.loads((K8S / f"schemas/{kind.lower()}.json").read_text(encoding="utf-8")))
    # networking.k8s.io/v1 is networking-v1 there
    file = f"{kind.lower()}-{group.partition('.')[0]}-{api}".replace("--", "-") + ".json"
    schema = json.loads((SCHEMAS / f"v{version}.0-local-strict" / file).read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(schema, registry=definitions(version))


def faults(one: Json, version: str) -> Iterator[str]:
    name = f"{one['kind']} {one['metadata']['name']}"
    try:
        told = validator(version, one["apiVersion"], one["kind"]).iter_errors(one)
    except FileNotFoundError:
        yield f"{name}: Kubernetes {version} does not know {one['apiVersion']}"
        return
    for error in told:
        yield f"{name}, Kubernetes {version}: {error.json_path.removeprefix('$.')}: {error.message}"


@cache
def rendered() -> list[Json]:
    """Every object of every environment and of the example, the same ones once."""
    folders = [folder for folder in sorted(K8S.glob("*/*")) if folder.name in ENVIRONMENTS or folder.parent.name == "example"]
    return list({json.dumps(one, sort_keys=True): one for folder in folders for one in render(folder)}.values())


DEPLOYMENT = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": {"name": "orders"},
    "spec": {
        "replicas": 2,
        "selector": {"matchLabels": {"app": "orders"}},
        "template": {
            "metadata": {"labels": {"app": "orders"}},
            "spec": {"containers": [{"name": "process", "image": "orders:1", "lifecycle": {"preStop": {"sleep": {"seconds": 5}}}}]},
        },
    },
}
ROUTE = {
    "apiVersion": "gateway.networking.k8s.io/v1",
    "kind": "HTTPRoute",
    "metadata": {"name": "panel"},
    "spec": {"parentRefs": [{"name": "gateway"}], "rules": [{"backendRefs": [{"name": "bff", "port": 8080}]}]},
}
CERTIFICATE = {
    "apiVersion": "cert-manager.io/v1",
    "kind": "Certificate",
    "metadata": {"name": "orders-tls"},
    "spec": {"secretName": "orders-tls", "dnsNames": ["orders"], "usages": ["server auth"], "issuerRef": {"name": "pishkhan"}},
}


class Schemas(unittest.TestCase):
    def told(self, one: Json) -> str:
        by_version = {version: "\n".join(faults(one, version)) for version in VERSIONS}
        self.assertTrue(all(by_version.values()) or not any(by_version.values()), by_version)
        return by_version[VERSIONS[0]]

    def test_every_object_is_known_to_every_version(self):
        self.assertLessEqual({"Deployment", "Gateway", "Certificate", "Issuer"}, {one["kind"] for one in rendered()})
        self.assertEqual([fault for one in rendered() for version in VERSIONS for fault in faults(one, version)], [])

    def test_good_ones_are_left_in_peace(self):
        self.assertEqual([self.told(one) for one in (DEPLOYMENT, ROUTE, CERTIFICATE)], ["", "", ""])

    def test_a_misspelled_field_is_told(self):
        one = copy.deepcopy(DEPLOYMENT)
        one["spec"]["template"]["spec"]["containers"][0]["volumeMount"] = []
        self.assertRegex(self.told(one), r"Deployment orders, .*containers\[0\].*'volumeMount' was unexpected")

    def test_a_string_in_place_of_an_integer_is_told(self):
        one = copy.deepcopy(DEPLOYMENT)
        one["spec"]["replicas"] = "2"
        self.assertRegex(self.told(one), "Deployment orders, .*spec.replicas: '2' is not of type 'integer'")

    def test_a_missing_field_is_told(self):
        one = copy.deepcopy(DEPLOYMENT)
        del one["spec"]["selector"]
        self.assertRegex(self.told(one), "Deployment orders, .*spec: 'selector' is a required property")

    def test_an_unknown_field_of_a_route_is_told(self):
        one = copy.deepcopy(ROUTE)
        one["spec"]["rules"][0]["backendRefs"][0]["prot"] = 8080
        self.assertRegex(self.told(one), r"HTTPRoute panel, .*backendRefs\[0\].*'prot' was unexpected")

    def test_an_unknown_field_or_usage_of_a_certificate_is_told(self):
        one = copy.deepcopy(CERTIFICATE)
        one["spec"]["dnsName"] = one["spec"].pop("dnsNames")
        self.assertRegex(self.told(one), "Certificate orders-tls, .*spec: .*'dnsName' was unexpected")
        one = copy.deepcopy(CERTIFICATE)
        one["spec"]["usages"] = ["serverAuth"]
        self.assertRegex(self.told(one), r"Certificate orders-tls, .*spec.usages\[0\]: 'serverAuth' is not one of")

    def test_a_certificate_without_an_issuer_is_told(self):
        one = copy.deepcopy(CERTIFICATE)
        del one["spec"]["issuerRef"]
        self.assertRegex(self.told(one), "Certificate orders-tls, .*spec: 'issuerRef' is a required property")

    def test_a_kind_that_a_version_lacks_is_told(self):
        one = {"apiVersion": "apps/v9", "kind": "Deployment", "metadata": {"name": "orders"}}
        self.assertIn("Deployment orders: Kubernetes 1.29 does not know apps/v9", self.told(one))

    def test_the_package_itself_says_the_same(self):
        one = copy.deepcopy(DEPLOYMENT)
        kubernetes_validate.validate(one, VERSIONS[0], strict=True)
        one["spec"]["replica"] = 2
        with self.assertRaisesRegex(kubernetes_validate.ValidationError, "'replica' was unexpected"):
            kubernetes_validate.validate(one, VERSIONS[0], strict=True)


if __name__ == "__main__":
    unittest.main()
