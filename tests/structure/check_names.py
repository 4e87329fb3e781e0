#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that a source includes, itself or through headers of this project, what declares the names that it uses of the
standard library, of Eigen and of fmt: all that is precompiled, so that no compiler misses it.

usage: check_names.py SOURCE_ROOT | --self-test
"""
import pathlib
import re
import sys
import tempfile

STD = {  # header -> names in std
    "algorithm": "all_of any_of clamp copy copy_if copy_n count count_if equal fill fill_n find find_if for_each is_sorted "
                 "lower_bound max max_element min min_element minmax minmax_element none_of nth_element partition remove_if "
                 "replace reverse rotate shuffle sort stable_sort swap_ranges transform unique upper_bound",
    "array": "array", "atomic": "atomic", "chrono": "chrono",
    "cmath": "acos asin atan atan2 ceil copysign cos cosh exp expm1 fabs floor fmax fmin fmod hypot isfinite isinf isnan log "
             "log10 log1p log2 lround nextafter pow remainder round signbit sin sinh sqrt tan tanh trunc",
    "complex": "complex", "filesystem": "filesystem", "fstream": "fstream ifstream ofstream", "functional": "function hash",
    "limits": "numeric_limits", "map": "map multimap", "memory": "make_shared make_unique shared_ptr unique_ptr weak_ptr",
    "mutex": "lock_guard mutex scoped_lock unique_lock", "numeric": "accumulate gcd inner_product iota partial_sum reduce",
    "optional": "nullopt optional", "random": "mt19937 normal_distribution uniform_int_distribution uniform_real_distribution",
    "set": "set", "span": "span", "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "domain_error invalid_argument length_error logic_error out_of_range runtime_error",
    "string": "stod stoi string to_string", "string_view": "string_view", "thread": "thread",
    "tuple": "make_tuple tie tuple", "unordered_map": "unordered_map", "unordered_set": "unordered_set",
    "variant": "get_if holds_alternative variant visit", "vector": "vector",
}
HEADER_OF = {name: header for header, names in STD.items() for name in names.split()}
OTHERS = [  # what is used, and what may declare it
    (re.compile(r"\bEigen::(Sparse|Triplet)"), re.compile(r"Eigen/(Sparse|Cholmod)")),
    (re.compile(r"\bEigen::(AlignedBox|AngleAxis|Isometry|Quaternion|Rotation2D|Transform|Translation)|\.cross\("),
     re.compile(r"Eigen/(Geometry|Dense)")),
    (re.compile(r"\bfmt::(format|print|join)\("), re.compile(r"fmt/|spdlog/")),
]
FOLDERS = ("src", "solvers", "fem")
COMMENTS_AND_TEXTS = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"', re.DOTALL)
LIBRARY, OWN = re.compile(r"(?m)^#include <([^>]+)>"), re.compile(r'(?m)^#include "([^"]+)"')


def read(root):
    """{path as it is included: text}"""
    return {path.relative_to(root).as_posix().removeprefix("src/"): path.read_text(encoding="utf-8")
            for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.suffix in (".hpp", ".cpp")}


def in_reach(name, texts, seen):
    """The headers of libraries that `name` includes, itself or through others."""
    if name in seen or name not in texts:
        return set()
    seen.add(name)
    found = set(LIBRARY.findall(texts[name]))
    for other in OWN.findall(texts[name]):
        found |= in_reach(other, texts, seen)
    return found


def faults(root):
    """All violations under `root`, each as "file: what is wrong"."""
    texts, found = read(root), []
    for name, text in texts.items():
        code, headers = COMMENTS_AND_TEXTS.sub('""', text), in_reach(name, texts, set())
        for used in sorted(set(re.findall(r"\bstd::(\w+)", code))):
            if HEADER_OF.get(used, "cstddef") not in headers | {"cstddef"}:
                found.append(f"{name}: std::{used} without <{HEADER_OF[used]}>")
        for use, declared in OTHERS:
            match = use.search(code)
            if match and not any(declared.search(header) for header in headers):
                found.append(f"{name}: {match.group()} without a header that matches {declared.pattern}")
    return found


def self_test():
    """Every kind of violation is found, and a clean tree passes."""
    clean = {"src/core/a.hpp": "#include <vector>\n#include <Eigen/SparseCore>\nEigen::SparseMatrix<double> m;",
             "fem/a.cpp": '#include "core/a.hpp"\nstd::vector<int> v; // std::map\nauto t = "std::set"; Eigen::Triplet<int> e;'}
    for added in ["std::vector<int> v;", "auto x = a.cross(b);", 'auto t = fmt::format("{}", 1);', "std::sqrt(2.0);",
                  "Eigen::SparseMatrix<double> m;", None]:
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            for path, text in [*clean.items(), *([("src/io/b.cpp", added)] if added else [])]:
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            found = faults(root)
            if len(found) != (1 if added else 0):
                return [f"self-test: {added}: found {found}"]
    return []


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = self_test() if sys.argv[1] == "--self-test" else faults(pathlib.Path(sys.argv[1]))
    for fault in found:
        print(fault)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
