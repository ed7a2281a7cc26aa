/** A copy is a snapshot: writes to its source or target are refused until it is complete. */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { StoreSession } from '../store/types.ts';
import { type CopyInput, copyKind } from './copyInput.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, among, equals } from './filters.ts';
import type { WriteScope } from './OperationCall.ts';

/** Refuses writes to records being copied, and removal of their owner. */
export async function refuseWhileCopied(
  { call, session }: WriteScope,
  { entity }: EntityPlan,
  record: DataRecord,
): Promise<void> {
  const ownsMany = entity.owns.some((id) => call.runtime.planOf(id).entity.many);
  const id = entity.many ? record[entity.owner?.name ?? ''] : ownsMany ? record.Id : undefined;
  if (id === undefined) return;
  for (const { remaining, waiting } of await runningCopies(session))
    if ([...remaining.map(({ of }) => of.id), ...waiting.map((one) => one.id)].includes(id as string))
      throw refusals.copyRuns({ params: { names: waiting.map(({ name }) => name) } });
}

/** Refuses to copy a copy that is not complete yet. */
export async function refuseUnfilled(
  session: StoreSession,
  { entity }: EntityPlan,
  records: readonly DataRecord[],
): Promise<void> {
  if (!entity.filling || records.length === 0) return;
  const ids = new Set(records.map(({ Id }) => Id));
  for (const { waiting } of await runningCopies(session))
    if (waiting.some(({ id }) => ids.has(id)))
      throw refusals.copyRuns({ params: { names: waiting.map(({ name }) => name) } });
}

async function runningCopies(session: StoreSession): Promise<readonly CopyInput[]> {
  const filter = allOf([equals('Kind', copyKind), among('Status', ['running', 'cancelling'])]);
  const { items } = await session.find({ entity: 'job', filter });
  return items.map(({ Input }) => Input as CopyInput);
}
