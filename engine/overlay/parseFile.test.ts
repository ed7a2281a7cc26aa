import { expect, it } from 'vitest';
import { parseFile } from './parseFile.ts';

it.each([
  ['marks of a merge', '{\n<<<<<<< mine\n  "kind": "field"\n', 'file-conflict', 2, 1],
  ['marks of a merge after what is whole', '{ "a": 1 }\n=======\n{ "a": 2 }\n', 'file-conflict', 2, 1],
  ['something missing at the end', '{\n  "kind": "field"\n', 'file-not-json', 3, 1],
  ['a number beyond all', '{\n  "maximum": 1e999\n}', 'file-number', 2, 14],
  ['one far below', '[-1e400]', 'file-number', 1, 2],
  ['a name twice', '{\n  "kind": "field",\n  "kind": "rule"\n}', 'file-twice', 3, 3],
  ['a name twice, written otherwise', '{ "a": 1, "\\u0061": 2 }', 'file-twice', 1, 11],
  ['a name twice further in', '{ "a": [{ "b": 1 }, { "b": 1, "b": 2 }] }', 'file-twice', 1, 31],
])('%s is reported at its position', (_, text, code, line, column) => {
  expect(parseFile(text)).toMatchObject({ problem: { code, line, column } });
  // Some editors write a byte order mark, which is invisible and must not shift positions.
  expect(parseFile(`\uFEFF${text}`)).toMatchObject({ problem: { code, line, column } });
});

it('similar text is accepted', () => {
  const text =
    '{ "a": "<<<<<<< {1e999} \\" : ", "b": { "a": [1e308, -0.5] }, "c": [{ "a": 1 }, { "a": 1 }] }';
  expect(parseFile(text)).toEqual({ json: JSON.parse(text) });
  expect(parseFile(`\uFEFF${text}`)).toEqual({ json: JSON.parse(text) });
});
