"""Certificates for a house on this machine, made by openssl: an authority, and one for each process."""

from __future__ import annotations

import pathlib
import shutil
import subprocess
import uuid

from house import Trouble

DAYS = 30
KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj")


class Certificates:
    """An authority made anew, whose key stays in its folder."""

    def __init__(self, folder: pathlib.Path):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, mode=0o700)
        self._folder = folder
        self.authority = folder / "ca.pem"
        self._openssl("req", "-x509", *KEY, "/CN=pishkhan on this machine", "-days", str(DAYS), "-keyout", "ca.key", "-out", "ca.pem")

    def issue(self, process: str) -> None:
        """A certificate for spiffe://pishkhan/PROCESS, at `localhost`."""
        name = process.replace("/", "-")
        rules = self._folder / f"{name}.cnf"
        rules.write_text(f"basicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth,clientAuth\nsubjectAltName=URI:spiffe://pishkhan/{process},DNS:localhost\n", encoding="ascii")
        self._openssl("req", "-new", *KEY, f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        self._openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-set_serial", f"0x{uuid.uuid4().hex}", "-days", str(DAYS), "-extfile", rules.name, "-out", f"{name}.pem")

    def environment(self, process: str) -> dict[str, str]:
        """The settings of a process that speaks TLS with the others."""
        name = process.replace("/", "-")
        return {"TLS_MODE": "mutual", "TLS_CA_FILE": str(self.authority), "TLS_CERT_FILE": str(self._folder / f"{name}.pem"), "TLS_KEY_FILE": str(self._folder / f"{name}.key")}

    def _openssl(self, *words: str) -> None:
        try:
            done = subprocess.run(["openssl", *words], cwd=self._folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        except FileNotFoundError:
            raise Trouble("openssl is not installed; certificates are made with it") from None
        if done.returncode != 0:
            raise Trouble(f"openssl {words[0]} failed: {done.stderr.strip()}")
