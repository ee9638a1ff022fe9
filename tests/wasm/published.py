#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the workflow's build command and the folder that it publishes, for test.sh.

Usage: published.py WORKFLOW
"""
import sys

try:
    import yaml
except ImportError:  # a Python without yaml may come before Debian's in PATH
    import os
    if sys.executable == "/usr/bin/python3":
        sys.exit("no yaml: apt-get install python3-yaml")
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])

with open(sys.argv[1], encoding="utf-8") as file:
    jobs = yaml.safe_load(file)["jobs"]
build, publish = jobs["build"]["steps"], jobs["publish"]
kinds = [step.get("uses", "").split("@")[0] for step in build]
command = build[kinds.index("actions/checkout") + 1]["run"]
upload = build[kinds.index("actions/upload-pages-artifact")]
assert publish["needs"] == "build" and publish["permissions"] == {"pages": "write", "id-token": "write"}, publish
assert publish["steps"][0]["uses"].startswith("actions/deploy-pages@"), publish
print(command, upload["with"]["path"])
