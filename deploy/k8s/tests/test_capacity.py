"""The pools of all pods that there may be fit into the database of their environment."""

from __future__ import annotations

import pathlib
import sys
import tomllib
import unittest

sys.dont_write_bytecode = True
K8S = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(K8S))

import capacity  # noqa: E402
from kustomize import render  # noqa: E402

ALLOWED = tomllib.loads((K8S / "capacity.toml").read_text(encoding="utf-8"))


def house(pool: str, most: int) -> list[dict]:
    container = {"envFrom": [{"configMapRef": {"name": "orders-1"}}]}
    return [
        {"kind": "ConfigMap", "metadata": {"name": "orders-1"}, "data": {"DATABASE_POOL_SIZE": pool}},
        {"kind": "Deployment", "metadata": {"name": "orders"}, "spec": {"template": {"spec": {"containers": [container]}}}},
        {"kind": "HorizontalPodAutoscaler", "metadata": {"name": "orders"}, "spec": {"scaleTargetRef": {"name": "orders"}, "maxReplicas": most}},
        {"kind": "Job", "metadata": {"name": "orders-migrate"}},
    ]


class Capacity(unittest.TestCase):
    def test_every_environment_fits(self) -> None:
        houses = {folder.name: render(folder) for folder in sorted((K8S / "overlays").iterdir())}
        self.assertEqual([*houses], sorted(ALLOWED))
        # a production of its own
        houses["example"] = [one for folder in sorted((K8S / "example").iterdir()) for one in render(folder)]
        for name, objects in houses.items():
            with self.subTest(environment=name):
                # five services with pools, and their migrations
                self.assertGreater(capacity.most_connections(objects), 30)
                self.assertEqual(capacity.problems(objects, **ALLOWED.get(name, ALLOWED["production"])), [])

    def test_all_pods_of_a_rollout_are_counted(self) -> None:
        # (4 + 1) for each of 6 + 1 pods, and the migration
        self.assertEqual(capacity.most_connections(house("4", 6)), 36)
        self.assertEqual(capacity.problems(house("4", 6), max_connections=46, reserved=10), [])

    def test_one_pod_too_many_is_told(self) -> None:
        for pool, most in (("5", 6), ("4", 7)):
            [told] = capacity.problems(house(pool, most), max_connections=46, reserved=10)
            self.assertIn("and the database has 46 with 10 of them reserved", told)


if __name__ == "__main__":
    unittest.main()
