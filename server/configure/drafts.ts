/** One draft per person, kept in the store so that it survives the browser. */
import type { Change, DataRecord, UserContext } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { equals } from '../operations/filters.ts';
import type { InForce, Ports } from '../ports/ports.ts';
import type { StoreSession } from '../store/types.ts';
import { changesIn } from './releases.ts';

const draftEntity = 'configuration-draft';

export type Draft = {
  /** 0 while there are no changes. */
  readonly revision: number;
  /** Number of the release it is based on. */
  readonly standsOn: number;
  /** The complete overlay, not only this person's changes. */
  readonly changes: readonly Change[];
  /** Version of the shipped declarations it was reviewed against; absent: the current one. */
  readonly shipped?: string;
  readonly id?: string;
};

/** The person's draft; without one, the changes in force. */
export async function findDraft(
  store: Pick<StoreSession, 'find'>,
  user: UserContext,
  { release, changes, shipped }: Pick<InForce, 'release' | 'changes' | 'shipped'>,
): Promise<Draft> {
  const { items } = await store.find({ entity: draftEntity, filter: equals('UserId', user.Id) });
  return items[0] ? draftOf(items[0]) : { revision: 0, standsOn: release, changes, shipped };
}

function draftOf(record: DataRecord): Draft {
  return {
    id: String(record.Id),
    revision: Number(record.Revision),
    standsOn: Number(record.StandsOn),
    changes: changesIn(record),
    ...(record.Shipped ? { shipped: String(record.Shipped) } : {}),
  };
}

/** The whole draft is compiled on every change, which takes seconds at this size. */
const most = 2000;

export function refuseTooMany(count: number): void {
  if (count > most) throw refusals.tooManyChanges({ params: { limit: most, count } });
}

/** Characters of all changes together: far more than anyone writes. */
const largest = 4_194_304;

/** Refuses drafts that would take too long to review. */
export function refuseTooLarge(changes: readonly Change[]): void {
  refuseTooMany(changes.length);
  if (JSON.stringify(changes).length > largest) throw refusals.tooLarge({ params: { limit: largest } });
}

/** Stores a draft. */
export async function keepDraft(
  session: StoreSession,
  { user, ports }: { readonly user: UserContext; readonly ports: Pick<Ports, 'now' | 'newId'> },
  draft: Omit<Draft, 'revision'>,
): Promise<void> {
  refuseTooLarge(draft.changes);
  const moment = ports.now().toISOString();
  const stamp = { ModifiedDate: moment, ModifiedBy: user.UserName };
  const fields = { StandsOn: draft.standsOn, Changes: draft.changes, Shipped: draft.shipped ?? null };
  if (draft.id) await session.update(draftEntity, draft.id, { ...stamp, ...fields });
  else
    await session.insert(draftEntity, {
      Id: ports.newId(),
      Revision: 1,
      CreatedDate: moment,
      CreatedBy: user.UserName,
      ...stamp,
      UserId: user.Id,
      ...fields,
    });
}

/** Deletes a draft that was published or discarded. */
export async function removeDraft(session: StoreSession, { id }: Pick<Draft, 'id'>): Promise<void> {
  if (id) await session.remove(draftEntity, id);
}
