"""What the pods of a Deployment, a Job and a CronJob keep; `rules` asks for it and says whose pods they are."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterator

# What somebody else puts into the namespace: the ring of public keys that all services mount.
SHARED = {"passport-keyring", "data-ca"}
SHELLS = {"ash", "bash", "busybox", "dash", "ksh", "sh", "zsh"}
POD = {
    "securityContext.runAsNonRoot": True,
    "securityContext.runAsUser": 10001,
    "securityContext.runAsGroup": 10001,
    "securityContext.fsGroup": 10001,
    "securityContext.seccompProfile.type": "RuntimeDefault",
    "automountServiceAccountToken": False,
    "enableServiceLinks": False,
}
CONTAINER = {
    "imagePullPolicy": "IfNotPresent",
    "securityContext.allowPrivilegeEscalation": False,
    "securityContext.capabilities.drop": ["ALL"],
    "securityContext.readOnlyRootFilesystem": True,
}
# A container may say these again, but not otherwise than its pod.
OF_THE_POD = ("runAsNonRoot", "runAsUser", "runAsGroup", "seccompProfile")
PRESTOP, SERVING, DRAIN, HARD_STOP = 8, 5, 20, 1
PROBES = {
    "startup": {"periodSeconds": 1, "failureThreshold": 30},
    "readiness": {"periodSeconds": 2, "timeoutSeconds": 1, "failureThreshold": 2},
    "liveness": {"periodSeconds": 10, "failureThreshold": 3},
}
PATHS = {"startup": "/ready", "readiness": "/ready", "liveness": "/live"}
# Read by the owner and the group, as which the process runs.
SECRET_MODE = 0o440


def at(thing: object, path: str) -> object:
    """What lies at a path such as `spec.template`; None where there is nothing."""
    for key in path.split("."):
        thing = thing.get(key) if isinstance(thing, dict) else None
    return thing


def told(value: object) -> str:
    # as JSON, which tells `false` from `0`
    return "not set" if value is None else json.dumps(value, sort_keys=True, default=str)


def unlike(thing: object, wanted: dict[str, object]) -> Iterator[str]:
    for path, value in wanted.items():
        if told(at(thing, path)) != told(value):
            yield f"{path} is {told(at(thing, path))}, but has to be {told(value)}"


def unset(thing: object, *paths: str) -> Iterator[str]:
    for path in paths:
        if at(thing, path) in (None, ""):
            yield f"{path} is not set"


def containers(spec: dict) -> list[dict]:
    return [*(spec.get("initContainers") or []), *(spec.get("containers") or [])]


def ports(spec: dict) -> dict[object, int]:
    """The numbers of the containers' ports by their names."""
    return {port.get("name", port["containerPort"]): port["containerPort"] for container in containers(spec) for port in container.get("ports") or []}


def selects(selector: dict | None, own: dict) -> bool:
    if any(own.get(label) != value for label, value in (at(selector, "matchLabels") or {}).items()):
        return False
    for term in at(selector, "matchExpressions") or []:
        holds = term["key"] in own if "Exist" in term["operator"] else own.get(term["key"]) in term["values"]
        if holds == (term["operator"] in ("NotIn", "DoesNotExist")):
            return False
    return True


def secrets(spec: dict) -> set[str]:
    """The Secrets that are mounted, without the shared ones."""
    taken = [secret for volume in spec.get("volumes") or [] for secret, _ in taken_from(volume, "secret")]
    return {secret.get("secretName") or secret.get("name") for secret in taken} - SHARED


def config_maps(spec: dict) -> set[str]:
    """The ConfigMaps whose texts are the environment of a container."""
    return {name for container in containers(spec) for source in container.get("envFrom") or [] if (name := at(source, "configMapRef.name"))}


def pod(spec: dict, accounts: set[str], configs: set[str]) -> Iterator[str]:
    """ACCOUNTS and CONFIGS are the names of the ServiceAccounts and the ConfigMaps that there are."""
    yield from unlike(spec, POD)
    for setting in ("hostNetwork", "hostPID", "hostIPC"):
        if spec.get(setting):
            yield f"{setting} is set"
    yield from account(spec.get("serviceAccountName"), accounts)
    for container in containers(spec):
        for rule in (security, resources, image, words):
            yield from (f"container {container.get('name')}: {text}" for text in rule(container))
        yield from (f"container {container.get('name')}: {text}" for text in of_the_pod(container, spec))
        yield from (f"container {container.get('name')}: {text}" for text in environment(container, configs))
    yield from mounts(spec)
    for volume in spec.get("volumes") or []:
        yield from (f"volume {volume.get('name')}: {text}" for text in contents(volume, configs))


def account(name: str | None, accounts: set[str]) -> Iterator[str]:
    if name in (None, "", "default"):
        yield f"serviceAccountName is {told(name)}, but has to be an account of its own"
    elif name not in accounts:
        yield f"the ServiceAccount {name} is not among the objects"


def security(container: dict) -> Iterator[str]:
    yield from unlike(container, CONTAINER)
    if at(container, "securityContext.privileged"):
        yield "it is privileged"
    if at(container, "securityContext.capabilities.add"):
        yield "securityContext.capabilities.add gives back what is dropped"
    if any("hostPort" in port for port in container.get("ports") or []):
        yield "it takes a hostPort"


def of_the_pod(container: dict, spec: dict) -> Iterator[str]:
    for setting in OF_THE_POD:
        own = at(container, f"securityContext.{setting}")
        if own is not None and own != at(spec, f"securityContext.{setting}"):
            yield f"securityContext.{setting} is {told(own)}, other than its pod's"


def resources(container: dict) -> Iterator[str]:
    yield from unset(container, "resources.requests.cpu", "resources.requests.memory", "resources.limits.memory")
    if at(container, "resources.limits.cpu") is not None:
        yield "resources.limits.cpu is set: it would throttle, requests share the CPU already"


def image(container: dict) -> Iterator[str]:
    reference = container.get("image") or ""
    name, _, digest = reference.rpartition("/")[2].partition("@")
    tag = name.partition(":")[2]
    if tag == "latest" or not (tag or digest):
        yield f"the image {reference} has neither a tag other than latest nor a digest"


def words(container: dict) -> Iterator[str]:
    for word in [*(container.get("command") or []), *(container.get("args") or [])]:
        if pathlib.PurePosixPath(*str(word).split()[:1]).name in SHELLS:
            yield f"it runs a shell ({word}), which the image does not have"


def environment(container: dict, configs: set[str]) -> Iterator[str]:
    named = []
    for entry in container.get("env") or []:
        if at(entry, "valueFrom.secretKeyRef"):
            yield f"env {entry.get('name')} is from a Secret: secrets are files"
        named.append(at(entry, "valueFrom.configMapKeyRef.name"))
    for source in container.get("envFrom") or []:
        if "secretRef" in source:
            yield "envFrom takes a Secret: secrets are files"
        named.append(at(source, "configMapRef.name"))
    yield from foreign(named, configs)


def foreign(named: list, configs: set[str]) -> Iterator[str]:
    for name in named:
        if name is not None and name not in configs | SHARED:
            yield f"the ConfigMap {name} is not among the objects"


def mounts(spec: dict) -> Iterator[str]:
    there = {volume.get("name") for volume in spec.get("volumes") or []}
    mounted = {mount.get("name") for container in containers(spec) for mount in container.get("volumeMounts") or []}
    for name in sorted(there - mounted):
        yield f"the volume {name} is mounted nowhere"
    for name in sorted(mounted - there):
        yield f"what is mounted as {name} is no volume"


def taken_from(volume: dict, kind: str) -> Iterator[tuple[dict, int | None]]:
    """What a volume takes of KIND (`secret` or `configMap`), each with the mode of its files."""
    if kind in volume:
        yield volume[kind], volume[kind].get("defaultMode")
    for source in at(volume, "projected.sources") or []:
        if kind in source:
            yield source[kind], at(volume, "projected.defaultMode")


def contents(volume: dict, configs: set[str]) -> Iterator[str]:
    if "hostPath" in volume:
        yield "it is a hostPath"
    if "emptyDir" in volume and not at(volume, "emptyDir.sizeLimit"):
        yield "its emptyDir has no sizeLimit"
    for secret, mode in taken_from(volume, "secret"):
        if secret.get("optional"):
            yield "its Secret is optional"
        modes = [mode, *(item["mode"] for item in secret.get("items") or [] if "mode" in item)]
        # Kubernetes takes 0644 where nothing is said
        if any(one is None or one & ~SECRET_MODE for one in modes):
            yield "the mode of its Secret's files is not 0440 or stricter"
    yield from foreign([config.get("name") for config, _ in taken_from(volume, "configMap")], configs)


def probe(own: dict | None, name: str, http: bool, health: int | None) -> Iterator[str]:
    if http:
        yield from unlike(own, {"httpGet.port": "admin", "httpGet.path": PATHS[name], **PROBES[name]})
    else:
        # by its number: a name is no port for gRPC
        yield from unlike(own, {"grpc.port": health or "the port named health", "grpc.service": name, **PROBES[name]})


def ending(spec: dict, container: dict) -> Iterator[str]:
    yield from unlike(container, {"lifecycle.preStop.sleep.seconds": PRESTOP})
    grace, needed = spec.get("terminationGracePeriodSeconds"), (at(container, "lifecycle.preStop.sleep.seconds") or 0) + SERVING + DRAIN + HARD_STOP
    if grace is not None and grace < needed:
        yield f"terminationGracePeriodSeconds is {grace}, less than the {needed} that preStop, serving on, draining and the hard stop take"
    else:
        yield from unlike(spec, {"terminationGracePeriodSeconds": 45})
