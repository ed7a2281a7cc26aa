import { describe, expect, it } from 'vitest';
import { type Change, placeName, type SectionModel } from '#engine';
import { type Layout, type Part, partsIn, stepFrom, withMove, withoutPart } from './layout.ts';
import { layoutChanges, removal, sectionChange } from './layoutChanges.ts';

const section = (id: string, ...fields: readonly string[]): SectionModel => ({
  id,
  columns: 2,
  items: fields.map((field) => ({ field, span: 1, options: {} })),
});
const layout: Layout = {
  sections: [section('one', 'A', 'B'), section('two', 'C')],
  columns: [],
  filters: [],
};
const at = { screen: 's', block: 'b' };
const item = (id: string): Part => ({ kind: 'item', id });
const fieldsOf = ({ sections }: Layout) => sections.map(({ items }) => items.map(({ field }) => field));
const place = (field: string, words: object) =>
  ({
    kind: 'place',
    ...at,
    as: 'item',
    field,
    name: placeName({ ...at, as: 'item', field }),
    ...words,
  }) as Change;

/** Moves as the person does, and the changes of the draft after that. */
function move(from: { layout: Layout; changes: readonly Change[] }, part: Part, by: -1 | 1) {
  const spot = stepFrom(from.layout, part, by);
  const next = spot ? withMove(from.layout, part, spot) : from.layout;
  const made = layoutChanges({ ...at, layout: next, touched: [part], changes: from.changes });
  const names = new Set(made.map(({ name }) => name));
  return { layout: next, changes: [...from.changes.filter(({ name }) => !names.has(name)), ...made] };
}

describe('the parts of a canvas', () => {
  it('are passed in order', () => {
    expect(partsIn(layout).map(({ id }) => id)).toEqual(['one', 'A', 'B', 'two', 'C']);
  });

  it('step within their section, and beyond its end into the next one', () => {
    const step = (field: string, by: -1 | 1) => stepFrom(layout, item(field), by);
    expect(step('A', 1)).toEqual({ section: 'one', after: 'B' });
    expect(step('B', -1)).toEqual({ section: 'one', after: '' });
    expect(step('B', 1)).toEqual({ section: 'two', after: '' });
    expect(step('C', -1)).toEqual({ section: 'one', after: 'B' });
    expect(step('A', -1)).toBeUndefined();
    expect(stepFrom(layout, { kind: 'section', id: 'two' }, -1)).toEqual({ after: '' });
  });
});

describe('the changes of a layout', () => {
  it('name the neighbour of a moved part, and keep others where they are', () => {
    const first = move({ layout, changes: [] }, item('C'), -1);
    expect(first.changes).toEqual([place('C', { section: 'one', after: 'B' })]);
    // A leaves its place before B, after which C stays.
    const second = move(move(first, item('C'), -1), item('B'), 1);
    expect(fieldsOf(second.layout)).toEqual([['A', 'C'], ['B']]);
    expect(second.changes).toEqual([
      place('C', { section: 'one', after: 'A' }),
      place('B', { section: 'two', after: '' }),
    ]);
  });

  it('take a removed neighbour into account', () => {
    const changes = [place('C', { section: 'one', after: 'B' })];
    const before = withMove(layout, item('C'), { section: 'one', after: 'B' });
    const next = withoutPart(before, item('B'));
    expect(removal({ ...at, changes }, 'item', 'B').put).toEqual([place('B', { remove: true })]);
    expect(layoutChanges({ ...at, layout: next, touched: [], changes })).toEqual([
      place('C', { section: 'one', after: 'A' }),
    ]);
  });

  it('give words to an item in its place, and take them away', () => {
    const given = layoutChanges({ ...at, layout, touched: [item('B')], changes: [], words: { twelfths: 4 } });
    expect(given).toEqual([place('B', { section: 'one', after: 'A', twelfths: 4 })]);
    const words = { twelfths: undefined };
    const [taken] = layoutChanges({ ...at, layout, touched: [item('B')], changes: given, words });
    expect(taken).toEqual(place('B', { section: 'one', after: 'A' }));
  });

  it('move own sections by their own change, shipped ones by an adjustment', () => {
    const own: Change = { kind: 'section', name: 's.b.two' };
    const next = withMove(layout, { kind: 'section', id: 'two' }, { after: '' });
    const made = (changes: readonly Change[]) =>
      layoutChanges({ ...at, layout: next, touched: [{ kind: 'section', id: 'two' }], changes });
    expect(made([own])).toEqual([{ ...own, after: '' }]);
    expect(made([])).toEqual([{ kind: 'adjust', name: 'section.s.b.two', after: '' }]);
    expect(sectionChange({ ...at, changes: [own] }, 'two')).toBe(own);
  });

  it('drop the placement of a field that the draft itself placed', () => {
    const own = place('C', { section: 'two' });
    expect(removal({ ...at, changes: [own] }, 'item', 'C')).toEqual({ put: [], gone: [own] });
  });
});
