/** Publishes a release: store and model change together, or neither does. */
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
  /** What to publish: checked, without errors. */
  readonly candidate: Candidate;
  /** Name of the publisher. */
  readonly by: string;
  readonly note: string;
  /** Number of the earlier release being restored. */
  readonly restoredFrom?: number;
  /** Version of the shipped declarations. */
  readonly shipped: string;
  /** More work in the same transaction; an exception rolls everything back. */
  readonly within?: (session: StoreSession) => Promise<void>;
};

/**
 * Publishes and returns the release number. Everything that can fail happens before the commit. After a crash
 * between commit and model change, the next start reads the release from the store.
 */
export async function publishRelease(publication: Publication): Promise<number> {
  const { models, store, ports, candidate, within, shipped } = publication;
  const { release: before, compilation: inForce } = models.inForce();
  const release = before + 1;
  const { set, compilation, changes } = candidate;
  await nextTurn();
  const putInForce = models.prepare({ set, compilation, release, changes, shipped });
  await nextTurn();
  const now = ports.now().toISOString();
  const note = { model: compilation.model, before: inForce.model, newId: ports.newId, now };
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
