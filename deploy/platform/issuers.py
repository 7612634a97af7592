"""Certificates by openssl, as cert-manager makes them of its objects."""

from __future__ import annotations

import pathlib
import re
import subprocess
import threading
import uuid

from images import Trouble

USAGES = {"server auth": "serverAuth", "client auth": "clientAuth"}


class Issuers:
    """`folder` is for files that openssl needs meanwhile."""

    def __init__(self, folder: pathlib.Path):
        self._folder = folder
        self._folder.mkdir(mode=0o700)
        self._lock = threading.Lock()

    def issue(self, spec: dict, authority: dict[str, bytes] | None) -> dict[str, bytes]:
        """The secret of a Certificate's spec, by an authority's secret, or by itself."""
        with self._lock:
            name, usages = spec.get("commonName"), [USAGES[usage] for usage in spec.get("usages", []) if usage in USAGES]
            names = [f"URI:{uri}" for uri in spec.get("uris", [])] + [f"DNS:{host}" for host in spec.get("dnsNames", [])]
            rules = ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign"] if spec.get("isCA") else ["basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature"]
            rules += [f"extendedKeyUsage={','.join(usages)}"] if usages else []
            # critical where the certificate has no other name
            rules += [f"subjectAltName={'' if name else 'critical,'}{','.join(names)}"] if names else []
            (self._folder / "rules").write_text("".join(f"{rule}\n" for rule in rules), encoding="ascii")
            if spec["privateKey"]["algorithm"] != "ECDSA":
                raise Trouble(f"keys of {spec['privateKey']} are not known here")
            self._openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "tls.key")
            self._openssl("req", "-new", "-key", "tls.key", "-subj", f"/CN={name}" if name else "/", "-out", "request")
            signed = ["-signkey", "tls.key"]
            if authority:
                (self._folder / "ca.crt").write_bytes(authority["tls.crt"])
                (self._folder / "ca.key").write_bytes(authority["tls.key"])
                signed = ["-CA", "ca.crt", "-CAkey", "ca.key", "-set_serial", f"0x{uuid.uuid4().hex}"]
            self._openssl("x509", "-req", "-in", "request", *signed, "-days", str(days(spec)), "-extfile", "rules", "-out", "tls.crt")
            made = {file: (self._folder / file).read_bytes() for file in ("tls.crt", "tls.key")}
            return made | {"ca.crt": authority["tls.crt"] if authority else made["tls.crt"]}

    def _openssl(self, *words: str) -> None:
        done = subprocess.run(["openssl", *words], cwd=self._folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise Trouble(f"openssl {words[0]}: {done.stderr.strip()}")


def days(spec: dict) -> int:
    """Its duration; 90 days where it says none, as cert-manager has it."""
    hours = re.fullmatch(r"(\d+)h", spec.get("duration", "2160h"))
    if not hours:
        raise Trouble(f"a duration of {spec['duration']} is not known here")
    return int(hours[1]) // 24
