"""The network of a small cluster in this process's network namespace: a namespace, an address and a name for each pod, and
packets between them only as NetworkPolicies let them.
"""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import ipaddress
import pathlib
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator

from images import Trouble

# Pods' addresses; by the first one they reach each other. They are in BFF_TRUSTED_PROXIES.
FIRST = ipaddress.ip_address("10.44.0.1")
# Whoever comes from outside: deploy/platform/platform makes it.
OUTSIDE = "192.0.2.1"
DOMAIN = "cluster.local"
CLONE_NEWNET = 0x40000000
LIBC = ctypes.CDLL(None, use_errno=True)


def run(*words: str, given: str | None = None) -> str:
    done = subprocess.run(words, input=given, stdin=None if given else subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise Trouble(f"{' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


@dataclasses.dataclass
class Place:
    """Where a pod is in the network."""

    pod: str
    namespace: str
    labels: dict[str, str]
    ports: dict[str, int]
    address: str
    network: pathlib.Path
    ready: bool = False

    def inside(self, *words: str) -> list[str]:
        """A command in its network."""
        return ["nsenter", f"--net={self.network}", "--", *words]

    def connect(self, port: int, to: str = "localhost", limit_s: float = 5) -> socket.socket:
        """A connection from within; OSError says why there is none."""
        found: list[socket.socket | OSError] = []

        def enter() -> None:
            # of this thread alone, which ends
            with self.network.open() as file:
                if LIBC.setns(file.fileno(), CLONE_NEWNET) != 0:
                    found.append(OSError(ctypes.get_errno(), "setns"))
                    return
            try:
                found.append(socket.create_connection((to, port), limit_s))
            except OSError as error:
                found.append(error)

        thread = threading.Thread(target=enter)
        thread.start()
        thread.join()
        [result] = found
        if isinstance(result, OSError):
            raise result
        return result


class Network:
    """`folder` is for files of names."""

    def __init__(self, folder: pathlib.Path):
        self._folder = folder
        self._next = FIRST + 1
        self._places: list[Place] = []
        self._services: dict[tuple[str, str], dict[str, str]] = {}
        self._policies: list[dict] = []
        self._namespaces: dict[str, dict[str, str]] = {}
        self._names: subprocess.Popen | None = None
        self._resolver = ""
        self._names_file = folder / "hosts"
        # pods start side by side
        self._lock = threading.RLock()

    def open(self) -> None:
        self._names_file.write_text("", encoding="ascii")
        pathlib.Path("/proc/sys/net/ipv4/ip_forward").write_text("1", encoding="ascii")
        run("ip", "address", "add", f"{FIRST}/32", "dev", "lo")
        self.namespace("kube-system", {})
        names = self.add("names", "kube-system", {"k8s-app": "kube-dns"}, {"dns": 53})
        search = " ".join((f"{{}}.svc.{DOMAIN}", f"svc.{DOMAIN}", DOMAIN))
        self._resolver = f"nameserver {names.address}\nsearch {search}\noptions ndots:5\n"
        # names of elsewhere are not known
        words = ["dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", "--no-resolv", "--no-hosts", f"--addn-hosts={self._names_file}", "--address=/#/", "--user=root", "--log-facility=-", f"--pid-file={self._folder / 'dnsmasq.pid'}"]
        with (self._folder / "names.log").open("wb") as output:
            self._names = subprocess.Popen(names.inside(*words), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)

    def resolver(self, namespace: str) -> pathlib.Path:
        """A pod's /etc/resolv.conf."""
        path = self._folder / f"resolv.conf.{namespace}"
        path.write_text(self._resolver.format(namespace), encoding="ascii")
        return path

    def add(self, pod: str, namespace: str, labels: dict[str, str], ports: dict[str, int]) -> Place:
        with self._lock:
            address, self._next = str(self._next), self._next + 1
            link = f"pod{address.rpartition('.')[2]}"
            run("ip", "netns", "add", pod)
            run("ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", pod)
            run("ip", "link", "set", link, "up")
            run("ip", "route", "add", f"{address}/32", "dev", link, "src", OUTSIDE)
            place = Place(pod, namespace, labels, ports, address, pathlib.Path(f"/run/netns/{pod}"))
            for words in (f"address add {address}/32 dev eth0", "link set eth0 up", "link set lo up", f"route add {FIRST} dev eth0", f"route add default via {FIRST}"):
                run("ip", "-netns", pod, *words.split())
            self._places.append(place)
            self._enforce()
            return place

    def remove(self, place: Place) -> None:
        with self._lock:
            self._places.remove(place)
            run("ip", "netns", "delete", place.pod)
            self._enforce()
            self._name()

    def is_ready(self, place: Place, ready: bool = True) -> None:
        """Whether names lead to it."""
        with self._lock:
            place.ready = ready
            self._name()

    def service(self, name: str, namespace: str, selector: dict[str, str]) -> None:
        with self._lock:
            self._services[namespace, name] = selector
            self._name()

    def namespace(self, name: str, labels: dict[str, str]) -> None:
        with self._lock:
            self._namespaces[name] = labels | {"kubernetes.io/metadata.name": name}
            self._enforce()

    def policy(self, given: dict) -> None:
        """Takes the place of the one of the same name."""
        with self._lock:
            same = [given["metadata"][name] for name in ("namespace", "name")]
            self._policies = [one for one in self._policies if [one["metadata"][name] for name in ("namespace", "name")] != same] + [given]
            self._enforce()

    def _name(self) -> None:
        """Names lead to pods at once, those of a Service with an address of its own as well."""
        lines = [
            f"{place.address} {name}.{namespace}.svc.{DOMAIN} {name}.{namespace}.svc\n"
            for (namespace, name), selector in self._services.items()
            for place in self._places
            if place.ready and place.namespace == namespace and selector.items() <= place.labels.items()
        ]
        self._names_file.write_text("".join(lines), encoding="ascii")
        if self._names:
            # it reads the file again
            self._names.send_signal(signal.SIGHUP)

    def _enforce(self) -> None:
        # whoever asks from here is this machine, as a kubelet
        rules = [f"ip saddr {one.address} ip daddr {other.address} {ports} accept" for one in self._places for other in self._places if one is not other for ports in self._allowed(one, other)]
        text = "\n".join(["table inet cluster {}", "delete table inet cluster", "table inet cluster {", "chain forward {", "type filter hook forward priority 0; policy drop;", "ct state established,related accept", *rules, "}", "}"])
        run("nft", "-f", "-", given=text)

    def _allowed(self, one: Place, other: Place) -> Iterator[str]:
        """From one to the other: what both sides' policies let through, as nft matches it."""
        out, into = self._let(one, other, "egress", other), self._let(other, one, "ingress", other)
        if out is None and into is None:
            yield "meta l4proto { tcp, udp }"
            return
        both = out if into is None else into if out is None else out & into
        for protocol, port in sorted(both):
            yield f"{protocol} dport {port}"

    def _let(self, whose: Place, peer: Place, way: str, target: Place) -> set[tuple[str, int]] | None:
        """The ports of `target` that the policies of one side name; None where no policy is about it."""
        kind, side = way.capitalize(), "to" if way == "egress" else "from"
        own = [one["spec"] for one in self._policies if one["metadata"]["namespace"] == whose.namespace and kind in one["spec"]["policyTypes"] and selects(one["spec"]["podSelector"], whose.labels)]
        if not own:
            return None
        found: set[tuple[str, int]] = set()
        for rule in (rule for spec in own for rule in spec.get(way, [])):
            if any(self._is_peer(given, whose, peer) for given in rule[side]):
                for port in rule["ports"]:
                    number = port["port"] if isinstance(port["port"], int) else target.ports.get(port["port"])
                    found |= {(port.get("protocol", "TCP").lower(), number)} if number else set()
        return found

    def _is_peer(self, given: dict, whose: Place, peer: Place) -> bool:
        if block := given.get("ipBlock"):
            address = ipaddress.ip_address(peer.address)
            return address in ipaddress.ip_network(block["cidr"]) and not any(address in ipaddress.ip_network(cut) for cut in block.get("except", []))
        here = selects(given["namespaceSelector"], self._namespaces[peer.namespace]) if "namespaceSelector" in given else peer.namespace == whose.namespace
        return here and selects(given.get("podSelector", {}), peer.labels)

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            if self._names:
                self._names.terminate()
                self._names.wait()
        for place in self._places:
            run("ip", "netns", "delete", place.pod)
        self._places = []


def selects(selector: dict, labels: dict[str, str]) -> bool:
    if unknown := selector.keys() - {"matchLabels"}:
        raise Trouble(f"selectors with {', '.join(unknown)} are not known here")
    return selector.get("matchLabels", {}).items() <= labels.items()
