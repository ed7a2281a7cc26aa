/**
 * A browser compiles what it shows when it shows it, with the same result as the server, which compiles
 * everything at once.
 */
import { describe, expect, it } from 'vitest';
import { compileBundle, createBundle, type Model } from '#engine';
import { realDeclarations, realModel } from './realModel.ts';

const { set, compilation } = realDeclarations();
const whole = realModel();
const bundleOf = () => JSON.parse(JSON.stringify(createBundle(set, compilation ?? expect.unreachable())));

/** All data of a model, with the texts of its expressions; seeds, cases and row access stay on the server. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value, withMaps) ?? 'null');

function withMaps(name: string, value: unknown): unknown {
  if (name === 'seed' || name === 'cases' || name === 'rowAccess') return undefined;
  if (value instanceof Map) return [...value];
  return value instanceof Set ? [...value] : value;
}

/** A bundle that counts which expressions are requested. */
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

/** Queries stay on the server, and so do their titles in the first language. */
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

  it.each(parts)("equals the server's in %s", (part) => {
    const expected = part === 'messages' ? withoutQueries(whole.messages) : whole[part];
    expect(plain(late[part])).toEqual(plain(expected));
  });

  it('starts with almost no expression, and compiles those of opened screens', () => {
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
