/** Computes linked values of records again and writes those that differ, with the values computed from them. */
import {
  type DataRecord,
  type EntityModel,
  type FieldModel,
  type Model,
  sameValue,
  type ValueRule,
} from '#engine';
import type { StoreSession } from '../../store/types.ts';
import { computedFields, type recomputed } from '../storedComputed.ts';
import type { Mark } from './marks.ts';
import { rollUpValues } from './rollUpValues.ts';

export type LinkedChange = {
  readonly entity: string;
  readonly previous: DataRecord;
  readonly next: DataRecord;
  readonly changed: readonly string[];
};

export type Refreshing = {
  readonly model: Model;
  /** Recomputes other stored values of a record; absent where the caller fills them later. */
  readonly recompute?:
    | ((session: StoreSession, asked: Parameters<typeof recomputed>[2]) => Promise<DataRecord>)
    | undefined;
  /** Before a record is written: whether something waits for it as it was, which the change then ends or restarts. */
  readonly follow?: ((session: StoreSession, change: LinkedChange) => Promise<boolean>) | undefined;
  /** Called for each record written. */
  readonly onChange?: ((entity: string, id: string) => void) | undefined;
};

/** Records in memory at once. */
const atOnce = 200;

export async function refreshRecords(
  at: Refreshing,
  session: StoreSession,
  { entity: id, marks }: { readonly entity: string; readonly marks: ReadonlyMap<string, Mark> },
): Promise<void> {
  const entity = at.model.entities.get(id);
  if (!entity) return;
  const all = [...marks.keys()];
  for (let from = 0; from < all.length; from += atOnce) {
    const ids = all.slice(from, from + atOnce);
    const rolled = await rolledUp({ ...at, session, entity }, ids, marks);
    for (const record of await session.getMany(id, ids)) {
      const set = valuesOf({ entity, record, mark: marks.get(String(record.Id)), rolled });
      await refreshRecord(at, session, { entity, record, set });
    }
  }
}

type Rolled = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** By field, the value of each record that is computed again. */
async function rolledUp(
  { model, session, entity }: { model: Model; session: StoreSession; entity: EntityModel },
  ids: readonly string[],
  marks: ReadonlyMap<string, Mark>,
): Promise<Rolled> {
  const found = new Map<string, ReadonlyMap<string, unknown>>();
  for (const rollUp of entity.rollUps) {
    const wanted = ids.filter((id) => marks.get(id)?.fields.has(rollUp.field));
    if (wanted.length > 0)
      found.set(rollUp.field, await rollUpValues({ session, model, holder: entity.id }, rollUp, wanted));
  }
  return found;
}

type Valued = {
  readonly entity: EntityModel;
  readonly record: DataRecord;
  readonly mark: Mark | undefined;
  readonly rolled: Rolled;
};

/** The linked values that differ from the stored ones. */
function valuesOf({ entity, record, mark, rolled }: Valued): DataRecord {
  if (!mark) return {};
  const id = String(record.Id);
  const values: [string, unknown][] = [];
  for (const { field } of entity.rollUps)
    if (rolled.get(field)?.has(id)) values.push([field, rolled.get(field)?.get(id)]);
    else if (mark.more.has(field))
      values.push([field, added(entity.fieldByPath.get(field), record[field], mark.more.get(field) ?? 0)]);
  for (const { field, by, reads } of entity.lookThroughs) {
    if (!mark.fields.has(field)) continue;
    const shown = record[entity.fieldByPath.get(by)?.expand?.as ?? by] as DataRecord | null | undefined;
    values.push([field, shown?.[reads] ?? null]);
  }
  return Object.fromEntries(values.filter(([field, value]) => !sameValue(record[field] ?? null, value)));
}

/** Sums of exact decimals, without the noise of binary fractions. */
function added(field: FieldModel | undefined, stored: unknown, more: number): number {
  const sum = Number(stored ?? 0) + more;
  return Number(sum.toFixed(field?.scale ?? 0));
}

async function refreshRecord(
  { recompute, follow, onChange }: Refreshing,
  session: StoreSession,
  { entity, record, set }: { entity: EntityModel; record: DataRecord; set: DataRecord },
): Promise<void> {
  if (Object.keys(set).length === 0) return;
  const fields = dependents(entity, new Set(Object.keys(set)));
  const id = String(record.Id);
  const others =
    recompute && fields.length > 0
      ? await recompute(session, {
          ...{ entity, record, set },
          fields: Object.fromEntries(fields.map((field) => [field, 'all'])),
        })
      : {};
  const values = { ...others, ...set };
  const change = { previous: record, next: { ...record, ...values }, changed: Object.keys(values) };
  // Nobody approves figures that they have not seen: the record gets a new revision.
  const isWaitedFor = (await follow?.(session, { entity: entity.id, ...change })) === true;
  await session[isWaitedFor ? 'update' : 'refresh'](entity.id, id, values);
  onChange?.(entity.id, id);
}

/** Stored fields computed from these, directly or through other computed fields. */
export function dependents(entity: EntityModel, changed: ReadonlySet<string>): readonly string[] {
  const rules = [...computedFields(entity)].filter(([field]) => !entity.fieldByPath.get(field)?.linked);
  const valuesRead = entity.rules.values;
  const known = new Set(changed);
  for (let size = -1; size !== known.size; ) {
    size = known.size;
    // Also through values that are computed on each read.
    for (const rule of valuesRead) if (reads(rule, known)) known.add(rule.field.split('.')[0] ?? '');
  }
  return rules.flatMap(([field]) => (known.has(field.split('.')[0] ?? '') ? [field] : []));
}

const own: ReadonlySet<string> = new Set(['$', 'record', 'row']);

function reads({ expression, when }: ValueRule, names: ReadonlySet<string>): boolean {
  return [...expression.reads, ...(when?.reads ?? [])].some(
    ({ from, path: [name] }) => own.has(from) && (name === undefined || names.has(name)),
  );
}
