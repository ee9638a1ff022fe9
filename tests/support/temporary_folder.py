# SPDX-License-Identifier: MIT
"""A folder of a test's own, for tests in Python."""
import pathlib
import shutil
import tempfile


def temporary_folder():
    """Gone at the end of its `with`, which gets its name. In memory if there is room: waiting for a
    disk, which each file that is written does, would take most of some tests' time."""
    memory = pathlib.Path("/dev/shm")
    in_memory = memory.is_dir() and shutil.disk_usage(memory).free > 1 << 30
    return tempfile.TemporaryDirectory(dir=memory if in_memory else None)
