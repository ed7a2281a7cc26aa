/** Stores a copy: the root and what it owns; returns what is left for a job. */
import type { DataRecord } from '#engine';
import type { Owned } from './collectOwned.ts';
import type { CopyInput, Remaining, Waiting } from './copyInput.ts';
import { areLong, copyMany, manyOf } from './copyMany.ts';
import { withoutNumbers } from './numberRecord.ts';
import { ruleContext, type WriteScope } from './OperationCall.ts';
import { remapReferences } from './remapReferences.ts';
import { withoutSignatures } from './signatures.ts';
import { insertRecord } from './writeRecord.ts';

export type Origin = { readonly source: DataRecord; readonly owned: readonly Owned[] };

/** A record to store, and the id of its source. */
type Made = Owned & { readonly from: string };

/** Stores the root and copies of what the source owns, with new ids; returns what is left to do. */
export async function insertCopies(
  scope: WriteScope,
  root: Owned,
  { source, owned }: Origin,
): Promise<CopyInput | undefined> {
  const { newId } = scope.call.runtime.ports;
  const newIds = new Map<string, string>([[String(source.Id), String(root.record.Id)]]);
  for (const { record } of owned) newIds.set(String(record.Id), newId());
  const made = owned.map(({ plan, record }) => {
    const from = String(record.Id);
    return {
      plan,
      record: { ...withoutSignatures(plan, withoutNumbers(plan, record)), Id: newIds.get(from) },
      from,
    };
  });
  const [remaining, waiting]: [Remaining[], Waiting[]] = [[], []];
  for (const { plan, record, from } of [{ ...root, from: String(source.Id) }, ...made]) {
    const left = await insertOne(scope, {
      plan,
      record: remapReferences(plan.stored, record, newIds),
      from,
    });
    remaining.push(...(left?.remaining ?? []));
    waiting.push(...(left?.waiting ?? []));
  }
  return waiting.length > 0 ? { remaining, waiting, done: 0 } : undefined;
}

type Left = Pick<CopyInput, 'remaining' | 'waiting'>;

/** Stores a record and the many it owns; marks it incomplete if they exceed one transaction. */
async function insertOne(scope: WriteScope, { plan, record, from }: Made): Promise<Left | undefined> {
  const { entity } = plan;
  const id = String(record.Id);
  const many = manyOf(scope.call, plan, { from, to: id });
  if (!entity.filling || !(await areLong(scope.session, many))) {
    await insertRecord(scope, plan, record);
    await copyMany(scope, many);
    return undefined;
  }
  const vars = { ...ruleContext(scope.call, { action: 'create' }), record };
  const hidden = Object.entries(entity.filling).map(
    ([name, value]) => [name, value.evaluate({ root: record, vars }) ?? null] as const,
  );
  await insertRecord(scope, plan, { ...record, ...Object.fromEntries(hidden) });
  const waiting: Waiting = {
    entity: entity.id,
    id,
    name: String(record[entity.labelField] ?? id),
    shown: Object.fromEntries(hidden.map(([name]) => [name, record[name] ?? null])),
    many: many.map((one) => ({ entity: one.entity, field: one.of.field })),
  };
  return { remaining: many, waiting: [waiting] };
}
