/** Computes stored values for existing records: in pieces, one transaction each, resumed after a stop. */
import { type DataRecord, type EntityModel, sameValue } from '#engine';
import { followLinked } from '../operations/linked/followLinked.ts';
import { linkedDue, refreshDue } from '../operations/linked/linkedDue.ts';
import { type Refreshing, refreshRecords } from '../operations/linked/refreshRecords.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { recomputed } from '../operations/storedComputed.ts';
import type { MigrationStep, ScanPlace, Store, StoreSession } from '../store/types.ts';
import { nextTurn } from '../work/turns.ts';
import { type FillNote, fillEntity, noteFills, type Pending, rulesByField } from './computedRules.ts';
import { moveStates } from './moveStates.ts';

/** Records per transaction. */
const atOnce = 50;

/** The same where only roll-ups are filled, which the database computes for many at once. */
const rolledUpAtOnce = 500;

/** Migrates the store to a model, and notes which values its new rules must compute for existing records. */
export async function migrateAndNote(
  store: Pick<Store, 'planMigration' | 'migrate'>,
  note: Omit<FillNote, 'added'> & { readonly now?: string },
  within?: (session: StoreSession) => Promise<void>,
): Promise<readonly MigrationStep[]> {
  const added = (await store.planMigration(note.model)).filter(({ kind }) => kind === 'add-column');
  return store.migrate(note.model, async (session) => {
    await within?.(session);
    await moveStates(session, note);
    await noteFills(session, { ...note, added });
  });
}

type Filling = {
  /** Milliseconds after which the rest waits for the next run. */
  readonly within: number;
  readonly stopping?: AbortSignal | undefined;
};

/** Fills pending values while time lasts; a failing entity does not block the others. */
export async function fillComputed(runtime: Runtime, { within, stopping }: Filling): Promise<void> {
  const { store, model, ports } = runtime;
  if (!model.entities.has(fillEntity)) return;
  // Runs every few seconds: skip reading if nothing was noted since the last complete fill.
  const hasDue = model.entities.has(linkedDue);
  const state = await store.stateOf(hasDue ? [fillEntity, linkedDue] : [fillEntity]);
  if (settled.get(store) === state) return;
  const until = performance.now() + within;
  const isOver = () => stopping?.aborted === true || performance.now() >= until;
  const { items } = await store.find({ entity: fillEntity });
  const due = hasDue ? (await store.find({ entity: linkedDue })).items : [];
  const pending = items.filter(({ Pending }) => isPending(Pending));
  if (pending.length + due.length === 0) settled.set(store, state);
  const fill = async (entity: unknown, piece: (session: StoreSession) => Promise<boolean>) => {
    try {
      for (let isLeft = true; isLeft; await nextTurn()) {
        if (isOver()) return;
        isLeft = await store.transaction(piece);
      }
    } catch (error) {
      ports.log.error({ err: error, entity }, 'computed values not filled');
    }
  };
  for (const { Id, Entity } of pending)
    await fill(Entity, (session) => fillPiece(runtime, session, String(Id)));
  const at = refreshing(runtime);
  for (const { Id, Entity } of due) await fill(Entity, (session) => refreshDue(at, session, String(Id)));
}

const refreshing = (runtime: Runtime): Refreshing => ({
  model: runtime.model,
  recompute: (session, asked) => recomputed(runtime, session, asked),
  follow: (session, change) => followLinked(runtime, session, change),
});

/** By store: the state in which nothing was left to fill. */
const settled = new WeakMap<Store, string>();

const isPending = (pending: unknown): boolean => Object.keys((pending as Pending | null) ?? {}).length > 0;

/** Fills one piece; false if nothing is left, or another release is in force by now. */
async function fillPiece(runtime: Runtime, session: StoreSession, id: string): Promise<boolean> {
  const fill = await session.get(fillEntity, id);
  const entity = runtime.model.entities.get(String(fill?.Entity));
  const pending = (fill?.Pending ?? {}) as Pending;
  const isOurs = entity && sameValue(fill?.Rules, rulesByField(entity, runtime.model));
  if (!fill || !entity || !isOurs || Object.keys(pending).length === 0) return false;
  const after = (fill.After as ScanPlace | null) ?? undefined;
  const rollUps = entity.rollUps.map(({ field }) => field).filter((field) => pending[field]);
  const others = Object.keys(pending).some((field) => !rollUps.includes(field));
  const size = others ? atOnce : rolledUpAtOnce;
  const { items, next } = await session.scan({ entity: entity.id, after, size });
  const ids = items.map(({ Id }) => String(Id));
  if (rollUps.length > 0) {
    const marks = new Map(ids.map((id) => [id, { fields: new Set(rollUps), more: new Map() }]));
    await refreshRecords(refreshing(runtime), session, { entity: entity.id, marks });
  }
  // Scans return references as ids only, but rules read the referenced records.
  const records = others ? await session.getMany(entity.id, ids) : [];
  for (const record of records) await fillRecord(runtime, session, { entity, pending, record });
  await session.update(fillEntity, id, next === undefined ? { Pending: {}, After: null } : { After: next });
  return next !== undefined;
}

type Filled = { readonly entity: EntityModel; readonly pending: Pending; readonly record: DataRecord };

async function fillRecord(
  runtime: Runtime,
  session: StoreSession,
  { entity, pending, record: stored }: Filled,
): Promise<void> {
  const fields = await recomputed(runtime, session, { entity, record: stored, fields: pending });
  if (Object.keys(fields).length === 0) return;
  const doubles = await session.conflicting(entity.id, { ...stored, ...fields });
  if (doubles.length > 0)
    runtime.ports.log.warn({ entity: entity.id, record: stored.Id }, 'computed value would be a double');
  else {
    // Nobody approves figures that they have not seen.
    const change = { previous: stored, next: { ...stored, ...fields }, changed: Object.keys(fields) };
    await followLinked(runtime, session, { entity: entity.id, ...change });
    await session.update(entity.id, String(stored.Id), fields);
  }
}
