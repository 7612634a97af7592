"""The renderer of kustomizations makes what kubectl makes of them, and refuses the rest."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any

sys.dont_write_bytecode = True
K8S = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(K8S))

from kustomize import KustomizeError, dump, render  # noqa: E402 - it makes the packages importable, too

import yaml  # noqa: E402

Json = dict[str, Any]
Files = dict[str, str]

OBJECTS = """
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: { name: first }
value: 1
---
apiVersion: v1
kind: Service
metadata: { name: orders, labels: { tier: back } }
spec: { ports: [{ name: a, port: 80 }, { name: b, port: 81 }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: orders, labels: { tier: back } }
spec:
  replicas: 1
  selector: { matchLabels: { app: orders } }
  template:
    metadata: { labels: { app: orders } }
    spec:
      nodeSelector: { disk: fast, zone: a }
      tolerations: [{ key: a }]
      imagePullSecrets: [{ name: pull }]
      topologySpreadConstraints: [{ topologyKey: zone, whenUnsatisfiable: DoNotSchedule, maxSkew: 1 }]
      initContainers: [{ name: wait, image: "here.example:5000/tools" }]
      containers:
        - name: process
          image: shop/orders:1
          args: [serve, "--all"]
          ports: [{ name: grpc, containerPort: 50051 }, { name: health, containerPort: 50061 }]
          env: [{ name: A, value: "1" }, { name: B, valueFrom: { configMapKeyRef: { name: settings, key: FIRST } } }]
          envFrom: [{ configMapRef: { name: settings } }, { configMapRef: { name: elsewhere } }]
          volumeMounts: [{ name: files, mountPath: /files }]
        - { name: beside, image: shop/beside, env: [{ name: A, value: "1" }] }
      volumes:
        - { name: files, emptyDir: {} }
        - { name: settings, configMap: { name: settings } }
        - { name: both, projected: { sources: [{ configMap: { name: settings } }, { secret: { name: settings } }] } }
---
apiVersion: batch/v1
kind: Job
metadata: { name: migrate }
spec: { template: { spec: { containers: [{ name: process, image: "shop/orders@sha256:0123", envFrom: [{ configMapRef: { name: settings } }] }] } } }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: nightly }
spec:
  schedule: 22:22
  jobTemplate: { spec: { template: { spec: { containers: [{ name: process, image: "shop/orders:1", envFrom: [{ configMapRef: { name: settings } }] }] } } } }
---
apiVersion: example.org/v1
kind: Widget
metadata: { name: widget }
spec: { containers: [{ name: a, size: 1 }, { name: b, size: 2 }], since: "2026-01-02" }
"""
SETTINGS = "\ufeff# of orders\n\n  FIRST=1 \nQUOTED=\"a b\"\r\n\t# more\nSUM=a=b\nSIGNS=<&> é\nEMPTY=\nON=yes\nNUMBER=1e3\n"
BASE = """
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [objects.yaml]
configMapGenerator:
  - { name: settings, envs: [settings.env], options: { immutable: true, labels: { tier: back, kept: "yes" } } }
"""
WHOLE: Files = {"base/kustomization.yaml": BASE, "base/objects.yaml": OBJECTS, "base/settings.env": SETTINGS}
PATCH = """
apiVersion: apps/v1
kind: Deployment
metadata: { name: orders, labels: { tier: null } }
spec:
  replicas: null
  template:
    metadata: { annotations: { note: "1", none: null } }
    spec:
      nodeSelector: { $patch: replace, zone: b }
      tolerations: [{ key: b }]
      imagePullSecrets: [{ name: more }]
      topologySpreadConstraints: [{ topologyKey: zone, whenUnsatisfiable: DoNotSchedule, maxSkew: 2 }, { topologyKey: host, whenUnsatisfiable: ScheduleAnyway }]
      initContainers: [{ name: wait, $patch: delete }]
      containers:
        - name: process
          args: [serve]
          ports: [{ containerPort: 50061, name: live }, { containerPort: 9000 }]
          env: [{ name: C, value: "3" }, { name: A, value: null, valueFrom: { fieldRef: { fieldPath: status.podIP } } }]
          volumeMounts: [{ name: settings, mountPath: /settings }, { $patch: delete, mountPath: /files }]
        - { name: new, image: new }
        - { name: beside, env: [{ $patch: replace }, { name: D, value: "4" }] }
      volumes: [{ name: files, emptyDir: null, secret: { secretName: s } }]
"""


def over(text: str, **more: str) -> Files:
    """An overlay of the whole base; MORE are files of it, `_` for a dot in their names."""
    head = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [../base]\n"
    return {**WHOLE, "over/kustomization.yaml": head + text, **{f"over/{name.replace('_', '.')}": held for name, held in more.items()}}


COMPONENT = """
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
configMapGenerator: [{ name: settings, behavior: merge, literals: [FIRST=3] }]
patches:
  - { target: { kind: StatefulSet }, patch: "- { op: remove, path: /spec }" }
  - { target: { kind: Job }, patch: "- { op: add, path: /spec/suspend, value: true }" }
"""
GOOD: dict[str, Files] = {
    "alone": over(""),
    "namespace": over("namespace: other\n"),
    "labels": over("labels: [{ pairs: { a: b }, includeTemplates: true }, { pairs: { c: d }, includeSelectors: false }]\n"),
    "images": over(
        "images: [{ name: shop/orders, newName: there.example/orders, newTag: '2' }, { name: shop/beside, digest: 'sha256:01' },"
        " { name: here.example:5000/tools, newName: tools, newTag: '3', digest: 'sha256:02' }]\n"
    ),
    "generators": over(
        """
generatorOptions: { annotations: { note: all }, immutable: true }
configMapGenerator:
  - { name: settings, behavior: merge, literals: ["SUM=''", 'ADDED="x y"', "HALF='x"], options: { labels: { tier: front } } }
  - { name: empty }
  - { name: plain, literals: [A=b=c], options: { disableNameSuffixHash: true } }
"""
    ),
    "merged": over("configMapGenerator: [{ name: settings, behavior: merge, literals: [FIRST=2] }]\nnamespace: shop\n"),
    "replaced": over("configMapGenerator: [{ name: settings, behavior: replace, literals: [ONLY=1], options: { disableNameSuffixHash: true } }]\n"),
    "component": {**over("components: [../part]\nnamespace: shop\n"), "part/kustomization.yaml": COMPONENT},
    "strategic": over("patches: [{ path: patch.yaml }]\n", patch_yaml=PATCH),
    "service": over(
        "patches: [{ target: { kind: Service, labelSelector: 'tier=back,!front' }, patch: "
        "'{ apiVersion: v1, kind: Service, metadata: { name: x }, spec: { ports: [{ port: 81, name: c }, { port: 82 }] } }' }]\n"
    ),
    "widget": over(
        "patches: [{ patch: '{ apiVersion: example.org/v1, kind: Widget, metadata: { name: widget }, spec: { containers: [{ name: b, size: 3 }] } }' }]\n"
    ),
    "deleted": over(
        "patches: [{ patch: '{ apiVersion: batch/v1, kind: Job, metadata: { name: migrate }, $patch: delete }' },"
        " { patch: '{ apiVersion: v1, kind: Service, metadata: { name: orders }, spec: { $patch: delete } }' }]\n"
    ),
    "json": over(
        """
patches:
  - target: { group: apps, version: v1, kind: Deployment, name: ord.* }
    patch: |
      - { op: add, path: /metadata/annotations, value: { example.org/a: b } }
      - { op: replace, path: /metadata/annotations/example.org~1a, value: c }
      - { op: add, path: /spec/template/spec/containers/0/args/0, value: first }
      - { op: add, path: /spec/template/spec/containers/0/args/-, value: last }
      - { op: remove, path: /spec/template/spec/containers/1 }
      - { op: replace, path: /spec/template/spec/tolerations/0/key, value: z }
      - { op: remove, path: /spec/replicas }
"""
    ),
}


def write(folder: pathlib.Path, files: Files) -> pathlib.Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    return folder / "over"


def by_id(objects: list[Json]) -> dict[tuple[str, ...], Json]:
    found = {(one["apiVersion"], one["kind"], one["metadata"].get("namespace", ""), one["metadata"]["name"]): one for one in objects}
    assert len(found) == len(objects), "an object stands twice"
    return found


def kubectl(folder: pathlib.Path | str) -> subprocess.CompletedProcess[str]:
    # many of them run side by side, and none for long
    quick = {**os.environ, "GOMAXPROCS": "1", "GOGC": "off"}
    return subprocess.run(["kubectl", "kustomize", str(folder)], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=quick)


class Kustomize(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def of(self, files: Files) -> list[Json]:
        return render(write(self.folder, files))

    def one(self, name: str, kind: str) -> Json:
        found = [one for one in self.of(GOOD[name]) if one["kind"] == kind]
        self.assertEqual(len(found), 1)
        return found[0]

    def pod(self, name: str, kind: str = "Deployment") -> Json:
        return self.one(name, kind)["spec"]["template"]["spec"]

    def test_all_documents_come_the_namespace_first(self):
        kinds = [one["kind"] for one in self.of(GOOD["alone"])]
        self.assertEqual(kinds, ["Namespace", "PriorityClass", "ConfigMap", "Service", "Deployment", "Job", "CronJob", "Widget"])

    def test_scalars_stay_what_they_are(self):
        self.assertEqual((self.one("alone", "CronJob")["spec"]["schedule"], self.one("alone", "Widget")["spec"]["since"]), ("22:22", "2026-01-02"))

    def test_what_is_printed_reads_as_the_same(self):
        objects = self.of(GOOD["generators"])
        printed = dump(objects)
        self.assertEqual(list(yaml.safe_load_all(printed)), objects)
        # for other readers these would be a number and a truth
        self.assertIn('NUMBER: "1e3"', printed)
        self.assertIn("'ON': 'yes'", printed)

    def test_the_command_joins_folders(self):
        folder = write(self.folder, {**GOOD["alone"], "over/twice/kustomization.yaml": "resources: [../../base]\n"})
        told = subprocess.run([K8S / "render", folder, folder / "twice"], capture_output=True, text=True)
        self.assertEqual(len(list(yaml.safe_load_all(told.stdout))), 16)
        told = subprocess.run([K8S / "render", self.folder], capture_output=True, text=True)
        self.assertEqual((told.returncode, told.stderr.count("\n"), "kustomization.yaml cannot be read" in told.stderr), (1, 1, True))

    def test_a_file_of_settings_becomes_a_config_map(self):
        self.assertEqual(
            self.one("alone", "ConfigMap")["data"],
            {"FIRST": "1 ", "QUOTED": '"a b"', "SUM": "a=b", "SIGNS": "<&> é", "EMPTY": "", "ON": "yes", "NUMBER": "1e3"},
        )

    def test_its_name_has_the_hash_of_kustomize(self):
        made = self.of({"over/kustomization.yaml": 'configMapGenerator: [{ name: a, literals: [A=1] }, { name: b }, { name: c, literals: ["F=<&>"] }]\n'})
        self.assertEqual([one["metadata"]["name"] for one in made], ["a-89g4tffbfk", "b-6ct58987ht", "c-mf84g9ckd5"])

    def test_every_reference_follows_the_hash(self):
        for name in ("alone", "merged", "component"):
            with self.subTest(name):
                objects = self.of(GOOD[name])
                made = next(one["metadata"]["name"] for one in objects if one["kind"] == "ConfigMap")
                self.assertRegex(made, "^settings-[0-9a-z]{10}$")
                pod = self.pod(name)
                process = pod["containers"][0]
                self.assertEqual(process["envFrom"], [{"configMapRef": {"name": made}}, {"configMapRef": {"name": "elsewhere"}}])
                self.assertEqual(process["env"][1]["valueFrom"]["configMapKeyRef"]["name"], made)
                self.assertEqual(pod["volumes"][1]["configMap"]["name"], made)
                self.assertEqual(pod["volumes"][2]["projected"]["sources"], [{"configMap": {"name": made}}, {"secret": {"name": "settings"}}])
                nightly = self.one(name, "CronJob")["spec"]["jobTemplate"]["spec"]["template"]["spec"]
                for other in (nightly, self.pod(name, "Job")):
                    self.assertEqual(other["containers"][0]["envFrom"], [{"configMapRef": {"name": made}}])

    def test_settings_merge_and_give_another_hash(self):
        names = {self.one(name, "ConfigMap")["metadata"]["name"] for name in ("alone", "merged", "component")}
        self.assertEqual(len(names), 3)
        merged = self.one("merged", "ConfigMap")
        self.assertEqual((merged["data"]["FIRST"], merged["data"]["SUM"]), ("2", "a=b"))
        # as kustomize has it: who merges says anew that it is immutable
        self.assertNotIn("immutable", merged)

    def test_generators_have_options_of_their_own_and_of_all(self):
        made = {one["metadata"]["name"].partition("-")[0]: one for one in self.of(GOOD["generators"]) if one["kind"] == "ConfigMap"}
        self.assertEqual(made["plain"]["metadata"], {"name": "plain", "annotations": {"note": "all"}})
        self.assertEqual((made["plain"]["data"], made["plain"]["immutable"]), ({"A": "b=c"}, True))
        self.assertNotIn("data", made["empty"])
        settings = made["settings"]
        self.assertEqual(settings["metadata"]["labels"], {"tier": "front", "kept": "yes"})
        self.assertEqual([settings["data"][name] for name in ("SUM", "ADDED", "HALF", "EMPTY")], ["", "x y", "'x", ""])

    def test_settings_are_replaced(self):
        made = self.one("replaced", "ConfigMap")
        self.assertEqual((made["metadata"]["name"], made["data"]), ("settings", {"ONLY": "1"}))

    def test_a_namespace_is_set_where_there_is_one(self):
        spaces = {one["kind"]: one["metadata"].get("namespace") for one in self.of(GOOD["namespace"])}
        self.assertEqual({kind for kind, space in spaces.items() if space is None}, {"Namespace", "PriorityClass"})
        self.assertEqual({space for space in spaces.values() if space}, {"other"})
        # as kustomize has it
        self.assertEqual(self.one("namespace", "Namespace")["metadata"]["name"], "other")

    def test_labels_are_set_in_templates_where_asked(self):
        deployment, job, cron = (self.one("labels", kind) for kind in ("Deployment", "Job", "CronJob"))
        self.assertEqual(deployment["metadata"]["labels"], {"tier": "back", "a": "b", "c": "d"})
        self.assertEqual(deployment["spec"]["template"]["metadata"]["labels"], {"app": "orders", "a": "b"})
        self.assertEqual(deployment["spec"]["selector"], {"matchLabels": {"app": "orders"}})
        self.assertEqual(job["spec"]["template"]["metadata"], {"labels": {"a": "b"}})
        self.assertEqual(cron["spec"]["jobTemplate"]["metadata"], {"labels": {"a": "b"}})
        self.assertEqual(cron["spec"]["jobTemplate"]["spec"]["template"]["metadata"], {"labels": {"a": "b"}})

    def test_images_are_named_anew(self):
        pod = self.pod("images")
        self.assertEqual([one["image"] for one in pod["containers"]], ["there.example/orders:2", "shop/beside@sha256:01"])
        self.assertEqual(pod["initContainers"][0]["image"], "tools:3@sha256:02")
        self.assertEqual(self.pod("images", "Job")["containers"][0]["image"], "there.example/orders:2")
        nightly = self.one("images", "CronJob")["spec"]["jobTemplate"]["spec"]["template"]["spec"]
        self.assertEqual(nightly["containers"][0]["image"], "there.example/orders:2")

    def test_a_component_changes_what_is_there(self):
        self.assertTrue(self.one("component", "Job")["spec"]["suspend"])
        self.assertEqual(self.one("component", "ConfigMap")["data"]["FIRST"], "3")

    def test_a_strategic_merge_patch_merges_lists_by_their_keys(self):
        deployment = self.one("strategic", "Deployment")
        self.assertEqual(deployment["metadata"], {"name": "orders", "labels": {}})
        self.assertNotIn("replicas", deployment["spec"])
        self.assertEqual(deployment["spec"]["template"]["metadata"], {"labels": {"app": "orders"}, "annotations": {"note": "1"}})
        pod = deployment["spec"]["template"]["spec"]
        self.assertEqual((pod["nodeSelector"], pod["tolerations"], pod["initContainers"]), ({"zone": "b"}, [{"key": "b"}], []))
        self.assertEqual(pod["imagePullSecrets"], [{"name": "more"}, {"name": "pull"}])
        self.assertEqual([one.get("maxSkew") for one in pod["topologySpreadConstraints"]], [None, 2])
        self.assertEqual(pod["volumes"][0], {"name": "files", "secret": {"secretName": "s"}})
        process, new, beside = pod["containers"]
        self.assertEqual((process["args"], new["image"]), (["serve"], "new"))
        self.assertEqual(beside, {"name": "beside", "image": "shop/beside", "env": [{"name": "D", "value": "4"}]})
        self.assertEqual([one.get("name") for one in process["ports"]], ["live", None, "grpc"])
        self.assertEqual([one["name"] for one in process["env"]], ["C", "A", "B"])
        self.assertEqual(process["env"][1], {"name": "A", "valueFrom": {"fieldRef": {"fieldPath": "status.podIP"}}})
        self.assertEqual(process["volumeMounts"], [{"name": "settings", "mountPath": "/settings"}])

    def test_ports_of_a_service_merge_by_their_number(self):
        service = self.one("service", "Service")
        self.assertEqual(service["metadata"]["name"], "orders")
        self.assertEqual(service["spec"]["ports"], [{"port": 81, "name": "c"}, {"port": 82}, {"port": 80, "name": "a"}])

    def test_lists_of_unknown_kinds_are_replaced(self):
        self.assertEqual(self.one("widget", "Widget")["spec"]["containers"], [{"name": "b", "size": 3}])

    def test_a_patch_deletes(self):
        objects = self.of(GOOD["deleted"])
        self.assertNotIn("Job", [one["kind"] for one in objects])
        self.assertNotIn("spec", next(one for one in objects if one["kind"] == "Service"))

    def test_a_json_patch_adds_replaces_and_removes(self):
        deployment = self.one("json", "Deployment")
        self.assertEqual(deployment["metadata"]["annotations"], {"example.org/a": "c"})
        self.assertNotIn("replicas", deployment["spec"])
        (process,) = deployment["spec"]["template"]["spec"]["containers"]
        self.assertEqual(process["args"], ["first", "serve", "--all", "last"])
        self.assertEqual(deployment["spec"]["template"]["spec"]["tolerations"], [{"key": "z"}])

    def test_what_is_not_known_is_refused_with_the_file(self):
        target = "target: { kind: Deployment }"
        merge = "apiVersion: apps/v1, kind: Deployment, metadata: { name: orders }"

        def in_pod(text: str) -> str:
            return f"patches: [{{ patch: '{{ {merge}, spec: {{ template: {{ spec: {{ {text} }} }} }} }}' }}]\n"

        cases = {
            "has namePrefix, which": over("namePrefix: a\n"),
            "has commonLabels, which": over("commonLabels: { a: b }\n"),
            "has files, which": over("configMapGenerator: [{ name: a, files: [b] }]\n"),
            "has fields, which": over("labels: [{ pairs: { a: b }, fields: [] }]\n"),
            "has tagSuffix, which": over("images: [{ name: a, tagSuffix: b }]\n"),
            "images must hold strings": over("images: [{ name: a, newTag: 1 }]\n"),
            "includeSelectors of labels": over("labels: [{ pairs: { a: b }, includeSelectors: true }]\n"),
            "pairs must hold strings": over("labels: [{ pairs: { a: 1 } }]\n"),
            "names gone.yaml, which is not there": over("patches: [{ path: gone.yaml }]\n"),
            "outside its folder": over("patches: [{ path: ../base/objects.yaml }]\n"),
            "resources must be a list of texts": {"over/kustomization.yaml": "resources: a.yaml\n"},
            "names a.yaml, which is not there": {"over/kustomization.yaml": "resources: [a.yaml]\n"},
            "a.yaml is listed, but empty": {"over/kustomization.yaml": "resources: [a.yaml]\n", "over/a.yaml": "# nothing\n---\n"},
            "a.yaml is no YAML": {"over/kustomization.yaml": "resources: [a.yaml]\n", "over/a.yaml": "a: [\n"},
            "1e3 must be quoted": {"over/kustomization.yaml": "resources: [a.yaml]\n", "over/a.yaml": "a: 1e3\n"},
            "n must be quoted": {"over/kustomization.yaml": "resources: [a.yaml]\n", "over/a.yaml": "a: n\n"},
            "2026-01-02 must be quoted": {"over/kustomization.yaml": "resources: [a.yaml]\n", "over/a.yaml": "a: 2026-01-02\n"},
            "a.yaml is no YAML: b stands twice": {"over/kustomization.yaml": "resources: [a.yaml]\n", "over/a.yaml": "a: { b: 1, b: 2 }\n"},
            "a.yaml holds something without apiVersion": {"over/kustomization.yaml": "resources: [a.yaml]\n", "over/a.yaml": "a: b\n"},
            "holds a Pod, which": {
                "over/kustomization.yaml": "resources: [a.yaml]\n",
                "over/a.yaml": "{ apiVersion: v1, kind: Pod, metadata: { name: a } }\n",
            },
            "holds a List without a name": {"over/kustomization.yaml": "resources: [a.yaml]\n", "over/a.yaml": "{ apiVersion: v1, kind: List, items: [] }\n"},
            "objects.yaml brings Namespace shop, which is there already": {
                "over/kustomization.yaml": "resources: [objects.yaml, ./objects.yaml]\n",
                "over/objects.yaml": OBJECTS,
            },
            "base brings Namespace shop, which is there already": over("") | {"over/kustomization.yaml": "resources: [../base, ../base]\n"},
            "must be a Component": {**over("components: [../part]\n"), "part/kustomization.yaml": BASE},
            "must be a Kustomization": {"over/kustomization.yaml": COMPONENT},
            "stands on itself": {"over/kustomization.yaml": "resources: [../over]\n"},
            "a.env:2 has no =": over("configMapGenerator: [{ name: a, envs: [a.env] }]\n", a_env="A=1\nB\n"),
            "a.env:1: 'A B' is no key": over("configMapGenerator: [{ name: a, envs: [a.env] }]\n", a_env="A B=1\n"),
            "a has a key twice": over("configMapGenerator: [{ name: a, literals: [A=1, A=2] }]\n"),
            "the literal 'A' is no KEY=VALUE": over("configMapGenerator: [{ name: a, literals: [A] }]\n"),
            "shall merge one that is there, but there are 0": over("configMapGenerator: [{ name: a, behavior: merge }]\n"),
            "brings ConfigMap settings, which is there already": over("configMapGenerator: [{ name: settings }]\n"),
            "needs a name, and create, merge or replace": over("configMapGenerator: [{ name: a, behavior: mix }]\n"),
            "patches must be a list of objects": over("patches: [a.yaml]\n"),
            "namespace must hold strings": over("namespace: 1\n"),
            "either path or patch": over(f"patches: [{{ {target} }}]\n"),
            "path or patch, which are texts": over(f"patches: [{{ {target}, patch: {{ {merge} }} }}]\n"),
            "has options, which": over(f"patches: [{{ {target}, patch: '{{ {merge} }}', options: {{}} }}]\n"),
            "must be one object, or a list": over(f"patches: [{{ {target}, patch: 'a' }}]\n"),
            "without a name": over(f"patches: [{{ {target}, patch: '{{ apiVersion: v1, kind: Deployment }}' }}]\n"),
            "begins with [, and kustomize takes it for JSON": over(f"patches: [{{ {target}, patch: '[{{ op: remove, path: /spec }}]' }}]\n"),
            "a patch has no target": over("patches: [{ patch: '- { op: remove, path: /spec }' }]\n"),
            "its target has namespace, which": over("patches: [{ target: { namespace: a }, patch: '[]' }]\n"),
            "an empty target": over("patches: [{ target: {}, patch: '[]' }]\n"),
            "does not know the labelSelector a in (b)": over("patches: [{ target: { labelSelector: a in (b) }, patch: '[]' }]\n"),
            "matches nothing: {'kind': 'StatefulSet'}": over("patches: [{ target: { kind: StatefulSet }, patch: '[]' }]\n"),
            "matches nothing: a.yaml": over("patches: [{ path: a.yaml }]\n", a_yaml=f"{{ {merge.replace('orders', 'order')} }}"),
            "matches nothing: {'name': 'order'}": {
                **over("components: [../part]\n"),
                "part/kustomization.yaml": "{ kind: Component, patches: [{ target: { name: order }, patch: '[]' }] }",
            },
            "does not know the operation {'op': 'move'": over(f"patches: [{{ {target}, patch: '- {{ op: move, path: /b }}' }}]\n"),
            "would remove /spec/paused of Deployment orders": over(f"patches: [{{ {target}, patch: '- {{ op: remove, path: /spec/paused }}' }}]\n"),
            "would replace /spec/paused of Deployment orders": over(f"patches: [{{ {target}, patch: '- {{ op: replace, path: /spec/paused, value: 1 }}' }}]\n"),
            "would add /spec/a/b of Deployment orders": over(f"patches: [{{ {target}, patch: '- {{ op: add, path: /spec/a/b, value: 1 }}' }}]\n"),
            "ports must give containerPort and protocol in all items or in none": over(
                in_pod("containers: [{ name: process, ports: [{ containerPort: 50051, protocol: TCP }] }]")
            ),
            "there are no ports to replace of Deployment orders": over(in_pod("containers: [{ name: beside, ports: [{ $patch: replace }] }]")),
            "$patch: replace must stand alone": over(in_pod("containers: [{ name: beside, env: [{ $patch: replace, name: A }] }]")),
            "tolerations is replaced as a whole": over(in_pod("tolerations: [{ $patch: delete }]")),
            "an item of containers has no name": over(in_pod("containers: [{ image: a }]")),
            "replicas is of another kind than that": over(f"patches: [{{ patch: '{{ {merge}, spec: {{ replicas: two }} }}' }}]\n"),
            "$patch: none is not known": over(f"patches: [{{ patch: '{{ {merge}, spec: {{ $patch: none }} }}' }}]\n"),
            "GatewayClass a, which kustomize would change": {
                "over/kustomization.yaml": "{ namespace: a, resources: [a.yaml] }",
                "over/a.yaml": "{ apiVersion: gateway.networking.k8s.io/v1, kind: GatewayClass, metadata: { name: a } }",
            },
        }
        for number, (said, files) in enumerate(cases.items()):
            with self.subTest(said), self.assertRaises(KustomizeError) as told:
                render(write(self.folder / str(number), files))
            self.assertIn(said, str(told.exception))
            self.assertIn(str(self.folder / str(number)), str(told.exception))
            self.assertNotIn("\n", str(told.exception))

    def test_kubectl_makes_the_same(self):
        if not shutil.which("kubectl") or kubectl("--help").returncode != 0:
            self.skipTest("there is no kubectl here that answers `kubectl kustomize`, to compare with")
        folders = [write(self.folder / name, files) for name, files in GOOD.items()]
        found = (file for file in sorted(K8S.glob("**/kustomization.yaml")) if "kind: Kustomization" in file.read_text(encoding="utf-8"))
        folders += [file.parent for file in found]
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            told = dict(zip(folders, threads.map(kubectl, folders)))
        for folder, theirs in told.items():
            with self.subTest(folder):
                self.assertEqual(theirs.returncode, 0, theirs.stderr)
                self.assertEqual(by_id(render(folder)), by_id(list(yaml.load_all(theirs.stdout, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))))


if __name__ == "__main__":
    unittest.main()
