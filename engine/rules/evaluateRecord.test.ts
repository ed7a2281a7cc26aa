import { describe, expect, it } from 'vitest';
import { entityOf, testModel } from '../model/testModel.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { compileValidators } from '../validation/compileValidators.ts';
import { evaluateRecord } from './evaluateRecord.ts';
import type { RuleContext } from './types.ts';

const model = testModel(
  {
    thing: {
      entity: {
        required: ['Name'],
        properties: {
          Name: { type: 'string', minLength: 2, maxLength: 5 },
          Kind: { type: 'string' },
          Detail: { type: 'string' },
          Memo: { type: 'string' },
          Hidden: { type: 'string', maxLength: 10 },
          Price: { type: 'number', 'x-money': { scale: 2 }, maximum: 1_000_000_000 },
          Count: { type: 'integer' },
          Odd: { type: 'integer' },
          Total: { type: 'number', 'x-stored': false },
          Guess: { type: 'number' },
          State: { 'x-lookup': 'state' },
          Term: { 'x-lookup': 'state', 'x-keepUnknown': true },
          Start: { type: 'string', format: 'date' },
          End: { type: 'string', format: 'date' },
        },
      },
      behaviour: {
        rules: [
          { id: 'detail', field: 'Detail', relevant: "Kind = 'other'", retain: 'clear' },
          { id: 'memo', field: 'Memo', relevant: "Kind = 'other'", retain: 'stash' },
          { id: 'hidden', field: 'Hidden', relevant: "Kind = 'other'", retain: 'keep' },
          { id: 'detail-needed', field: 'Detail', required: "Kind = 'other'" },
          { id: 'total', field: 'Total', value: 'Price * Count' },
          { id: 'guess', field: 'Guess', value: '$length(Hidden) + $length(Memo)', override: true },
          { id: 'end-later', check: '$after(End, Start)', at: ['End'], message: 'thing.end-later' },
          {
            id: 'cheap',
            check: 'Price < 1000',
            at: ['Price'],
            level: 'confirm',
            message: 'thing.cheap',
            params: { price: 'Price' },
          },
          {
            id: 'broken',
            check: 'Name + 1 > 2',
            when: "Kind = 'broken'",
            at: ['Name'],
            message: 'thing.broken',
          },
          {
            id: 'broken-view',
            field: 'Odd',
            relevant: 'Kind + 1 = 2',
            required: 'Kind + 1 = 2',
            editable: 'Kind + 1 = 2',
          },
          { id: 'launch-only', check: 'false', on: ['transition:launch'], message: 'thing.never' },
        ],
      },
    },
  },
  {
    state: [
      { Id: 1, Name: 'One', title: 'One' },
      { Id: 2, Name: 'Two', title: 'Two' },
    ],
  },
);
const validators = compileValidators(model);
const context: RuleContext = {
  model,
  user: { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] },
  today: '2026-05-01',
  now: '2026-05-01T12:00:00Z',
  locale: 'en-CA',
  action: 'update',
};

function evaluate(record: DataRecord, more: Partial<RuleContext> = {}) {
  return evaluateRecord(entityOf(model, 'thing'), record, { ...context, ...more }, validators);
}
const rules = (record: DataRecord) => evaluate(record).issues.map(({ rule, path }) => `${rule} ${path}`);

describe('evaluateRecord', () => {
  it('returns the same record when nothing changes', () => {
    const record = { Name: 'Abc', Start: '2026-01-01' };
    expect(evaluate(record).record).toBe(record);
    expect(evaluate(record).issues).toEqual([]);
  });

  it('reports only that an empty required value is missing', () => {
    expect(rules({})).toEqual(['validation.required /Name']);
    expect(rules({ Name: '   ' })).toEqual(['validation.required /Name']);
    expect(rules({ Name: 'A' })).toEqual(['validation.minLength /Name']);
  });

  it('names the exceeded limit', () => {
    const [issue] = evaluate({ Name: 'Abcdef' }).issues;
    expect(issue).toMatchObject({
      message: 'validation.maxLength',
      params: { limit: 5, count: 5 },
    });
  });

  it('names types, formats and too many decimals', () => {
    const messages = (record: DataRecord) => evaluate(record).issues.map(({ message }) => message);
    expect(messages({ Name: 12 })).toEqual(['validation.type.string']);
    expect(messages({ Name: 'Abc', Count: 1.5 })).toEqual(['validation.type.integer']);
    expect(messages({ Name: 'Abc', Start: '2026-02-30' })).toEqual(['validation.format.date']);
    expect(messages({ Name: 'Abc', Price: 1.005 })).toEqual(['validation.scale']);
    expect(messages({ Name: 'Abc', Price: 567.89 })).toEqual([]);
    expect(messages({ Name: 'Abc', Price: 999_999_999.99 })).toEqual(['thing.cheap']);
  });

  it('checks hidden kept values, but requires none', () => {
    expect(rules({ Name: 'Abc', Kind: 'x', Hidden: 'far too long' })).toEqual([
      'validation.maxLength /Hidden',
    ]);
    expect(rules({ Name: 'Abc', Kind: 'x', Hidden: 7 })).toEqual(['validation.type /Hidden']);
    expect(rules({ Name: 'Abc', Kind: 'x', Hidden: 'short' })).toEqual([]);
  });

  it('accepts only items of a lookup, or the stored value where it may stay', () => {
    expect(rules({ Name: 'Abc', State: 2, Term: 1 })).toEqual([]);
    expect(rules({ Name: 'Abc', State: 3 })).toEqual(['validation.enum /State']);
    expect(rules({ Name: 'Abc', Term: 3 })).toEqual(['validation.enum /Term']);
    expect(evaluate({ Name: 'Abc', Term: 3 }, { previous: { Term: 3 } }).issues).toEqual([]);
  });

  it('clears, stashes or keeps irrelevant values, hidden from computed values', () => {
    const { record, issues } = evaluate({ Name: 'Abc', Kind: 'x', Detail: 'd', Memo: 'mm', Hidden: 'hhh' });
    expect(record).toMatchObject({ Detail: null, Memo: null, Hidden: 'hhh', $stash: { '/Memo': 'mm' } });
    expect(record.Guess).toBeUndefined();
    expect(issues).toEqual([]);
  });

  it('restores a stashed value when its field is relevant again', () => {
    const { record } = evaluate({ Name: 'Abc', Kind: 'other', Detail: 'd', $stash: { '/Memo': 'mm' } });
    expect(record).toMatchObject({ Memo: 'mm' });
    expect(record.$stash).toBeUndefined();
  });

  it('requires values only while relevant', () => {
    expect(rules({ Name: 'Abc', Kind: 'other' })).toEqual(['detail-needed /Detail']);
    expect(rules({ Name: 'Abc', Kind: 'x' })).toEqual([]);
  });

  it('computes values, except overridden ones', () => {
    expect(evaluate({ Name: 'Abc', Price: 2, Count: 3, Total: 99 }).record.Total).toBe(6);
    const kind = { Name: 'Abc', Kind: 'other', Detail: 'd', Memo: 'mm', Hidden: 'hhh' };
    expect(evaluate(kind).record.Guess).toBe(5);
    expect(evaluate({ ...kind, Guess: 7, $overrides: ['/Guess'] }).record.Guess).toBe(7);
    expect(evaluate({ ...kind, Guess: 7, $overrides: ['/Total'] }).record.Guess).toBe(5);
  });

  it('lets a missing value pass a check, since required reports it', () => {
    expect(rules({ Name: 'Abc', Start: '2026-01-02', End: '2026-01-01' })).toEqual(['end-later /End']);
    expect(rules({ Name: 'Abc', Start: '2026-01-02' })).toEqual([]);
    expect(rules({ Name: 'Abc', Price: null, Start: '' })).toEqual([]);
  });

  it('returns the level and the params of a check', () => {
    expect(evaluate({ Name: 'Abc', Price: 2000 }).issues).toEqual([
      {
        rule: 'cheap',
        path: '/Price',
        level: 'confirm',
        message: 'thing.cheap',
        params: { value: 2000, price: 2000 },
      },
    ]);
  });

  it('runs a check only for its operations', () => {
    expect(evaluate({ Name: 'Abc' }, { action: 'transition:launch' }).issues.map(({ rule }) => rule)).toEqual(
      ['launch-only'],
    );
  });

  it('degrades by slot when a rule fails: shown, not required, locked, and a failing check blocks', () => {
    const { stateAt, issues } = evaluate({ Name: 'Abc', Kind: 'broken' });
    expect(stateAt('/Odd')).toMatchObject({ relevant: true, required: false, editable: false });
    expect(stateAt('/Odd').reasons.map(({ slot, id }) => `${slot} ${id}`)).toEqual([
      'relevant broken-view',
      'required broken-view',
      'editable broken-view',
    ]);
    expect(issues).toEqual([
      {
        rule: 'broken',
        path: '/Name',
        level: 'error',
        message: 'rule.undecided',
        params: { rule: 'broken' },
      },
    ]);
  });
});
