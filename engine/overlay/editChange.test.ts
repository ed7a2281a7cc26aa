import { describe, expect, it } from 'vitest';
import { applyEdits, editsBetween } from './editChange.ts';
import type { Change } from './types.ts';

const texts = (en: string, fr = en) => ({ 'en-CA': en, 'fr-CA': fr });
const field = { kind: 'field', name: 'product.Note', type: 'text', title: texts('Note') } as Change;
const role = { kind: 'role', name: 'viewer', add: ['A'], remove: ['Z'] } as Change;
const place = {
  kind: 'place',
  name: 's.b.item.N',
  screen: 's',
  block: 'b',
  as: 'item',
  field: 'N',
} as Change;

/** The result of edits to the same change in two windows. */
const both = (base: readonly Change[], one: Change | undefined, other: Change | undefined) => {
  const edits = [one, other].map((after, index) =>
    editsBetween(base, after ? [after] : [], after ? [] : base.slice(0, index + 1)),
  );
  return applyEdits(applyEdits(base, edits[0] ?? []).changes, edits[1] ?? []);
};

describe('edits', () => {
  it.each([
    ['made', undefined, field],
    ['said otherwise', field, { ...field, title: texts('Note', 'Remarque'), maxLength: 9 } as Change],
    ['saying less', { ...field, help: texts('Help') } as Change, field],
    ['a place, which says nothing else', undefined, place],
    ['moved', place, { ...place, after: 'Name' } as Change],
    ['a role given and taken', role, { ...role, add: ['A', 'B'], remove: undefined } as unknown as Change],
  ])('turn one into the other: %s', (_, before, after) => {
    const base = before ? [before] : [];
    const { changes, conflicts } = applyEdits(base, editsBetween(base, [after]));
    expect(conflicts).toEqual([]);
    expect(changes).toEqual([JSON.parse(JSON.stringify(after))]);
  });

  it('of different members, and of different languages of a text, are merged', () => {
    expect(
      both(
        [field],
        { ...field, title: texts('Remark', 'Note') } as Change,
        { ...field, title: texts('Note', 'Remarque'), maxLength: 5 } as Change,
      ),
    ).toEqual({ conflicts: [], changes: [{ ...field, title: texts('Remark', 'Remarque'), maxLength: 5 }] });
  });

  it('of a role’s rights are all kept, even if the role had none', () => {
    const give = (add: readonly string[]) => ({ kind: 'role', name: 'viewer', add }) as unknown as Change;
    expect(both([], give(['B']), give(['A'])).changes).toEqual([give(['A', 'B'])]);
    expect(
      both([role], { ...role, add: [] } as unknown as Change, { ...role, remove: [] } as unknown as Change),
    ).toEqual({
      conflicts: [],
      changes: [],
    });
  });

  it('of the same place conflict when they differ, and overwrite nothing', () => {
    const one = { ...field, maxLength: 5 } as Change;
    const met = both([field], one, { ...field, maxLength: 7 } as Change);
    expect(met).toEqual({
      changes: [one],
      conflicts: [{ kind: 'field', name: 'product.Note', at: '/maxLength' }],
    });
    expect(both([field], one, one).conflicts).toEqual([]);
  });

  it('removing a change that someone edits is a conflict; removing it twice is not', () => {
    const one = { ...field, maxLength: 5 } as Change;
    expect(both([field], one, undefined)).toMatchObject({ changes: [one], conflicts: [{ at: '' }] });
    expect(applyEdits([], editsBetween([field], [], [field]))).toEqual({ changes: [], conflicts: [] });
  });

  it('treat names on Object.prototype like others', () => {
    const step = { at: '/__proto__/polluted', to: 'yes' };
    applyEdits([], [{ kind: 'field', name: 'product.Note', steps: [step] }]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
