/** Seeds and cases that refer to missing declarations. */
import { expect, it } from 'vitest';
import { findingsOf } from '../model/testDeclarations.ts';

const [shelf, thing, nobody] = [1, 2, 9].map((last) => `01900000-0000-7000-8000-00000000000${last}`);
const Name = { type: 'string', maxLength: 20, title: 'Name' };
const Lines = {
  type: 'array',
  maxItems: 9,
  title: 'Lines',
  items: {
    type: 'object',
    title: 'Line',
    properties: { ShelfId: { 'x-ref': 'shelf', title: 'Shelf' } },
  },
};
const files = (more: object) => ({
  'schemas/area/shelf/entity.json': { $id: 'shelf', title: 'Shelf', type: 'object', properties: { Name } },
  'schemas/area/thing/entity.json': {
    $id: 'thing',
    title: 'Thing',
    type: 'object',
    properties: { Name, ShelfId: { 'x-ref': 'shelf', title: 'Shelf' }, Lines },
    'x-unique': [{ id: 'thing.name.unique', fields: ['Name'], message: 'thing.taken', at: 'Name' }],
  },
  'schemas/area/thing/behaviour.json': {
    for: 'thing',
    rules: [{ id: 'thing.named', check: "Name != ''", at: ['Name'], message: 'thing.nameless' }],
  },
  ...more,
});
const seeds = (shelves: object, things: object) =>
  said({
    'schemas/area/shelf/seed.json': { for: 'shelf', ...shelves },
    'schemas/area/thing/seed.json': { for: 'thing', ...things },
  });
const said = (more: object) =>
  findingsOf(files(more))
    .filter(({ file }) => /(seed|cases)\.json$/.test(file))
    .map(({ file, path, message }) => `${file.split('/')[2]}${path} ${message}`);

it('a seed whose references exist has no finding, also in rows', () => {
  const things = { demo: [{ Id: thing, ShelfId: shelf, Lines: [{ ShelfId: shelf }] }] };
  expect(seeds({ reference: [{ Id: shelf }] }, things)).toEqual([]);
  expect(seeds({ demo: [{ Id: shelf }] }, things)).toEqual([]);
});

it('a missing record is reported once for all references to it', () => {
  const things = { demo: [{ Id: thing, ShelfId: nobody, Lines: [{ ShelfId: nobody }] }] };
  expect(seeds({ demo: [{ Id: shelf }] }, things)).toEqual([
    `thing/demo/0/ShelfId No seed has the shelf ${nobody}. Add it to the seed.json of shelf, or correct the Id. It is so in 2 places.`,
  ]);
});

it('reference data does not depend on the sample data', () => {
  expect(seeds({ demo: [{ Id: shelf }] }, { reference: [{ Id: thing, ShelfId: shelf }] })).toEqual([
    expect.stringContaining(`thing/reference/0/ShelfId Only the sample data has the shelf ${shelf};`),
  ]);
});

it('an Id is a UUID and unique', () => {
  expect(seeds({ demo: [{ Id: 7 }] }, { demo: [{ Id: thing, ShelfId: 7 }] })).toEqual([
    expect.stringMatching(/^shelf\/demo\/0\/Id An Id is a UUID, .*; this is 7\.$/),
    expect.stringMatching(
      /^thing\/demo\/0\/ShelfId ShelfId is the Id of one shelf\. An Id is .*; this is 7\.$/,
    ),
  ]);
  expect(seeds({ reference: [{ Id: shelf }], demo: [{ Id: shelf }] }, {})).toEqual([
    `shelf/demo/0/Id /reference/0 has the Id "${shelf}". Give each record its own.`,
  ]);
});

it.each([
  ['thing.named', undefined],
  ['thing.name.unique', undefined],
  ['thing.ShelfId.exists', undefined],
  ['validation.maxLength', undefined],
  ['policy', undefined],
  ['thing.nmaed', 'There is no rule thing.nmaed. Did you mean thing.named?'],
  ['thing.nameless', 'There is no rule thing.nameless. Did you mean thing.named?'],
  ['elsewhere', 'There is no rule elsewhere. Name the id of a rule, of a unique or of a removal.'],
])('a case may expect an existing rule: %s', (rule, message) => {
  const cases = [
    { title: 'One', operation: 'create', given: {}, expect: { accepted: false, rules: [rule] } },
  ];
  expect(said({ 'schemas/area/thing/cases.json': { for: 'thing', cases } })).toEqual(
    message ? [`thing/cases/0/expect/rules/0 ${message}`] : [],
  );
});
