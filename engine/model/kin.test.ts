import { describe, expect, it } from 'vitest';
import { evaluateRecord } from '../rules/evaluateRecord.ts';
import { compileValidators } from '../validation/compileValidators.ts';
import { findingsOf } from './testDeclarations.ts';
import { entityOf, testModel } from './testModel.ts';

const shelf = { properties: { Name: { type: 'string' }, Colour: { type: 'string' } } };
const book = (owner: object) => ({
  properties: {
    ShelfId: { 'x-ref': 'shelf', 'x-owner': true, 'x-kin': { Books: 'book' }, ...owner },
    Name: { type: 'string' },
    Kind: { type: 'string', 'x-lookup': 'kind' },
    IsBright: { type: 'boolean', 'x-stored': false },
  },
});
const rules = [
  {
    id: 'once',
    check: '$count($owner.Books[$ne(Id, $record.Id) and Name = $record.Name]) = 0',
    at: ['Name'],
  },
  {
    id: 'kinds',
    field: 'Kind',
    options: { from: 'kind', where: "Id in $owner.Books.Kind or Id = 'new'" },
    onInvalid: 'error',
  },
  { id: 'bright', field: 'IsBright', value: "$listed($owner.Colour, 'bright')" },
];
const kinds = [
  { Id: 'new', Name: 'New' },
  { Id: 'old', Name: 'Old' },
];
const model = testModel(
  { shelf: { entity: shelf }, book: { entity: book({}), behaviour: { rules } } },
  { kind: kinds, bright: [{ Id: 'yellow', Name: 'Yellow' }] },
);
const user = { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] };
const judged = (record: object, owner: object) =>
  evaluateRecord(
    entityOf(model, 'book'),
    record as never,
    {
      ...{ model, user, today: '2026-11-21', now: '2026-11-21T12:00:00Z', locale: 'en-CA', action: 'create' },
      owner: owner as never,
    },
    compileValidators(model),
  );
const found = (record: object, owner: object) => judged(record, owner).issues.map(({ rule }) => rule);

describe('records of one owner', () => {
  it('can be read by rules and choices under their name', () => {
    const owner = { Books: [{ Id: '1', Name: 'Atlas', Kind: 'old' }] };
    expect(found({ Name: 'Atlas' }, owner)).toEqual(['once']);
    expect(found({ Id: '1', Name: 'Atlas' }, owner)).toEqual([]);
    expect(found({ Name: 'Novel', Kind: 'old' }, owner)).toEqual([]);
    expect(found({ Name: 'Novel', Kind: 'old' }, { Books: [] })).toEqual(['kinds']);
  });

  it('rules can test a list of choices, which is a setting', () => {
    expect(judged({ Name: 'A' }, { Colour: 'yellow' }).record.IsBright).toBe(true);
    expect(judged({ Name: 'A' }, { Colour: 'grey' }).record.IsBright).toBe(false);
  });

  it('are checked', () => {
    const messages = (entity: object, checks: readonly object[] = []) =>
      findingsOf({
        'schemas/test/shelf/entity.json': { $id: 'shelf', title: 'Shelf', type: 'object', ...shelf },
        'schemas/test/book/entity.json': { $id: 'book', title: 'Book', type: 'object', ...entity },
        'schemas/test/book/behaviour.json': { for: 'book', rules: checks },
      }).map(({ message }) => message);
    expect(messages(book({ 'x-kin': { Name: 'book' } }))).toContain(
      'shelf has a Name of its own. Give the records another name.',
    );
    expect(messages(book({ 'x-owner': false }))).toContain(
      'ShelfId is no owner. Put x-kin beside "x-owner": true.',
    );
    expect(messages({ ...book({}), 'x-many': true })).toContain(
      'There may be too many of book (x-many) for rules to read.',
    );
    const lost = { id: 'x', field: 'IsBright', value: "$listed(Name, 'brigt')" };
    expect(messages(book({}), [lost]).join()).toContain('There is no lookup brigt.');
  });
});
