"""Whether an environment's database takes all connections that there may be."""

from __future__ import annotations

# Besides its pool: auth hears on one of its own who is logged out.
LISTENING = 1
# A rollout adds one pod, before one goes.
SURGE = 1
MIGRATING = 1


def most_connections(objects: list[dict]) -> int:
    """Of a whole house: all pods that there may be, in the middle of a rollout of every service."""
    maps = {found["metadata"]["name"]: found.get("data", {}) for found in objects if found["kind"] == "ConfigMap"}
    most = {found["spec"]["scaleTargetRef"]["name"]: found["spec"]["maxReplicas"] for found in objects if found["kind"] == "HorizontalPodAutoscaler"}
    total = 0
    for workload in objects:
        if workload["kind"] == "Job":
            total += MIGRATING
        if workload["kind"] == "Deployment":
            given: dict[str, str] = {}
            for source in workload["spec"]["template"]["spec"]["containers"][0]["envFrom"]:
                given |= maps[source["configMapRef"]["name"]]
            if pool := given.get("DATABASE_POOL_SIZE"):
                total += (int(pool) + LISTENING) * (most[workload["metadata"]["name"]] + SURGE)
    return total


def problems(objects: list[dict], max_connections: int, reserved: int) -> list[str]:
    needed = most_connections(objects)
    if needed <= max_connections - reserved:
        return []
    return [f"the pools need {needed} connections, and the database has {max_connections} with {reserved} of them reserved"]
