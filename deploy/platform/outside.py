"""What a cluster has before ours comes, by Debian's programs: PostgreSQL and Redis that speak TLS, and a gateway."""

from __future__ import annotations

import pathlib
import secrets
import shutil
import subprocess
import time

from cluster import Cluster
from compose import as_postgres
from images import Trouble
from issuers import Issuers
from network import Network, Place
from pods import Refused

DATA = "pishkhan-data"
GATEWAY = "gateway"
PATIENCE_S = 30
AUTHORITY = {"isCA": True, "commonName": "data", "privateKey": {"algorithm": "ECDSA"}}


def server(name: str) -> dict:
    return {"commonName": name, "dnsNames": [f"{name}.{DATA}.svc", "localhost"], "usages": ["server auth"], "privateKey": {"algorithm": "ECDSA"}}


class Data:
    """Both servers, as pods of the namespace that they have in a cluster."""

    def __init__(self, folder: pathlib.Path, network: Network, issuers: Issuers):
        self.folder = folder
        self.password = secrets.token_hex(24)
        self.redis_password = secrets.token_hex(24)
        self._network = network
        authority = issuers.issue(AUTHORITY, None)
        self.authority = authority["tls.crt"]
        self._children: list[subprocess.Popen] = []
        network.namespace(DATA, {})
        self.folder.mkdir()
        shutil.chown(self.folder, "postgres", "postgres")
        for name in ("postgresql", "redis"):
            for file, content in issuers.issue(server(name), authority).items():
                self.file(f"{name}.{file}", content.decode())
        self.file("password", self.password)
        self.postgresql = self._place("postgresql", 5432)
        self.redis = self._place("redis", 6379)

    def file(self, name: str, text: str) -> pathlib.Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)
        shutil.chown(path, "postgres", "postgres")
        return path

    def _place(self, name: str, port: int) -> Place:
        labels = {"app.kubernetes.io/name": name}
        place = self._network.add(name, DATA, labels, {name: port})
        self._network.service(name, DATA, labels)
        return place

    def _start(self, place: Place, *words: str) -> None:
        with (self.folder / f"{place.pod}.log").open("wb") as output:
            self._children.append(subprocess.Popen(place.inside(*as_postgres([*words])), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT))

    def start(self) -> None:
        """As one has them in production: through TLS alone, with a password alone."""
        data, rules = self.folder / "data", self.file("rules", "local all postgres peer\nhostssl all all all scram-sha-256\n")
        done = subprocess.run(as_postgres(["initdb", "--username=postgres", f"--pwfile={self.folder / 'password'}", "--encoding=UTF8", "--locale=C.UTF-8", f"--pgdata={data}"]), cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise Trouble(f"initdb: {done.stderr.strip()}")
        tls = {"ssl": "on", "ssl_cert_file": self.folder / "postgresql.tls.crt", "ssl_key_file": self.folder / "postgresql.tls.key"}
        given = {"listen_addresses": "*", "hba_file": rules, "unix_socket_directories": self.folder, "max_connections": 200, "fsync": "off", **tls}
        self._start(self.postgresql, "postgres", "-D", str(data), *(word for name, value in given.items() for word in ("-c", f"{name}={value}")))
        settings = self.file("redis.conf", f"port 0\ntls-port 6379\nbind *\ntls-cert-file {self.folder}/redis.tls.crt\ntls-key-file {self.folder}/redis.tls.key\ntls-ca-cert-file {self.folder}/redis.ca.crt\ntls-auth-clients no\nrequirepass {self.redis_password}\nsave \"\"\ndir {self.folder}\n")
        self._start(self.redis, "redis-server", str(settings))
        for place, port in ((self.postgresql, 5432), (self.redis, 6379)):
            began = time.monotonic()
            while not reaches(place, port):
                if time.monotonic() - began > PATIENCE_S:
                    raise Trouble(f"{place.pod} does not start: {self.folder / place.pod}.log")
                time.sleep(0.1)
            self._network.is_ready(place)

    def kill(self) -> None:
        for child in self._children:
            child.terminate()
            child.wait(PATIENCE_S)


def reaches(place: Place, port: int, to: str = "localhost", limit_s: float = 5) -> bool:
    """Whether a connection can be made from there."""
    try:
        place.connect(port, to, limit_s).close()
    except OSError:
        return False
    return True


class Gateway:
    """HAProxy, as it is told by the objects of the Gateway API."""

    def __init__(self, folder: pathlib.Path, cluster: Cluster):
        self._folder = folder
        self._cluster = cluster
        self._child: subprocess.Popen | None = None
        self._folder.mkdir()
        cluster.network.namespace(GATEWAY, {})
        self.place = cluster.network.add("gateway", GATEWAY, {}, {})
        cluster.watchers.append(self._told)

    def _one(self, kind: str, name: str | None = None) -> dict:
        found = [one for (of, _, called), one in self._cluster.objects.items() if of == kind and called == (name or called)]
        if len(found) != 1:
            raise Refused(f"there are {len(found)} {kind}")
        return found[0]

    def _told(self, _: dict) -> None:
        """Starts with the last of the objects that it needs."""
        if self._child:
            return
        try:
            settings = self._settings()
        except Refused:
            return
        path = self._folder / "haproxy.cfg"
        path.write_text(settings, encoding="ascii")
        with (self._folder / "gateway.log").open("wb") as output:
            self._child = subprocess.Popen(self.place.inside("haproxy", "-db", "-f", str(path)), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)

    def _settings(self) -> str:
        gateway, route, redirect = self._one("Gateway"), self._one("HTTPRoute", "panel"), self._one("HTTPRoute", "panel-to-tls")
        listener = {one["name"]: one for one in gateway["spec"]["listeners"]}
        [host] = route["spec"]["hostnames"]
        if {host} != {one["hostname"] for one in listener.values()} | set(redirect["spec"]["hostnames"]):
            raise Trouble("the gateway and its routes are of different hosts")
        [certificate] = listener["https"]["tls"]["certificateRefs"]
        [rule] = route["spec"]["rules"]
        [backend] = rule["backendRefs"]
        validation = self._one("BackendTLSPolicy")["spec"]["validation"]
        [authority] = validation["caCertificateRefs"]
        secret = self._one("Secret", certificate["name"])["data"]
        (self._folder / "panel.pem").write_bytes(secret["tls.crt"] + secret["tls.key"])
        (self._folder / "authority.crt").write_bytes(self._one("ConfigMap", authority["name"])["data"]["ca.crt"])
        nameserver = self._cluster.network.resolver("pishkhan").read_text(encoding="ascii").split()[1]
        [step] = redirect["spec"]["rules"][0]["filters"]
        to = step["requestRedirect"]
        return f"""
global
  maxconn 2000
defaults
  mode http
  timeout connect 5s
  timeout client 75s
  timeout server {rule["timeouts"]["request"]}
resolvers cluster
  nameserver names {nameserver}:53
  hold valid 1s
  accepted_payload_size 8192
frontend clear
  bind :{listener["http"]["port"]}
  http-request redirect scheme {to["scheme"]} code {to["statusCode"]}
frontend panel
  bind :{listener["https"]["port"]} ssl crt {self._folder}/panel.pem
  http-request deny deny_status 404 unless {{ hdr(host) -i {host} }}
  http-request set-header X-Forwarded-For %[src]
  http-request set-header X-Forwarded-Proto https
  http-request set-header X-Forwarded-Host {host}
  default_backend panel
backend panel
  server-template pod 9 {backend["name"]}.pishkhan.svc.cluster.local:{backend["port"]} resolvers cluster init-addr none ssl verify required ca-file {self._folder}/authority.crt sni str({validation["hostname"]}) verifyhost {validation["hostname"]}
"""

    def kill(self) -> None:
        if self._child:
            self._child.terminate()
            self._child.wait(PATIENCE_S)
