import { compileModel, type DeclarationFile, parseExpression } from '#engine';
import type { BenchRow } from './harness.ts';

const count = 100;

/** Compiling (and reviewing) 100 entities of 20 fields and 8 rules, and 100 screens with a grid and a form. */
export async function bench(): Promise<BenchRow[]> {
  const set = { files: [defaults, ...Array.from({ length: count }, (_, index) => filesOf(index)).flat()] };
  const times = Array.from({ length: 5 }, () => timed(() => compileModel(set, { parse: parseExpression })));
  return [
    {
      name: 'compile 100 entities and 100 screens',
      unit: 'ms',
      ours: Math.min(...times),
      target: { atMost: 300 },
    },
  ];
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const defaults: DeclarationFile = {
  file: 'schemas/defaults.json',
  json: {
    settings: { pageSize: 10, maximumPageSize: 1000, textFilterMinimumLength: 3, bodyLimitBytes: 1048576 },
    systemFields: { Id: { type: 'string', format: 'uuid', readOnly: true } },
  },
};

function filesOf(index: number): DeclarationFile[] {
  const id = `thing-${index}`;
  const names = Array.from({ length: 20 }, (_, place) => `Field${place}`);
  const properties = Object.fromEntries(
    names.map((name, place) => [name, place % 2 ? { type: 'number' } : { type: 'string', maxLength: 50 }]),
  );
  // Texts differ by entity, so that no parsed expression serves twice.
  const rules = [1, 3, 5, 7].flatMap((place) => [
    {
      id: `visible-${place}`,
      field: `Field${place}`,
      relevant: `$has(Field0) and Field${place + 2} < ${index}`,
    },
    {
      id: `check-${place}`,
      check: `$not($has(Field${place})) or Field${place} >= ${index}`,
      at: [`Field${place}`],
      message: 'low',
    },
  ]);
  const routes = [
    { route: `GET /${id}`, operation: 'find' },
    { route: `PUT /${id}/{id}`, operation: 'update' },
  ];
  const grid = { kind: 'grid', id: 'grid', entity: id, find: `/${id}`, columns: names };
  const form = {
    kind: 'form',
    id: 'form',
    entity: id,
    sections: [{ id: 'one', items: names }],
    save: { label: 'save', route: `PUT /${id}/{Id}` },
  };
  return [
    {
      file: `schemas/shop/${id}/entity.json`,
      json: { $id: id, title: id, type: 'object', properties: { Name: { type: 'string' }, ...properties } },
    },
    { file: `schemas/shop/${id}/behaviour.json`, json: { for: id, rules } },
    { file: `schemas/shop/${id}/api.json`, json: { for: id, routes } },
    {
      file: `screens/shop/${id}.json`,
      json: { id, route: `/${id}`, access: 'login', title: 'title', blocks: [grid, form] },
    },
  ];
}
