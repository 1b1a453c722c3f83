#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Tests the vector runner: spoils good vectors in every way and expects each to fail.

  selftest.py RUNNER VECTORS_DIRECTORY
"""
import copy
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

runner, directory = sys.argv[1:]
work = tempfile.mkdtemp()
passed = failed = 0


def report(name, good, detail=''):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print('FAIL %s %s' % (name, detail))


def run(*args):
    done = subprocess.run([runner] + list(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout.decode(errors='replace'), done.stderr.decode(errors='replace')


def write(name, lines):
    path = os.path.join(work, name)
    with open(path, 'wb') as f:
        for line in lines:
            f.write((line if isinstance(line, bytes) else line.encode()) + b'\n')
    return path


def text(vector):
    return json.dumps(vector, separators=(',', ':'))


def failing(output):
    return set(re.findall(r'^FAIL (\S+)$', output, re.M))


# --- spoiled expectations: each function takes a copy and returns False if it has nothing to spoil -----------------

def other(value):
    """A different value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1 if value != 0 else 1
    if value is None:
        return '0x10'
    if value.startswith('0x'):
        return hex(int(value, 16) ^ 1)
    return None


def spoil_ret(v):
    if 'ret' not in v['out'] or other(v['out']['ret']) is None:
        return False
    v['out']['ret'] = other(v['out']['ret'])
    return True


def spoil_ret_missing(v):
    return v['out'].pop('ret', None) is not None


def spoil_ret_surplus(v):
    if 'ret' in v['out']:
        return False
    v['out']['ret'] = 0
    return True


def pick(v, accept):
    keys = [k for k in v['out']['changed'] if accept(k) and v['out']['changed'][k] != '*']
    return keys[len(keys) // 2] if keys else None


def is_error(v):
    ret = v['out'].get('ret')
    return isinstance(ret, int) and ret < 0


def spoil_changed(accept, change):
    def spoil(v):
        # What an error path leaves unchanged is accepted, except for a few things.
        key = pick(v, lambda k: accept(k) and (not is_error(v) or re.search(r'_ring\.|scratch\.w|dma_|kzalloc', k)))
        return bool(key) and change(v['out']['changed'], key)
    return spoil


def is_word(key):
    return key.startswith('mem.')


def is_field(key):
    return not re.match(r'mem\.|dma_|kzalloc', key)


def set_other(changed, key):
    value = other(changed[key])
    if value is None:  # a reference: one that means something else
        value = None if re.match(r'&(?!mem)', changed[key]) and not is_word(key) else '0x123'
    changed[key] = value
    return True


def remove(changed, key):
    del changed[key]
    return True


def spoil_extra_word(v):
    if is_error(v):
        return False  # what an error path leaves unchanged is accepted
    for key in v['in']:
        m = re.match(r'mem\.(\w+)\.size$', key)
        if m and v['in'][key] >= 8:
            last = 'mem.%s.w[%d]' % (m.group(1), v['in'][key] // 8 - 1)
            if last not in v['out']['changed']:
                v['out']['changed'][last] = '0x1234567887654321'
                return True
    return False


def spoil_extra_field(v):
    if not any(k.startswith('cqp.') for k in v['in']) or 'cqp.abi_ver' in v['out']['changed']:
        return False
    if is_error(v):
        return False
    v['out']['changed']['cqp.hw_min_ver'] = 7 if v['in'].get('cqp.hw_min_ver') != 7 else 8
    return True


def spoil_list(member, change):
    def spoil(v):
        entries = v['out'].get(member)
        return bool(entries) and change(entries) is not False
    return spoil


def call_arg(calls):
    for call in calls:
        for i in range(1, len(call)):
            if isinstance(call[i], int):
                call[i] = other(call[i])
                return True
    calls[0][1] = None
    return True


def seen_word(entries):
    words = entries[0][2]
    key = sorted(words)[0]
    words[key] = other(words[key]) or '0x5'
    return True


def seen_word_removed(entries):
    words = entries[0][2]
    del words[sorted(words)[0]]
    return True


def swap(entries):
    for i in range(len(entries) - 1):
        if entries[i] != entries[i + 1]:
            entries[i], entries[i + 1] = entries[i + 1], entries[i]
            return True
    return False


def first(change):
    def apply(entries):
        change(entries[0])
        return True
    return apply


SPOILS = {
    'ret': spoil_ret,
    'ret-missing': spoil_ret_missing,
    'ret-surplus': spoil_ret_surplus,
    'word': spoil_changed(is_word, set_other),
    'word-removed': spoil_changed(is_word, remove),
    'word-extra': spoil_extra_word,
    'field': spoil_changed(is_field, set_other),
    'field-removed': spoil_changed(is_field, remove),
    'field-extra': spoil_extra_field,
    'dma-size': spoil_changed(lambda k: k.startswith('dma_alloc'), set_other),
    'dma-size-removed': spoil_changed(lambda k: k.startswith('dma_alloc'), remove),
    'dma-free': spoil_changed(lambda k: k.startswith('dma_free'), set_other),
    'dma-free-removed': spoil_changed(lambda k: k.startswith('dma_free'), remove),
    'kzalloc': spoil_changed(lambda k: k.startswith('kzalloc'), set_other),
    'reg-value': spoil_list('regs', first(lambda w: w.__setitem__(1, other(w[1])))),
    'reg-name': spoil_list('regs', first(lambda w: w.__setitem__(0, 'IRDMA_GLPE_CRITERR'))),
    'reg-removed': spoil_list('regs', lambda r: bool(r.pop())),
    'reg-extra': lambda v: v['out']['regs'].append(['IRDMA_CQPDB', '0x0']) is None,
    'reg-order': spoil_list('regs', swap),
    'call-argument': spoil_list('calls', call_arg),
    'call-removed': spoil_list('calls', lambda c: bool(c.pop())),
    'call-name': spoil_list('calls', first(lambda c: c.__setitem__(0, 'irdma_ws_reset'))),
    'call-extra': lambda v: v['out'].setdefault('calls', []).append(['irdma_ws_reset', None]) is None,
    'at-event-word': spoil_list('at_event', seen_word),
    'at-event-word-removed': spoil_list('at_event', seen_word_removed),
    'at-event-removed': spoil_list('at_event', lambda e: bool(e.pop())),
    'at-event-count': spoil_list('at_event', first(lambda e: e.__setitem__(1, e[1] + 7))),
    'at-event-extra': lambda v: v['out'].setdefault('at_event', []).append(['delay', 1, {'mem.sq.w[0]': '0x1'}]) is None,
}

# --- spoiled form ------------------------------------------------------------------------------------------------

FORM = {
    'unknown-member': lambda v: v.__setitem__('more', 1),
    'unknown-out-member': lambda v: v['out'].__setitem__('more', 1),
    'no-in': lambda v: v.pop('in'),
    'no-out': lambda v: v.pop('out'),
    'no-regs': lambda v: v['out'].pop('regs'),
    'no-changed': lambda v: v['out'].pop('changed'),
    'no-fn': lambda v: v.pop('fn'),
    'unknown-fn': lambda v: v.__setitem__('fn', 'irdma_sc_no_such_function'),
    'gen-9': lambda v: v.__setitem__('gen', 9),
    'in-list': lambda v: v.__setitem__('in', []),
    'unknown-object': lambda v: v['in'].__setitem__('nobody.cares', 1),
    'unknown-field': lambda v: v['in'].__setitem__('dev.nobody_cares', 1),
    'unknown-argument': lambda v: v['in'].__setitem__('arg.nobody_cares', 1),
    'unknown-output': lambda v: v['out']['changed'].__setitem__('dev.nobody_cares', 1),
    'too-wide': lambda v: v['in'].__setitem__('dev.hw_attrs.uk_attrs.hw_rev', 1 << 40),
    'negative': lambda v: v['in'].__setitem__('dev.hw_attrs.max_done_count', -1),
    'float': lambda v: v['in'].__setitem__('dev.hw_attrs.max_done_count', 1.5),
    'list-value': lambda v: v['in'].__setitem__('dev.hw_attrs.max_done_count', [1]),
    'bad-reference': lambda v: v['in'].__setitem__('dev.cqp', '&nobody'),
    'bad-region': lambda v: v['in'].__setitem__('dev.cqp', '&mem.nowhere'),
    'bad-number': lambda v: v['in'].__setitem__('dev.cqp', '0xgg'),
    'bad-index': lambda v: v['in'].__setitem__('dev.hw_masks[4000000000]', '0x1'),
    'open-index': lambda v: v['in'].__setitem__('dev.hw_masks[1', '0x1'),
    'empty-key': lambda v: v['in'].__setitem__('', 1),
    'dots': lambda v: v['in'].__setitem__('dev...', 1),
    'struct-value': lambda v: v['in'].__setitem__('dev.hw_attrs', 1),
    'huge-region': lambda v: v['in'].__setitem__('mem.sq.size', 1 << 50),
    'word-outside': lambda v: v['in'].__setitem__('mem.sq.w[100000]', '0x0'),
    'huge-array': lambda v: v['in'].__setitem__('len.ooo_op_array', 1 << 60),
    'big-element': lambda v: v['in'].__setitem__('hmc_obj[18446744073709551615].cnt', 1),
    'huge-shift': lambda v: v['in'].__setitem__('mem.sq.w[0]', '&cqp>>99'),
    'event-kind': lambda v: v.__setitem__('dev', [{'on': 'noon', 'n': 1, 'set': {}}]),
    'event-set': lambda v: v.__setitem__('dev', [{'on': 'delay', 'n': 1, 'set': 5}]),
    'event-region': lambda v: v.__setitem__('dev', [{'on': 'start', 'n': 0, 'set': {'mem.nowhere.w[0]': '0x1'}}]),
    'regs-form': lambda v: v['out'].__setitem__('regs', [['IRDMA_CQPDB']]),
    'calls-form': lambda v: v['out'].__setitem__('calls', [[]]),
    'at-event-form': lambda v: v['out'].__setitem__('at_event', [['delay', 1]]),
    'null-pointers': lambda v: [v['in'].__setitem__(k, None) for k in v['in'] if k in ('arg.cqp', 'arg.dev')],
}


def good_vectors():
    """Vectors that pass now, some of every file, and all ids that pass."""
    files = sorted(glob.glob(os.path.join(directory, '*.jsonl')))
    bad = set()
    _, output, _ = run('--strict', *files)
    bad = failing(output)
    chosen, kinds = [], {}
    for path in files:
        taken = 0
        for line in open(path):
            v = json.loads(line)
            if v['id'] in bad:
                continue
            # rare things are wanted from wherever they come
            rare = [k for k in ('calls', 'at_event') if v['out'].get(k)]
            rare += [k.split('[')[0] for k in v['out']['changed'] if k.startswith(('dma_', 'kzalloc'))]
            rare = [k for k in rare if kinds.setdefault(k, 0) < 12]
            if taken < 4 or rare:
                chosen.append(v)
                taken += 1
                for k in set(rare):
                    kinds[k] += 1
    return chosen


def with_device_store(v):
    """The same call, but the device overwrites a word that the driver has written, at the doorbell."""
    v = copy.deepcopy(v)
    word = next(k for k in v['out']['changed'] if k.startswith('mem.scratch.'))
    v['id'] += '-overwritten'
    v['dev'] = [{'on': 'write', 'reg': 'IRDMA_CQPDB', 'n': 1, 'set': {word: '0x77'}}]
    v['out']['at_event'] = [['write IRDMA_CQPDB', 1, {word: v['out']['changed'].pop(word)}]]
    return v


def test_spoiled(vectors):
    lines, expected = [], []
    for v in vectors:
        lines.append(text(v))
        for name, spoil in SPOILS.items():
            bad = copy.deepcopy(v)
            if spoil(bad):
                bad['id'] = v['id'] + '#' + name
                lines.append(text(bad))
                expected.append(bad['id'])
    _, output, errors = run('--rules', write('none.json', ['{"rules":[]}']), write('spoiled.jsonl', lines))
    fails = failing(output)
    for name in expected:
        report(name, name in fails, 'was not noticed')
    for v in vectors:
        report(v['id'], v['id'] not in fails, 'fails although it is good')
    report('spoiled vectors crash nothing', 'Sanitizer' not in errors, errors[:300])
    kinds = {name.split('#')[1] for name in expected}
    for name in SPOILS:
        report('some vector could be spoiled by ' + name, name in kinds)


def test_form(v):
    lines, expected = [], []
    for name, spoil in FORM.items():
        bad = copy.deepcopy(v)
        spoil(bad)
        bad['id'] = 'form#' + name
        lines.append(text(bad))
        expected.append(bad['id'])
    lines.append(text(v))
    _, output, _ = run(write('form.jsonl', lines))
    for name in expected:
        report(name, name in failing(output), 'was not noticed')
    report('a good vector after bad ones', v['id'] not in failing(output))


def test_broken_text(v):
    whole = text(v).encode()
    lines = [whole[:n] for n in range(1, len(whole), max(1, len(whole) // 150))]
    lines += [b'[' * 100000, b'{"a":' * 100000, b'{"id":"x","in":' + b'[' * 5000 + b']' * 5000 + b'}']
    lines += [b'\xff\xfe\x00\x01', b'{"id":"\xff"}', b'null', b'[]', b'{}', b'"x"', b'1e999', b'{"id":1}', whole + b'x']
    code, output, errors = run(write('broken.jsonl', lines))
    last = output.strip().splitlines()[-1]
    report('broken lines all fail', last == '0 passed, %d failed' % len(lines), last)
    report('broken lines: exit status', code == 1)
    report('broken lines crash nothing', 'crashed' not in output and 'Sanitizer' not in errors, errors[:300])


def test_options(v):
    good = write('good.jsonl', [text(v)])
    code, output, _ = run(good)
    report('a good file passes', code == 0 and output.endswith('1 passed, 0 failed\n'), output)
    code, output, _ = run(os.path.join(work, 'missing.jsonl'), good)
    report('missing file', code == 1 and output.endswith('1 passed, 1 failed\n'), output)
    code, output, _ = run(work)
    report('directory', code == 1 and output.endswith('0 passed, 1 failed\n'), output)
    code, output, _ = run(write('empty.jsonl', []))
    report('empty file', code == 1 and output.endswith('0 passed, 1 failed\n'), output)
    code, output, _ = run('--only', v['id'], good)
    report('--only', code == 0 and output.endswith('1 passed, 0 failed\n'), output)
    code, output, _ = run('--only', 'nothing', good)
    report('--only of nothing', code == 1 and output.endswith('0 passed, 1 failed\n'), output)
    report('--help', run('--help')[0] == 0)
    report('no file', run()[0] == 2)
    report('unknown option', run('--what', good)[0] == 2)
    report('-v', 'ok ' + v['id'] in run('-v', good)[1])


def test_rules(v):
    bad = copy.deepcopy(v)
    actual = bad['out']['ret']
    bad['out']['ret'] = -77
    path = write('rules.jsonl', [text(bad)])

    def with_rule(rule, *options):
        return run('--rules', write('rules.json', [json.dumps({'rules': [rule]})]), *options, path)

    rule = {'function': v['fn'], 'reason': 'because', 'allow': [{'keys': 'ret', 'better': actual}]}
    for name, change, count in [
            ('better value', {}, '0 passed, 0 failed'),
            ('another better value', {'allow': [{'keys': 'ret', 'better': -5}]}, '0 passed, 1 failed'),
            ('another key', {'allow': [{'keys': 'regs', 'better': 'any'}]}, '0 passed, 1 failed'),
            ('another function', {'function': v['fn'][:-1]}, '0 passed, 1 failed'),
            ('another generation', {'gen': [9]}, '0 passed, 1 failed'),
            ('another ret', {'ret': 3}, '0 passed, 1 failed'),
            ('condition that holds', {'when': {'dev.hw_attrs.uk_attrs.hw_rev': {'min': 1, 'max': 3}}}, '0 passed, 0 failed'),
            ('condition that does not', {'when': {'dev.hw_attrs.uk_attrs.hw_rev': {'min': 4}}}, '0 passed, 1 failed'),
            ('refusal', {'refuse': -22}, '0 passed, 1 failed'),
            ('bad rule', {'allow': 5}, '0 passed, 1 failed'),
            ('unknown member', {'wehn': {}}, '0 passed, 1 failed')]:
        _, output, _ = with_rule({**rule, **change})
        report('rule with ' + name, output.endswith(count + '\n'), output)
    report('superseded is counted', 'superseded: 1\n' in with_rule(rule)[1])
    report('--strict', with_rule(rule, '--strict')[0] == 1)
    listed = with_rule(rule, '--list-superseded')[1]
    report('--list-superseded', 'superseded %s\n  because: because' % v['id'] in listed, listed)
    code, output, _ = run('--rules', os.path.join(work, 'no-rules.json'), path)
    report('missing rules', code == 1 and output.endswith(' failed\n'), output)


def main():
    vectors = good_vectors()
    one = next(v for v in vectors if v['fn'] == 'irdma_sc_manage_apbvt_entry' and v['out']['regs'])
    test_spoiled(vectors + [with_device_store(one)])
    test_form(one)
    test_broken_text(one)
    test_options(one)
    test_rules(one)
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed else 0


sys.exit(main())
