"""The rules hold a good house for good, and tell each fault that is planted in it, and nothing else."""

from __future__ import annotations

import json
import pathlib
import re
import sys
import types
import unittest
from collections.abc import Callable, Iterator

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "deploy/k8s"), str(ROOT / "deploy/dev/lib")]

import pod_rules  # noqa: E402
import rules  # noqa: E402

EXAMPLE = ROOT / "deploy/k8s/example"
GONE = object()
CONFIG = "{}-config-2g4h6m8kt5"


def labels(name: str, component: str | None = None) -> dict:
    return {rules.NAME: name, rules.PART_OF: "pishkhan"} | ({rules.COMPONENT: component} if component else {})


def thing(api: str, kind: str, group: str, name: str, **more: object) -> dict:
    return {"apiVersion": api, "kind": kind, "metadata": {"name": name, "namespace": "pishkhan", "labels": labels(group)}, **more}


def chosen(name: str, component: str) -> dict:
    return {"matchLabels": {rules.NAME: name, rules.COMPONENT: component}}


def of_namespace(name: str) -> dict:
    return {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": name}}}


def pod(group: str, component: str, account: str, **container: object) -> dict:
    """A template with one container; its Secret is called as its account."""
    secret = {"name": "secrets", "secret": {"secretName": account, "defaultMode": 0o440}}
    ring = {"secret": {"name": "passport-keyring", "optional": False, "items": [{"key": "ring", "path": "ring", "mode": 0o400}]}}
    one = {
        "name": component,
        "image": f"registry.example:5000/pishkhan/{group}:1.4.0",
        "imagePullPolicy": "IfNotPresent",
        "securityContext": {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}},
        "resources": {"requests": {"cpu": "250m", "memory": "96Mi"}, "limits": {"memory": "192Mi"}},
        "env": [{"name": "RUST_LOG", "valueFrom": {"configMapKeyRef": {"name": CONFIG.format(group), "key": "RUST_LOG"}}}],
        "envFrom": [{"configMapRef": {"name": CONFIG.format(group)}}],
        "volumeMounts": [{"name": name, "mountPath": f"/{name}"} for name in ("secrets", "tmp", "keys", "config")],
        **container,
    }
    spec = {
        "serviceAccountName": account,
        "automountServiceAccountToken": False,
        "enableServiceLinks": False,
        "securityContext": {"runAsNonRoot": True, "runAsUser": 10001, "runAsGroup": 10001, "fsGroup": 10001, "seccompProfile": {"type": "RuntimeDefault"}},
        "containers": [one],
        "volumes": [
            secret,
            {"name": "tmp", "emptyDir": {"sizeLimit": "16Mi"}},
            {"name": "keys", "projected": {"defaultMode": 0o440, "sources": [ring]}},
            {"name": "config", "configMap": {"name": CONFIG.format(group)}},
        ],
    }
    return {"metadata": {"labels": labels(group, component)}, "spec": spec}


def beside(group: str) -> dict:
    """A second container, a good one."""
    return pod(group, "beside", group)["spec"]["containers"][0]


def probes(group: str) -> dict:
    def of(name: str, path: str, **times: int) -> dict:
        return ({"httpGet": {"path": path, "port": "admin"}} if group == "bff" else {"grpc": {"port": 50061, "service": name}}) | times

    return {
        "startupProbe": of("startup", "/ready", periodSeconds=1, failureThreshold=30),
        "readinessProbe": of("readiness", "/ready", periodSeconds=2, timeoutSeconds=1, failureThreshold=2),
        "livenessProbe": of("liveness", "/live", periodSeconds=10, failureThreshold=3),
    }


def deployment(group: str, ports: dict[str, int]) -> dict:
    template = pod(group, "server", group, **probes(group), lifecycle={"preStop": {"sleep": {"seconds": 8}}})
    template["metadata"]["annotations"] = {"prometheus.io/scrape": "true", "prometheus.io/port": str(ports["admin"]), "prometheus.io/path": "/metrics"}
    container, selector = template["spec"]["containers"][0], chosen(group, "server")
    container["ports"] = [{"name": name, "containerPort": number} for name, number in ports.items()]
    workers = "BFF_WORKERS" if group == "bff" else "TOKIO_WORKER_THREADS"
    container["env"].append({"name": workers, "valueFrom": {"resourceFieldRef": {"resource": "requests.cpu"}}})
    spread = {"topology.kubernetes.io/zone": "ScheduleAnyway", "kubernetes.io/hostname": "DoNotSchedule"}
    near = {"weight": 50, "podAffinityTerm": {"topologyKey": "kubernetes.io/hostname", "labelSelector": selector}}
    template["spec"] |= {
        "terminationGracePeriodSeconds": 45,
        "priorityClassName": "pishkhan-server",
        "affinity": {"podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [near]}},
        "topologySpreadConstraints": [
            {"topologyKey": key, "whenUnsatisfiable": what, "maxSkew": 1, "nodeTaintsPolicy": "Honor", "labelSelector": selector} for key, what in spread.items()
        ],
    }
    spec = {
        "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 0, "maxSurge": 1}},
        "minReadySeconds": 5,
        "progressDeadlineSeconds": 120,
        "revisionHistoryLimit": 5,
        "selector": selector,
        "template": template,
    }
    return thing("apps/v1", "Deployment", group, group, spec=spec)


def served(group: str) -> list[dict]:
    """What the BFF and the services have alike."""
    bff = group == "bff"
    ports = {"http": 8080, "admin": 9050} if bff else {"grpc": 50053, "admin": 9053, "health": 50061}
    public = {"name": "http" if bff else "grpc", "port": 80, "targetPort": next(iter(ports))} | ({} if bff else {"appProtocol": "kubernetes.io/h2c"})
    caller = of_namespace("ingress") if bff else {"podSelector": chosen("bff", "server")}
    scaling = {
        "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": group},
        "minReplicas": 3 if bff else 2,
        "maxReplicas": 9 if bff else 6,
        "metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 70}}}],
        "behavior": {"scaleDown": {"stabilizationWindowSeconds": 300}},
    }
    policy = {
        "podSelector": chosen(group, "server"),
        "policyTypes": ["Ingress", "Egress"],
        "ingress": [
            {"from": [caller], "ports": [{"port": public["targetPort"]}]},
            {"from": [of_namespace("monitoring")], "ports": [{"port": ports["admin"]}]},
        ],
        "egress": [{"to": [{"ipBlock": {"cidr": "10.1.2.0/24"}}], "ports": [{"port": 5432}]}],
    }
    budget = {"maxUnavailable": 1, "unhealthyPodEvictionPolicy": "AlwaysAllow", "selector": chosen(group, "server")}
    service = {"selector": chosen(group, "server")["matchLabels"], "ports": [public]} | ({"type": "ClusterIP"} if bff else {"clusterIP": "None"})
    return [
        deployment(group, ports),
        thing("autoscaling/v2", "HorizontalPodAutoscaler", group, group, spec=scaling),
        thing("policy/v1", "PodDisruptionBudget", group, group, spec=budget),
        thing("v1", "Service", group, group, spec=service),
        thing("networking.k8s.io/v1", "NetworkPolicy", group, group, spec=policy),
        thing("v1", "ServiceAccount", group, group, automountServiceAccountToken=False),
        config(group),
    ]


def config(group: str) -> dict:
    return thing("v1", "ConfigMap", group, CONFIG.format(group), immutable=True, data={"RUST_LOG": "info"})


def once(group: str, name: str, component: str) -> list[dict]:
    """The account and the policy of pods that run once."""
    expressions = [{"key": rules.COMPONENT, "operator": "In", "values": [component]}, {"key": "other", "operator": "DoesNotExist"}]
    outside = {"ipBlock": {"cidr": "0.0.0.0/0", "except": ["10.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"]}}
    policy = {"podSelector": {"matchExpressions": expressions}, "policyTypes": ["Egress", "Ingress"], "egress": [{"to": [outside]}]}
    return [
        thing("networking.k8s.io/v1", "NetworkPolicy", group, name, spec=policy),
        thing("v1", "ServiceAccount", group, name, automountServiceAccountToken=False),
    ]


def migration(group: str) -> list[dict]:
    name = f"{group}-migrate"
    template = pod(group, "migration", name, args=["migrate"])
    template["spec"]["restartPolicy"] = "Never"
    spec = {"backoffLimit": 3, "ttlSecondsAfterFinished": 86400, "activeDeadlineSeconds": 600, "template": template}
    template["spec"]["containers"][0]["envFrom"] = [{"configMapRef": {"name": CONFIG.format(name)}}]
    settings = thing("v1", "ConfigMap", group, CONFIG.format(name), immutable=True, data={"DATABASE_POOL_SIZE": "2"})
    found = [thing("batch/v1", "Job", group, name, spec=spec), *once(group, name, "migration"), settings]
    for one in found:
        one["metadata"]["labels"][rules.COMPONENT] = "migration"
    return found


def tools() -> list[dict]:
    template = pod("tools", "job", "check-figures", args=["check-figures"])
    spec = {
        "schedule": "30 2 * * *",
        "timeZone": "Asia/Tehran",
        "concurrencyPolicy": "Forbid",
        "startingDeadlineSeconds": 600,
        "successfulJobsHistoryLimit": 1,
        "failedJobsHistoryLimit": 3,
        "jobTemplate": {"spec": {"backoffLimit": 1, "activeDeadlineSeconds": 3600, "template": template}},
    }
    return [thing("batch/v1", "CronJob", "tools", "check-figures", spec=spec), *once("tools", "check-figures", "job"), config("tools")]


def platform() -> list[dict]:
    space = thing("v1", "Namespace", "platform", "pishkhan")
    space["metadata"]["labels"] |= {"pod-security.kubernetes.io/enforce": "restricted", "pod-security.kubernetes.io/enforce-version": "v1.31"}
    ask = {"to": [of_namespace("kube-system")], "ports": [{"protocol": "UDP", "port": 53}, {"protocol": "TCP", "port": 53}]}
    tls = [{"hosts": ["panel.example", "*.pictures.example"], "secretName": "panel-tls"}]
    return [
        space,
        thing("scheduling.k8s.io/v1", "PriorityClass", "platform", "pishkhan-server", value=1000),
        thing("networking.k8s.io/v1", "NetworkPolicy", "platform", "deny", spec={"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}),
        thing("networking.k8s.io/v1", "NetworkPolicy", "platform", "dns", spec={"podSelector": {}, "policyTypes": ["Egress"], "egress": [ask]}),
        thing(
            "networking.k8s.io/v1",
            "Ingress",
            "platform",
            "panel",
            spec={"ingressClassName": "nginx", "tls": tls, "rules": [{"host": "panel.example"}, {"host": "one.pictures.example"}]},
        ),
    ]


def gateway(section: str | None, rule: dict) -> list[dict]:
    """A Gateway with a route through TLS, and another one to this section of it."""
    listeners = [{"name": "https", "protocol": "HTTPS"}, {"name": "http", "protocol": "HTTP"}]
    found = [thing("gateway.networking.k8s.io/v1", "Gateway", "platform", "panel", spec={"listeners": listeners})]
    for name, at, one in (("panel", "https", {"backendRefs": [{"name": "bff", "port": 8080}]}), ("panel-2", section, rule)):
        parent = {"name": "panel"} | ({"sectionName": at} if at else {})
        found.append(thing("gateway.networking.k8s.io/v1", "HTTPRoute", "platform", name, spec={"parentRefs": [parent], "rules": [one]}))
    return found


# As text: what is changed in the house at one place is changed there alone, and in this house alone.
GOOD = json.dumps([*served("orders"), *migration("orders"), *served("bff"), *tools(), *platform()])


def house() -> list[dict]:
    return json.loads(GOOD)


Change = Callable[[list[dict]], None]


def find(objects: list[dict], name: str) -> dict:
    return next(one for one in objects if rules.title(one) == name)


def put(name: str, path: str, value: object = GONE) -> Change:
    """Sets, appends (`+`) or takes away what lies at a PATH of keys and places; `POD` and `ONE` stand for a template's and a container's."""

    def change(objects: list[dict]) -> None:
        where = find(objects, name)
        template = "spec jobTemplate spec template" if name.startswith("CronJob") else "spec template"
        *keys, last = path.replace("ONE", "POD containers 0").replace("POD", f"{template} spec").replace("TEMPLATE", template).split()
        for key in keys:
            where = where[int(key)] if isinstance(where, list) else where.setdefault(key, {})
        if last == "+":
            where.append(value)
        elif value is GONE:
            del where[int(last) if isinstance(where, list) else last]
        else:
            where[int(last) if isinstance(where, list) else last] = value

    return change


def without(*names: str) -> Change:
    return lambda objects: [objects.remove(find(objects, name)) for name in names] and None


def with_(*more: dict) -> Change:
    return lambda objects: objects.extend(more)


def both(*changes: Change) -> Change:
    return lambda objects: [change(objects) for change in changes] and None


def planted(change: Change) -> list[dict]:
    objects = house()
    change(objects)
    return objects


D, J, C, B = "Deployment/orders", "Job/orders-migrate", "CronJob/check-figures", "Deployment/bff"
HPA, PDB, S, P = "HorizontalPodAutoscaler/orders", "PodDisruptionBudget/orders", "Service/orders", "NetworkPolicy/orders"
CM = f"ConfigMap/{CONFIG.format('orders')}"
INGRESS, EGRESS = "spec ingress 0 from", "spec egress 0 to"


def simple() -> Iterator[tuple[str, str, object, str]]:
    """Faults of one place, for which one sentence about the same object is told: object, path, value, words."""
    yield D, f"metadata labels {rules.PART_OF}", "other", f"label {rules.PART_OF} is"
    yield D, "spec strategy type", "Recreate", "spec.strategy.type"
    yield D, "spec strategy rollingUpdate maxUnavailable", 1, "maxUnavailable is 1, but has to be 0"
    yield D, "spec strategy rollingUpdate maxSurge", "25%", "maxSurge"
    yield D, "spec minReadySeconds", GONE, "minReadySeconds is not set"
    yield D, "spec progressDeadlineSeconds", 600, "progressDeadlineSeconds"
    yield D, "spec revisionHistoryLimit", 10, "revisionHistoryLimit"
    yield D, "spec replicas", 2, "spec.replicas is set"
    yield D, "POD containers +", beside("orders"), "has 2 containers"
    yield D, "POD initContainers", [beside("orders")], "has 2 containers"
    yield D, "ONE lifecycle preStop sleep seconds", 3, "preStop.sleep.seconds is 3"
    yield D, "POD terminationGracePeriodSeconds", 33, "33, less than the 34"
    yield D, "POD terminationGracePeriodSeconds", 34, "terminationGracePeriodSeconds is 34, but has to be 45"
    yield D, "POD terminationGracePeriodSeconds", 60, "terminationGracePeriodSeconds is 60"
    yield D, "POD terminationGracePeriodSeconds", GONE, "terminationGracePeriodSeconds is not set"
    yield D, "ONE env 1 valueFrom resourceFieldRef resource", "limits.cpu", "TOKIO_WORKER_THREADS"
    yield B, "ONE env 1 name", "TOKIO_WORKER_THREADS", "BFF_WORKERS"
    yield D, "TEMPLATE metadata annotations prometheus.io/scrape", True, 'scrape is true, but has to be "true"'
    yield D, "TEMPLATE metadata annotations prometheus.io/port", "50053", 'prometheus.io/port is "50053", but has to be "9053"'
    yield D, "TEMPLATE metadata annotations prometheus.io/path", GONE, "prometheus.io/path is not set"
    yield D, "POD topologySpreadConstraints 0 whenUnsatisfiable", "DoNotSchedule", "zone: whenUnsatisfiable"
    yield D, "POD topologySpreadConstraints 1 whenUnsatisfiable", "ScheduleAnyway", "hostname: whenUnsatisfiable"
    yield D, "POD topologySpreadConstraints 1 maxSkew", 2, "hostname: maxSkew"
    yield D, "POD topologySpreadConstraints 1 nodeTaintsPolicy", GONE, "hostname: nodeTaintsPolicy"
    yield D, "POD topologySpreadConstraints 0 labelSelector", chosen("bff", "server"), "zone: labelSelector"
    yield D, "POD affinity podAntiAffinity preferredDuringSchedulingIgnoredDuringExecution", [], "no preferred podAntiAffinity"
    yield D, "POD affinity podAntiAffinity requiredDuringSchedulingIgnoredDuringExecution", [{}], "is required"
    yield D, "POD priorityClassName", GONE, "priorityClassName is not set"
    for probe, service in (("startup", "readiness"), ("readiness", "liveness"), ("liveness", "")):
        yield D, f"ONE {probe}Probe grpc port", 50053, f"{probe}Probe.grpc.port is 50053, but has to be 50061"
        yield D, f"ONE {probe}Probe grpc service", service, f"{probe}Probe.grpc.service"
        for time in pod_rules.PROBES[probe]:
            yield D, f"ONE {probe}Probe {time}", 7, f"{probe}Probe.{time} is 7"
            yield B, f"ONE {probe}Probe {time}", GONE, f"{probe}Probe.{time} is not set"
        yield B, f"ONE {probe}Probe httpGet port", 9050, f"{probe}Probe.httpGet.port"
        yield B, f"ONE {probe}Probe httpGet path", "/health", f"{probe}Probe.httpGet.path"

    for owner in (D, J, C, B):
        yield owner, f"TEMPLATE metadata labels {rules.PART_OF}", GONE, f"pods' label {rules.PART_OF} is not set"
        yield owner, "POD securityContext fsGroup", 0, "securityContext.fsGroup is 0"
        yield owner, "POD securityContext runAsNonRoot", False, "securityContext.runAsNonRoot"
        yield owner, "POD securityContext runAsUser", 0, "securityContext.runAsUser"
        yield owner, "POD securityContext runAsGroup", GONE, "securityContext.runAsGroup"
        yield owner, "POD securityContext seccompProfile type", "Unconfined", "seccompProfile.type"
        yield owner, "POD automountServiceAccountToken", True, "automountServiceAccountToken"
        yield owner, "POD enableServiceLinks", GONE, "enableServiceLinks"
        yield owner, "POD serviceAccountName", "nobody", "the ServiceAccount nobody is not among the objects"
        yield owner, "POD serviceAccountName", "default", "serviceAccountName is \"default\""
        yield owner, "POD serviceAccountName", GONE, "serviceAccountName is not set"
        for setting in ("hostNetwork", "hostPID", "hostIPC"):
            yield owner, f"POD {setting}", True, f"{setting} is set"
        yield owner, "ONE imagePullPolicy", "Always", "imagePullPolicy"
        yield owner, "ONE securityContext allowPrivilegeEscalation", GONE, "allowPrivilegeEscalation"
        yield owner, "ONE securityContext capabilities drop", ["ALL", "NET_RAW"], "capabilities.drop"
        yield owner, "ONE securityContext readOnlyRootFilesystem", False, "readOnlyRootFilesystem"
        yield owner, "ONE securityContext privileged", True, "is privileged"
        yield owner, "ONE securityContext capabilities add", ["NET_BIND_SERVICE"], "capabilities.add"
        yield owner, "ONE securityContext runAsUser", 0, "securityContext.runAsUser is 0, other than its pod's"
        yield owner, "ONE securityContext runAsGroup", 0, "securityContext.runAsGroup is 0, other than its pod's"
        yield owner, "ONE securityContext runAsNonRoot", False, "securityContext.runAsNonRoot is false, other than its pod's"
        yield owner, "ONE securityContext seccompProfile", {"type": "Unconfined"}, "securityContext.seccompProfile is"
        yield owner, "ONE resources requests cpu", GONE, "requests.cpu is not set"
        yield owner, "ONE resources requests memory", GONE, "requests.memory is not set"
        yield owner, "ONE resources limits memory", GONE, "limits.memory is not set"
        yield owner, "ONE resources limits cpu", "1", "limits.cpu is set"
        yield owner, "ONE image", "registry.example:5000/pishkhan/orders", "neither a tag"
        yield owner, "ONE image", "pishkhan/orders:latest", "neither a tag"
        yield owner, "ONE command", ["/bin/sh", "-c"], "runs a shell (/bin/sh)"
        yield owner, "ONE env +", {"name": "A", "valueFrom": {"secretKeyRef": {"name": "orders", "key": "a"}}}, "env A is from a Secret"
        yield owner, "ONE env 0 valueFrom configMapKeyRef name", "other", "the ConfigMap other is not"
        yield owner, "ONE envFrom +", {"secretRef": {"name": "passport-keyring"}}, "envFrom takes a Secret"
        yield owner, "ONE envFrom 0 configMapRef name", "other", "the ConfigMap other is not"
        yield owner, "ONE volumeMounts 1", GONE, "the volume tmp is mounted nowhere"
        yield owner, "POD volumes 1", GONE, "mounted as tmp is no volume"
        yield owner, "POD volumes 1", {"name": "tmp", "hostPath": {"path": "/tmp"}}, "volume tmp: it is a hostPath"
        yield owner, "POD volumes 1 emptyDir", {}, "volume tmp: its emptyDir has no sizeLimit"
        yield owner, "POD volumes 0 secret optional", True, "volume secrets: its Secret is optional"
        yield owner, "POD volumes 0 secret defaultMode", GONE, "volume secrets: the mode"
        yield owner, "POD volumes 0 secret defaultMode", 0o444, "volume secrets: the mode"
        yield owner, "POD volumes 2 projected sources 0 secret optional", True, "volume keys: its Secret is optional"
        yield owner, "POD volumes 2 projected sources 0 secret items 0 mode", 0o644, "volume keys: the mode"
        yield owner, "POD volumes 3 configMap name", "other", "volume config: the ConfigMap other is not"
    for shell in ("ash", "bash", "busybox", "dash", "ksh", "sh", "zsh"):
        yield D, "ONE args", [f"{shell} -c serve"], f"runs a shell ({shell} -c serve)"
    yield D, "ONE ports 0 hostPort", 50053, "hostPort"
    yield J, "POD initContainers", [beside("orders-migrate") | {"image": "first"}], "container beside: the image first has neither"

    yield J, "spec backoffLimit", 6, "spec.backoffLimit is 6"
    yield J, "spec ttlSecondsAfterFinished", GONE, "ttlSecondsAfterFinished is not set"
    yield J, "spec activeDeadlineSeconds", GONE, "activeDeadlineSeconds is not set"
    yield J, "POD restartPolicy", "OnFailure", "restartPolicy"
    yield J, "ONE args", ["serve"], "args is"
    yield J, "POD volumes 0 secret secretName", "passport-keyring", "no Secret of its own"
    yield J, "POD volumes 0 secret secretName", "orders", "the Secret orders is mounted by the Deployment too"
    yield C, "spec concurrencyPolicy", "Allow", "concurrencyPolicy"
    for path in rules.CRON_JOB_SETS:
        yield C, path.replace(".", " "), GONE, f"{path} is not set"

    yield PDB, "spec maxUnavailable", "50%", "maxUnavailable"
    yield PDB, "spec unhealthyPodEvictionPolicy", GONE, "unhealthyPodEvictionPolicy is not set"
    yield PDB, f"spec selector matchLabels {rules.COMPONENT}", GONE, "spec.selector"
    yield HPA, "apiVersion", "autoscaling/v1", "apiVersion"
    yield HPA, "spec scaleTargetRef name", "bff", "scaleTargetRef.name"
    yield HPA, "spec scaleTargetRef kind", "StatefulSet", "scaleTargetRef.kind"
    yield HPA, "spec metrics 0 resource target averageUtilization", 80, "70 %"
    yield HPA, "spec metrics 0 resource name", "memory", "70 %"
    yield HPA, "spec minReplicas", 1, "minReplicas is 1, but has to be 2"
    yield HPA, "spec maxReplicas", 9, "maxReplicas is 9, but has to be 6"
    yield "HorizontalPodAutoscaler/bff", "spec minReplicas", 2, "minReplicas is 2, but has to be 3"
    yield "HorizontalPodAutoscaler/bff", "spec maxReplicas", 6, "maxReplicas is 6, but has to be 9"
    yield HPA, "spec behavior", GONE, "stabilizationWindowSeconds is not set"
    yield S, "spec clusterIP", GONE, "spec.clusterIP"
    yield S, "spec ports 0 appProtocol", "http", "appProtocol"
    yield S, "spec ports 0 name", "rpc", "no port named grpc"
    yield S, "spec publishNotReadyAddresses", True, "publishNotReadyAddresses"
    yield S, f"spec selector {rules.COMPONENT}", GONE, "spec.selector"
    for name in (S, "Service/bff"):
        yield name, "spec ports 0 targetPort", "web", 'targetPort "web" is no name'
        yield name, "spec ports 0 targetPort", 9053, "targetPort 9053 is no name"
    yield "Service/bff", "spec type", "NodePort", "ClusterIP"
    yield "Service/bff", "spec clusterIP", "None", "ClusterIP"
    yield "Service/bff", "spec ports 0 name", "web", "no port named http or https"
    yield "ServiceAccount/orders", "automountServiceAccountToken", GONE, "automountServiceAccountToken is not set"
    yield CM, "immutable", GONE, "immutable is not set"

    yield P, "spec policyTypes", ["Ingress"], "policyTypes"
    for way, side in (("ingress", "from"), ("egress", "to")):
        yield P, f"spec {way} +", {side: [], "ports": [{"port": "grpc"}]}, f"an {way} rule is for everybody"
        yield P, f"spec {way} 0 {side}", GONE, f"an {way} rule is for everybody"
        yield P, f"spec {way} 0 {side} +", {}, f"an {way} rule has an empty peer ({{}})"
        yield P, f"spec {way} 0 {side} +", {"namespaceSelector": {}}, f"an {way} rule has an empty peer"
    yield P, f"{EGRESS} +", {"ipBlock": {"cidr": "0.0.0.0/0"}}, "block 0.0.0.0/0 without an exception"
    private = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
    for one in private:
        block = {"cidr": "0.0.0.0/0", "except": [other for other in private if other != one]}
        yield P, f"{EGRESS} +", {"ipBlock": block}, "block 0.0.0.0/0 without an exception"
    yield P, f"{EGRESS} +", {"ipBlock": {"cidr": "::/0", "except": []}}, "block ::/0 without an exception for fc00::/7"
    yield P, f"{INGRESS} +", {"ipBlock": {"cidr": "10.1.2.0/24"}}, "lets an ipBlock to the port grpc"
    yield P, "spec ingress 1 from +", {"podSelector": chosen("bff", "server")}, "others than the namespace monitoring"
    yield P, "spec ingress 1 from 0", of_namespace("other"), "others than the namespace monitoring"
    yield P, "spec ingress 0 ports 0 port", "admin", "others than the namespace monitoring"
    yield P, "spec ingress 0 ports 0", {"port": 9000, "endPort": 9100}, "others than the namespace monitoring"
    yield P, "spec ingress 0 ports", GONE, "others than the namespace monitoring"
    yield P, "spec ingress 0 ports +", {"port": "web"}, 'for the port "web", which its pods do not have'
    yield P, "spec ingress 0 ports +", {"port": 5432}, "for the port 5432, which its pods do not have"

    yield "Namespace/pishkhan", f"metadata labels {rules.ENFORCE}", "baseline", f"label {rules.ENFORCE} is"
    yield "Namespace/pishkhan", f"metadata labels {rules.ENFORCE}-version", GONE, "enforce-version is not set"
    yield "NetworkPolicy/dns", "spec egress 0 ports 1", GONE, "more than the DNS"
    yield "NetworkPolicy/dns", "spec egress 0 to +", of_namespace("monitoring"), "more than the DNS"
    yield "NetworkPolicy/dns", "spec egress 0 to", GONE, "for everybody"
    yield "Ingress/panel", "spec ingressClassName", GONE, "ingressClassName is not set"
    yield "Ingress/panel", "spec rules +", {"host": "other.example"}, 'the host "other.example" has no tls'
    yield "Ingress/panel", "spec rules +", {"http": {}}, "the host not set has no tls"


def faults() -> Iterator[tuple[str, Change, tuple[str, ...]]]:
    """What is planted, how, and for each sentence that has to be told its object and words of it."""
    for name, path, value, words in simple():
        yield f"{name}: {path} = {'gone' if value is GONE else value}", put(name, path, value), (f"{name}: {words}",)
    yield "an egress rule that says nothing", put(P, "spec egress +", {}), (f"{P}: an egress rule is for everybody",)
    yield "an ingress rule that says nothing", put(P, "spec ingress +", {}), (f"{P}: an ingress rule is for everybody",)
    yield "an object of nobody", with_(thing("v1", "ServiceAccount", "other", "other")), ("ServiceAccount/other: the label app.kubernetes.io/name",)
    for kind in ("Pod", "ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet"):
        yield f"a {kind}", with_(thing("apps/v1", kind, "orders", "orders")), (f"{kind}/orders: makes pods that no rule looks at",)
    account = thing("v1", "ServiceAccount", "bff", "orders", automountServiceAccountToken=False)
    yield "an object twice", with_(account), ("ServiceAccount/orders: is there 2 times in the namespace pishkhan",)
    yield "no Deployment", without(D), (f"{D}: is not among the objects",)
    yield "no HorizontalPodAutoscaler", without(HPA), (f"{D}: has no HorizontalPodAutoscaler",)
    yield "no PodDisruptionBudget", without(PDB), (f"{D}: has no PodDisruptionBudget",)
    yield "no Service", without(S), (f"{D}: has no Service orders",)
    yield "no Job", without(J), (f"{D}: has no Job orders-migrate",)
    yield "no NetworkPolicy of the server", without(P), (f"{D}: no NetworkPolicy selects its pods",)
    yield "no NetworkPolicy of the migration", without("NetworkPolicy/orders-migrate"), (f"{J}: no NetworkPolicy selects its pods",)
    yield "no NetworkPolicy of the CronJob", without("NetworkPolicy/check-figures"), (f"{C}: no NetworkPolicy selects its pods",)
    yield "no ServiceAccount", without("ServiceAccount/orders"), (f"{D}: the ServiceAccount orders is not among the objects",)
    yield "a server of another name", put(B, "metadata name", "front"), ("Deployment/front: metadata.name",)
    yield "a migration of another name", put(J, "metadata name", "migrate"), ("Job/migrate: metadata.name",)
    yield "a policy of all pods", with_(thing("networking.k8s.io/v1", "NetworkPolicy", "tools", "all", spec={"policyTypes": ["Ingress", "Egress"]})), (
        "NetworkPolicy/all: selects all pods of the namespace",
    )
    plain = thing("v1", "ConfigMap", "orders", "orders-config-0123456789", immutable=True)
    yield "a ConfigMap without the hash", with_(plain), ("ConfigMap/orders-config-0123456789: its name does not end in the hash",)
    yield "pods of another component", put(C, f"TEMPLATE metadata labels {rules.COMPONENT}", "cron"), (
        f"{C}: the pods' label {rules.COMPONENT} is",
        f"{C}: no NetworkPolicy selects its pods",
    )
    yield "pods of another service", put(D, f"TEMPLATE metadata labels {rules.NAME}", "bff"), (
        f"{D}: spec.selector does not select its own pods",
        f"{D}: the pods' label {rules.NAME} is",
        f"{D}: no NetworkPolicy selects its pods",
        # of pods that it does not select it knows no ports
        f'{P}: an ingress rule is for the port "grpc"',
        f"{P}: an ingress rule is for the port 9053",
    )
    narrow = {"matchLabels": {rules.NAME: "orders"}}
    wide = [put(D, path, narrow) for path in ("spec selector", *(f"POD topologySpreadConstraints {place} labelSelector" for place in (0, 1)))]
    wide += [put(PDB, "spec selector", narrow), put(S, "spec selector", narrow["matchLabels"])]
    yield "a selector that is too wide", both(*wide), (f"{D}: spec.selector selects the pods of {J}",)
    yield "a port named health that is another", put(D, "ONE ports 2 containerPort", 50062), tuple(f"{D}: {name}Probe.grpc.port" for name in pod_rules.PROBES)
    yield "no port named health", put(D, "ONE ports 2", GONE), tuple(f"{D}: {name}Probe.grpc.port" for name in pod_rules.PROBES)
    yield "no topologySpreadConstraints", put(D, "POD topologySpreadConstraints", []), tuple(
        f"{D}: topologySpreadConstraints of {key}: {path} is not set" for key in rules.SPREAD for path in ("whenUnsatisfiable", "maxSkew", "nodeTaintsPolicy", "labelSelector")
    )
    yield "a server of the tools", with_(*server_of_tools()), ("Deployment/tools: tools has no server",)
    yield "a migration under the server's account", put(J, "POD serviceAccountName", "orders"), (
        f"{J}: the ServiceAccount orders is the Deployment's too",
        f"{J}: ServiceAccount/orders has not the label",
    )
    for name in (J, "NetworkPolicy/orders-migrate", "ServiceAccount/orders-migrate", f"ConfigMap/{CONFIG.format('orders-migrate')}"):
        yield f"{name} that is not applied with the migration", put(name, f"metadata labels {rules.COMPONENT}"), (f"{J}: {name} has not the label",)
    yield "no Namespace", without("Namespace/pishkhan"), ("Namespace/pishkhan: is not among the objects",)
    yield "no PriorityClass", without("PriorityClass/pishkhan-server"), ("PriorityClass/pishkhan: is not among the objects",)
    yield "no Ingress", without("Ingress/panel"), ("Ingress/pishkhan: neither an Ingress nor a Gateway",)
    open_house = ("NetworkPolicy/default-deny: no policy denies",)
    alone = thing("gateway.networking.k8s.io/v1", "Gateway", "platform", "panel")
    yield "a Gateway without a route", both(without("Ingress/panel"), with_(alone)), ("Ingress/pishkhan: neither an Ingress nor a Gateway",)
    for name, section, rule in (
        ("a Gateway that takes calls in clear", "http", {"backendRefs": [{"name": "bff", "port": 8080}]}),
        ("a Gateway that takes calls everywhere", None, {"backendRefs": [{"name": "bff", "port": 8080}]}),
        ("a Gateway that redirects to nowhere", "http", {"filters": [{"type": "RequestRedirect", "requestRedirect": {"scheme": "http"}}]}),
    ):
        yield name, both(without("Ingress/panel"), with_(*gateway(section, rule))), ("Gateway/panel: its listener in clear takes calls of HTTPRoute/panel-2",)
    yield "no default deny", without("NetworkPolicy/deny"), open_house
    yield "a default deny one way", put("NetworkPolicy/deny", "spec policyTypes", ["Ingress"]), open_house
    yield "a default deny of some pods", put("NetworkPolicy/deny", "spec podSelector", narrow), open_house
    yield "a default deny with a rule", put("NetworkPolicy/deny", "spec ingress", [{"from": [of_namespace("other")]}]), open_house
    ask = find(platform(), "NetworkPolicy/dns")["spec"]["egress"]
    yield "a default deny that lets out", put("NetworkPolicy/deny", "spec egress", ask), open_house
    yield "no DNS", without("NetworkPolicy/dns"), ("NetworkPolicy/allow-dns: no policy lets",)


def server_of_tools() -> list[dict]:
    # they have their ConfigMap already
    return [one for one in served("tools") if one["kind"] != "ConfigMap"]


def telling(module: types.ModuleType) -> set[tuple[str, int]]:
    """The lines of MODULE that tell something."""
    lines = pathlib.Path(module.__file__).read_text(encoding="utf-8").splitlines()
    return {(module.__file__, number) for number, line in enumerate(lines, 1) if line.strip().startswith("yield ")}


class Rules(unittest.TestCase):
    def test_a_good_house_has_no_problems(self):
        self.assertEqual(rules.problems(house()), [])

    def test_each_overlay_of_a_good_house_has_no_problems(self):
        for group in ("orders", "bff", "tools", "platform"):
            with self.subTest(group):
                own = [one for one in house() if rules.labels(one)[rules.NAME] == group]
                self.assertTrue(own)
                self.assertEqual(rules.problems(own), [])

    def test_each_of_the_services_needs_its_migration(self):
        for group in ("auth", "settings", "orders", "catalogue", "reports"):
            with self.subTest(group):
                self.assertEqual(rules.problems([*served(group), *migration(group)]), [])
                self.assert_told(rules.problems(served(group)), (f"Deployment/{group}: has no Job {group}-migrate",))

    def test_what_is_good_in_another_way_is_good_too(self):
        to_tls = {"filters": [{"type": "RequestRedirect", "requestRedirect": {"scheme": "https", "statusCode": 301}}]}
        digest = "registry.example/pishkhan/orders@sha256:" + "0" * 64
        for name, change in {
            "a Gateway": both(without("Ingress/panel"), with_(*gateway("http", to_tls))),
            "a digest": put(D, "ONE image", digest),
            "grpc": put(S, "spec ports 0 appProtocol", "grpc"),
            "https": put("Service/bff", "spec ports 0 name", "https"),
            "the usual type": put("Service/bff", "spec type"),
            "a stricter mode": put(D, "POD volumes 0 secret defaultMode", 0o400),
            "the same user again": put(D, "ONE securityContext runAsUser", 10001),
            "one private network": put(P, f"{EGRESS} +", {"ipBlock": {"cidr": "10.0.0.0/8"}}),
            "a range of ports": put(P, "spec ingress 0 ports 0", {"port": 50053, "endPort": 50059}),
        }.items():
            with self.subTest(name):
                self.assertEqual(rules.problems(planted(change)), [])

    def test_each_planted_fault_is_told_and_nothing_else(self):
        for name, change, wanted in faults():
            with self.subTest(name):
                self.assert_told(rules.problems(planted(change)), wanted)

    def assert_told(self, found: list[str], wanted: tuple[str, ...]):
        self.assertEqual(len(found), len(wanted), found)
        for words in wanted:
            name, _, text = words.partition(": ")
            self.assertTrue(any(sentence.startswith(f"{name}: ") and text in sentence for sentence in found), (words, found))

    def test_outside_of_production_there_may_be_fewer_pods(self):
        for least, most, good in ((1, 1, True), (1, 2, True), (None, 2, True), (0, 2, False), (3, 2, False), (2, None, False)):
            with self.subTest(least=least, most=most):
                objects = planted(both(put(HPA, "spec minReplicas", least), put(HPA, "spec maxReplicas", most)))
                self.assert_told(rules.problems(objects, "dev"), () if good else (f"{HPA}: is no range",))

    def test_every_sentence_of_the_rules_is_told_for_some_fault(self):
        """No rule is there that no fault breaks."""
        left = telling(rules) | telling(pod_rules)
        telling_of: dict[tuple[str, int], set[tuple[str, int]]] = {}

        def note(frame: types.FrameType, event: str, _: object):
            code = frame.f_code
            if event == "line":
                left.discard((code.co_filename, frame.f_lineno))
                return note
            place = (code.co_filename, code.co_firstlineno)
            if place not in telling_of:
                telling_of[place] = {(code.co_filename, line) for _, _, line in code.co_lines()} & left
            # looking on takes its time: only where something has not been told yet
            return None if left.isdisjoint(telling_of[place]) else note

        houses = [(planted(put(HPA, "spec maxReplicas", 0)), "dev"), *((planted(change), "production") for _, change, _ in faults())]
        before = sys.gettrace()
        sys.settrace(note)
        try:
            for objects, overlay in houses:
                rules.problems(objects, overlay)
        finally:
            sys.settrace(before)
        self.assertEqual(sorted(left), [])


class Overlays(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        import packages

        packages.use("kubernetes")
        import kustomize

        folders = [folder for name in ("dev", "staging", "production") for folder in sorted(ROOT.glob(f"deploy/k8s/*/{name}"))]
        cls.rendered = {folder: kustomize.render(folder) for folder in folders if (folder / "kustomization.yaml").is_file()}
        cls.example = {folder.name: kustomize.render(folder) for folder in sorted(EXAMPLE.iterdir())}

    def test_every_overlay_keeps_the_rules(self):
        # the whole house, six processes, the tools and the platform
        self.assertEqual(len(self.rendered), 3 * 9)
        for folder, objects in self.rendered.items():
            with self.subTest(str(folder.relative_to(ROOT))):
                self.assertEqual(rules.problems(objects, folder.name), [])

    def test_each_team_deploys_its_own_and_nothing_else(self):
        for folder, objects in self.rendered.items():
            owner = folder.parent.name
            if owner == "overlays":
                continue
            with self.subTest(str(folder.relative_to(ROOT))):
                self.assertEqual({rules.labels(one)[rules.NAME] for one in objects}, {owner})
                self.assertEqual(foreign(folder.parent), [])
        self.assertEqual(len(foreign(ROOT / "deploy/k8s/overlays")), 3 * 8)

    def test_each_team_of_the_example_deploys_its_production_with_values_of_its_own(self):
        self.assertEqual(sorted(self.example), sorted(rules.NAMES))
        for team, objects in self.example.items():
            with self.subTest(team):
                self.assertEqual(rules.problems(objects, "production"), [])
                self.assertEqual({rules.labels(one)[rules.NAME] for one in objects}, {team})
                taken = [f"{team}/production", *(["components/certificates"] if team == "platform" else [])]
                self.assertEqual(foreign(EXAMPLE / team), [str(ROOT / "deploy/k8s" / folder) for folder in taken])
                # in the place of those of production, and not beside them
                before = self.rendered[ROOT / f"deploy/k8s/{team}/production"]
                self.assertEqual([*settings(objects)], [*settings(before)])

    def test_every_address_that_is_an_example_is_set_in_the_example(self):
        import yaml

        for team in rules.SERVED:
            with self.subTest(team):
                made = yaml.safe_load((EXAMPLE / team / "kustomization.yaml").read_text(encoding="utf-8")).get("configMapGenerator", [])
                given = dict(text.split("=", 1) for one in made for text in one["literals"])
                before, after = (settings(objects) for objects in (self.rendered[ROOT / f"deploy/k8s/{team}/production"], self.example[team]))
                self.assertEqual(after, before | {team: before[team] | given})
                addresses = {name for data in before.values() for name, value in data.items() if re.search(r"\bexample\b", value)}
                self.assertLessEqual(addresses, given.keys())
                # a name that the process does not know would be one more
                self.assertLessEqual(given.keys(), before[team].keys())

    def test_every_certificate_that_is_mounted_is_issued(self):
        """As cert-manager writes them: with these keys, for these names."""
        certificates = [one["spec"] for one in self.example["platform"] if one["kind"] == "Certificate"]
        issued = {spec["secretName"]: spec for spec in certificates}
        self.assertEqual(len(issued), len(certificates))
        pods = [(team, rules.template(one)["spec"]) for team, objects in self.example.items() for one in objects if one["kind"] in rules.COMPONENTS]
        mounted = {(team, volume["secret"]["secretName"], item["key"]) for team, pod in pods for volume in pod["volumes"] for item in volume["secret"]["items"]}
        mounted = {(team, secret, key) for team, secret, key in mounted if secret.endswith("-tls") or key.startswith("tls.")}
        [gateway] = [one["spec"] for one in self.example["platform"] if one["kind"] == "Gateway"]
        terminated = {one["name"] for listener in gateway["listeners"] for one in listener.get("tls", {}).get("certificateRefs", [])}
        # besides: the authority itself, and who calls from elsewhere
        self.assertEqual({secret for _, secret, _ in mounted} | terminated, issued.keys() - {"authority", "tool-mina"})
        self.assertLessEqual({key for _, _, key in mounted}, {"ca.crt", "tls.crt", "tls.key"})
        for team, secret in sorted({(team, secret) for team, secret, _ in mounted} - {("bff", "bff-front")}):
            with self.subTest(secret):
                self.assertEqual(secret, f"{team}-tls")
                spec = issued[secret]
                self.assertEqual(spec["uris"], [f"spiffe://pishkhan/{'tool/nightly' if team == 'tools' else team}"])
                self.assertEqual(spec.get("dnsNames", []), [f"{team}.pishkhan.svc"] if team in rules.SERVICES else [])
                self.assertEqual((spec["duration"], spec["usages"]), ("24h", ["digital signature", "server auth", "client auth"]))

    def test_one_authority_issues_what_processes_show_and_the_panel_has_a_public_one(self):
        found = self.example["platform"]
        issued = {one["metadata"]["name"]: one["spec"] for one in found if one["kind"] == "Certificate"}
        issuers = {one["metadata"]["name"]: one["spec"] for one in found if one["kind"] == "Issuer"}
        self.assertEqual(issuers, {"self-signed": {"selfSigned": {}}, "pishkhan": {"ca": {"secretName": "authority"}}})
        by = {name: spec["issuerRef"] for name, spec in issued.items()}
        self.assertEqual((by.pop("authority"), by.pop("panel-tls")), ({"name": "self-signed"}, {"kind": "ClusterIssuer", "name": "public"}))
        self.assertEqual([*by.values()], [{"name": "pishkhan"}] * 9)
        self.assertEqual([name for name, spec in issued.items() if spec.get("isCA")], ["authority"])
        # what answers to a host's name alone is nobody among the processes
        self.assertEqual([name for name, spec in issued.items() if not spec.get("uris")], ["authority", "bff-front", "panel-tls"])
        self.assertEqual([name for name, spec in issued.items() if spec["privateKey"]["rotationPolicy"] != "Always"], ["authority"])
        hosts = {host for one in found if one["kind"] in ("Gateway", "HTTPRoute") for host in hostnames(one["spec"])}
        self.assertEqual(hosts, {*issued["panel-tls"]["dnsNames"]})
        [to_bff] = [one["spec"]["validation"] for one in found if one["kind"] == "BackendTLSPolicy"]
        self.assertEqual([to_bff["hostname"]], issued["bff-front"]["dnsNames"])

    def test_every_secret_that_somebody_has_to_make_is_in_the_readme(self):
        readme = (ROOT / "deploy/k8s/README.md").read_text(encoding="utf-8")
        rows = [line for line in readme.splitlines() if line.startswith("| ")]
        pods = [rules.template(one)["spec"] for objects in self.rendered.values() for one in objects if one["kind"] in rules.COMPONENTS]
        mounted = {(volume["secret"]["secretName"], item["key"]) for pod in pods for volume in pod["volumes"] for item in volume["secret"]["items"]}
        self.assertGreater(len(mounted), 30)
        for secret, key in mounted:
            service, _, kind = secret.partition("-")
            names = (f"`{secret}`", f"`SERVICE-{kind}`", f"… of {service} |")
            self.assertTrue(any(f"`{key}`" in row and any(name in row for name in names) for row in rows), (secret, key))


def settings(objects: list[dict]) -> dict[str, dict]:
    """Of all ConfigMaps, by their names without the hash."""
    found = [(one["metadata"]["name"].rpartition("-")[0], one["data"]) for one in objects if one["kind"] == "ConfigMap"]
    assert len(dict(found)) == len(found), "a ConfigMap stands twice"
    return dict(found)


def hostnames(spec: dict) -> list[str]:
    return [*spec.get("hostnames", []), *(listener["hostname"] for listener in spec.get("listeners", []))]


def foreign(folder: pathlib.Path) -> list[str]:
    """What the kustomizations of a service take from elsewhere than their own folder and what every pod has alike."""
    import yaml

    found = []
    for file in folder.rglob("kustomization.yaml"):
        spec = yaml.safe_load(file.read_text(encoding="utf-8"))
        named = [*(spec.get("resources") or []), *(spec.get("components") or [])]
        paths = [(file.parent / name).resolve() for name in named]
        found += [str(path) for path in paths if not any(path.is_relative_to(own) for own in (folder, ROOT / "deploy/k8s/components/pod"))]
    return found


if __name__ == "__main__":
    unittest.main()
