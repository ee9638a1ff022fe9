# SPDX-License-Identifier: MIT
"""A temporary folder for Python tests."""
import pathlib
import shutil
import tempfile


def temporary_folder():
    """Context manager that yields the name of a folder, in memory if possible: waiting for a disk
    at every file would take most of the time of some tests."""
    memory = pathlib.Path("/dev/shm")
    in_memory = memory.is_dir() and shutil.disk_usage(memory).free > 1 << 30
    return tempfile.TemporaryDirectory(dir=memory if in_memory else None)
