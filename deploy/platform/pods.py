"""A pod, run as a kubelet would: from its image, with its files, its user, and a place in the network."""

from __future__ import annotations

import math
import os
import pathlib
import shutil
import threading
import time
from typing import Protocol

from containers import Container
from images import Image
from network import Network, Place

# how often a pod is looked at
LOOK_S = 0.5


class Refused(Exception):
    """What kubectl says."""


class Objects(Protocol):
    """What a pod is told by its cluster."""

    folder: pathlib.Path
    network: Network

    def get(self, kind: str, namespace: str, name: str) -> dict:
        """Refused where there is none."""

    def image(self, reference: str) -> Image:
        """Refused where there is none."""


class Pod:
    """One container, from the moment it is wanted to its end."""

    def __init__(self, cluster: Objects, name: str, namespace: str, template: dict):
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
        """As a rollout does: no name leads to it any more, and after its time it is asked to end. Its code and the seconds
        that its end took."""
        self._stopped.set()
        self._thread.join()
        if not self.container or self.code is not None:
            return self.code or 0, 0
        assert self.place
        self._cluster.network.is_ready(self.place, False)
        before = self.spec["containers"][0]["lifecycle"]["preStop"]["sleep"]["seconds"]
        time.sleep(before)
        return self.container.stop(self.spec["terminationGracePeriodSeconds"] - before)

    def kill(self) -> None:
        self._stopped.set()
        self._thread.join()
        if self.container:
            self.container.kill()

    def forget(self) -> None:
        """After its end; its log stays."""
        self.kill()
        if self.place:
            self._cluster.network.remove(self.place)


def cores(container: dict, variable: dict) -> str:
    """A variable of the downward API: what the container asks of the processor, in whole cores."""
    if (resource := variable["valueFrom"]["resourceFieldRef"]) != {"resource": "requests.cpu", "divisor": "1"}:
        raise Refused(f"{variable['name']} is of {resource}")
    asked = container["resources"]["requests"]["cpu"]
    return str(math.ceil(float(asked[:-1]) / 1000 if asked.endswith("m") else float(asked)))
