import { expect, it } from 'vitest';
import { checkMeaning } from './checkMeaning.ts';
import type { Change, RowFieldChange } from './types.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });

/** The findings about a list of rows with this single field. */
function saidOf(field: Omit<RowFieldChange, 'name' | 'title'>) {
  const change: Change = {
    kind: 'field',
    name: 'visit.Steps',
    type: 'rows',
    title: texts('Steps'),
    fields: [{ name: 'Outcome', title: texts('Outcome'), ...field }],
  };
  return checkMeaning({ files: [] }, [change]).map(({ code, at }) => [code, at]);
}

const good = { name: 'Good', title: texts('Good') };
const poor = { name: 'Poor', title: texts('Poor') };

it('a choice in rows has its own or an existing list, like any choice', () => {
  expect(saidOf({ type: 'choice', choices: [good, poor] })).toEqual([]);
  expect(saidOf({ type: 'choice', lookup: 'outcome' })).toEqual([]);
  expect(saidOf({ type: 'choice' })).toEqual([['choice-list', '/fields/0/choices']]);
  expect(saidOf({ type: 'choice', choices: [good, good] })).toEqual([['twice', '/fields/0/choices']]);
});

it('a field of rows has only the members of its type', () => {
  expect(saidOf({ type: 'date', maxLength: 3 })).toEqual([['not-for-type', '/fields/0/maxLength']]);
  expect(saidOf({ type: 'text', maxLength: 3, lookup: undefined })).toEqual([]);
});
