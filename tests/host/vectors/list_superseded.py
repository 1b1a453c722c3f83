#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Writes the list of superseded vectors into the README of tests/vectors.

  list_superseded.py RUNNER VECTORS_DIRECTORY
"""
import glob
import os
import re
import subprocess
import sys

MARK = '<!-- superseded: written by make -C tests/host/vectors superseded -->'


def main(runner, directory):
    files = sorted(glob.glob(os.path.join(directory, '*.jsonl')))
    text = subprocess.run([runner, '--list-superseded'] + files, stdout=subprocess.PIPE, text=True, check=False).stdout
    by_reason = {}
    for vector, reason in re.findall(r'^superseded (\S+)\n  because: (.*)$', text, re.M):
        by_reason.setdefault(reason, []).append(vector)
    total = sum(len(ids) for ids in by_reason.values())
    lines = [MARK, '', '%d vectors:' % total, '']
    for reason in sorted(by_reason):
        lines += ['- %s (%d)' % (reason, len(by_reason[reason]))]
        lines += ['  - `%s`' % vector for vector in by_reason[reason]]
    readme = os.path.join(directory, 'README.md')
    before, _, after = open(readme).read().partition(MARK)
    after = after.partition(MARK)[2]
    with open(readme, 'w') as out:
        out.write(before + '\n'.join(lines) + '\n\n' + MARK + after)
    print('%d superseded vectors listed in %s' % (total, readme))


main(*sys.argv[1:])
