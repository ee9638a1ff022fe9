#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sumi web --desktop`: a second start shows the first one's page and ends.  Usage: desktop_test.py SUMI"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from web_client import PATIENCE, WebServer  # noqa: E402


def main():
    sumi = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        # An "xdg-open" that notes the address.
        opened = pathlib.Path(folder, "opened")
        opener = pathlib.Path(folder, "xdg-open")
        opener.write_text(f'#!/bin/sh\necho "$1" >"{opened}.new" && mv "{opened}.new" "{opened}"\n')
        opener.chmod(0o755)
        os.environ.update(XDG_DATA_HOME=folder, DISPLAY=":0", PATH=f"{folder}:{os.environ['PATH']}")
        with WebServer(sumi, "--desktop") as first:
            second = subprocess.run([sumi, "web", "--desktop"], capture_output=True, text=True, timeout=PATIENCE)
            assert (second.returncode, second.stdout, second.stderr) == (0, "", ""), second
            while not opened.exists():
                time.sleep(0.01)
            assert opened.read_text() == first.address + "\n", opened.read_text()
        with WebServer(sumi, "--desktop") as third:  # the first one has ended
            assert third.page("/")[0] == 200
    print("1 passed, 0 failed")


if __name__ == "__main__":
    main()
