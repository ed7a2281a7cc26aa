import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ageOf, auditTroubles, holesIn, isBefore, reasonTroubles } from '../../scripts/packageChecks.mjs';

const holes = {
  ws: [
    { before: '7.5.10', why: 'Old.' },
    { from: '8.0.0', before: '8.17.1', why: 'Headers.' },
  ],
};
const lockOf = (packages: Record<string, { name?: string; version: string }>) => ({ packages });

it('finds a known vulnerability below the packages of package.json, and behind an alias', () => {
  const lock = lockOf({
    'node_modules/ws': { version: '8.17.0' },
    'node_modules/a/node_modules/ws': { version: '7.5.9' },
    'node_modules/sockets': { name: 'ws', version: '8.2.0' },
    'node_modules/b/node_modules/ws': { version: '7.5.14' },
    'node_modules/c/node_modules/ws': { version: '8.18.0' },
    'node_modules/@types/ws': { version: '8.1.0' },
  });
  expect(holesIn(lock, holes)).toEqual([
    'ws 8.17.0: Headers. Take 8.17.1 or later.',
    'ws 7.5.9: Old. Take 7.5.10 or later.',
    'ws 8.2.0: Headers. Take 8.17.1 or later.',
  ]);
});

it('the list of holes and the lock file are ours', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  const { holes: known } = read('docs/dependencies.json');
  const lock = read('package-lock.json');
  expect(holesIn(lock, known)).toEqual([]);
  const old = { ...lock.packages, 'node_modules/x/node_modules/lodash': { version: '4.17.20' } };
  expect(holesIn({ packages: old }, known)).toHaveLength(1);
});

const ours = {
  name: 'a',
  version: '4.1.0',
  latest: '5.2.0',
  versions: ['4.1.0', '5.0.0', '5.2.0', '6.0.0-rc.1'],
};

it('fails on a newer version without a reason, and on a fix of the line that the reason leaves', () => {
  expect(ageOf(ours)).toMatchObject({ newest: '5.2.0', trouble: expect.stringContaining('5.2.0 is out') });
  expect(ageOf({ ...ours, wait: { from: '5' } })).toEqual({ newest: '' });
  const fixed = { ...ours, versions: [...ours.versions, '4.1.1'], wait: { from: '5' } };
  expect(ageOf(fixed)).toMatchObject({ newest: '4.1.1', trouble: expect.stringContaining('4.1.1 is out') });
  expect(ageOf({ ...ours, version: '5.2.0' })).toEqual({ newest: '' });
});

it('fails on a reason to wait for what does not exist', () => {
  expect(ageOf({ ...ours, wait: { from: '6' } }).trouble).toContain('waits for no reason');
});

it('wants a version and a reason for every exception, and a package it is about', () => {
  const said = {
    waits: { a: { from: '5', why: '' }, b: { why: 'Node 22.' }, c: { from: '2', why: 'Node 22.' } },
    kept: { a: '', gone: 'Types.' },
    holes: { d: [{ why: 'CVE' }] },
  };
  expect(reasonTroubles(said, ['a', 'b', 'c'])).toHaveLength(5);
});

it('reads what an audit finds, and does not take its absence for a clean one', () => {
  const via = [{ title: 'Reads files' }, 'other'];
  const report = { vulnerabilities: { a: { name: 'a', severity: 'high', range: '<2', via } } };
  expect(auditTroubles(JSON.stringify(report))).toEqual(['a <2: high, Reads files; other']);
  expect(auditTroubles(JSON.stringify({ vulnerabilities: {} }))).toEqual([]);
  expect(auditTroubles('{"message":"405 Method Not Allowed"}')).toBeUndefined();
  expect(auditTroubles('')).toBeUndefined();
});

it('compares versions by number', () => {
  expect([isBefore('2.9.0', '2.10.0'), isBefore('3.0.0', '2.10.0'), isBefore('2.1', '2.1.0')]).toEqual([
    true,
    false,
    false,
  ]);
});
