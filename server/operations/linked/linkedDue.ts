/** Linked values that follow from too many records for one write: noted with it, refreshed by the server. */
import type { DataRecord, Model } from '#engine';
import type { ScanPlace, StoreSession } from '../../store/types.ts';
import { allOf, equals } from '../filters.ts';
import { createMarks } from './marks.ts';
import { type Refreshing, refreshRecords } from './refreshRecords.ts';

export const linkedDue = 'linked-due';

/** Notes that a roll-up of this record is to be computed again. */
export const noteRollUps = (
  session: StoreSession,
  newId: () => string,
  { holder, field }: { readonly holder: string; readonly field: string },
  target: string,
): Promise<void> => note(session, newId, { Entity: holder, Field: field, Target: target });

/** Notes that look-throughs of all records that refer to this one are to be read again. */
export const noteReferrers = (
  session: StoreSession,
  newId: () => string,
  { holder, by, target }: { readonly holder: string; readonly by: string; readonly target: string },
): Promise<void> => note(session, newId, { Entity: holder, Field: by, Target: target });

type Due = { readonly Entity: string; readonly Field: string; readonly Target: string };

/** A walk that has begun starts again: what it has passed may have changed since. */
async function note(session: StoreSession, newId: () => string, due: Due): Promise<void> {
  const filter = allOf([
    equals('Entity', due.Entity),
    equals('Field', due.Field),
    equals('Target', due.Target),
  ]);
  const { items } = await session.find({ entity: linkedDue, filter });
  const [known] = items;
  if (!known) await session.insert(linkedDue, { Id: newId(), Revision: 1, ...due, After: null });
  else if (known.After !== null && known.After !== undefined)
    await session.update(linkedDue, String(known.Id), { After: null });
}

/** Records refreshed per transaction. */
const atOnce = 200;

/** Refreshes the next piece of what is due; false once it is done. */
export async function refreshDue(at: Refreshing, session: StoreSession, id: string): Promise<boolean> {
  const due = await session.get(linkedDue, id);
  if (!due) return false;
  const [entity, field, target] = [String(due.Entity), String(due.Field), String(due.Target)];
  const { ids, next } = await piece(at.model, session, { entity, field, target, due });
  const marks = createMarks();
  const fields = fieldsOf(at.model, entity, field);
  for (const one of ids) marks.add(entity, one, fields);
  if (ids.length > 0 && fields.length > 0)
    await refreshRecords(at, session, { entity, marks: marks.take(entity) });
  if (next === undefined) await session.remove(linkedDue, id);
  else await session.update(linkedDue, id, { After: next });
  return next !== undefined;
}

/** A roll-up itself, or the look-throughs by a reference. */
function fieldsOf(model: Model, entity: string, field: string): readonly string[] {
  const { rollUps = [], lookThroughs = [] } = model.entities.get(entity) ?? {};
  if (rollUps.some((one) => one.field === field)) return [field];
  return lookThroughs.filter(({ by }) => by === field).map((one) => one.field);
}

async function piece(
  model: Model,
  session: StoreSession,
  asked: {
    readonly entity: string;
    readonly field: string;
    readonly target: string;
    readonly due: DataRecord;
  },
): Promise<{ readonly ids: readonly string[]; readonly next?: ScanPlace }> {
  const { entity, field, target, due } = asked;
  const known = model.entities.get(entity);
  // The release in force may have neither the entity nor the field any more.
  if (!known?.fieldByPath.has(field)) return { ids: [] };
  if (known.rollUps.some((one) => one.field === field)) return { ids: [target] };
  const after = (due.After as ScanPlace | null) ?? undefined;
  const { items, next } = await session.scan({ entity, of: { field, id: target }, after, size: atOnce });
  return { ids: items.map(({ Id }) => String(Id)), ...(next !== undefined && { next }) };
}
