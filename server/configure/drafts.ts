/** What each person is working on, one draft a person, kept in the store so that no browser can lose it. */
import type { Change, DataRecord, UserContext } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { equals } from '../operations/filters.ts';
import type { InForce, Ports } from '../ports/ports.ts';
import type { StoreSession } from '../store/types.ts';
import { changesIn } from './releases.ts';

const draftEntity = 'configuration-draft';

export type Draft = {
  /** 0 while nothing was changed. */
  readonly revision: number;
  /** Number of the release it stands on. */
  readonly standsOn: number;
  /** All changes there would be, not only this person's. */
  readonly changes: readonly Change[];
  /** Version of the shipped declarations it was looked at over; absent: of those that are here. */
  readonly shipped?: string;
  readonly id?: string;
};

/** The draft of a person; somebody who has changed nothing has what is in force. */
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

/** A draft is worked out as a whole each time it changes: so many take seconds. */
const most = 2000;

export function refuseTooMany(count: number): void {
  if (count > most) throw refusals.tooManyChanges({ params: { limit: most, count } });
}

/** Letters of all changes together: far more than anybody writes. */
const largest = 4_194_304;

/** Refuses what would take too long to be judged, before anybody does. */
export function refuseTooLarge(changes: readonly Change[]): void {
  refuseTooMany(changes.length);
  if (JSON.stringify(changes).length > largest) throw refusals.tooLarge({ params: { limit: largest } });
}

/** Keeps a draft. */
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

/** Forgets a draft: it is published, or given up. */
export async function removeDraft(session: StoreSession, { id }: Pick<Draft, 'id'>): Promise<void> {
  if (id) await session.remove(draftEntity, id);
}
