import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  compileModel,
  compileValidators,
  createForm,
  type DataRecord,
  type EntityModel,
  parseExpression,
} from '#engine';
import { type AutosaveState, type CallNumber, createAutosave } from './createAutosave.ts';

const declared = {
  $id: 'thing',
  title: 'Thing',
  type: 'object',
  properties: {
    Name: { type: 'string', maxLength: 5, title: 'Name' },
    Count: { type: 'integer', title: 'Count' },
  },
};
const defaults = { settings: {}, systemFields: { Id: { type: 'string', title: 'Id', readOnly: true } } };
const { model } = compileModel(
  {
    files: [
      { file: 'schemas/defaults.json', json: defaults },
      { file: 'schemas/test/thing/entity.json', json: declared },
    ],
  },
  { parse: parseExpression, review: false },
);
const entity = model.entities.get('thing') as EntityModel;
const validators = compileValidators(model);
const context = {
  model,
  user: { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] },
  today: '2026-05-01',
  now: '2026-05-01T12:00:00Z',
  locale: 'en-CA',
} as const;

type Call = {
  readonly changes: DataRecord;
  readonly sequence: CallNumber;
  readonly answer: (stored?: DataRecord) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
};

/** A form of two fields that autosaves to a server controlled by the test. */
function setup() {
  let stored: DataRecord = { Id: '1', Name: 'a', Count: 1 };
  const form = createForm({ entity, record: stored, isNew: false, context, validators });
  const [calls, states, lost]: [Call[], AutosaveState[], DataRecord[]] = [[], [], []];
  const pending = () =>
    Object.fromEntries(
      ['Name', 'Count'].flatMap((name) => {
        const value = form.record()[name] ?? null;
        return value === (form.stored()[name] ?? null) ? [] : [[name, value]];
      }),
    );
  const autosave = createAutosave({
    form,
    delay: 500,
    pending,
    send: (changes, sequence) =>
      new Promise((resolve, reject) => {
        const settled = () => vi.advanceTimersByTimeAsync(0).then(() => undefined);
        calls.push({
          changes,
          sequence,
          answer: (more = {}) => {
            stored = { ...stored, ...changes, ...more };
            resolve(stored);
            return settled();
          },
          fail: (error) => {
            reject(error);
            return settled();
          },
        });
      }),
    explain: (error) => (error as Error).message || undefined,
    onState: (state) => states.push(state),
    onSaved: () => {},
    onLost: (changes) => lost.push(changes),
  });
  const type = (name: string, value: unknown) => {
    form.change(`/${name}`, value);
    autosave.changed();
  };
  const kinds = () => states.map(({ kind }) => kind);
  return { form, autosave, calls, states, kinds, lost, type };
}

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('a form that saves by itself', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends only what changed, once the delay has passed without a change', async () => {
    const { calls, kinds, type } = setup();
    type('Name', 'b');
    await wait(400);
    type('Name', 'bc');
    await wait(499);
    expect(calls).toEqual([]);
    await wait(1);
    expect(calls.map(({ changes }) => changes)).toEqual([{ Name: 'bc' }]);
    await calls[0]?.answer();
    expect(kinds()).toEqual(['waiting', 'waiting', 'saving', 'saved']);
    await wait(5000);
    expect(calls).toHaveLength(1);
  });

  it('focusing a field starts no timer', async () => {
    const { autosave, calls, kinds } = setup();
    autosave.changed();
    await wait(5000);
    expect([calls, kinds()]).toEqual([[], []]);
  });

  it('runs one call at a time; later input follows and survives the answer', async () => {
    const { form, calls, kinds, type } = setup();
    type('Name', 'b');
    await wait(500);
    type('Name', 'bcd');
    await wait(5000);
    expect(calls).toHaveLength(1);
    await calls[0]?.answer();
    expect(form.record().Name).toBe('bcd');
    await wait(500);
    expect(calls.at(-1)?.changes).toEqual({ Name: 'bcd' });
    await calls.at(-1)?.answer();
    expect(kinds().at(-1)).toBe('saved');
    expect(form.stored().Name).toBe('bcd');
  });

  it('invalid fields wait, the rest is saved', async () => {
    const { form, calls, kinds, type } = setup();
    type('Name', 'far too long');
    type('Count', 2);
    await wait(500);
    expect(calls.map(({ changes }) => changes)).toEqual([{ Count: 2 }]);
    await calls[0]?.answer();
    expect(kinds().at(-1)).toBe('invalid');
    expect(form.record().Name).toBe('far too long');
    type('Name', 'ok');
    await wait(500);
    expect(calls.at(-1)?.changes).toEqual({ Name: 'ok' });
  });

  it('a failed call keeps the input, says why, and is repeated on request', async () => {
    const { form, autosave, calls, states, type } = setup();
    type('Name', 'b');
    await wait(500);
    await calls[0]?.fail(new Error('No connection.'));
    expect(states.at(-1)).toEqual({ kind: 'failed', text: 'No connection.' });
    expect(form.record().Name).toBe('b');
    await wait(5000);
    expect(calls).toHaveLength(1);
    const retried = autosave.flush();
    await wait(0);
    await calls[1]?.answer();
    await retried;
    expect([calls[1]?.changes, states.at(-1)]).toEqual([{ Name: 'b' }, { kind: 'saved' }]);
  });

  it('leaving the page sends at once what no call carries, under a later number', async () => {
    const { autosave, calls, type } = setup();
    type('Name', 'b');
    await wait(500);
    type('Count', 9);
    autosave.leave();
    expect(calls.map(({ changes }) => changes)).toEqual([{ Name: 'b' }, { Name: 'b', Count: 9 }]);
    const [first, last] = calls.map(({ sequence }) => sequence);
    expect(first?.of).toBe(last?.of);
    expect(last?.number).toBeGreaterThan(first?.number ?? Number.NaN);
  });

  it('leaving the page sends nothing twice', async () => {
    const { autosave, calls, type } = setup();
    type('Name', 'b');
    await wait(500);
    autosave.leave();
    await wait(0);
    expect(calls).toHaveLength(1);
  });

  it('a value reverted during its save is sent last', async () => {
    const { autosave, calls, type } = setup();
    type('Name', 'b');
    await wait(500);
    type('Name', 'a');
    autosave.leave();
    expect(calls.at(-1)?.changes).toEqual({ Name: 'a' });
  });

  it('closing the form sends its last changes, and returns them if they do not arrive', async () => {
    const { autosave, calls, lost, type } = setup();
    type('Name', 'b');
    autosave.close();
    await wait(0);
    expect(calls.map(({ changes }) => changes)).toEqual([{ Name: 'b' }]);
    await calls[0]?.fail(new Error('No connection.'));
    expect(lost).toEqual([{ Name: 'b' }]);
  });
});
