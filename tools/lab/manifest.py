#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checksums of the self-play that weights were trained on, to verify that it can be reproduced.

Usage: manifest.py write COMMIT FOLDER... > MANIFEST
       manifest.py check MANIFEST FOLDER...

A manifest has the commit of a sumi-lab that makes the same games, and for each folder of `sumi-lab
selfplay` its settings (selfplay.json), its seed, its number of games and, for each of 20 parts
(chunks I, I + 20, ...), the SHA-256 of the concatenated files. Up to commit 13e8d6e, `sumi-lab
selfplay FOLDER --shard I/20` with these settings and this number of games reproduces a part; later
versions assign games, not chunks, to shards. A run with smaller `--games` completes few parts.
`check` matches folders by name, reports which parts are complete and equal, and exits with status 1
if a complete part differs or no part is complete.
"""
import hashlib
import json
import pathlib
import sys

SHARDS = 20


def chunks(folder):
    """({chunk number: path}, seed) of a folder, which must have one seed."""
    paths = sorted(folder.glob("*.pos"))
    seeds = {path.stem.split("-")[0] for path in paths}
    if len(seeds) != 1:
        sys.exit(f"{folder}: holds chunks of {len(seeds)} seeds, not of one")
    return {int(path.stem.split("-")[1]): path for path in paths}, int(seeds.pop())


def sum_of(paths):
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def write(commit, folders):
    rows = []
    for folder in folders:
        found, seed = chunks(folder)
        count = len(found)
        settings = json.loads((folder / "selfplay.json").read_text())
        if sorted(found) != list(range(count)):
            sys.exit(f"{folder}: a chunk is missing below {max(found)}")
        rows.append({
            "folder": folder.name,
            "seed": seed,
            "games": count * settings["chunk-games"],
            "settings": settings,
            "sha256": [sum_of(found[k] for k in range(shard, count, SHARDS))
                       for shard in range(SHARDS)],
        })
    json.dump({"commit": commit, "shards": SHARDS, "folders": rows}, sys.stdout, indent=1)
    print()


def check(manifest, folders):
    known = json.loads(manifest.read_text())
    rows = {row["folder"]: row for row in known["folders"]}
    equal = differ = 0
    for folder in folders:
        if folder.name not in rows:
            sys.exit(f"{folder}: the manifest has {', '.join(rows)}")
        row = rows[folder.name]
        found, seed = chunks(folder)
        settings = json.loads((folder / "selfplay.json").read_text())
        if seed != row["seed"] or settings != row["settings"]:
            sys.exit(f"{folder}: was made with other settings: {settings}, seed {seed}")
        for shard, want in enumerate(row["sha256"], 1):
            part = range(shard - 1, row["games"] // settings["chunk-games"], known["shards"])
            if not all(k in found for k in part):
                continue
            same = sum_of(found[k] for k in part) == want
            equal, differ = equal + same, differ + (not same)
            print(f"{folder.name} {shard}/{known['shards']}: {'equal' if same else 'DIFFERS'}")
    print(f"{equal} parts are equal, {differ} differ")
    return 0 if equal and not differ else 1


def main(arguments):
    if len(arguments) >= 3 and arguments[0] == "write":
        write(arguments[1], [pathlib.Path(folder) for folder in arguments[2:]])
    elif len(arguments) >= 3 and arguments[0] == "check":
        sys.exit(check(pathlib.Path(arguments[1]), [pathlib.Path(f) for f in arguments[2:]]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
