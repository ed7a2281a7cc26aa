import { describe, expect, it } from 'vitest';
import { declarationSet } from '../model/testDeclarations.ts';
import { baseValues } from './baseValues.ts';
import { mergeChanges } from './mergeChanges.ts';
import { rememberBase } from './rememberBase.ts';
import { choicesOf, resolveUpgrade } from './resolveUpgrade.ts';
import { type AffectedChange, threeWay } from './threeWay.ts';
import type { AdjustChange, Change, MessageChange } from './types.ts';

const text = (name: string, en: string): MessageChange => ({ kind: 'message', name, text: { 'en-CA': en } });

describe('two overlays with a common base', () => {
  const base = [text('a', '1'), text('b', '1'), text('c', '1'), text('d', '1')];

  it('keep one-sided changes, and conflict in the rest', () => {
    const mine = [text('a', '2'), text('b', '2'), text('d', '1'), text('e', '9')];
    const theirs = [text('a', '1'), text('b', '3'), text('c', '1'), text('f', '9')];
    const { changes, conflicts } = mergeChanges(base, mine, theirs);
    expect(changes).toEqual([text('a', '2'), text('e', '9'), text('f', '9')]);
    expect(conflicts).toEqual([
      { kind: 'message', name: 'b', base: text('b', '1'), mine: text('b', '2'), theirs: text('b', '3') },
    ]);
  });

  it('conflict when one removed what the other changed', () => {
    const { conflicts } = mergeChanges([text('a', '1')], [], [text('a', '2')]);
    expect(conflicts).toEqual([{ kind: 'message', name: 'a', base: text('a', '1'), theirs: text('a', '2') }]);
  });
});

describe('new shipped declarations', () => {
  const shipped = (code: object) =>
    declarationSet({
      'schemas/test/thing/entity.json': {
        $id: 'thing',
        title: 'Thing',
        properties: { Code: { type: 'string', ...code } },
      },
      'schemas/messages/fr-CA/test.json': { messages: { 'field.thing.Code': 'Code' } },
    });
  const change: AdjustChange = {
    kind: 'adjust',
    name: 'field.thing.Code',
    maxLength: 20,
    title: { 'en-CA': 'Number', 'fr-CA': 'Code' },
    was: { maxLength: 50, title: { 'en-CA': 'Code', 'fr-CA': 'Code' } },
  };

  it('leave unrelated changes alone', () => {
    const base = shipped({ title: 'Code', maxLength: 50 });
    expect(baseValues(base, change)).toMatchObject({ ...change.was });
    expect(threeWay(base, [change])).toMatchObject({ clean: [change], conflicting: [], obsolete: [] });
  });

  it('conflict when they differ from what the change replaced', () => {
    const { conflicting } = threeWay(shipped({ title: 'Code', maxLength: 40 }), [change]);
    expect(conflicting).toMatchObject([{ change, was: { maxLength: 50 }, is: { maxLength: 40 } }]);
  });

  it('conflict when the change can no longer be applied', () => {
    const { conflicting } = threeWay(declarationSet({}), [change]);
    expect(conflicting).toMatchObject([{ change, is: undefined }]);
  });

  it('make changes with the same values obsolete', () => {
    expect(threeWay(shipped({ title: 'Number', maxLength: 20 }), [change])).toMatchObject({
      obsolete: [{ change }],
      conflicting: [],
    });
  });

  it('leave alone a change that agrees in one member and differs in none', () => {
    const base = shipped({ title: 'Number', maxLength: 50 });
    expect(threeWay(base, [change])).toMatchObject({ clean: [change], conflicting: [], obsolete: [] });
  });

  it('are taken where they changed; the rest of the change is kept and based on them', () => {
    const base = shipped({ title: 'Code', maxLength: 40 });
    const [affected] = threeWay(base, [change]).conflicting as [AffectedChange];
    expect(affected.moved).toEqual(['maxLength']);
    expect(choicesOf(affected)).toEqual(['mine', 'shipped', 'drop']);
    const { maxLength: _, ...rest } = change;
    expect(resolveUpgrade(base, affected, 'shipped')).toEqual({ ...rest, was: { title: change.was?.title } });
    const mine = resolveUpgrade(base, affected, 'mine') as Change;
    expect(mine).toEqual({ ...change, was: { ...change.was, maxLength: 40 } });
    expect(threeWay(base, [mine]).clean).toEqual([mine]);
    expect(resolveUpgrade(base, affected, 'drop')).toBeUndefined();
  });

  it('leave a role alone that gains more, and make obsolete what grants it the same', () => {
    const roles = (features: readonly string[]) =>
      declarationSet({ 'schemas/access/roles.json': { roles: [{ id: 'clerk', title: 'Clerk', features }] } });
    const gives: Change = { kind: 'role', name: 'clerk', add: ['Thing.Edit'], was: {} };
    expect(threeWay(roles(['Other.View']), [gives], []).clean).toEqual([gives]);
    expect(threeWay(roles(['Thing.*']), [gives], []).obsolete).toMatchObject([{ change: gives }]);
  });
});

describe('what a change replaced', () => {
  const base = declarationSet({
    'schemas/test/thing/entity.json': {
      $id: 'thing',
      title: 'Thing',
      properties: { Code: { type: 'string', title: 'Code', maxLength: 50 } },
    },
  });
  const bare: AdjustChange = { kind: 'adjust', name: 'field.thing.Code', maxLength: 20 };

  it('is recorded for its members, and editing it does not resolve an upgrade', () => {
    expect(rememberBase(base, bare)).toEqual({ ...bare, was: { maxLength: 50 } });
    const before = { ...bare, was: { maxLength: 60 } };
    const edited = { ...bare, maxLength: 10, title: { 'en-CA': 'Number', 'fr-CA': 'Nombre' } };
    expect(rememberBase(base, edited, before)).toEqual({
      ...edited,
      was: { maxLength: 60, title: { 'en-CA': 'Code' } },
    });
  });
});
