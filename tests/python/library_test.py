# SPDX-License-Identifier: MIT
"""Loading the library, its declarations, and independence of other packages."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import unittest

from support import PACKAGES, ROOT, sumi
from sumi import _library

#: The header without comments, and a pattern for its function declarations.
HEADER = re.sub(r"/\*.*?\*/", "", (ROOT / "protocol" / "c" / "sumi.h").read_text(), flags=re.S)
FUNCTION = re.compile(r"^SUMI_API [^;(]*?\b(sumi_\w+)\(([^)]*)\)", re.M)

SCRIPT = """
import sumi
with sumi.Engine() as engine:
    print(sumi.__file__, engine.search("f5d6c3", depth=4).best.move)
"""


def run(script, **variables):
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("SUMI_LIBRARY", "PYTHONPATH")}
    return subprocess.run([sys.executable, "-c", script], env={**environment, **variables},
                          cwd="/", capture_output=True, text=True, timeout=60)


class LibraryTest(unittest.TestCase):
    def test_all_functions_of_the_header_are_declared(self):
        expected = {name: 0 if arguments == "void" else arguments.count(",") + 1
                    for name, arguments in FUNCTION.findall(HEADER)}
        declared = {name: len(types) for name, (_, types) in _library.PROTOTYPES.items()}
        self.assertEqual(declared, expected)

    def test_limits_are_the_struct_of_the_header(self):
        body = re.search(r"struct sumi_limits \{(.*?)\}", HEADER, re.S)[1]
        kinds = {"size_t": "c_ulong", "int": "c_int", "uint64_t": "c_ulong", "double": "c_double"}
        fields = [(name, kinds[kind]) for kind, name in re.findall(r"(\w+) (\w+);", body)]
        self.assertEqual([(name, kind.__name__) for name, kind in _library.Limits._fields_], fields)
        init = re.search(r"SUMI_LIMITS_INIT[ \\\n]*\{(.*?)\}", HEADER, re.S)[1].split(",")
        limits = _library.Limits()
        self.assertEqual([getattr(limits, name) for name, _ in fields[1:]],
                         [float(value) for value in init[1:]])

    def test_statuses_are_those_of_the_header(self):
        statuses = re.search(r"enum sumi_status \{(.*?)\}", HEADER, re.S)[1]
        numbers = {int(number) for number in re.findall(r"^  SUMI_[A-Z_]+ = (\d+)", statuses, re.M)}
        self.assertEqual(set(sumi.errors.BY_STATUS), numbers - {0})

    def test_a_library_that_is_named_is_the_only_one(self):
        done = run("import sumi", PYTHONPATH=str(PACKAGES), SUMI_LIBRARY="/nowhere/libsumi.so.0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("ImportError", done.stderr)
        self.assertIn("/nowhere/libsumi.so.0", done.stderr)
        self.assertEqual(done.stderr.count("cannot open shared object file"), 1)

    def test_an_older_library_is_refused(self):
        done = run("import sumi", PYTHONPATH=str(PACKAGES), SUMI_LIBRARY="libc.so.6")
        self.assertIn("lacks sumi_error, sumi_version", done.stderr)

    def test_the_library_of_an_installed_tree(self):
        library = pathlib.Path(os.environ["SUMI_LIBRARY"]).resolve()
        for place in ("", sysconfig.get_config_var("MULTIARCH") or ""):
            with tempfile.TemporaryDirectory() as folder:
                packages = pathlib.Path(folder) / "lib" / "python3" / "dist-packages"
                shutil.copytree(PACKAGES / "sumi", packages / "sumi",
                                ignore=shutil.ignore_patterns("__pycache__"))
                (pathlib.Path(folder) / "lib" / place).mkdir(exist_ok=True)
                (pathlib.Path(folder) / "lib" / place / "libsumi.so.0").symlink_to(library)
                done = run(SCRIPT, PYTHONPATH=str(packages))
                self.assertEqual(done.stderr, "")
                self.assertTrue(done.stdout.startswith(f"{packages}/sumi/"), done.stdout)

    def test_all_places_that_were_tried_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            packages = pathlib.Path(folder) / "lib" / "python3" / "dist-packages"
            shutil.copytree(PACKAGES / "sumi", packages / "sumi")
            done = run("import sumi", PYTHONPATH=str(packages), LD_LIBRARY_PATH="")
            self.assertIn(f"{folder}/lib/libsumi.so.0: ", done.stderr)
            self.assertIn("SUMI_LIBRARY", done.stderr)

    def test_numpy_is_not_needed(self):
        script = """
import sys
sys.modules["numpy"] = None  # An import of it fails.
import sumi
with sumi.Engine(hash_mib=1) as engine:
    game = sumi.Game("f5d6c3")
    assert type(engine.evaluate_boards([game, game.board])) is list
    assert engine.solve_boards([1], [2]) == [0 + engine.solve(sumi.Board(1, 2)).best.score]
    assert engine.search(game, depth=4).best.move
"""
        done = run(script, PYTHONPATH=str(PACKAGES), SUMI_LIBRARY=os.environ["SUMI_LIBRARY"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_public_names(self):
        for name in sumi.__all__:
            self.assertTrue(getattr(sumi, name).__doc__, name)


if __name__ == "__main__":
    unittest.main()
