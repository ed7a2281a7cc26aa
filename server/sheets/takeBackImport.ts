/** Takes an unfinished import back, as if it had never run. */
import type { DataRecord } from '#engine';
import type { JobKind } from '../jobs/Job.ts';
import { askAgain } from '../operations/approvals/askAgain.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { StoreSession } from '../store/types.ts';

type Unfinished = { readonly ImportId: string; readonly Entity: string; readonly StartedAt: string };

/** Records per transaction. */
const atOnce = 100;

/** Idempotent: each transaction forgets what it took back. Records changed by others meanwhile stay. */
export async function takeBackImport(
  { store, yieldTurn }: Parameters<JobKind['undo']>[0],
  { ImportId, Entity, StartedAt }: Unfinished,
): Promise<void> {
  const of = { field: 'ImportId', id: ImportId };
  for (;;) {
    const { items } = await store.scan({ entity: 'import-change', of, size: atOnce });
    if (items.length === 0) break;
    await store.transaction(async (session) => {
      // Later rows may refer to earlier ones.
      for (const change of [...items].reverse()) await takeBackOne(session, { Entity, StartedAt }, change);
    });
    await yieldTurn();
  }
  await store.transaction(async (session) => {
    const known = await session.get('import', ImportId);
    if (known && known.Status === 'running') await session.remove('import', ImportId);
  });
}

async function takeBackOne(
  session: StoreSession,
  { Entity, StartedAt }: Omit<Unfinished, 'ImportId'>,
  { Id, RecordId, RecordRevision, Previous }: DataRecord,
): Promise<void> {
  const id = String(RecordId);
  const record = await session.get(Entity, id);
  if (record && record.Revision === RecordRevision) {
    if (Previous) {
      await session.update(Entity, id, Previous as DataRecord);
      await askAgain(session, { entity: Entity, id, since: StartedAt });
    } else await session.remove(Entity, id);
    const filter = allOf([equals('RecordId', id), equals('ChangedAt', StartedAt)]);
    const { items } = await session.find({ entity: 'history', ...(filter && { filter }) });
    for (const entry of items) await session.remove('history', String(entry.Id));
  }
  await session.remove('import-change', String(Id));
}
