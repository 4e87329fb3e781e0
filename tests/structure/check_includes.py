#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that includes point one way: who may include whom is the table below, nothing else is allowed. And that a.cpp
includes a.hpp before all else, which shows that the header includes what it uses.

usage: check_includes.py SOURCE_ROOT | --self-test
"""
import pathlib
import re
import sys
import tempfile

BELOW_SIMULATION = {"core", "contact", "scheme", "model", "io", "fem", "solvers"}
ALLOWED = {  # folder -> first part of the includes it may have
    "src/core": {"core"},
    "solvers": {"core", "solvers"},
    "fem": {"core", "fem"},
    "src/contact": {"core", "contact"},
    "src/scheme": {"core", "solvers", "scheme"},
    "src/model": {"core", "fem", "contact", "model", "solvers"},  # modes of flexible bodies
    "src/io": BELOW_SIMULATION,
    "src/simulation": BELOW_SIMULATION | {"simulation"},
    "src/report": {"core", "io", "model", "simulation", "report"},
    "src/cli": BELOW_SIMULATION | {"simulation", "report", "cli"},
}
CONFINED = [  # library headers that only one folder may see
    (re.compile(r"^spdlog/"), "src/cli"),
    (re.compile(r"^CLI/"), "src/cli"),
    (re.compile(r"^(suitesparse/)?cholmod\.h$"), "solvers"),
    (re.compile(r"^Eigen/CholmodSupport$"), "solvers"),
    (re.compile(r"^(petsc\w*|mpi)\.h$"), "solvers"),
]
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def own_header(path, root):
    """As it is included, the header of the .cpp file `path`, if there is one."""
    header = path.with_suffix(".hpp")
    if path.suffix != ".cpp" or not header.is_file():
        return None
    return header.relative_to(root).as_posix().removeprefix("src/")


def faults(root):
    """All violations under `root`, each as "file:line: what is wrong"."""
    found = []
    for folder, allowed in ALLOWED.items():
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".hpp", ".cpp") or not path.is_file():
                continue
            own = own_header(path, root)
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                quote, header = match.groups()
                place = f"{path.relative_to(root)}:{number}"
                if own and header != own:
                    found.append(f'{place}: the first include must be "{own}"')
                own = None
                if quote == '"' and header.split("/")[0] not in allowed:
                    found.append(f'{place}: {folder} must not include "{header}" '
                                 f"(allowed: {', '.join(sorted(allowed))}; paths start at the root or at src/)")
                for pattern, home in CONFINED:
                    if pattern.match(header) and folder != home:
                        found.append(f"{place}: <{header}> is for {home} alone")
    return found


def self_test():
    """Every kind of violation is found, and a clean tree passes."""
    clean = {"src/core/a.hpp": "#include <vector>\n#include <Eigen/Core>\n", "fem/a.cpp": '#include "core/a.hpp"\n',
             "src/core/a.cpp": '#include "core/a.hpp"\n#include <vector>\n', "fem/d.hpp": "",
             "solvers/linear/a.cpp": '#include <cholmod.h>\n#include "solvers/linear/a.hpp"\n',
             "src/cli/a.cpp": '#include <CLI/CLI.hpp>\n#include "simulation/a.hpp"\n'}
    violations = [("src/core/b.hpp", '#include "fem/a.hpp"'), ("src/core/b.cpp", '#include "solvers/linear/a.hpp"'),
                  ("solvers/delassus/b.hpp", '# include "contact/a.hpp"'), ("fem/b.hpp", '#include "model/a.hpp"'),
                  ("src/contact/b.cpp", '#include "scheme/a.hpp"'), ("src/scheme/b.cpp", '#include "model/a.hpp"'),
                  ("src/scheme/c.cpp", '#include "io/a.hpp"'), ("src/model/b.cpp", '#include "io/a.hpp"'),
                  ("src/io/b.cpp", '#include "simulation/a.hpp"'), ("src/simulation/b.cpp", '#include "cli/a.hpp"'),
                  ("src/report/b.cpp", '#include "solvers/a.hpp"'), ("src/simulation/d.cpp", '#include "report/a.hpp"'),
                  ("src/simulation/c.cpp", "#include <spdlog/spdlog.h>"), ("src/io/c.cpp", "#include <CLI/CLI.hpp>"),
                  ("fem/c.cpp", "#include <cholmod.h>"), ("src/io/e.cpp", "#include <petscksp.h>"),
                  ("src/core/c.hpp", '#include "b.hpp"'),
                  ("fem/d.cpp", "#include <vector>")]
    for added in [None, *violations]:
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            for path, text in [*clean.items(), *([added] if added else [])]:
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            found = faults(root)
            expected = 1 if added else 0
            if len(found) != expected or (added and not found[0].startswith(f"{added[0]}:1:")):
                return [f"self-test: {added}: expected {expected} fault(s), found {found}"]
    return []


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--self-test":
        found = self_test()
    else:
        root = pathlib.Path(sys.argv[1])
        missing = [folder for folder in ALLOWED if not (root / folder).is_dir()]
        found = [f"no folder {folder} in {root}" for folder in missing] + faults(root)
    for fault in found:
        print(fault)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
