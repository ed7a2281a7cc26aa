import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  compileValidators,
  type DataRecord,
  type EntityModel,
  evaluateRecord,
  type RuleContext,
  uniqueKey,
} from '#engine';
import { buildSeed, seedFile } from '../../scripts/seed/buildSeed.mjs';
import { answerShape, kinOf } from './answerShape.ts';
import { realModel } from './realModel.ts';

const model = realModel();
const recordsOf = (entity: string): readonly DataRecord[] => {
  const seed = model.entities.get(entity)?.seed;
  return [...(seed?.reference ?? []), ...(seed?.demo ?? [])];
};
const pools = Object.fromEntries([...model.entities.keys()].map((entity) => [entity, recordsOf(entity)]));
const products = recordsOf('product');

describe('the demo catalogue', () => {
  it("equals the generator's output", async () => {
    for (const [entity, text] of Object.entries(await buildSeed()))
      expect(readFileSync(seedFile(entity), 'utf8') === text, entity).toBe(true);
  });

  it('has 200 products over all five states and several versions', () => {
    expect(products).toHaveLength(200);
    expect(new Set(products.map(({ ProductStateTypeId }) => ProductStateTypeId))).toEqual(
      new Set([1, 2, 3, 4, 5]),
    );
    expect(new Set(products.map(({ Version }) => Version)).size).toBeGreaterThanOrEqual(4);
    expect(products.some(({ Subversion }) => Subversion === 1)).toBe(true);
  });

  it('gives every product 2 to 5 plans, in an order without gaps', () => {
    for (const { Id } of products) {
      const orders = recordsOf('plan')
        .filter(({ ProductId }) => ProductId === Id)
        .map(({ SortOrder }) => SortOrder);
      expect(orders.length).toBeGreaterThanOrEqual(2);
      expect(orders.length).toBeLessThanOrEqual(5);
      expect(orders).toEqual(orders.map((_, index) => index));
    }
  });

  it('has at least 300 components, of both categories', () => {
    expect(recordsOf('component').length).toBeGreaterThanOrEqual(300);
    expect(new Set(recordsOf('component-type').map(({ Category }) => Category))).toEqual(
      new Set(['Regular', 'Maintenance']),
    );
  });

  it('refers only to existing records', () => {
    const contents = [...model.entities.values()].flatMap(({ seed }) => seed.files);
    for (const entity of model.entities.values())
      for (const field of entity.fields.filter(({ kind }) => kind === 'reference')) {
        const known = new Set([...recordsOf(field.ref?.entity ?? ''), ...contents].map(({ Id }) => Id));
        const lost = recordsOf(entity.id).filter(
          (record) => record[field.name] && !known.has(record[field.name]),
        );
        expect(lost, `${entity.id}.${field.name}`).toEqual([]);
      }
  });

  it('has no duplicates where values must be unique', () => {
    for (const entity of model.entities.values())
      for (const unique of entity.unique) {
        const fields = [...unique.within, ...unique.fields];
        const keys = recordsOf(entity.id).map((record) =>
          fields.map((name) => uniqueKey(String(record[name] ?? ''))).join('|'),
        );
        expect(new Set(keys).size, unique.id).toBe(keys.length);
      }
  });

  const validators = compileValidators(model);
  /** The record that owns another one, with its computed values. */
  const ownerOf = (entity: EntityModel, record: DataRecord): DataRecord | undefined => {
    const { owner } = entity;
    const above = model.entities.get(owner?.ref?.entity ?? '');
    const found = above && recordsOf(above.id).find(({ Id }) => Id === record[owner?.name ?? '']);
    if (!above || !found) return undefined;
    const shaped = answerShape(model, above.id, found, pools);
    const context = { model, user, today: '', now: '', locale: 'en-CA', action: 'get' } as const;
    const whole = evaluateRecord(above, shaped, { ...context, owner: ownerOf(above, shaped) }, validators);
    return { ...whole.record, ...kinOf(model, entity, { owner: found, recordsOf }) };
  };
  const user = { Id: '', UserName: '', DisplayName: '', Roles: [], Features: [...model.features.keys()] };
  for (const entity of model.entities.values())
    if (recordsOf(entity.id).length > 0)
      it(`follows every rule of ${entity.id}`, () => {
        for (const record of recordsOf(entity.id)) {
          const shaped = answerShape(model, entity.id, record, pools);
          const context: RuleContext = {
            model,
            user,
            today: '2026-11-20',
            now: '2026-11-20T15:00:00Z',
            locale: 'en-CA',
            action: 'update',
            previous: shaped,
            owner: ownerOf(entity, shaped),
          };
          const evaluation = evaluateRecord(entity, shaped, context, validators);
          expect(evaluation.issues, JSON.stringify(record)).toEqual([]);
          expect(stored(entity, evaluation.record), 'brought to order already').toEqual(
            stored(entity, shaped),
          );
        }
      });
});

/** Without values derived at every read. */
function stored({ fields }: EntityModel, record: DataRecord): DataRecord {
  const derived = new Set(fields.flatMap((field) => (field.stored ? [] : [field.name])));
  return Object.fromEntries(Object.entries(record).filter(([name]) => !derived.has(name)));
}
