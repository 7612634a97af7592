"""A small cluster: it takes what kubectl hands to it, and runs the pods as a kubelet would, from the images."""

from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import copy
import json
import math
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

from issuers import Issuers
from containers import Container
from images import ROOT, Image, Trouble
from network import Network, Place, selects

sys.path.insert(0, str(ROOT / "deploy/k8s"))

from kustomize import CLUSTER_SCOPED, KustomizeError, render  # noqa: E402

SOCKET = "api.sock"
TEMPLATE = re.compile(r'\{\{ index \.data "([\w.-]+)" \| base64decode \}\}')
# how often a pod is looked at
LOOK_S = 0.5


class Refused(Exception):
    """What kubectl says."""


class Pod:
    """One container, from the moment it is wanted to its end."""

    def __init__(self, cluster: Cluster, name: str, namespace: str, template: dict):
        self.name = name
        self.namespace = namespace
        self.labels: dict[str, str] = template["metadata"]["labels"]
        self.spec: dict = template["spec"]
        # what it waits for, or how it ended
        self.told = "is not there yet"
        self.ready = False
        self.code: int | None = None
        self._cluster = cluster
        self.container: Container | None = None
        self.place: Place | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    @property
    def log(self) -> str:
        return self.container.log.read_text(encoding="utf-8") if self.container and self.container.log.exists() else ""

    def _live(self) -> None:
        try:
            while not self._stopped.is_set() and not (prepared := self._prepare()):
                time.sleep(LOOK_S)
            if self._stopped.is_set():
                return
            self._start(*prepared)
            while not self._stopped.is_set() and self.code is None:
                self._look()
                time.sleep(LOOK_S)
        except Exception as error:  # noqa: BLE001 - whoever waits for the pod is told
            self.code, self.told = -1, f"{type(error).__name__}: {error}"

    def _prepare(self) -> tuple[dict[str, str], dict[str, tuple[pathlib.Path, bool]]] | None:
        """Its settings and files, once all are there."""
        [container] = self.spec["containers"]
        try:
            settings: dict[str, str] = {}
            for source in container["envFrom"]:
                settings |= self._cluster.get("ConfigMap", self.namespace, source["configMapRef"]["name"])["data"]
            for variable in container.get("env", []):
                settings[variable["name"]] = cores(container, variable)
            files = {volume["name"]: self._volume(volume) for volume in self.spec["volumes"]}
        except Refused as refused:
            self.told = f"ContainerCreating: {refused}"
            return None
        return settings, {mount["mountPath"]: (files[mount["name"]], not mount.get("readOnly", False)) for mount in container["volumeMounts"]}

    def _volume(self, volume: dict) -> pathlib.Path:
        """A folder of a secret's files, its group's as a kubelet makes it."""
        source = volume["secret"]
        folder = self._cluster.folder / "volumes" / self.name / volume["name"]
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        data = self._cluster.get("Secret", self.namespace, source["secretName"])["data"]
        for item in source["items"]:
            if item["key"] not in data:
                raise Refused(f'references non-existent secret key: {item["key"]} of "{source["secretName"]}"')
            file = folder / item["path"]
            file.write_bytes(data[item["key"]])
            file.chmod(source["defaultMode"])
            os.chown(file, 0, self.spec["securityContext"]["fsGroup"])
        return folder

    def _start(self, settings: dict[str, str], mounts: dict[str, tuple[pathlib.Path, bool]]) -> None:
        [container] = self.spec["containers"]
        ports = {port["name"]: port["containerPort"] for port in container.get("ports", [])}
        self.place = self._cluster.network.add(self.name, self.namespace, self.labels, ports)
        mounts["/etc/resolv.conf"] = (self._cluster.network.resolver(self.namespace), False)
        user = (self.spec["securityContext"]["runAsUser"], self.spec["securityContext"]["runAsGroup"])
        self.container = Container(self._cluster.folder, self.name, self._cluster.image(container["image"]), container["args"], settings, mounts, user, self.place.network)
        self.container.start()
        self.told = "has started, and is not ready"

    def _look(self) -> None:
        assert self.container and self.place
        self.code = self.container.ended()
        if self.code is not None:
            self.ready, self.told = False, f"ended with {self.code}: {self.log[-2000:]}"
            self._cluster.network.is_ready(self.place, False)
        elif not self.ready and "readinessProbe" in self.spec["containers"][0]:
            self.ready = self.container.health()[0] == 0
            if self.ready:
                self.told = "is ready"
                self._cluster.network.is_ready(self.place)

    def stop(self) -> tuple[int, float]:
        """As a rollout does: no name leads to it any more, then it is asked to end. Its code and the seconds."""
        self._stopped.set()
        self._thread.join()
        if not self.container or self.code is not None:
            return self.code or 0, 0
        assert self.place
        self._cluster.network.is_ready(self.place, False)
        return self.container.stop(self.spec["terminationGracePeriodSeconds"])

    def kill(self) -> None:
        self._stopped.set()
        self._thread.join()
        if self.container:
            self.container.kill()


def cores(container: dict, variable: dict) -> str:
    """A variable of the downward API: what the container asks of the processor, in whole cores."""
    if (resource := variable["valueFrom"]["resourceFieldRef"]) != {"resource": "requests.cpu", "divisor": "1"}:
        raise Refused(f"{variable['name']} is of {resource}")
    asked = container["resources"]["requests"]["cpu"]
    return str(math.ceil(float(asked[:-1]) / 1000 if asked.endswith("m") else float(asked)))


class Cluster:
    """`images`: those of a registry, by their digests."""

    def __init__(self, folder: pathlib.Path, network: Network, images: dict[str, Image], issuers: Issuers):
        self.folder = folder
        self.network = network
        self._images = images
        self._issuers = issuers
        self.objects: dict[tuple[str, str, str], dict] = {}
        self.pods: list[Pod] = []
        # whoever is told of every object that comes or changes
        self.watchers: list[Callable[[dict], None]] = [self._run, self._issue]
        self._lock = threading.RLock()
        self._listener = socket.socket(socket.AF_UNIX)
        (folder / SOCKET).unlink(missing_ok=True)
        self._listener.bind(str(folder / SOCKET))
        self._listener.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def get(self, kind: str, namespace: str, name: str) -> dict:
        found = self.objects.get((kind, namespace, name))
        if found is None:
            raise Refused(f'{kind.lower()}s "{name}" not found')
        return found

    def image(self, reference: str) -> Image:
        digest = reference.rpartition("@")[2]
        if digest not in self._images:
            raise Refused(f"ErrImagePull: {reference}")
        return self._images[digest]

    # --- objects ---

    def put(self, given: dict) -> str:
        """Takes an object as the API server does; `created`, `configured` or `unchanged`."""
        kind, meta = given["kind"], given["metadata"]
        namespace = "" if kind in (*CLUSTER_SCOPED, "ClusterIssuer") else meta["namespace"]
        with self._lock:
            if namespace:
                self.get("Namespace", "", namespace)
            key = (kind, namespace, meta["name"])
            before = self.objects.get(key)
            if before and kind == "Namespace":
                meta = given["metadata"] = {**meta, "labels": before["metadata"].get("labels", {}) | meta.get("labels", {})}
            if before == given:
                return "unchanged"
            if before and (before.get("immutable") or kind == "Job"):
                raise Refused(f'{kind} "{meta["name"]}" is invalid: field is immutable')
            self.objects[key] = copy.deepcopy(given)
            for watcher in self.watchers:
                watcher(given)
            return "configured" if before else "created"

    def _run(self, given: dict) -> None:
        kind, meta, spec = given["kind"], given["metadata"], given.get("spec", {})
        if kind == "Namespace":
            self.network.namespace(meta["name"], meta.get("labels", {}))
        elif kind == "NetworkPolicy":
            self.network.policy(given)
        elif kind == "Service":
            self.network.service(meta["name"], meta["namespace"], spec["selector"])
        elif kind in ("Deployment", "Job"):
            self._admit(meta["namespace"], spec["template"])
            if kind == "Job":
                self._make_pods(meta["name"], meta["namespace"], spec["template"], 1)
        elif kind == "CronJob":
            self._admit(meta["namespace"], spec["jobTemplate"]["spec"]["template"])
        elif kind == "HorizontalPodAutoscaler":
            target = self.get("Deployment", meta["namespace"], spec["scaleTargetRef"]["name"])
            self._make_pods(meta["name"], meta["namespace"], target["spec"]["template"], spec["minReplicas"])

    def _admit(self, namespace: str, template: dict) -> None:
        """What the namespace's label asks of pods, and who they say they are."""
        enforced = self.get("Namespace", "", namespace)["metadata"].get("labels", {}).get("pod-security.kubernetes.io/enforce")
        spec = template["spec"]
        [container] = spec["containers"]
        restricted = (
            spec["securityContext"]["runAsNonRoot"]
            and spec["securityContext"]["seccompProfile"]["type"] == "RuntimeDefault"
            and container["securityContext"]["allowPrivilegeEscalation"] is False
            and container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
        )
        if enforced == "restricted" and not restricted:
            raise Refused(f'pods "{container["name"]}" is forbidden: violates PodSecurity "restricted"')
        self.get("ServiceAccount", namespace, spec["serviceAccountName"])

    def _make_pods(self, name: str, namespace: str, template: dict, wanted: int) -> None:
        there = [pod for pod in self.pods if pod.name.rpartition("-")[0] == name and pod.namespace == namespace]
        if there:
            raise Refused(f"{name} has pods, and this cluster knows no rollout of others")
        self.pods += [Pod(self, f"{name}-{number}", namespace, template) for number in range(wanted)]

    def _issue(self, _: dict) -> None:
        """As cert-manager does, whatever comes first: issuer, authority or Certificate."""
        for (kind, namespace, _), one in list(self.objects.items()):
            if kind == "Certificate" and ("Secret", namespace, one["spec"]["secretName"]) not in self.objects:
                with contextlib.suppress(Refused):
                    self._issue_one(namespace, one["spec"])

    def _issue_one(self, namespace: str, spec: dict) -> None:
        of = spec["issuerRef"].get("kind", "Issuer")
        # those of the whole cluster have their secrets in a namespace of cert-manager's
        issuer, within = (self.get(of, "", spec["issuerRef"]["name"]), "cert-manager") if of == "ClusterIssuer" else (self.get(of, namespace, spec["issuerRef"]["name"]), namespace)
        authority = issuer["spec"].get("ca", {}).get("secretName")
        data = self._issuers.issue(spec, self.get("Secret", within, authority)["data"] if authority else None)
        self.put({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": spec["secretName"], "namespace": namespace}, "data": data})

    # --- kubectl ---

    def _serve(self) -> None:
        while True:
            try:
                link, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(link,), daemon=True).start()

    def _answer(self, link: socket.socket) -> None:
        def say(**told: str | int) -> None:
            link.sendall(json.dumps(told).encode() + b"\n")

        with link:
            asked = json.loads(link.makefile().readline())
            try:
                for line in self._do(asked["words"], pathlib.Path(asked["folder"]), link):
                    say(out=f"{line}\n")
                say(code=0)
            except BrokenPipeError:
                # whoever asked has gone
                pass
            except (Refused, KustomizeError, Trouble) as refused:
                say(err=f"error: {refused}\n", code=1)
            except Exception as error:  # noqa: BLE001 - else whoever asked waits for ever
                say(err=f"the cluster: {type(error).__name__}: {error}\n", code=1)

    def _do(self, words: list[str], folder: pathlib.Path, link: socket.socket) -> Iterator[str]:
        given = parser().parse_args(words)
        yield from getattr(self, f"_{given.verb.replace('-', '_')}")(given, folder, link)

    def _apply(self, given: argparse.Namespace, folder: pathlib.Path, _: socket.socket) -> Iterator[str]:
        wanted = dict(label.split("=") for label in given.selector.split(",")) if given.selector else {}
        for one in render(folder / given.kustomize):
            if selects({"matchLabels": wanted}, one["metadata"].get("labels", {})):
                yield f"{one['kind'].lower()}/{one['metadata']['name']} {self.put(one)}"

    def _label(self, given: argparse.Namespace, *_: object) -> Iterator[str]:
        kind, name, pairs = given.kind, given.name, dict(pair.split("=") for pair in given.pairs)
        if kind != "namespace":
            raise Refused(f"labels of a {kind} are not known here")
        before = self.get("Namespace", "", name)
        self.put({**before, "metadata": {**before["metadata"], "labels": before["metadata"].get("labels", {}) | pairs}})
        yield f"namespace/{name} labeled"

    def _create(self, given: argparse.Namespace, folder: pathlib.Path, _: socket.socket) -> Iterator[str]:
        if given.kind == "job":
            yield self._create_job(given)
            return
        kind = {"secret": "Secret", "configmap": "ConfigMap"}[given.kind]
        if kind == "Secret" and given.of[:1] != ["generic"]:
            raise Refused("a secret is made as `generic`")
        name = given.of[-1]
        if (kind, given.namespace, name) in self.objects:
            raise Refused(f'{kind.lower()}s "{name}" already exists')
        data: dict[str, bytes] = {}
        for source in given.from_file:
            key, _, path = source.rpartition("=")
            found = folder / path
            data |= {file.name: file.read_bytes() for file in sorted(found.iterdir()) if file.is_file()} if found.is_dir() else {key or found.name: found.read_bytes()}
        if not data:
            raise Refused(f"{name} would be empty")
        self.put({"apiVersion": "v1", "kind": kind, "metadata": {"name": name, "namespace": given.namespace}, "data": data})
        yield f"{kind.lower()}/{name} created"

    def _create_job(self, given: argparse.Namespace) -> str:
        kind, _, source = given.origin.partition("/")
        [name] = given.of
        if kind != "cronjob":
            raise Refused(f"a job of {given.origin} is not known here")
        spec = self.get("CronJob", given.namespace, source)["spec"]["jobTemplate"]["spec"]
        self.put({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name, "namespace": given.namespace}, "spec": spec})
        return f"job.batch/{name} created"

    def _get(self, given: argparse.Namespace, *_: object) -> Iterator[str]:
        if given.kind != "secret" or not (template := TEMPLATE.fullmatch(given.output.removeprefix("go-template="))):
            raise Refused(f"{given.kind} as {given.output} is not known here")
        yield self.get("Secret", given.namespace, given.name)["data"][template[1]].decode().removesuffix("\n")

    def _wait(self, given: argparse.Namespace, *_: object) -> Iterator[str]:
        condition = given.condition.partition("=")[2]
        if (given.what, given.all, condition) == ("certificate", True, "Ready"):
            for (kind, namespace, name), one in list(self.objects.items()):
                if kind == "Certificate" and namespace == given.namespace:
                    # what could not be issued at once never will be
                    self.get("Secret", namespace, one["spec"]["secretName"])
                    yield f"certificate/{name} condition met"
            return
        kind, _, name = given.what.partition("/")
        if (kind, condition) != ("job", "complete"):
            raise Refused(f"waiting for {given.what} to be {condition} is not known here")
        self.get("Job", given.namespace, name)
        [pod] = self._pods_of(given.namespace, name)
        self._until(lambda: pod.code == 0, given.timeout, [pod])
        yield f"job/{name} condition met"

    def _rollout(self, given: argparse.Namespace, *_: object) -> Iterator[str]:
        kind, _, name = given.what.partition("/")
        if (given.status, kind) != ("status", "deployment"):
            raise Refused(f"rollout {given.status} {given.what} is not known here")
        self.get("Deployment", given.namespace, name)
        pods = self._pods_of(given.namespace, name)
        self._until(lambda: bool(pods) and all(pod.ready for pod in pods), given.timeout, pods)
        yield f'deployment "{name}" successfully rolled out'

    def _port_forward(self, given: argparse.Namespace, _: pathlib.Path, link: socket.socket) -> Iterator[str]:
        """Into the network of one pod, as a kubelet does it: no policy is asked."""
        kind, _, name = given.what.partition("/")
        if kind != "service":
            raise Refused(f"{given.what} is not known here")
        self.get("Service", given.namespace, name)
        place = next((pod.place for pod in self._pods_of(given.namespace, name) if pod.ready and pod.place), None)
        if not place:
            raise Refused("unable to forward port because pod is not running")
        with socket.create_server(("127.0.0.1", given.port)) as server:
            threading.Thread(target=forward, args=(server, place, given.port), daemon=True).start()
            yield f"Forwarding from 127.0.0.1:{given.port} -> {given.port}"
            # until whoever asked goes
            while link.recv(1):
                pass
            # else the thread that waits for callers holds the port
            server.shutdown(socket.SHUT_RDWR)

    def _pods_of(self, namespace: str, name: str) -> list[Pod]:
        return [pod for pod in self.pods if pod.namespace == namespace and pod.name.rpartition("-")[0] == name]

    def _until(self, holds: Callable[[], bool], limit: str, pods: list[Pod]) -> None:
        deadline = time.monotonic() + int(limit.removesuffix("m")) * 60
        while not holds():
            if time.monotonic() > deadline or any(pod.code is not None for pod in pods):
                raise Refused("; ".join(f"{pod.name}: {pod.told}" for pod in pods))
            time.sleep(0.1)

    def stop(self) -> dict[str, tuple[int, float]]:
        """How each pod ended, and in how many seconds; the BFF's first, as they ask the others."""
        ended: dict[str, tuple[int, float]] = {}
        for first in (True, False):
            pods = [pod for pod in self.pods if pod.name.startswith("bff-") == first]
            with concurrent.futures.ThreadPoolExecutor(max(len(pods), 1)) as threads:
                ended |= dict(zip([pod.name for pod in pods], threads.map(Pod.stop, pods)))
        return ended

    def kill(self) -> None:
        self._listener.close()
        for pod in self.pods:
            pod.kill()


def parser() -> argparse.ArgumentParser:
    """The part of kubectl that our pages use."""
    words = argparse.ArgumentParser(prog="kubectl", exit_on_error=False)
    words.error = refuse  # type: ignore[method-assign]
    words.add_argument("-n", "--namespace", default="default")
    verbs = words.add_subparsers(dest="verb", required=True)

    def verb(name: str) -> argparse.ArgumentParser:
        own = verbs.add_parser(name, exit_on_error=False)
        own.error = refuse  # type: ignore[method-assign]
        return own

    apply = verb("apply")
    apply.add_argument("-k", "--kustomize", required=True)
    apply.add_argument("-l", "--selector", default="")
    label = verb("label")
    label.add_argument("kind")
    label.add_argument("name")
    label.add_argument("pairs", nargs="+")
    create = verb("create")
    create.add_argument("kind", choices=["secret", "configmap", "job"])
    create.add_argument("of", nargs="+")
    create.add_argument("--from-file", action="append", default=[])
    create.add_argument("--from", dest="origin", default="")
    get = verb("get")
    get.add_argument("kind")
    get.add_argument("name")
    get.add_argument("-o", "--output", required=True)
    wait = verb("wait")
    wait.add_argument("--for", dest="condition", required=True)
    wait.add_argument("--timeout", default="1m")
    wait.add_argument("--all", action="store_true")
    wait.add_argument("what")
    rollout = verb("rollout")
    rollout.add_argument("status")
    rollout.add_argument("what")
    rollout.add_argument("--timeout", default="10m")
    port_forward = verb("port-forward")
    port_forward.add_argument("what")
    port_forward.add_argument("port", type=int)
    return words


def refuse(said: str) -> None:
    raise Refused(said)


def forward(server: socket.socket, place: Place, port: int) -> None:
    while True:
        try:
            caller, _ = server.accept()
        except OSError:
            return
        pod = place.connect(port)
        for one, other in ((caller, pod), (pod, caller)):
            threading.Thread(target=pump, args=(one, other), daemon=True).start()


def pump(one: socket.socket, other: socket.socket) -> None:
    one.settimeout(None)
    try:
        while data := one.recv(65536):
            other.sendall(data)
        other.shutdown(socket.SHUT_WR)
    except OSError:
        one.close()
        other.close()
