#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Damages fclib files at random and feeds them to `percuss fclib`: every file must be solved (exit code 0), refused (2)
or fail with a reason (3), within the time limit, and never crash the program.

usage: fuzz_fclib.py --percuss PROGRAM [--seconds N] [--seed N] [--keep DIR] FILE...

Writes into DIR what broke this rule (bad_*), and one small file per new kind of message (kind_*): candidates for
tests/io/data/fclib/damaged. Edits of datasets need h5py; without it only bytes are damaged.
"""
import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

try:
    import h5py
    import numpy
except ImportError:
    h5py = None

NASTY = [0, 1, -1, 2, 3, -2, -3, 255, 65536, 2**31 - 1, -(2**31), 2**40, 1e300, -1e300, 1e-320, float("nan"),
         float("inf"), 0.5]


def flip_bits(data, rng):
    for _ in range(rng.choice((1, 1, 2, 8, 64))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return data


def flip_in_headers(data, rng):
    """The first 4 KiB hold most of what HDF5 trusts."""
    for _ in range(rng.choice((1, 2, 4))):
        data[rng.randrange(min(4096, len(data)))] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
    return data


def cut(data, rng):
    return data[: rng.randrange(len(data))]


def overwrite(data, rng):
    start = rng.randrange(len(data))
    length = rng.choice((4, 8, 64, 1024))
    data[start : start + length] = bytes([rng.choice((0, 0xFF, rng.randrange(256)))]) * len(data[start : start + length])
    return data


def move(data, rng):
    a, b, length = rng.randrange(len(data)), rng.randrange(len(data)), rng.choice((8, 64, 512))
    piece = data[a : a + length]
    data[b : b + len(piece)] = piece
    return data


def edit_dataset(path, rng):
    with h5py.File(path, "r+") as file:
        names = []
        file.visititems(lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None)
        name = rng.choice(names)
        action = rng.randrange(6)
        old = file[name][()]
        if action == 0 or not hasattr(old, "shape") or old.dtype.kind not in "if":
            del file[name]
            if rng.random() < 0.5:
                file[name] = rng.choice((numpy.float64(3), b"text", numpy.zeros((2, 2)), numpy.int64(3)))
        elif action in (1, 2, 3):
            flat = old.reshape(-1).copy()
            if flat.size:
                with numpy.errstate(all="ignore"):
                    flat[rng.randrange(flat.size)] = numpy.array(rng.choice(NASTY)).astype(flat.dtype)
            file[name][...] = flat.reshape(old.shape)
        elif action == 4:
            flat = old.reshape(-1)
            del file[name]
            file[name] = flat[: rng.randrange(flat.size + 1)]
        else:
            del file[name]
            with numpy.errstate(all="ignore"):
                file[name] = old.astype(rng.choice(("f8", "f4", "i8", "u1", "c16", "S3")))


def damage(source, path, rng):
    if h5py and rng.random() < 0.4:
        path.write_bytes(source)
        try:
            edit_dataset(path, rng)
            return
        except (OSError, ValueError, TypeError, KeyError, RuntimeError):
            pass  # h5py refused: damage bytes instead
    data = bytearray(source)
    for _ in range(rng.choice((1, 1, 2))):
        if data:
            data = rng.choice((flip_bits, flip_in_headers, flip_in_headers, cut, overwrite, move))(data, rng)
    path.write_bytes(bytes(data))


def run(program, path, limit):
    """(what was wrong or "", kind of the message)"""
    try:
        done = subprocess.run([program, "fclib", "solve", str(path), "--max-iterations", "50"], timeout=limit,
                              capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "hangs", "hangs"
    first = done.stderr.replace(str(path), "FILE").split("\n")[0]
    kind = f"{done.returncode} " + re.sub(r"[-+]?\d[\d.e+-]*|nan|inf|\b0x\w+", "N", first)[:90]
    if done.returncode not in (0, 2, 3):
        return f"exit code {done.returncode}", kind
    if done.returncode and not done.stderr.strip():
        return "no message", kind
    return "", kind


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--percuss", required=True)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for one file")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("fuzz_fclib"))
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    arguments.keep.mkdir(parents=True, exist_ok=True)
    sources = [path.read_bytes() for path in arguments.files]
    kinds, bad, count = collections.Counter(), 0, 0
    end = time.monotonic() + arguments.seconds
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "damaged.hdf5"
        while time.monotonic() < end:
            damage(rng.choice(sources), path, rng)
            wrong, kind = run(arguments.percuss, path, arguments.limit)
            count += 1
            kinds[kind] += 1
            if wrong:
                bad += 1
                print(f"{count}: {wrong}: {kind}", flush=True)
                (arguments.keep / f"bad_{arguments.seed}_{count}.hdf5").write_bytes(path.read_bytes())
            elif kinds[kind] == 1 and path.stat().st_size < 12000:
                (arguments.keep / f"kind_{arguments.seed}_{count}.hdf5").write_bytes(path.read_bytes())
    for kind, times in kinds.most_common():
        print(f"{times:6d}  {kind}")
    print(f"{count} damaged files, {bad} broke the rule")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
