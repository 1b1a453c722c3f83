#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Holds the published functions of tests/roster.txt against what is there, so that none goes missing.

    check-roster.py [--top TOP]      the sources: each function has one prototype, with the published signature, and is
                                     exported once; and so is every other function that src/core offers
    check-roster.py --module KO      a built irdma.ko exports them all

One line per finding; the last line is "roster: N passed, M failed". Exit status 1 if anything was found.
"""
import argparse
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from roster import TOP, prototypes, published, read_roster

SIZE = 132
EXPORT = re.compile(r"^\s*EXPORT_SYMBOL(?:_GPL|_NS|_NS_GPL)?\(\s*(\w+)", re.M)
OFFERED = re.compile(r'^extern "C" (?!\{)[^;{]*?\b(\w+)\([^;{]*\)\s*\{', re.M | re.S)


class Verdicts:
    def __init__(self):
        self.passed = self.failed = 0

    def judge(self, name, findings):
        for finding in findings:
            print(f"{name}: {finding}")
        if findings:
            self.failed += 1
        else:
            self.passed += 1


def check_signature(name, signature, headers):
    found = headers.get(name, [])
    if len(found) != 1:
        yield f"{len(found)} prototypes in include/irdma"
    for other in found:
        if other != signature:
            yield f"prototype differs from the published one:\n    published {signature}\n    header    {other}"


def check_sources(top, functions, verdicts):
    headers = {}
    for path in sorted((top / "include" / "irdma").glob("*.h")):
        for name, signatures in prototypes(path.read_text()).items():
            headers.setdefault(name, []).extend(signatures)
    exports = Counter(name for path in sorted((top / "src" / "driver").glob("*.c")) for name in EXPORT.findall(path.read_text()))
    offered = {name for path in sorted((top / "src" / "core").glob("*.cpp")) for name in OFFERED.findall(path.read_text())}
    if not offered:
        sys.exit(f"check-roster: error: no functions found in {top}/src/core")
    for name in sorted(functions.keys() | offered | exports.keys()):
        findings = []
        if name in functions:
            findings += check_signature(name, functions[name], headers)
            if name not in offered:
                findings.append('no extern "C" definition in src/core')
        if name in offered and not exports[name]:
            findings.append("not exported by src/driver/exports.c")
        if name in functions and name not in offered and not exports[name]:
            findings.append("not exported")
        if exports[name] > 1:
            findings.append(f"exported {exports[name]} times")
        verdicts.judge(name, findings)


def check_module(module, functions, verdicts):
    symbols = subprocess.run(["nm", str(module)], check=True, capture_output=True, text=True).stdout
    exported = Counter(re.findall(r"^[0-9a-f]+ \w __ksymtab_(\w+)$", symbols, re.M))
    defined = set(re.findall(r"^[0-9a-f]+ [TtWw] (\w+)$", symbols, re.M))
    for name in functions:
        findings = [] if exported[name] == 1 else [f"exported {exported[name]} times by {module}"]
        if name not in defined:
            findings.append(f"not defined in {module}")
        verdicts.judge(name, findings)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--top", type=Path, default=TOP, help="source tree")
    parser.add_argument("--module", type=Path, metavar="KO", help="check this built module instead of the sources")
    arguments = parser.parse_args()

    verdicts = Verdicts()
    functions = published(read_roster(arguments.top / "tests" / "roster.txt"))
    if arguments.top == TOP:
        verdicts.judge("roster", [] if len(functions) == SIZE else [f"{len(functions)} functions, published are {SIZE}"])
    if arguments.module:
        check_module(arguments.module, functions, verdicts)
    else:
        check_sources(arguments.top, functions, verdicts)
    print(f"roster: {verdicts.passed} passed, {verdicts.failed} failed")
    sys.exit(1 if verdicts.failed else 0)


main()
