/** The large sample (SEED=large): as the issue requires, within the rules, and the same every time. */
import { describe, expect, it } from 'vitest';
import { compileValidators, type DataRecord, evaluateRecord, type RuleContext, uniqueKey } from '#engine';
import { buildNetwork } from '../../scripts/seed/network/buildNetwork.mjs';
import { answerShape, kinOf } from './answerShape.ts';
import { realModel } from './realModel.ts';

const model = realModel();
const today = '2026-11-20';
const files = [...model.entities.values()].flatMap(({ seed }) => seed.files);
const sample = (entity: string): readonly DataRecord[] => {
  if (entity === 'file') return files;
  const seed = model.entities.get(entity)?.seed;
  return [...(seed?.reference ?? []), ...(seed?.demo ?? [])];
};
const network: Readonly<Record<string, readonly DataRecord[]>> = buildNetwork({ sample, today });
const all = (entity: string) => [...sample(entity), ...(network[entity] ?? [])];
const pools = Object.fromEntries([...model.entities.keys()].map((entity) => [entity, all(entity)]));
const of = (entity: string) => network[entity] ?? [];

describe('the large sample', () => {
  it('is a network as large as a real one, in every province', () => {
    expect(of('dealer')).toHaveLength(300);
    expect(of('dealer-group')).toHaveLength(10);
    expect(of('employee')).toHaveLength(1200);
    expect(of('lienholder')).toHaveLength(60);
    expect(new Set(of('dealer').map(({ Province }) => Province)).size).toBe(13);
    for (const { Province, PreferredLanguageCulture, AccountFriendlyId } of of('dealer'))
      if (Province === 'QC') expect(PreferredLanguageCulture, String(AccountFriendlyId)).toBe('fr-CA');
    expect(of('licence').some(({ ExpiryDate }) => String(ExpiryDate) < today)).toBe(true);
    for (const entity of ['dealer-product', 'dealer-agreement', 'dealership-sale', 'history', 'profile-note'])
      expect(of(entity).length, entity).toBeGreaterThan(10);
    expect(buildNetwork({ sample, today })).toEqual(network);
  });

  it('refers only to existing records, and has no duplicates', () => {
    for (const [entity, records] of Object.entries(network)) {
      const { fields = [], unique = [] } = model.entities.get(entity) ?? {};
      for (const { name, ref } of fields.filter(({ kind }) => kind === 'reference')) {
        const known = new Set(all(ref?.entity ?? '').map(({ Id }) => Id));
        expect(
          records.filter((one) => one[name] && !known.has(one[name])),
          `${entity}.${name}`,
        ).toEqual([]);
      }
      const keys = [{ id: 'Id', within: [], fields: ['Id'] }, ...unique].map((one) => {
        const values = all(entity).map((record) =>
          [...one.within, ...one.fields].map((name) => uniqueKey(String(record[name] ?? ''))).join('|'),
        );
        const filled = values.filter((value) => value.replace(/\|/g, '') !== '');
        return [one.id, filled.length - new Set(filled).size];
      });
      expect(keys, entity).toEqual(keys.map(([id]) => [id, 0]));
    }
  });

  const validators = compileValidators(model);
  const user = { Id: '', UserName: '', DisplayName: '', Roles: [], Features: [...model.features.keys()] };
  for (const [id, records] of Object.entries(network))
    it(`follows every rule of ${id}`, () => {
      const entity = model.entities.get(id);
      if (!entity) throw new Error(id);
      const { owner } = entity;
      for (const record of records.filter((_, n) => n % Math.ceil(records.length / 25) === 0)) {
        const previous = answerShape(model, id, record, pools);
        const held = owner && all(owner.ref?.entity ?? '').find(({ Id }) => Id === record[owner.name]);
        const context: RuleContext = {
          ...{ model, user, today, now: `${today}T15:00:00Z`, locale: 'en-CA', action: 'update', previous },
          owner: held && {
            ...answerShape(model, owner?.ref?.entity ?? '', held, pools),
            ...kinOf(model, entity, { owner: held, recordsOf: all }),
          },
        };
        const { issues, record: next } = evaluateRecord(entity, previous, context, validators);
        expect(issues, JSON.stringify(record)).toEqual([]);
        for (const field of entity.fields.filter(({ stored }) => stored))
          expect(next[field.name] ?? null, `${id}.${field.name}`).toEqual(previous[field.name] ?? null);
      }
    });
});
