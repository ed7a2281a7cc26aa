import { expect, it } from 'vitest';
import type { DeclarationFile } from '../types/modelTypes.ts';
import { withParts } from './withParts.ts';

const files: readonly DeclarationFile[] = [
  {
    file: 'schemas/parts/named.json',
    json: {
      $id: 'named',
      entity: {
        required: ['Name'],
        properties: { Name: { type: 'string', title: 'Name' }, Note: { type: 'string', title: 'Note' } },
      },
      behaviour: {
        rules: [
          { id: '<entity>.first', check: '$has(Name)', message: '<sentence>' },
          { id: '<entity>.second', check: '$has(Note)', message: 'x' },
        ],
      },
      api: { routes: [{ route: 'GET /<path>', operation: 'find' }] },
    },
  },
  {
    file: 'schemas/a/one/entity.json',
    json: {
      $id: 'one',
      'x-parts': { named: { path: 'ones', sentence: 'one.sentence' } },
      required: ['Code'],
      properties: { Code: { type: 'string', title: 'Code' }, Note: { type: 'integer', title: 'Number' } },
    },
  },
  {
    file: 'schemas/a/one/behaviour.json',
    json: { for: 'one', rules: [{ id: 'one.third' }, { id: 'one.second', check: 'true' }] },
  },
  { file: 'schemas/a/one/api.json', json: { for: 'one', routes: [] } },
  { file: 'schemas/a/other/entity.json', json: { $id: 'other', properties: {} } },
  {
    file: 'schemas/messages/fr-CA/a.json',
    json: { messages: { 'field.named.Name': 'Nom', 'field.named.Note': 'Note', 'field.one.Note': 'Nombre' } },
  },
];

const jsonOf = (set: { readonly files: readonly DeclarationFile[] }, file: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects of it.
  set.files.find((entry) => entry.file.endsWith(file))?.json as any;

it('merges a part into each entity that names it, which takes precedence', () => {
  const set = withParts({ files });
  expect(jsonOf(set, 'one/entity.json')).toMatchObject({
    required: ['Name', 'Code'],
    properties: { Name: { title: 'Name' }, Code: { title: 'Code' }, Note: { title: 'Number' } },
  });
  expect(jsonOf(set, 'one/behaviour.json').rules).toEqual([
    { id: 'one.first', check: '$has(Name)', message: 'one.sentence' },
    { id: 'one.second', check: 'true' },
    { id: 'one.third' },
  ]);
  expect(jsonOf(set, 'one/api.json').routes).toEqual([{ route: 'GET /ones', operation: 'find' }]);
  expect(jsonOf(set, 'other/entity.json')).toEqual({ $id: 'other', properties: {} });
});

it('gives the part’s labels to the fields of each entity', () => {
  expect(jsonOf(withParts({ files }), 'fr-CA/a.json').messages).toEqual({
    'field.one.Name': 'Nom',
    'field.one.Note': 'Nombre',
  });
});

it('is idempotent', () => {
  const once = withParts({ files });
  expect(withParts(once)).toEqual(once);
});

it('caches merged files, and merges again when the part or its words differ', () => {
  const place = 'schemas/a/one/behaviour.json';
  const before = jsonOf(withParts({ files }), place);
  expect(jsonOf(withParts({ files: [...files] }), place)).toBe(before);
  const renamed = files.map((entry) =>
    entry.file === 'schemas/parts/named.json'
      ? {
          ...entry,
          json: { $id: 'named', behaviour: { rules: [{ id: '<entity>.fourth', message: '<sentence>' }] } },
        }
      : entry,
  );
  const ids = (json: { rules: readonly { id: string }[] }) => json.rules.map(({ id }) => id);
  expect(ids(jsonOf(withParts({ files: renamed }), place))).toEqual([
    'one.fourth',
    'one.third',
    'one.second',
  ]);
  const reworded = files.map((entry) =>
    entry.file === 'schemas/a/one/entity.json'
      ? { ...entry, json: { $id: 'one', 'x-parts': { named: { path: 'ones', sentence: 'other.sentence' } } } }
      : entry,
  );
  expect(jsonOf(withParts({ files: reworded }), place).rules[0].message).toBe('other.sentence');
  expect(jsonOf(withParts({ files }), place)).toEqual(before);
});
