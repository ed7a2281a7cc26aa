/** Forms that save by themselves, with the delay their screen declares, on a fake clock. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createForm, type DataRecord, type FormBlock } from '#engine';
import { type AutosaveState, createAutosave } from '../../renderer/form/createAutosave.ts';
import { realModel } from './realModel.ts';
import { validatorsOf } from './replayInEngine.ts';

const model = realModel();
const forms = [...model.screens.values()].flatMap(({ id, blocks }) =>
  blocks.flatMap((block) => (block.kind === 'form' && block.save.auto ? [{ screen: id, block }] : [])),
);
const delay = 500;

/** Two values to type one after the other, by the type of the field. */
const typed: Readonly<Record<string, readonly [unknown, unknown]>> = {
  text: ['https://example.com/a', 'https://example.com/b'],
  boolean: [true, false],
  reference: ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'],
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('forms that save by themselves', () => {
  it('C-279 the other settings are sent once, half a second after the last change', () =>
    expectQuiet('other-settings'));

  it('C-280 the consumer portal settings are sent once, half a second after the last change', () =>
    expectQuiet('consumer-portal'));

  it('all forms with a delay have the same one', async () => {
    for (const { block } of forms) if (block.save.auto?.delay !== undefined) await expectQuiet(block.id);
  });

  it('R-372 the maximum markup is saved when its field is left, however late that is', async () => {
    const { send, type, flush } = open(blockOf('markup-maximum'), 'MaxMarkup');
    type(250);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send).not.toHaveBeenCalled();
    await flush();
    expect(send.mock.calls.map(([changes]) => changes)).toEqual([{ MaxMarkup: 250 }]);
    await vi.advanceTimersByTimeAsync(60_000);
    await flush();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('R-373 the maximum markup is restored when it cannot be saved', async () => {
    const { form, send, type, flush, states } = open(blockOf('markup-maximum'), 'MaxMarkup');
    send.mockRejectedValueOnce(new Error('no'));
    type(250);
    await flush();
    expect(form.record().MaxMarkup).toBeNull();
    expect(states.at(-1)).toEqual({ kind: 'restored', text: 'Error: no' });
    type(300);
    await flush();
    expect(form.record().MaxMarkup).toBe(300);
  });
});

async function expectQuiet(id: string): Promise<void> {
  const block = blockOf(id);
  const { field, values } = fieldOf(block);
  const { send, type } = open(block, field);
  type(values[0]);
  await vi.advanceTimersByTimeAsync(delay - 1);
  type(values[1]);
  await vi.advanceTimersByTimeAsync(delay - 1);
  expect(send, id).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(send.mock.calls.map(([changes]) => changes)).toEqual([{ [field]: values[1] }]);
  await vi.advanceTimersByTimeAsync(20 * delay);
  expect(send, id).toHaveBeenCalledTimes(1);
}

function blockOf(id: string): FormBlock {
  const block = forms.find((one) => one.block.id === id)?.block;
  if (!block) throw new Error(`No form ${id} saves by itself.`);
  return block;
}

/** The first text field or checkbox of a form. */
function fieldOf(block: FormBlock) {
  for (const { field } of block.sections.flatMap(({ items }) => items)) {
    const found = model.entities.get(block.entity)?.fieldByPath.get(field);
    const values = typed[found?.kind ?? ''];
    if (values) return { field, values };
  }
  throw new Error(`${block.id} has no field to type into.`);
}

function open(block: FormBlock, field: string) {
  const entity = model.entities.get(block.entity);
  if (!entity) throw new Error(`There is no entity ${block.entity}.`);
  const Features = [...model.features.keys()];
  const record: DataRecord = { Id: '01900000-0000-7000-8000-00000000000a', Revision: 1, [field]: null };
  const form = createForm({
    entity,
    record,
    isNew: false,
    context: {
      model,
      user: { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features },
      today: '2026-05-01',
      now: '2026-05-01T12:00:00Z',
      locale: 'en-CA',
    },
    validators: validatorsOf(model),
  });
  const send = vi.fn(async (changes: DataRecord): Promise<DataRecord> => ({ ...form.stored(), ...changes }));
  const states: AutosaveState[] = [];
  const autosave = createAutosave({
    form,
    delay: block.save.auto?.delay,
    restores: block.save.failed === 'restore',
    pending: () => {
      const value = form.record()[field] ?? null;
      return value === (form.stored()[field] ?? null) ? {} : { [field]: value };
    },
    send,
    explain: String,
    onState: (state) => states.push(state),
    onSaved: () => {},
    onLost: () => {},
  });
  const type = (value: unknown) => {
    form.change(`/${field}`, value);
    autosave.changed();
  };
  return { form, send, type, states, flush: autosave.flush };
}
