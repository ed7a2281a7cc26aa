/** A publication: store and model change together, or neither does. */
import type { Change } from '#engine';
import { migrateAndNote } from '../jobs/fillComputed.ts';
import type { ModelHolder, Ports } from '../ports/ports.ts';
import type { Store, StoreSession } from '../store/types.ts';
import { nextTurn } from '../work/turns.ts';
import type { Candidate } from './createCandidates.ts';
import { refuseOvertaken, releaseEntity, releaseTopic } from './releases.ts';

type Publication = {
  readonly models: Pick<ModelHolder, 'inForce' | 'prepare'>;
  readonly store: Pick<Store, 'planMigration' | 'migrate'>;
  readonly ports: Pick<Ports, 'now' | 'newId'>;
  /** What is published: checked, and without errors. */
  readonly candidate: Candidate;
  /** Name of the person. */
  readonly by: string;
  readonly note: string;
  /** Number of an earlier release that is in force again. */
  readonly restoredFrom?: number;
  /** Version of the shipped declarations. */
  readonly shipped: string;
  /** More of the same transaction; what it throws takes everything back. */
  readonly within?: (session: StoreSession) => Promise<void>;
};

/**
 * Publishes over what is in force; gives the number. Everything that may fail comes before the store commits, and after
 * it nothing does: a crash in between leaves a store that the next start reads.
 */
export async function publishRelease(publication: Publication): Promise<number> {
  const { models, store, ports, candidate, within, shipped } = publication;
  const { release: before, compilation: inForce } = models.inForce();
  const release = before + 1;
  const { set, compilation, changes } = candidate;
  await nextTurn();
  const putInForce = models.prepare({ set, compilation, release, changes, shipped });
  await nextTurn();
  const note = { model: compilation.model, before: inForce.model, newId: ports.newId };
  await migrateAndNote(store, note, async (session) => {
    await refuseOvertaken(session, before);
    await session.insert(releaseEntity, recordOf(publication, release, changes));
    await within?.(session);
    await session.announce(releaseTopic, String(release));
  });
  putInForce();
  return release;
}

function recordOf(publication: Publication, release: number, changes: readonly Change[]) {
  const { ports, by, note, restoredFrom, shipped } = publication;
  const moment = ports.now().toISOString();
  return {
    Id: ports.newId(),
    Revision: 1,
    CreatedDate: moment,
    CreatedBy: by,
    ModifiedDate: moment,
    ModifiedBy: by,
    Release: release,
    Number: release,
    PublishedDate: moment,
    PublishedBy: by,
    Note: note === '' ? null : note,
    RestoredFrom: restoredFrom ?? null,
    ChangeCount: changes.length,
    Changes: changes,
    Shipped: shipped,
  };
}
