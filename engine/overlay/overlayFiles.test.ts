import { expect, it } from 'vitest';
import { readFiles, writeFiles } from './overlayFiles.ts';
import type { Change } from './types.ts';

const title = { 'en-CA': 'Fee', 'fr-CA': 'Frais' };
const fee: Change = { kind: 'field', name: 'thing.Fee', type: 'money', title, maximum: 10 };
const rule: Change = {
  kind: 'rule',
  name: 'thing.small',
  check: 'Fee < 5',
  message: { 'en-CA': 'Small.', 'fr-CA': 'Petit.' },
};

it('writes one file per change, deterministically, and reads it back', () => {
  const turned = JSON.parse(
    '{"title":{"fr-CA":"Frais","en-CA":"Fee"},"maximum":10,"type":"money","name":"thing.Fee","kind":"field"}',
  );
  const files = writeFiles([rule, fee]);
  expect(files.map(({ path }) => path)).toEqual([
    'overlay/field/thing.Fee.json',
    'overlay/rule/thing.small.json',
  ]);
  expect(writeFiles([turned])[0]).toEqual(files[0]);
  expect(readFiles(files)).toEqual({ changes: [fee, rule], findings: [] });
});

it('reports file and place of what cannot be read, and reads the rest', () => {
  const [good] = writeFiles([fee]);
  const { changes, findings } = readFiles([
    good!,
    { path: 'overlay/rule/thing.small.json', text: '{\n  "kind": "rule",\n  nonsense' },
    { path: 'overlay/field/thing.Odd.json', text: '{"kind":"field","name":"thing.Odd","type":"colour"}' },
    { path: 'overlay/field/thing.Other.json', text: good!.text.replace('thing.Fee', 'thing.Moved') },
    { path: 'overlay/x.json', text: '[1]' },
  ]);
  expect(changes.map(({ name }) => name)).toEqual(['thing.Fee', 'thing.Moved']);
  expect(findings.map(({ code, at, params }) => [code, at, params.file])).toEqual([
    ['file.shape.missing', '', 'overlay/field/thing.Odd.json'],
    ['file.shape.enum', '/type', 'overlay/field/thing.Odd.json'],
    ['file-elsewhere', '', 'overlay/field/thing.Other.json'],
    ['file-not-json', '', 'overlay/rule/thing.small.json'],
    ['file.shape.kind', '/kind', 'overlay/x.json'],
  ]);
  expect(findings[3]?.params).toMatchObject({ line: 3 });
});

it('two files of one change are reported', () => {
  const [file] = writeFiles([fee]);
  const { findings } = readFiles([file!, { ...file!, path: 'b/overlay/field/thing.Fee.json' }]);
  expect(findings.map(({ code }) => code)).toEqual(['twice']);
});
