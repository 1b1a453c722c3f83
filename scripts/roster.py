# SPDX-License-Identifier: GPL-2.0
"""The published functions (tests/roster.txt) and the prototypes in the public headers, in a form that can be compared."""
import re
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
SIGNATURE = re.compile(r"^(?P<type>[\w *]+?)(?P<name>\w+)\((?P<arguments>.*)\)$")


def normal(signature):
    """One form for a signature, however it is broken into lines and wherever the stars are."""
    text = re.sub(r"\s+", " ", signature.strip().removesuffix(";").strip())
    return re.sub(r"\s*\*\s*", " *", re.sub(r"\s*([(),])\s*", r"\1 ", text)).replace("( ", "(").replace(" )", ")").strip()


def name_of(signature):
    found = SIGNATURE.match(signature)
    return found["name"] if found else None


def arguments_of(signature):
    """(type, name) of each argument."""
    text = SIGNATURE.match(signature)["arguments"]
    return [re.match(r"(.*?)(\w+)$", argument.strip()).groups() for argument in text.split(", ")] if text != "void" else []


def read_roster(path=TOP / "tests" / "roster.txt"):
    """{group: {name: signature}} in the order of the file. Raises ValueError on what it cannot read."""
    groups, names = {}, set()
    group = None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            group = groups.setdefault(line.strip("[]"), {})
            continue
        signature = normal(line)
        name = name_of(signature)
        if group is None or not name or not line.endswith(";"):
            raise ValueError(f"{path}:{number}: not a signature below a group: {line}")
        if name in names:
            raise ValueError(f"{path}:{number}: {name} is listed twice")
        names.add(name)
        group[name] = signature
    return groups


def published(groups):
    """{name: signature} of all groups."""
    return {name: signature for group in groups.values() for name, signature in group.items()}


def prototypes(text):
    """{name: [signature, ...]} of the prototypes in a header."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    found = {}
    for declaration in re.findall(r"^([a-z_][\w *]*?\b\w+\([^;{}]*\));", text, re.M):
        signature = normal(declaration)
        if name_of(signature):
            found.setdefault(name_of(signature), []).append(signature)
    return found
