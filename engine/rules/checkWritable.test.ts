import { describe, expect, it } from 'vitest';
import { entityOf, testModel } from '../model/testModel.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { checkWritable } from './checkWritable.ts';
import type { RuleContext } from './types.ts';

const model = testModel({
  item: { entity: { properties: { Name: { type: 'string' } } } },
  plan: {
    entity: {
      properties: {
        Name: { type: 'string' },
        Description: { type: 'string' },
        Secret: { type: 'string' },
        State: { type: 'string', readOnly: true, default: 'Open' },
        OwnerId: { 'x-ref': 'item', 'x-owner': true, 'x-expand': { as: 'Owner', fields: ['Id', 'Name'] } },
        IsReadOnly: { type: 'boolean', 'x-stored': false },
        Guess: { type: 'integer' },
        SortOrder: { type: 'integer', readOnly: true },
        Rows: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              ItemId: { 'x-ref': 'item' },
              Mode: { type: 'string', default: 'a' },
              Note: { type: 'string' },
              Items: { type: 'array', items: { 'x-ref': 'item' } },
            },
          },
        },
      },
      'x-order': { field: 'SortOrder' },
    },
    behaviour: {
      rules: [
        { id: 'read-only', field: 'IsReadOnly', value: "State != 'Open'" },
        {
          id: 'owner-locked',
          field: '*',
          editable: '$owner.IsLocked != true or $not($has($owner.IsLocked))',
          message: 'plan.owner-locked',
        },
        { id: 'closed', field: ['Name', 'Rows'], editable: '$not(IsReadOnly)' },
        { id: 'guess', field: 'Guess', value: '1 + 1', override: true },
        { id: 'notes', each: 'Rows', field: 'Note', editable: "Mode = 'a'", message: 'plan.notes' },
      ],
      policy: { write: 'login', fields: { Secret: { write: 'Plan.Secret' } } },
    },
  },
});

const context: RuleContext = {
  model,
  user: { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] },
  today: '2026-05-01',
  now: '2026-05-01T12:00:00Z',
  locale: 'en-CA',
  action: 'update',
  owner: { IsLocked: false },
};
const stored: DataRecord = {
  Id: '1',
  Revision: 2,
  Name: 'A',
  State: 'Open',
  OwnerId: 'o',
  Owner: { Id: 'o', Name: 'O' },
  SortOrder: 4,
  Rows: [{ ItemId: 'x', Mode: 'a', Note: 'n', Items: [{ Id: 'y', Name: 'Y' }] }],
};

function check(
  next: DataRecord | undefined,
  more: Partial<RuleContext> = {},
  previous: DataRecord | 'none' = stored,
) {
  const before = previous === 'none' ? undefined : previous;
  const issues = checkWritable(entityOf(model, 'plan'), before, next, { ...context, ...more });
  return issues.map(({ rule, path, message }) => `${path} ${rule} ${message}`);
}
const changed = (change: DataRecord) => ({ ...stored, ...change });

describe('checkWritable', () => {
  it('has no issues for a record sent back as read, in any shape', () => {
    expect(check(stored)).toEqual([]);
    expect(
      check(
        changed({
          Owner: null,
          Revision: 9,
          IsReadOnly: true,
          Rows: [{ ItemId: 'x', Mode: 'a', Note: 'n', Items: ['y'] }],
        }),
      ),
    ).toEqual([]);
    expect(check({ Name: 'B' })).toEqual([]);
  });

  it('names fields that the server sets, that are create-only, and that the role may not write', () => {
    expect(check(changed({ State: 'Closed' }))).toEqual(['/State forbidden.field forbidden.field']);
    expect(check(changed({ OwnerId: 'p' }))).toEqual(['/OwnerId forbidden.field forbidden.field']);
    expect(check(changed({ Secret: 's' }))).toEqual(['/Secret forbidden.field forbidden.field']);
    const user = { ...context.user, Features: ['Plan.Secret'] };
    expect(check(changed({ Secret: 's' }), { user })).toEqual([]);
  });

  it('gives the reason as a message', () => {
    const [issue] = checkWritable(entityOf(model, 'plan'), stored, changed({ OwnerId: 'p' }), context);
    expect(issue?.params.reason).toBe('forbidden.reason.createOnly');
  });

  it('names the rule that locks a field, with its own message or the general one', () => {
    const closed = { ...stored, State: 'Closed' };
    expect(check({ ...closed, Name: 'B' }, {}, closed)).toEqual(['/Name closed forbidden.field']);
    expect(check(changed({ Rows: [{ ItemId: 'x', Mode: 'b', Note: 'm' }] }))).toEqual([
      '/Rows/0/Note notes plan.notes',
    ]);
  });

  it('finds the origin of a row after rows have moved', () => {
    const rows = [
      { ItemId: 'x', Mode: 'a', Note: 'n' },
      { ItemId: 'z', Mode: 'b', Note: 'kept' },
    ];
    const before = changed({ Rows: rows });
    expect(check({ ...before, Rows: rows.toReversed() }, {}, before)).toEqual([]);
    expect(check({ ...before, Rows: [rows[1] as DataRecord] }, {}, before)).toEqual([]);
  });

  it('accepts a locked list unchanged, not changed', () => {
    const closed = { ...stored, State: 'Closed' };
    expect(
      check({ ...closed, Rows: [{ ItemId: 'x', Mode: 'a', Note: 'n', Items: ['y'] }] }, {}, closed),
    ).toEqual([]);
    expect(check({ ...closed, Rows: [] }, {}, closed)).toEqual(['/Rows closed forbidden.field']);
  });

  it('accepts computed values, which are recomputed', () => {
    expect(check(changed({ IsReadOnly: true, Guess: 7 }))).toEqual([]);
  });

  it('refuses create, remove and order of a record locked as a whole', () => {
    const owner = { IsLocked: true };
    const locked = [' owner-locked plan.owner-locked'];
    expect(check({ Name: 'A' }, { action: 'create', owner }, 'none')).toEqual(locked);
    expect(check(undefined, { action: 'remove', owner })).toEqual(locked);
    expect(check(stored, { action: 'order', owner })).toEqual(locked);
    expect(check(undefined, { action: 'remove' })).toEqual([]);
    expect(check(changed({ Name: 'B' }), { owner })).toEqual(['/Name owner-locked plan.owner-locked']);
  });

  it('a new record may have its defaults and create-only fields', () => {
    expect(
      check({ Name: 'A', State: 'Open', OwnerId: 'o', SortOrder: 3 }, { action: 'create' }, 'none'),
    ).toEqual([]);
    expect(check({ Name: 'A', State: 'Closed' }, { action: 'create' }, 'none')).toEqual([
      '/Name closed forbidden.field',
      '/State forbidden.field forbidden.field',
    ]);
  });

  it('keeps locked what a failing rule leaves undecided', () => {
    const [issue] = checkWritable(
      entityOf(model, 'plan'),
      stored,
      changed({ Rows: [{ ItemId: 'x', Mode: 5, Note: 'm' }] }),
      context,
    );
    expect(issue).toMatchObject({ path: '/Rows/0/Note', rule: 'notes' });
  });
});
