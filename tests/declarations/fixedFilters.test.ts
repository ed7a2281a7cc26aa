/** Filters that a screen always sets: their paths, operators and values are those that its list call takes. */
import { expect, it } from 'vitest';
import { checkDeclarations, type FieldModel, parseListQuery } from '#engine';
import { compiledOnce } from '../support/parseOnce.ts';
import { realDeclarations, realModel } from './realModel.ts';

const screen = 'screens/catalogue/products.json';

/** The findings about the filters of the list of products. */
function found(where: readonly object[]): readonly (readonly [path: string, message: string])[] {
  const { set } = realDeclarations();
  const files = set.files.map((one) => {
    if (one.file !== screen) return one;
    // biome-ignore lint/suspicious/noExplicitAny: any screen
    const json = structuredClone(one.json) as any;
    json.blocks.find(({ kind }: { kind: string }) => kind === 'grid').where = where;
    return { ...one, json };
  });
  return checkDeclarations({ ...set, files }, compiledOnce)
    .findings.filter(({ file, path }) => file === screen && path.includes('/where/'))
    .map(({ path, message }) => [path.replace(/^.*\/where/, ''), message] as const);
}

it('values of every field are held to what the list call takes', () => {
  const model = realModel();
  const entity = model.entities.get('product');
  const refuses = ({ name }: FieldModel, text: string): boolean => {
    const query = { FilterProperty: name, FilterOperator: 'eq', FilterValue: text };
    const asked = entity && parseListQuery(new URLSearchParams(query), entity, { model, zone: 'UTC' });
    return asked?.problem?.message.startsWith('query.value') ?? false;
  };
  const fields = (entity?.fields ?? []).filter(({ stored, ref }) => stored && !ref);
  for (const text of ['§', '9999']) {
    const where = fields.map(({ name }) => ({ path: name, operator: 'eq', value: `'${text}'` }));
    const wrong = fields.flatMap((field, at) => (refuses(field, text) ? [`/${at}/value`] : []));
    const values = found(where).filter(([path]) => path.endsWith('/value'));
    expect(values.map(([path]) => path)).toEqual(wrong);
    expect(wrong.length).toBeGreaterThan(2);
  }
});

it('operators and paths are', () => {
  expect(
    found([
      { path: 'CreatedDate', operator: 'words', value: "'a'" },
      { path: 'Created', operator: 'eq', value: "'a'" },
      { path: 'Name', operator: 'words', value: '$user.UserName' },
    ]),
  ).toEqual([
    ['/0/operator', expect.stringContaining('CreatedDate cannot be filtered by words.')],
    ['/1', expect.stringContaining('product has no field Created.')],
  ]);
});
