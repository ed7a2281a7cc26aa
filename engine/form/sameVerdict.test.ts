/** The form evaluates incrementally, the server completely: after any changes both must agree. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateRecord } from '../rules/evaluateRecord.ts';
import { sameValue } from '../rules/sameValue.ts';
import type { Issue } from '../rules/types.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { context, id, line, order, orderForm, storedOrder, validators } from './testForm.ts';
import type { FormState } from './types.ts';

type Move = (form: FormState) => void;

const entry = (one: number) => ({ Id: id(one), Name: `Item ${one}` });
const item = fc.integer({ min: 1, max: 5 });
const row = fc.integer({ min: 0, max: 3 });

const setField = fc
  .oneof(
    fc.tuple(fc.constant('Name'), fc.constantFrom('', 'x', 'Order', 'much too long', '  ')),
    fc.tuple(fc.constant('Kind'), fc.constantFrom('plain', 'other', 'priced', null)),
    fc.tuple(fc.constant('Detail'), fc.constantFrom('', 'abc', 'abcdef')),
    fc.tuple(fc.constant('Memo'), fc.constantFrom('', 'ab', 'abcdefgh')),
    fc.tuple(fc.constant('Hidden'), fc.constantFrom('', 'hh', 'hidden')),
    fc.tuple(fc.constant('Start'), fc.constantFrom(null, '2026-01-01', '2026-06-01', '2026-02-30', 7)),
    fc.tuple(fc.constant('End'), fc.constantFrom(null, '2026-03-01', 'soon')),
    fc.tuple(fc.constant('Guess'), fc.constantFrom(1, 2.5, 'many')),
    fc.tuple(fc.constant('Locked'), fc.boolean()),
  )
  .map(
    ([name, value]): Move =>
      (form) =>
        form.change(`/${name}`, value),
  );

const setInRow = fc
  .tuple(
    row,
    fc.oneof(
      fc.tuple(fc.constant('Count'), fc.constantFrom(null, -1, 1, 9, 1.5)),
      fc.tuple(fc.constant('Price'), fc.constantFrom(null, 5, 200, 'free')),
      fc.tuple(fc.constant('IsOptional'), fc.constantFrom(true, false, null)),
      fc.tuple(fc.constant('ItemId'), fc.oneof(item.map(id), fc.constant(null))),
      fc.tuple(fc.constant('Excluded'), fc.array(item.map(entry), { maxLength: 3 })),
    ),
  )
  .map(
    ([at, [name, value]]): Move =>
      (form) =>
        form.change(`/Lines/${at}/${name}`, value),
  );

const moves: fc.Arbitrary<Move> = fc.oneof(
  { arbitrary: setField, weight: 3 },
  { arbitrary: setInRow, weight: 4 },
  item.map(
    (one): Move =>
      (form) =>
        form.addRow('/Lines', line(one)),
  ),
  row.map(
    (at): Move =>
      (form) =>
        form.removeRow('/Lines', at),
  ),
  fc.tuple(row, row).map(
    ([from, to]): Move =>
      (form) =>
        form.moveRow('/Lines', from, to),
  ),
  fc.array(item, { maxLength: 3 }).map(
    (items): Move =>
      (form) =>
        form.change(
          '/Lines',
          items.map((one) => line(one)),
        ),
  ),
  fc.constant<Move>((form) => form.resetDerived('/Guess')),
  fc.constant<Move>((form) => form.reset()),
);

const said = (issues: readonly Issue[]) =>
  issues.map(({ rule, path, level }) => `${path} ${rule} ${level}`).sort();

function shown(form: FormState): readonly Issue[] {
  const below = (base: string, fields: typeof order.fields): readonly Issue[] =>
    fields.flatMap((field) => {
      const view = form.view(`${base}/${field.name}`);
      const rows = field.kind === 'rows' && Array.isArray(view.value) ? view.value.length : 0;
      const inner = Array.from({ length: rows }, (_, at) => below(`${view.path}/${at}`, field.fields ?? []));
      return [...view.issues, ...inner.flat()];
    });
  return [...form.status().recordIssues, ...below('', order.fields)];
}

function judged(record: DataRecord) {
  return evaluateRecord(order, record, { ...context, action: 'update', previous: storedOrder }, validators);
}

describe('a form and the server', () => {
  it('agree after any sequence of changes', () => {
    fc.assert(
      fc.property(fc.array(moves, { maxLength: 14 }), (sequence) => {
        const form = orderForm({ ...storedOrder, Lines: [line(1), line(2), line(3)] });
        for (const move of sequence) move(form);
        form.submit();
        const record = form.record();
        const { issues, record: settled, stateAt } = judged(record);
        expect(said(shown(form))).toEqual(said(issues));
        expect(form.status().errorCount).toBe(issues.filter(({ level }) => level === 'error').length);
        expectSame(settled, record);
        for (const name of ['Name', 'Detail', 'Memo', 'Lines']) {
          const { visible, required, editable } = form.view(`/${name}`);
          const { relevant, ...state } = stateAt(`/${name}`);
          expect({ name, visible, required, editable: editable || !visible }).toEqual({
            name,
            visible: relevant,
            required: state.required,
            editable: state.editable || !relevant,
          });
        }
      }),
      { numRuns: 400 },
    );
  });

  it('a form opened on its own payload agrees again', () => {
    fc.assert(
      fc.property(fc.array(moves, { maxLength: 10 }), (sequence) => {
        const form = orderForm();
        for (const move of sequence) move(form);
        // From here on texts are normalized.
        form.submit();
        const again = orderForm(form.record());
        again.submit();
        expect(said(shown(again))).toEqual(said(shown(form)));
        expect(again.status().dirty).toBe(false);
        expectSame(again.record(), form.record());
      }),
      { numRuns: 200 },
    );
  });

  it('views and listeners never miss a change', () => {
    fc.assert(
      fc.property(fc.array(moves, { maxLength: 10 }), (sequence) => {
        const form = orderForm();
        const paths = order.fields.map((field) => `/${field.name}`);
        const seen = new Map(paths.map((path) => [path, form.view(path)]));
        for (const path of paths) form.subscribe(path, () => seen.set(path, form.view(path)));
        for (const move of sequence) move(form);
        for (const [path, view] of seen) expect(form.view(path)).toBe(view);
        const fresh = orderForm(form.record());
        for (const path of paths) expectSame(form.view(path).value, fresh.view(path).value);
      }),
      { numRuns: 200 },
    );
  });

  it.each<readonly [string, readonly Move[]]>([
    ['it is listed again', [(form) => form.change('/Lines/0/Excluded', [entry(2)])]],
    [
      'its row becomes what is listed',
      [
        (form) => form.change('/Lines/0/Excluded', [entry(4)]),
        (form) => form.change('/Lines/1/ItemId', id(4)),
      ],
    ],
  ])('a relation at rest stays at rest when %s, as in a form opened afresh', (_, sequence) => {
    const form = orderForm();
    form.change('/Lines/0/Excluded', [entry(2)]);
    form.change('/Lines/1/IsOptional', false);
    for (const move of sequence) move(form);
    expect(form.view('/Lines/0/Excluded').value).toEqual([]);
    expectSame(form.view('/Lines').value, orderForm(form.record()).view('/Lines').value);
    form.change('/Lines/1/IsOptional', true);
    expect(form.view('/Lines/0/Excluded').value).toMatchObject([{ Id: form.view('/Lines/1/ItemId').value }]);
  });
});

/** Record equality: missing, null and absent are the same. */
function expectSame(left: unknown, right: unknown): void {
  if (!sameValue(left, right)) expect(left).toEqual(right);
}
