#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Looks at what the compiler made of the C++ sources and refuses what must not get into a kernel.

    check-objects.py --config AUTO_CONF DIR      objects and modules of a build, AUTO_CONF = KDIR/include/config/auto.conf
    check-objects.py --exports TOP               every exported symbol has kernel-doc

One line per finding; the last line is "object checks: N passed, M failed". Exit status 1 if anything was found.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

# Sections with functions to run at load and unload time. A kernel with sanitizers runs those the compiler adds for them.
CONSTRUCTOR = re.compile(r"^\.(preinit_array|init_array|fini_array|ctors|dtors)(\.\d+)?$")
INSTRUMENTATION = re.compile(r"^(_sub_[ID]_\d+_\d+|[a-z]+san\.module_[cd]tor|__llvm_gcov\w*)$")
INSTRUMENTATION_CONFIGS = ("KASAN", "KCSAN", "KMSAN", "GCOV_KERNEL")

# What only a C++ runtime library provides, and any C++ name that no object of the module defines.
RUNTIME = re.compile(r"^(_Z|__cxa_|__gxx_|__gcc_personality|_Unwind_|__dso_handle$|__tls_)")
SOFT_FLOAT = re.compile(
    r"^__(add|sub|mul|div|neg|cmp|eq|ne|lt|le|gt|ge|unord|fix|fixuns|float|floatun|extend|trunc|pow)"
    r"[a-z]*?(h|s|d|x|t)[fc](h|s|d|x|t)?[fc]?[0-9si]*[23]?$"
)

# AT&T operands and mnemonics that need the FPU or vector registers, which belong to user space.
FLOAT_OPERAND = re.compile(r"%(?:[xyz]mm\d+|mm[0-7]|st\b|k[0-7]\b)")
FLOAT_OPCODE = re.compile(r"^(?:f(?:ld|st|ist|ild|add|sub|mul|div|com|ucom|chs|abs|xch|n?init|n?clex|sqrt)\w*|emms|v?ldmxcsr)$")

FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
INSTRUCTION = re.compile(r"^\s+[0-9a-f]+:\s+(?:notrack |bnd |lock |rep |repz |data16 |cs )*(\S+)\s*(.*?)\s*$")
FRAME = re.compile(r"^\$(-?0x[0-9a-f]+),%rsp$")
FRAME_UNKNOWN = re.compile(r"^%\w+,%rsp$")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Checker:
    def __init__(self, config):
        self.config = config
        self.passed = 0
        self.findings = []

    def verdict(self, name, findings):
        """Counts one checked file."""
        if findings:
            self.findings.append(name)
            for finding in findings:
                print(f"{name}: {finding}")
        else:
            self.passed += 1

    # ---- objects compiled from C++ ----

    def sections(self, obj):
        names = re.findall(r"^\s*\[\s*\d+\]\s+(\S+)", run("readelf", "-SW", str(obj)), re.M)
        instrumented = any(self.config.get(name) for name in INSTRUMENTATION_CONFIGS)
        for name in names:
            if CONSTRUCTOR.match(name):
                for function in section_targets(obj, name):
                    if not (instrumented and INSTRUMENTATION.match(function)):
                        yield f"global constructor or destructor: {function} in section {name}"
            if name.startswith(".BTF"):
                yield f"C++ object carries BTF: section {name}"
            if name == ".debug_info" and self.config.get("DEBUG_INFO_BTF"):
                yield "C++ debug information although this kernel makes BTF from it"
            if name in (".eh_frame", ".gcc_except_table"):
                yield f"exception tables: section {name}"

    def code(self, obj):
        limit = int(self.config.get("FRAME_WARN", "2048"))
        retpoline = self.config.get("RETPOLINE") or self.config.get("MITIGATION_RETPOLINE")
        function = "?"
        for line in run("objdump", "-d", "-C", "--no-show-raw-insn", str(obj)).splitlines():
            found = FUNCTION.match(line)
            if found:
                function = found[1]
                continue
            found = INSTRUCTION.match(line)
            if not found:
                continue
            opcode, operands = found[1], found[2]
            if FLOAT_OPERAND.search(operands) or FLOAT_OPCODE.match(opcode):
                yield f"{function}: floating point or vector instruction: {opcode} {operands}"
            if retpoline and operands.startswith("*") and opcode in ("jmp", "call", "jmpq", "callq"):
                yield f"{function}: raw indirect branch or jump table: {opcode} {operands}"
            if opcode in ("sub", "subq", "add", "addq"):
                frame = FRAME.match(operands)
                if frame:
                    change = to_signed(int(frame[1], 16))
                    size = change if opcode.startswith("sub") else -change
                    if limit and size > limit:
                        yield f"{function}: stack frame of {size} bytes, this kernel's limit is {limit}"
                elif opcode.startswith("sub") and FRAME_UNKNOWN.match(operands):
                    yield f"{function}: stack frame of unknown size: {opcode} {operands}"

    def check_object(self, obj, name):
        self.verdict(name, list(self.sections(obj)) + list(self.code(obj)))

    # ---- linked modules ----

    def check_module(self, module, name):
        undefined = re.findall(r"^\s+U (\S+)", run("nm", "-u", str(module)), re.M)
        findings = [f"undefined C++ symbol {symbol}" for symbol in undefined if RUNTIME.match(symbol)]
        findings += [f"floating point by library call {symbol}" for symbol in undefined if SOFT_FLOAT.match(symbol)]
        self.verdict(name, findings)

    def check_build(self, top):
        objects = [path.with_suffix(".o") for path in sorted(top.rglob("*.cpp"))]
        objects = [path for path in objects if path.exists()]
        modules = sorted(top.rglob("*.ko"))
        if not objects or not modules:
            sys.exit(f"check-objects: error: nothing to check in {top} ({len(objects)} objects, {len(modules)} modules)")
        for path in objects:
            self.check_object(path, str(path.relative_to(top)))
        for path in modules:
            self.check_module(path, str(path.relative_to(top)))

    # ---- sources ----

    def check_exports(self, top):
        sources = sorted(path for part in ("include", "src") for path in (top / part).rglob("*") if path.suffix in (".c", ".cpp", ".h"))
        texts = {path: path.read_text() for path in sources}
        documented = set()
        for text in texts.values():
            documented.update(re.findall(r"/\*\*\n\s\* (\w+)(?:\(\))? ?[-:]", text))
        for path, text in texts.items():
            if path.suffix != ".c":
                continue
            for symbol in re.findall(r"^\s*EXPORT_SYMBOL(?:_GPL|_NS|_NS_GPL)?\(\s*(\w+)", text, re.M):
                missing = [] if symbol in documented else ["exported without kernel-doc"]
                self.verdict(f"{path.relative_to(top)}: {symbol}", missing)


def section_targets(obj, section):
    """Names of the functions a section of function pointers points to."""
    symbols = {}
    for value, where, name in re.findall(r"^([0-9a-f]{16}) .{7} (\S+)\t[0-9a-f]+ +(\S+)$", run("objdump", "-t", str(obj)), re.M):
        if name != where:
            symbols[where, int(value, 16)] = name
    for target, offset in re.findall(
        r"^[0-9a-f]+ R_\w+ +([^\s+]+)(?:\+0x([0-9a-f]+))?$", run("objdump", "-r", "-j", section, str(obj)), re.M
    ):
        yield symbols.get((target, int(offset or "0", 16)), target)


def to_signed(value):
    return value - (1 << 64) if value >= 1 << 63 else value


def read_config(path):
    return dict(re.findall(r"^CONFIG_(\w+)=(.+)$", path.read_text(), re.M)) if path else {}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", type=Path, help="include/config/auto.conf of the kernel built for")
    parser.add_argument("--exports", action="store_true", help="check the exports in the sources below DIR instead")
    parser.add_argument("dir", type=Path, metavar="DIR")
    arguments = parser.parse_args()

    checker = Checker(read_config(arguments.config))
    if arguments.exports:
        checker.check_exports(arguments.dir)
    else:
        checker.check_build(arguments.dir)
    print(f"object checks: {checker.passed} passed, {len(checker.findings)} failed")
    sys.exit(1 if checker.findings else 0)


main()
