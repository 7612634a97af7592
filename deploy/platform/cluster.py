"""A small cluster: it takes objects as an API server does, and has their pods run."""

from __future__ import annotations

import concurrent.futures
import contextlib
import copy
import pathlib
import sys
import threading
import time
from collections.abc import Callable

from images import ROOT, Image
from issuers import Issuers
from network import Network
from pods import Pod, Refused

sys.path.insert(0, str(ROOT / "deploy/k8s"))

from kustomize import CLUSTER_SCOPED  # noqa: E402


class Cluster:
    """`images`: those of a registry, by their digests."""

    def __init__(self, folder: pathlib.Path, network: Network, images: dict[str, Image], issuers: Issuers):
        self.folder = folder
        self.network = network
        self._images = images
        self._issuers = issuers
        self.objects: dict[tuple[str, str, str], dict] = {}
        self.pods: list[Pod] = []
        # how those ended that others have replaced, and in how many seconds
        self.replaced: dict[str, tuple[int, float]] = {}
        self._made: dict[str, int] = {}
        self.rollouts: dict[tuple[str, str], threading.Thread] = {}
        # whoever is told of every object that comes or changes
        self.watchers: list[Callable[[dict], None]] = [self._run, self._issue]
        self._lock = threading.RLock()

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
                self._make_pod(meta["name"], meta["namespace"], spec["template"])
            elif self.pods_of(meta["namespace"], meta["name"]):
                rollout = threading.Thread(target=self._roll_out, args=(given,), daemon=True)
                self.rollouts[meta["namespace"], meta["name"]] = rollout
                rollout.start()
        elif kind == "CronJob":
            self._admit(meta["namespace"], spec["jobTemplate"]["spec"]["template"])
        elif kind == "HorizontalPodAutoscaler":
            target = self.get("Deployment", meta["namespace"], spec["scaleTargetRef"]["name"])
            for _ in range(spec["minReplicas"]):
                self._make_pod(meta["name"], meta["namespace"], target["spec"]["template"])

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

    def _make_pod(self, name: str, namespace: str, template: dict) -> Pod:
        number = self._made.get(name, 0)
        self._made[name] = number + 1
        pod = Pod(self, f"{name}-{number}", namespace, template)
        self.pods.append(pod)
        return pod

    def _roll_out(self, deployment: dict) -> None:
        """One pod more, and when it has been ready for long enough, one of before less; those may end side by side."""
        meta, spec = deployment["metadata"], deployment["spec"]
        if spec["strategy"]["rollingUpdate"] != {"maxUnavailable": 0, "maxSurge": 1}:
            raise Refused(f"{meta['name']} would roll out in another way")
        ending = []
        for old in self.pods_of(meta["namespace"], meta["name"]):
            new = self._make_pod(meta["name"], meta["namespace"], spec["template"])
            while not new.ready:
                if new.code is not None:
                    return
                time.sleep(0.1)
            time.sleep(spec["minReadySeconds"])
            ending.append(threading.Thread(target=self._replace, args=(old,)))
            ending[-1].start()
        for thread in ending:
            thread.join()

    def _replace(self, old: Pod) -> None:
        self.replaced[old.name] = old.stop()
        old.forget()
        self.pods.remove(old)

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

    def pods_of(self, namespace: str, name: str) -> list[Pod]:
        return [pod for pod in self.pods if pod.namespace == namespace and pod.name.rpartition("-")[0] == name]

    def delete_job(self, namespace: str, name: str) -> None:
        """And its pods."""
        self.get("Job", namespace, name)
        del self.objects["Job", namespace, name]
        for pod in self.pods_of(namespace, name):
            pod.forget()
            self.pods.remove(pod)

    def started(self) -> list[str]:
        """The names of all pods that there were, but for those of jobs that were deleted."""
        return [*self.replaced, *(pod.name for pod in self.pods)]

    def stop(self) -> dict[str, tuple[int, float]]:
        """How each pod ended, and in how many seconds; the BFF's first, as they ask the others."""
        ended: dict[str, tuple[int, float]] = {}
        for first in (True, False):
            pods = [pod for pod in self.pods if pod.name.startswith("bff-") == first]
            with concurrent.futures.ThreadPoolExecutor(max(len(pods), 1)) as threads:
                ended |= dict(zip([pod.name for pod in pods], threads.map(Pod.stop, pods)))
        return ended

    def kill(self) -> None:
        for pod in self.pods:
            pod.kill()
