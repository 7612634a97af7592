"""Certificates for a house on this machine, made by openssl: an authority, and one for each process."""

from __future__ import annotations

import http.client
import pathlib
import shutil
import ssl
import subprocess
import uuid

from trouble import Trouble

DAYS = 30
KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj")


class Certificates:
    """An authority, whose key stays in its folder, and those to whom it has given a certificate."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self._authority = folder / "ca.pem"

    def exist(self) -> bool:
        return self._authority.exists()

    def of_servers(self) -> bool:
        """Whether PostgreSQL and Redis have one as well."""
        return (self.folder / "server.pem").exists()

    def forget(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def make(self, *processes: str) -> None:
        """Another authority, and a certificate for each process."""
        self.forget()
        self.folder.mkdir(parents=True, mode=0o700)
        self._openssl("req", "-x509", *KEY, "/CN=pishkhan on this machine", "-days", str(DAYS), "-keyout", "ca.key", "-out", "ca.pem")
        for process in processes:
            self.issue(process)

    def issue(self, process: str) -> None:
        """A certificate for spiffe://pishkhan/PROCESS, at `localhost` and both of its addresses."""
        name = process.replace("/", "-")
        rules = self.folder / f"{name}.cnf"
        rules.write_text(f"basicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth,clientAuth\nsubjectAltName=URI:spiffe://pishkhan/{process},DNS:localhost,IP:127.0.0.1,IP:::1\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n", encoding="ascii")
        self._openssl("req", "-new", *KEY, f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        self._openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-set_serial", f"0x{uuid.uuid4().hex}", "-days", str(DAYS), "-extfile", rules.name, "-out", f"{name}.pem")

    def environment(self, process: str, setting: str = "TLS") -> dict[str, str]:
        """Where a process finds the authority and its own certificate, by the names of these settings."""
        name = process.replace("/", "-")
        return {f"{setting}_CA_FILE": str(self._authority), f"{setting}_CERT_FILE": str(self.folder / f"{name}.pem"), f"{setting}_KEY_FILE": str(self.folder / f"{name}.key")}

    def connection(self, port: int, timeout_s: float, address: str = "localhost") -> http.client.HTTPConnection:
        """To a server of this machine: through TLS, if there is an authority."""
        if not self.exist():
            return http.client.HTTPConnection(address, port, timeout=timeout_s)
        context = ssl.create_default_context(cafile=str(self._authority))
        return http.client.HTTPSConnection(address, port, timeout=timeout_s, context=context)

    def _openssl(self, *words: str) -> None:
        try:
            done = subprocess.run(["openssl", *words], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        except FileNotFoundError:
            raise Trouble("openssl is not installed; certificates are made with it") from None
        if done.returncode != 0:
            raise Trouble(f"openssl {words[0]} failed: {done.stderr.strip()}")
