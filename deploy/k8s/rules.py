"""What every rendered overlay of our manifests keeps: `problems` tells each broken rule in one sentence."""

from __future__ import annotations

import ipaddress
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pod_rules
from pod_rules import at, selects, told, unlike, unset

SERVICES = ("auth", "settings", "orders", "catalogue", "reports")
SERVED = (*SERVICES, "bff")
NAMES = (*SERVED, "tools", "platform")
NAME, PART_OF, COMPONENT = "app.kubernetes.io/name", "app.kubernetes.io/part-of", "app.kubernetes.io/component"
COMPONENTS = {"Deployment": "server", "Job": "migration", "CronJob": "job"}
PODS_WITHOUT_RULES = ("Pod", "ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet")
# kustomize writes ten digits of a hash with these
HASHED = re.compile(r".+-[24-9bcdfghkmt]{10}")
DEPLOYMENT = {
    "spec.strategy.type": "RollingUpdate",
    "spec.strategy.rollingUpdate.maxUnavailable": 0,
    "spec.strategy.rollingUpdate.maxSurge": 1,
    "spec.minReadySeconds": 5,
    "spec.progressDeadlineSeconds": 120,
    "spec.revisionHistoryLimit": 5,
}
SPREAD = {"topology.kubernetes.io/zone": "ScheduleAnyway", "kubernetes.io/hostname": "DoNotSchedule"}
CRON_JOB_SETS = (
    "spec.startingDeadlineSeconds",
    "spec.successfulJobsHistoryLimit",
    "spec.failedJobsHistoryLimit",
    "spec.timeZone",
    "spec.jobTemplate.spec.backoffLimit",
    "spec.jobTemplate.spec.activeDeadlineSeconds",
)
PRIVATE = [ipaddress.ip_network(cidr) for cidr in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7")]
ENFORCE = "pod-security.kubernetes.io/enforce"
NAMESPACE_NAME = "kubernetes.io/metadata.name"


def title(thing: dict) -> str:
    return f"{thing.get('kind')}/{at(thing, 'metadata.name')}"


def labels(thing: dict) -> dict:
    return at(thing, "metadata.labels") or {}


@dataclass
class Group:
    """The objects of one service, of the tools or of the platform."""

    name: str
    overlay: str
    objects: list[dict]

    def of(self, kind: str) -> list[dict]:
        return [thing for thing in self.objects if thing.get("kind") == kind]

    def names(self, kind: str) -> set[str]:
        return {at(thing, "metadata.name") for thing in self.of(kind)}

    def deployment(self) -> dict:
        return next(iter(self.of("Deployment")), {})

    def pods(self) -> list[tuple[dict, dict]]:
        """Whatever makes pods, with its template."""
        return [(thing, template(thing)) for thing in self.objects if thing.get("kind") in COMPONENTS]


def template(thing: dict) -> dict:
    return at(thing, "spec.jobTemplate.spec.template" if thing.get("kind") == "CronJob" else "spec.template") or {}


def problems(objects: list[dict], overlay: str = "production") -> list[str]:
    """OBJECTS are those of an overlay or of a whole house; the numbers of pods that are asked for are production's."""
    found = list(twice(objects))
    groups = {name: Group(name, overlay, []) for name in NAMES}
    for thing in objects:
        found += (f"{title(thing)}: {text}" for text in labelled(thing))
        if (name := labels(thing).get(NAME)) in groups:
            groups[name].objects.append(thing)
    for group in filter(lambda group: group.objects, groups.values()):
        found += of_group(group)
    return found


def of_group(group: Group) -> Iterator[str]:
    if group.name in SERVED and not group.deployment():
        yield f"Deployment/{group.name}: is not among the objects"
        return
    if group.name == "platform":
        yield from platform(group)
    for thing in group.objects:
        for rule in RULES.get(thing.get("kind"), ()):
            yield from (f"{title(thing)}: {text}" for text in rule(thing, group))


def twice(objects: list[dict]) -> Iterator[str]:
    ids = Counter((title(thing), at(thing, "metadata.namespace")) for thing in objects)
    for (name, namespace), times in ids.items():
        if times > 1:
            yield f"{name}: is there {times} times in the namespace {namespace}"


def labelled(thing: dict) -> Iterator[str]:
    if labels(thing).get(NAME) not in NAMES:
        yield f"the label {NAME} is {told(labels(thing).get(NAME))}, but has to be one of {', '.join(NAMES)}"
    if labels(thing).get(PART_OF) != "pishkhan":
        yield f'the label {PART_OF} is {told(labels(thing).get(PART_OF))}, but has to be "pishkhan"'
    if thing.get("kind") in PODS_WITHOUT_RULES:
        yield "makes pods that no rule looks at; a Deployment, a Job and a CronJob are known"


def pods(thing: dict, group: Group) -> Iterator[str]:
    pod = template(thing)
    for label, value in ((NAME, group.name), (PART_OF, "pishkhan"), (COMPONENT, COMPONENTS[thing["kind"]])):
        if labels(pod).get(label) != value:
            yield f"the pods' label {label} is {told(labels(pod).get(label))}, but has to be {told(value)}"
    if not any(selects(at(policy, "spec.podSelector"), labels(pod)) for policy in group.of("NetworkPolicy")):
        yield "no NetworkPolicy selects its pods"
    yield from pod_rules.pod(pod.get("spec") or {}, group.names("ServiceAccount"), group.names("ConfigMap"))


def deployment(thing: dict, group: Group) -> Iterator[str]:
    yield from unlike(thing, {"metadata.name": group.name, **DEPLOYMENT})
    if group.name not in SERVED:
        yield f"{group.name} has no server"
    if "replicas" in thing["spec"]:
        yield "spec.replicas is set, which is the HorizontalPodAutoscaler's"
    for kind in ("HorizontalPodAutoscaler", "PodDisruptionBudget"):
        if not group.of(kind):
            yield f"has no {kind}"
    if group.name not in group.names("Service"):
        yield f"has no Service {group.name}"
    if group.name in SERVICES and not group.of("Job"):
        yield f"has no Job {group.name}-migrate"
    for owner, pod in group.pods():
        if selects(at(thing, "spec.selector"), labels(pod)) != (owner is thing):
            yield f"spec.selector selects the pods of {title(owner)}" if owner is not thing else "spec.selector does not select its own pods"


def server(thing: dict, group: Group) -> Iterator[str]:
    """The one container of a Deployment, and how it begins and ends."""
    spec = template(thing).get("spec") or {}
    if len(pod_rules.containers(spec)) != 1:
        yield f"has {len(pod_rules.containers(spec))} containers, but has to have one"
        return
    container, ports = spec["containers"][0], pod_rules.ports(spec)
    for name in pod_rules.PROBES:
        own = pod_rules.probe(container.get(f"{name}Probe"), name, group.name == "bff", ports.get("health"))
        yield from (f"{name}Probe.{text}" for text in own)
    yield from pod_rules.ending(spec, container)
    variable = "BFF_WORKERS" if group.name == "bff" else "TOKIO_WORKER_THREADS"
    entries = [entry for entry in container.get("env") or [] if entry.get("name") == variable]
    if [at(entry, "valueFrom.resourceFieldRef.resource") for entry in entries] != ["requests.cpu"]:
        yield f"env {variable} is not the resource requests.cpu"
    for name, value in {"scrape": "true", "port": str(ports.get("admin")), "path": "/metrics"}.items():
        own = (at(template(thing), "metadata.annotations") or {}).get(f"prometheus.io/{name}")
        if own != value:
            yield f"the pods' annotation prometheus.io/{name} is {told(own)}, but has to be {told(value)}"


def placing(thing: dict, group: Group) -> Iterator[str]:
    spec = template(thing).get("spec") or {}
    own = {spread.get("topologyKey"): spread for spread in spec.get("topologySpreadConstraints") or []}
    for key, otherwise in SPREAD.items():
        # nodes that take no pod of ours, such as those of the control plane, must not count as empty ones
        wanted = {"whenUnsatisfiable": otherwise, "maxSkew": 1, "nodeTaintsPolicy": "Honor", "labelSelector": at(thing, "spec.selector")}
        yield from (f"topologySpreadConstraints of {key}: {text}" for text in unlike(own.get(key), wanted))
    if not at(spec, "affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution"):
        yield "has no preferred podAntiAffinity"
    if at(spec, "affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution"):
        yield "its podAntiAffinity is required, but has to be preferred alone"
    yield from unset(spec, "priorityClassName")


def job(thing: dict, group: Group) -> Iterator[str]:
    spec, server = template(thing).get("spec") or {}, template(group.deployment()).get("spec") or {}
    yield from unlike(thing, {"metadata.name": f"{group.name}-migrate", "spec.backoffLimit": 3, "spec.template.spec.restartPolicy": "Never"})
    yield from unset(thing, "spec.ttlSecondsAfterFinished", "spec.activeDeadlineSeconds")
    for container in spec.get("containers") or []:
        yield from unlike(container, {"args": ["migrate"]})
    if spec.get("serviceAccountName") == server.get("serviceAccountName"):
        yield f"the ServiceAccount {spec.get('serviceAccountName')} is the Deployment's too"
    needed = [thing, *(one for one in group.of("NetworkPolicy") if selects(at(one, "spec.podSelector"), labels(template(thing))))]
    used = {("ServiceAccount", spec.get("serviceAccountName")), *(("ConfigMap", name) for name in pod_rules.config_maps(spec))}
    needed += [one for one in group.objects if (one.get("kind"), at(one, "metadata.name")) in used]
    for one in needed:
        if labels(one).get(COMPONENT) != "migration":
            yield f"{title(one)} has not the label {COMPONENT}: migration, by which a migration is applied before everything else"
    own, servers = pod_rules.secrets(spec), pod_rules.secrets(server)
    if not own:
        yield "mounts no Secret of its own"
    for name in sorted(own & servers):
        yield f"the Secret {name} is mounted by the Deployment too"


def cron_job(thing: dict, group: Group) -> Iterator[str]:
    yield from unlike(thing, {"spec.concurrencyPolicy": "Forbid"})
    yield from unset(thing, *CRON_JOB_SETS)


def budget(thing: dict, group: Group) -> Iterator[str]:
    selector = at(group.deployment(), "spec.selector")
    yield from unlike(thing, {"spec.maxUnavailable": 1, "spec.unhealthyPodEvictionPolicy": "AlwaysAllow", "spec.selector": selector})


def scaling(thing: dict, group: Group) -> Iterator[str]:
    yield from unlike(thing, {"apiVersion": "autoscaling/v2", "spec.scaleTargetRef.kind": "Deployment", "spec.scaleTargetRef.name": group.name})
    yield from unlike(thing, {"spec.behavior.scaleDown.stabilizationWindowSeconds": 300})
    cpu = [at(metric, "resource.target") for metric in at(thing, "spec.metrics") or [] if at(metric, "resource.name") == "cpu"]
    if [(at(target, "type"), at(target, "averageUtilization")) for target in cpu] != [("Utilization", 70)]:
        yield "the cpu is not held at 70 % of what is requested"
    least, most = at(thing, "spec.minReplicas"), at(thing, "spec.maxReplicas")
    if group.overlay == "production":
        yield from unlike(thing, {"spec.minReplicas": 3, "spec.maxReplicas": 9} if group.name == "bff" else {"spec.minReplicas": 2, "spec.maxReplicas": 6})
    elif not 1 <= (1 if least is None else least) <= (most or 0):
        yield f"from {told(least)} to {told(most)} pods is no range"


def service(thing: dict, group: Group) -> Iterator[str]:
    ports = at(thing, "spec.ports") or []
    there = pod_rules.ports(template(group.deployment()).get("spec") or {})
    yield from unlike(thing, {"spec.selector": at(group.deployment(), "spec.selector.matchLabels")})
    if at(thing, "spec.publishNotReadyAddresses"):
        yield "spec.publishNotReadyAddresses is set: it would send calls to pods that drain"
    for port in ports:
        if not isinstance(port.get("targetPort"), str) or port["targetPort"] not in there:
            yield f"targetPort {told(port.get('targetPort'))} is no name of a container's port"
    if at(thing, "metadata.name") != group.name:
        return
    if group.name == "bff":
        if at(thing, "spec.type") not in (None, "ClusterIP") or at(thing, "spec.clusterIP") == "None":
            yield "is not a Service with a ClusterIP"
        if not any(port.get("name") in ("http", "https") for port in ports):
            yield "has no port named http or https"
    else:
        yield from unlike(thing, {"spec.clusterIP": "None"})
        if not any(port.get("name") == "grpc" and port.get("appProtocol") in ("kubernetes.io/h2c", "grpc") for port in ports):
            yield "has no port named grpc with the appProtocol kubernetes.io/h2c or grpc"


def network_policy(thing: dict, group: Group) -> Iterator[str]:
    if group.name != "platform":
        if not at(thing, "spec.podSelector"):
            yield "selects all pods of the namespace"
        if sorted(at(thing, "spec.policyTypes") or []) != ["Egress", "Ingress"]:
            yield "spec.policyTypes are not Ingress and Egress"
        yield from let_in(thing, group)
    for way, side in (("ingress", "from"), ("egress", "to")):
        for rule in at(thing, f"spec.{way}") or []:
            if not rule.get(side):
                yield f"an {way} rule is for everybody: it has no `{side}`"
            for peer in rule.get(side) or []:
                yield from (f"an {way} rule {text}" for text in peer_of(peer))


def peer_of(peer: dict) -> Iterator[str]:
    if not any(peer.values()):
        yield f"has an empty peer ({told(peer)})"
    if block := peer.get("ipBlock"):
        net, without = ipaddress.ip_network(block["cidr"]), [ipaddress.ip_network(cidr) for cidr in block.get("except") or []]
        inside = [own for own in PRIVATE if own.version == net.version and own != net and own.subnet_of(net)]
        if any(not any(own.version == cut.version and own.subnet_of(cut) for cut in without) for own in inside):
            yield f"has the block {net} without an exception for {', '.join(map(str, inside))}"


def let_in(thing: dict, group: Group) -> Iterator[str]:
    there: dict = {}
    for _, pod in group.pods():
        if selects(at(thing, "spec.podSelector"), labels(pod)):
            there |= pod_rules.ports(pod.get("spec") or {})
    for rule in at(thing, "spec.ingress") or []:
        reached = set()
        # no port means every port
        for port in rule.get("ports") or [{}]:
            first = port.get("port")
            last = port.get("endPort", first)
            hit = {name for name, number in there.items() if first in (None, name) or (isinstance(first, int) and first <= number <= last)}
            if not hit:
                yield f"an ingress rule is for the port {told(first)}, which its pods do not have"
            reached |= hit
        if "admin" in reached and not all(of_namespace(peer, "monitoring") for peer in rule.get("from") or []):
            yield "an ingress rule lets others than the namespace monitoring to the port admin"
        if "grpc" in reached and any("ipBlock" in peer for peer in rule.get("from") or []):
            yield "an ingress rule lets an ipBlock to the port grpc"


def of_namespace(peer: dict, name: str) -> bool:
    return (at(peer, "namespaceSelector.matchLabels") or {}).get(NAMESPACE_NAME) == name


def service_account(thing: dict, group: Group) -> Iterator[str]:
    yield from unlike(thing, {"automountServiceAccountToken": False})


def config_map(thing: dict, group: Group) -> Iterator[str]:
    yield from unlike(thing, {"immutable": True})
    if not HASHED.fullmatch(at(thing, "metadata.name") or ""):
        yield "its name does not end in the hash of a configMapGenerator"


def platform(group: Group) -> Iterator[str]:
    for kind in ("Namespace", "PriorityClass"):
        if not group.of(kind):
            yield f"{kind}/pishkhan: is not among the objects"
    if not group.of("Ingress") and not (group.of("Gateway") and group.of("HTTPRoute")):
        yield "Ingress/pishkhan: neither an Ingress nor a Gateway with an HTTPRoute is among the objects"
    for_all = [at(policy, "spec") for policy in group.of("NetworkPolicy") if not at(policy, "spec.podSelector")]
    if not any(len(spec.get("policyTypes") or []) == 2 and not spec.get("ingress") and not spec.get("egress") for spec in for_all):
        yield "NetworkPolicy/default-deny: no policy denies all pods both ways"
    if not any(port.get("port") == 53 for spec in for_all for rule in spec.get("egress") or [] for port in rule.get("ports") or []):
        yield "NetworkPolicy/allow-dns: no policy lets all pods ask the DNS"


def asks_dns(rule: dict) -> bool:
    return {(port.get("protocol"), port.get("port")) for port in rule.get("ports") or []} == {("UDP", 53), ("TCP", 53)}


def dns(thing: dict, group: Group) -> Iterator[str]:
    for rule in at(thing, "spec.egress") or []:
        if group.name == "platform" and not (asks_dns(rule) and all(of_namespace(peer, "kube-system") for peer in rule.get("to") or [])):
            yield "an egress rule is for more than the DNS of kube-system, by UDP and TCP"


def namespace(thing: dict, group: Group) -> Iterator[str]:
    if labels(thing).get(ENFORCE) != "restricted":
        yield f'the label {ENFORCE} is {told(labels(thing).get(ENFORCE))}, but has to be "restricted"'
    if not labels(thing).get(f"{ENFORCE}-version"):
        yield f"the label {ENFORCE}-version is not set"


def ingress(thing: dict, group: Group) -> Iterator[str]:
    yield from unset(thing, "spec.ingressClassName")
    covered = {host for entry in at(thing, "spec.tls") or [] for host in entry.get("hosts") or []}
    for host in [rule.get("host") for rule in at(thing, "spec.rules") or []]:
        if not host or not {host, f"*.{host.partition('.')[2]}"} & covered:
            yield f"the host {told(host)} has no tls"


def gateway(thing: dict, group: Group) -> Iterator[str]:
    """In clear a gateway says where to come through TLS, and nothing else."""
    clear = {listener.get("name") for listener in at(thing, "spec.listeners") or [] if listener.get("protocol") != "HTTPS"}
    for route in group.of("HTTPRoute"):
        sections = {parent.get("sectionName") for parent in at(route, "spec.parentRefs") or [] if parent.get("name") == at(thing, "metadata.name")}
        # no section means every listener
        if not sections & (clear | {None}):
            continue
        for rule in at(route, "spec.rules") or []:
            if rule.get("backendRefs") or [at(step, "requestRedirect.scheme") for step in rule.get("filters") or []] != ["https"]:
                yield f"its listener in clear takes calls of {title(route)}"


RULES: dict[str, tuple[Callable[[dict, Group], Iterator[str]], ...]] = {
    "Deployment": (deployment, server, placing, pods),
    "Job": (job, pods),
    "CronJob": (cron_job, pods),
    "PodDisruptionBudget": (budget,),
    "HorizontalPodAutoscaler": (scaling,),
    "Service": (service,),
    "NetworkPolicy": (network_policy, dns),
    "ServiceAccount": (service_account,),
    "ConfigMap": (config_map,),
    "Namespace": (namespace,),
    "Ingress": (ingress,),
    "Gateway": (gateway,),
}
