/** Repeating work that people have paused: no process runs it until they continue it. */
import type { DataRecord } from '#engine';
import { equals } from '../operations/filters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { StoreConflict } from '../store/types.ts';

export const pauseEntity = 'work-pause';

type Pause = { readonly by: string; readonly since: string };

type At = Pick<Runtime, 'store' | 'model'>;

/** By source and id: `automation claim.remind`. */
export async function pausesOf({ store, model }: At): Promise<ReadonlyMap<string, Pause>> {
  if (!model.entities.has(pauseEntity)) return new Map();
  const { items } = await store.find({ entity: pauseEntity });
  return new Map(
    items.map(({ Work, CreatedBy, CreatedDate }: DataRecord) => [
      String(Work),
      { by: String(CreatedBy), since: String(CreatedDate) },
    ]),
  );
}

/** Paused twice is paused. */
export async function pauseWork({ store, ports }: Runtime, work: string, by: string): Promise<void> {
  const now = ports.now().toISOString();
  const stamp = { CreatedDate: now, CreatedBy: by, ModifiedDate: now, ModifiedBy: by };
  try {
    await store.insertMany(pauseEntity, [{ Id: ports.newId(), Revision: 1, ...stamp, Work: work }]);
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error;
  }
}

/** False if it was not paused. */
export async function continueWork({ store }: Runtime, work: string): Promise<boolean> {
  const { items } = await store.find({ entity: pauseEntity, filter: equals('Work', work) });
  const found = items.filter(({ Work }) => Work === work);
  await store.transaction(async (session) => {
    for (const { Id } of found) await session.remove(pauseEntity, String(Id));
  });
  return found.length > 0;
}
