/** A browser compiles what it shows, when it shows it, and comes to what the server has compiled at once. */
import { describe, expect, it } from 'vitest';
import { compileBundle, createBundle, type Model } from '#engine';
import { realDeclarations, realModel } from './realModel.ts';

const { set, compilation } = realDeclarations();
const whole = realModel();
const bundleOf = () => JSON.parse(JSON.stringify(createBundle(set, compilation ?? expect.unreachable())));

/** All that is data of a model, with the texts of its expressions; seeds, cases and row access stay on the server. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value, withMaps) ?? 'null');

function withMaps(name: string, value: unknown): unknown {
  if (name === 'seed' || name === 'cases' || name === 'rowAccess') return undefined;
  if (value instanceof Map) return [...value];
  return value instanceof Set ? [...value] : value;
}

/** A bundle that counts which expressions are asked for. */
function counted() {
  const bundle = bundleOf();
  const asked = new Set<string>();
  const trees = new Proxy(bundle.trees, {
    get: (all, name) => {
      asked.add(String(name));
      return Reflect.get(all, name);
    },
  });
  return { model: compileBundle({ ...bundle, trees }), asked };
}

/** Queries stay on the server, and their titles, which are of the first language, with them. */
function withoutQueries(messages: Model['messages']) {
  const titles = [...messages['en-CA']].filter(([key]) => !key.startsWith('queries.'));
  return { ...messages, 'en-CA': new Map(titles) };
}

describe('the model of a browser', () => {
  const late = compileBundle(bundleOf());
  const parts = [
    'entities',
    'screens',
    'routes',
    'menu',
    'lookups',
    'features',
    'roles',
    'messages',
    'settings',
  ] as const;

  it.each(parts)('has the %s of the server', (part) => {
    const expected = part === 'messages' ? withoutQueries(whole.messages) : whole[part];
    expect(plain(late[part])).toEqual(plain(expected));
  });

  it('begins with next to no expression, and compiles those of what is opened', () => {
    const { model, asked } = counted();
    const start = asked.size;
    expect(start).toBeLessThan(Object.keys(bundleOf().trees).length / 10);
    const read = (from: Model) => from.entities.get('product')?.rules.state.length;
    expect(read(model)).toBe(read(whole));
    const withProduct = asked.size;
    expect(withProduct).toBeGreaterThan(start);
    expect(read(model)).toBe(read(whole));
    expect(asked.size).toBe(withProduct);
  });
});
