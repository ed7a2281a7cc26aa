/** Loads the sample data of the application into an installation that is nearly empty, and removes them again. */
import type { DataRecord, EntityModel, FieldModel } from '#engine';
import { labelOf } from '../activity/aroundRecord.ts';
import { refusals } from '../errors/Refusal.ts';
import { refreshAll } from '../operations/linked/refreshAll.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { noteId, readNote, writeNote } from '../operations/serverNotes.ts';
import type { ScanPlace, StoreSession } from '../store/types.ts';
import { ownersFirst } from './ownersFirst.ts';
import { insertAll, putContents, stampOf } from './seedStore.ts';

type Runtime = OperationCall['runtime'];

export type SampleState = {
  readonly IsLoaded: boolean;
  readonly MayLoad: boolean;
  readonly MayRemove: boolean;
};

type Sampled = { readonly entity: EntityModel; readonly ids: readonly string[] };

/** Own records with which an installation still counts as new. */
const mostOwn = 20;
/** The note that says they were loaded here stays for as long as the database. */
const lifetime = 100 * 365 * 86_400_000;

/** The sample records of each entity, those that others refer to first; people who sign in are never samples. */
function sampled({ model }: Runtime): readonly Sampled[] {
  const files = [...model.entities.values()].flatMap(({ seed }) => seed.files);
  return ownersFirst(model).flatMap((entity) => {
    const records = entity.id === 'file' ? [...entity.seed.demo, ...files] : entity.seed.demo;
    return entity.id === 'user' || records.length === 0
      ? []
      : [{ entity, ids: records.map(({ Id }) => String(Id)) }];
  });
}

export async function sampleState(runtime: Runtime): Promise<SampleState> {
  const IsLoaded = await isLoaded(runtime, runtime.store);
  const MayLoad =
    !IsLoaded && sampled(runtime).length > 0 && (await ownRecords(runtime, runtime.store)) <= mostOwn;
  return { IsLoaded, MayLoad, MayRemove: IsLoaded };
}

async function isLoaded({ ports }: Runtime, session: StoreSession): Promise<boolean> {
  return (await readNote(session, ports, await noteId(ports, 'sample-data'))) !== undefined;
}

/** Records beyond those that every installation starts with, counted until there are too many. */
async function ownRecords(runtime: Runtime, session: StoreSession): Promise<number> {
  let count = 0;
  for (const { entity } of sampled(runtime)) {
    count += Math.max(0, (await session.count(entity.id)) - entity.seed.reference.length);
    if (count > mostOwn) break;
  }
  return count;
}

export async function loadSample(runtime: Runtime): Promise<void> {
  const { model, store, ports } = runtime;
  const files = await putContents({ model, ports });
  const stamp = stampOf({ ports });
  await store.transaction(async (session) => {
    if ((await isLoaded(runtime, session)) || (await ownRecords(runtime, session)) > mostOwn)
      throw refusals.noSampleData();
    for (const { entity } of sampled(runtime)) {
      const records = [...entity.seed.demo, ...(entity.id === 'file' ? files : [])];
      await refuseTwins(session, entity, records);
      await insertAll(session, { entity, records, stamp });
    }
    await refreshAll(session, model, ports.newId);
    await writeNote(session, ports, { id: await noteId(ports, 'sample-data'), value: {}, lifetime });
  });
}

/** A record that somebody has made already may have the name or code of a sample. */
async function refuseTwins(
  session: StoreSession,
  entity: EntityModel,
  records: readonly DataRecord[],
): Promise<void> {
  if ((await session.count(entity.id)) === 0) return;
  for (const record of records)
    if ((await session.conflicting(entity.id, record)).length > 0)
      throw refusals.sampleTaken({ params: { entity: entity.title, name: labelOf(entity, record) } });
}

export async function removeSample(runtime: Runtime): Promise<void> {
  const { store, ports } = runtime;
  const samples = sampled(runtime);
  const all = new Set(samples.flatMap(({ ids }) => ids));
  await store.transaction(async (session) => {
    if (!(await isLoaded(runtime, session))) throw refusals.noSampleData();
    for (const entity of runtime.model.entities.values()) await refuseUses(session, entity, all);
    for (const { entity, ids } of samples.toReversed())
      for (const id of ids) await session.remove(entity.id, id);
    await session.remove('server-note', await noteId(ports, 'sample-data'));
  });
}

/** Nothing that people made may lose what it refers to: they delete it first, or let it refer to another. */
async function refuseUses(
  session: StoreSession,
  entity: EntityModel,
  ids: ReadonlySet<string>,
): Promise<void> {
  if (!refersToAny(entity.fields)) return;
  let after: ScanPlace | undefined;
  do {
    const { items, next } = await session.scan({ entity: entity.id, size: atOnce, ...(after && { after }) });
    const user = items.find(
      (record) =>
        !ids.has(String(record.Id)) && entity.fields.some((field) => uses(field, record[field.name], ids)),
    );
    if (user) throw refusals.sampleInUse({ params: { entity: entity.title, name: labelOf(entity, user) } });
    after = next;
  } while (after !== undefined);
}

/** Records of a piece. */
const atOnce = 500;

const refersToAny = (fields: readonly FieldModel[]): boolean =>
  fields.some(({ ref, stored, fields: inner }) => stored && (ref !== undefined || refersToAny(inner ?? [])));

function uses(field: FieldModel, value: unknown, ids: ReadonlySet<string>): boolean {
  if (!field.stored || value === null || value === undefined) return false;
  if (field.ref) return [value].flat().some((id) => ids.has(String(id)));
  const rows = field.fields ? ([value].flat() as DataRecord[]) : [];
  return rows.some((row) => field.fields?.some((inner) => uses(inner, row[inner.name], ids)) === true);
}
