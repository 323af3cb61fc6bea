"""Prints the statuses of each operation, and fails when an operation never succeeded.

    summary.py REQUESTS.har OPENAPI.json
"""

import collections
import json
import sys
from urllib.parse import urlsplit

# The ids of sessions are the server's, so generated ones are unknown; schemathesis does not test the
# route of the document that it reads.
NEVER = {"endSession", "getDescription"}

with open(sys.argv[1], encoding="utf-8") as file:
    entries = json.load(file)["log"]["entries"]
with open(sys.argv[2], encoding="utf-8") as file:
    paths = json.load(file)["paths"]
operations = {(method, path): operation["operationId"]
              for path, methods in paths.items() for method, operation in methods.items()}


def operation_of(request):
    """The id of the operation; `None` for a method or a path that the document lacks."""
    parts = urlsplit(request["url"]).path.split("/")
    matching = [path for path in paths if len(path.split("/")) == len(parts) and all(
        template.startswith("{") or template == part
        for template, part in zip(path.split("/"), parts))]
    if not matching:
        return None
    path = min(matching, key=lambda path: path.count("{"))
    return operations.get((request["method"].lower(), path))


statuses = collections.defaultdict(collections.Counter)
for entry in entries:
    statuses[operation_of(entry["request"])][entry["response"]["status"]] += 1
for name in operations.values():
    print(f"{name:26}", " ".join(f"{s}×{n}" for s, n in sorted(statuses[name].items())))
print(f"{len(entries)} requests, {sum(statuses[None].values())} of them with other methods or paths")
without = [name for name in operations.values()
           if name not in NEVER and not any(200 <= status < 300 for status in statuses[name])]
if without:
    sys.exit(f"check-openapi: these operations never succeeded: {', '.join(without)}")
