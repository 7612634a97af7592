#!/usr/bin/env python3
"""Whether a Redis answers PING on a unix socket: redis_answers.py SOCKET. Exit 0 if it does, 1 if it does not (or still loads)."""
import socket
import sys


def answers(path):
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(2)
            client.connect(path)
            client.sendall(b"PING\r\n")
            return client.recv(64).startswith(b"+PONG")
    except OSError:
        return False


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    sys.exit(0 if answers(sys.argv[1]) else 1)
