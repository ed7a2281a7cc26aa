import { describe, expect, it } from 'vitest';
import { narrow, offerOf, toggled } from './pickable.ts';

const type = (Category: string) => ({ Id: Category, Name: `${Category} parts`, Category });
const records = [
  { Id: '1', Name: 'Cylinder block', Code: 'ENG-001', IsActive: true, ComponentType: type('Regular') },
  { Id: '2', Name: 'Écrou', Code: 'ENG-002', IsActive: true, ComponentType: type('Regular') },
  { Id: '3', Name: 'Oil change', Code: 'MNT-001', IsActive: false, ComponentType: type('Maintenance') },
];
const filter = { kind: 'compare', path: 'IsActive', operator: 'eq', value: true } as const;
const offer = (chosen: readonly { Id: string; Name: string }[] = []) =>
  offerOf(records, { chosen, filter, note: ['Code', 'ComponentType.Name'] });
const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label);

describe('records to pick from', () => {
  it('C-186 offers only records that the rule allows', () => {
    expect(labels(offer())).toEqual(['Cylinder block', 'Écrou']);
  });

  it('keeps chosen records visible that are no longer offered or listed', () => {
    const items = offer([
      { Id: '3', Name: 'Oil change' },
      { Id: '9', Name: 'Gone for good' },
    ]);
    expect(items.map(({ label, isChosen, isGone }) => [label, isChosen, isGone])).toEqual([
      ['Gone for good', true, true],
      ['Cylinder block', false, false],
      ['Écrou', false, false],
      ['Oil change', true, true],
    ]);
  });

  it('finds every typed word in name or note, ignoring case and accents', () => {
    expect(labels(narrow(offer(), { search: 'ecrou', onlyChosen: false }))).toEqual(['Écrou']);
    expect(labels(narrow(offer(), { search: ' BLOCK eng-0', onlyChosen: false }))).toEqual([
      'Cylinder block',
    ]);
    expect(narrow(offer(), { search: 'block 002', onlyChosen: false })).toEqual([]);
  });

  it('adds and removes whole records, with what rules read of them', () => {
    const [first] = offer();
    if (!first) throw new Error('Nothing is offered.');
    const picked = toggled([], first);
    expect(picked).toEqual([first.record]);
    expect(picked[0]).toMatchObject({ Id: '1', Name: 'Cylinder block', ComponentType: type('Regular') });
    expect(toggled(picked, { ...first, isChosen: true })).toEqual([]);
  });
});
