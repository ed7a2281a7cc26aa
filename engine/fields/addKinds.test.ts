import { describe, expect, it } from 'vitest';
import { parseExpression } from '../expression/parseExpression.ts';
import { compileModel } from '../model/compileModel.ts';
import { type AddedKind, addKinds } from './addKinds.ts';
import { fieldKinds, kindOf, kinds } from './registry.ts';
import { line } from './traits.ts';

const shade: AddedKind = {
  ...line,
  name: 'shade',
  schema: { type: 'string', pattern: '^[a-z]{3,9}$' },
  written: {
    format: String,
    parse: (text) => (/^[a-z]{3,9}$/.test(text) ? text : undefined),
    problem: 'validation.shade',
  },
};
const add = (kind: object, id = 'paint') => addKinds([{ id, fields: [{ ...shade, ...kind } as AddedKind] }]);

describe('a kind of an extension', () => {
  it('is recognized by its name only, and may be added again by the same extension', () => {
    add({});
    add({ longest: 9 });
    expect(kindOf({ type: 'string', 'x-kind': 'shade' })).toBe('shade');
    expect(kindOf({ type: 'string' })).toBe('text');
    expect(Object.keys(kinds)).toContain('shade');
    expect(fieldKinds).not.toContain('shade');
  });

  const wrong: readonly (readonly [string, object, RegExp])[] = [
    ['with the name of a built-in kind', { name: 'money' }, /already comes from the engine/],
    ['with a name that is none', { name: 'Shade Of' }, /lower-case/],
    ['without a known column', { column: 'blob' }, /needs a column/],
    ['without a type', { schema: {} }, /schema with a type/],
    ['without filters', { filter: { ...shade.filter, operators: [] } }, /filter operators/],
    ['with an unknown operator', { filter: { ...shade.filter, operators: ['like'] } }, /filter operators/],
    [
      'that shows an operator it does not have',
      { filter: { ...shade.filter, operators: ['eq'] } },
      /among them/,
    ],
    ['whose pattern has no message', { written: undefined }, /needs `written`/],
    ['whose pattern cannot be matched', { schema: { type: 'string', pattern: '(?=a)' } }, /is not matched/],
  ];
  it.each(wrong)('%s is refused', (_, kind, message) => {
    expect(() => add(kind)).toThrow(message);
  });

  it('is refused if another extension adds one of the same name', () => {
    add({});
    expect(() => add({}, 'ink')).toThrow("'shade' of the extension 'ink' already comes from paint");
  });
});

describe('x-kind', () => {
  const findings = (declared: object) => {
    const json = { $id: 'wall', title: 'Wall', type: 'object', properties: { Shade: declared } };
    const set = { files: [{ file: 'schemas/home/wall/entity.json', json }] };
    return compileModel(set, { parse: parseExpression }).findings.map(({ message }) => message);
  };

  it.each([
    ['an unknown kind', { type: 'string', 'x-kind': 'hue' }, /no extension in use adds the field kind hue/],
    [
      'a built-in kind',
      { type: 'number', 'x-kind': 'money' },
      /no extension in use adds the field kind money/,
    ],
    ['another type', { type: 'integer', 'x-kind': 'shade' }, /values of shade are of type string/],
    ['texts that are missing', { type: 'string', 'x-kind': 'shade' }, /validation\.shade/],
  ])('with %s is a finding', (_, declared, message) => {
    add({});
    expect(findings(declared)).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });
});
