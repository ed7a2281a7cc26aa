import { describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { engineDoor, isForEngine } from './engineDoor.ts';
import { realModel } from './realModel.ts';

for (const entity of realModel().entities.values())
  if (entity.cases.length > 0)
    describe(`${entity.id}, judged by the engine`, () => {
      for (const example of entity.cases.filter((one) => isForEngine(entity, one)))
        it(`${example.title} (${example.operation})`, () => {
          const { expect: expected } = example;
          const verdict = engineDoor(realModel(), entity, example);
          expect(verdict, JSON.stringify(verdict.rules)).toMatchObject({ accepted: expected.accepted });
          expect(verdict.rules).toEqual(expect.arrayContaining([...(expected.rules ?? [])]));
          expect(verdict.at).toEqual(expect.arrayContaining([...(expected.at ?? [])]));
          if (expected.status === 403) expect(verdict.rules).toEqual(['policy']);
          expect(plain(verdict.record)).toMatchObject(plain(expected.values ?? {}));
        });
    });

/** Ids instead of expanded objects, nothing instead of null: what two shapes of one record have in common. */
function plain(record: DataRecord | undefined): Record<string, unknown> {
  const simple = (value: unknown): unknown => {
    if (value === null) return undefined;
    if (Array.isArray(value)) return value.map(simple);
    if (typeof value !== 'object') return value;
    const entries = Object.entries(value).map(([name, inner]) => [name, simple(inner)] as const);
    const isReference = 'Id' in value && !('CoverageItemId' in value);
    return isReference ? value.Id : Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
  };
  const { Id: _, ...rest } = record ?? {};
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, simple(value)]));
}
