"""The verbs of kubectl that our pages use, for deploy/platform/kubectl, which hands them over by a socket."""

from __future__ import annotations

import argparse
import json
import pathlib
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator

from cluster import Cluster
from images import ROOT, Trouble
from network import Place, selects
from pods import Pod, Refused

sys.path.insert(0, str(ROOT / "deploy/k8s"))

from kustomize import KustomizeError, render  # noqa: E402

TEMPLATE = re.compile(r'\{\{ index \.data "([\w.-]+)" \| base64decode \}\}')


class Verbs:
    """Listens at `path` until it is closed."""

    def __init__(self, cluster: Cluster, path: pathlib.Path):
        self._cluster = cluster
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

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
                yield f"{one['kind'].lower()}/{one['metadata']['name']} {self._cluster.put(one)}"

    def _label(self, given: argparse.Namespace, *_: object) -> Iterator[str]:
        kind, name, pairs = given.kind, given.name, dict(pair.split("=") for pair in given.pairs)
        if kind != "namespace":
            raise Refused(f"labels of a {kind} are not known here")
        before = self._cluster.get("Namespace", "", name)
        self._cluster.put({**before, "metadata": {**before["metadata"], "labels": before["metadata"].get("labels", {}) | pairs}})
        yield f"namespace/{name} labeled"

    def _create(self, given: argparse.Namespace, folder: pathlib.Path, _: socket.socket) -> Iterator[str]:
        if given.kind == "job":
            yield self._create_job(given)
            return
        kind = {"secret": "Secret", "configmap": "ConfigMap"}[given.kind]
        if kind == "Secret" and given.of[:1] != ["generic"]:
            raise Refused("a secret is made as `generic`")
        name = given.of[-1]
        self._is_new(kind, given.namespace, name)
        data: dict[str, bytes] = {}
        for source in given.from_file:
            key, _, path = source.rpartition("=")
            found = folder / path
            data |= {file.name: file.read_bytes() for file in sorted(found.iterdir()) if file.is_file()} if found.is_dir() else {key or found.name: found.read_bytes()}
        if not data:
            raise Refused(f"{name} would be empty")
        self._cluster.put({"apiVersion": "v1", "kind": kind, "metadata": {"name": name, "namespace": given.namespace}, "data": data})
        yield f"{kind.lower()}/{name} created"

    def _is_new(self, kind: str, namespace: str, name: str) -> None:
        if (kind, namespace, name) in self._cluster.objects:
            raise Refused(f'{kind.lower()}s "{name}" already exists')

    def _create_job(self, given: argparse.Namespace) -> str:
        kind, _, source = given.origin.partition("/")
        [name] = given.of
        if kind != "cronjob":
            raise Refused(f"a job of {given.origin} is not known here")
        self._is_new("Job", given.namespace, name)
        spec = self._cluster.get("CronJob", given.namespace, source)["spec"]["jobTemplate"]["spec"]
        self._cluster.put({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name, "namespace": given.namespace}, "spec": spec})
        return f"job.batch/{name} created"

    def _delete(self, given: argparse.Namespace, *_: object) -> Iterator[str]:
        if given.kind != "job":
            raise Refused(f"deleting a {given.kind} is not known here")
        if given.ignore_not_found and ("Job", given.namespace, given.name) not in self._cluster.objects:
            return
        self._cluster.delete_job(given.namespace, given.name)
        yield f'job.batch "{given.name}" deleted'

    def _get(self, given: argparse.Namespace, *_: object) -> Iterator[str]:
        if given.kind != "secret" or not (template := TEMPLATE.fullmatch(given.output.removeprefix("go-template="))):
            raise Refused(f"{given.kind} as {given.output} is not known here")
        yield self._cluster.get("Secret", given.namespace, given.name)["data"][template[1]].decode().removesuffix("\n")

    def _wait(self, given: argparse.Namespace, *_: object) -> Iterator[str]:
        condition = given.condition.partition("=")[2]
        if (given.what, given.all, condition) == ("certificate", True, "Ready"):
            for (kind, namespace, name), one in list(self._cluster.objects.items()):
                if kind == "Certificate" and namespace == given.namespace:
                    # what could not be issued at once never will be
                    self._cluster.get("Secret", namespace, one["spec"]["secretName"])
                    yield f"certificate/{name} condition met"
            return
        kind, _, name = given.what.partition("/")
        if (kind, condition) != ("job", "complete"):
            raise Refused(f"waiting for {given.what} to be {condition} is not known here")
        self._cluster.get("Job", given.namespace, name)
        [pod] = self._cluster.pods_of(given.namespace, name)
        until(lambda: pod.code == 0, given.timeout, [pod])
        yield f"job/{name} condition met"

    def _rollout(self, given: argparse.Namespace, *_: object) -> Iterator[str]:
        kind, _, name = given.what.partition("/")
        if (given.status, kind) != ("status", "deployment"):
            raise Refused(f"rollout {given.status} {given.what} is not known here")
        self._cluster.get("Deployment", given.namespace, name)
        if rollout := self._cluster.rollouts.get((given.namespace, name)):
            rollout.join(seconds(given.timeout))
        pods = self._cluster.pods_of(given.namespace, name)
        until(lambda: bool(pods) and all(pod.ready for pod in pods), given.timeout, pods)
        yield f'deployment "{name}" successfully rolled out'

    def _port_forward(self, given: argparse.Namespace, _: pathlib.Path, link: socket.socket) -> Iterator[str]:
        """Into the network of one pod, as a kubelet does it: no policy is asked."""
        kind, _, name = given.what.partition("/")
        if kind != "service":
            raise Refused(f"{given.what} is not known here")
        self._cluster.get("Service", given.namespace, name)
        place = next((pod.place for pod in self._cluster.pods_of(given.namespace, name) if pod.ready and pod.place), None)
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
    delete = verb("delete")
    delete.add_argument("kind")
    delete.add_argument("name")
    delete.add_argument("--ignore-not-found", action="store_true")
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


def seconds(limit: str) -> int:
    if not limit.endswith("m"):
        raise Refused(f"{limit} is not known here")
    return int(limit.removesuffix("m")) * 60


def until(holds: Callable[[], bool], limit: str, pods: list[Pod]) -> None:
    """Refused when that takes too long, or one of the pods has ended."""
    deadline = time.monotonic() + seconds(limit)
    while not holds():
        if time.monotonic() > deadline or any(pod.code is not None for pod in pods):
            raise Refused("; ".join(f"{pod.name}: {pod.told}" for pod in pods))
        time.sleep(0.1)


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
