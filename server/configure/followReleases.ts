/** With several processes, a release published by another one takes effect here before the next call. */
import { type FilterTree, versionOf } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { Registry } from '../extensions/compileExtensions.ts';
import type { Releases } from '../operations/OperationCall.ts';
import type { ModelHolder, Ports } from '../ports/ports.ts';
import type { createQueue } from '../store/createQueue.ts';
import type { Store } from '../store/types.ts';
import { newestRelease, type Release, refuseOvertaken, releaseEntity, releaseTopic } from './releases.ts';
import { layRelease } from './startWithRelease.ts';

type Options = {
  readonly models: ModelHolder;
  readonly store: Store;
  readonly extensions: Registry;
  readonly ports: Pick<Ports, 'log'>;
  /** Serializes publications, including the adoption of another process's release. */
  readonly publishing: ReturnType<typeof createQueue>;
};

/** Undefined for a single process. */
export function followReleases(options: Options): Releases | undefined {
  const { models, store, publishing, ports } = options;
  if (!store.flags.concurrentProcesses || !models.current().entities.has(releaseEntity)) return undefined;
  let known: string | undefined;
  let loading: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    // The state before reading: the next call loads what is published meanwhile.
    const state = await store.stateOf([releaseEntity]);
    const newest = await newestRelease(store);
    if (newest && newest.number > models.inForce().release) await takeOver(options, newest);
    known = state;
  };
  const catchUp: Releases['catchUp'] = async (since = performance.now()) => {
    while ((await store.stateOf([releaseEntity], performance.now() - since)) !== known) {
      loading ??= publishing(load).finally(() => {
        loading = undefined;
      });
      await loading;
    }
  };
  const hear = (): void => {
    catchUp().catch((error) =>
      ports.log.error({ err: error }, 'release not loaded: the next call tries again'),
    );
  };
  store.shared.listen(releaseTopic, hear, hear);
  return {
    catchUp,
    isOvertaken: async (session, release, since) => {
      // The transaction has just read the state: a count is needed only if a release was written.
      if (known && (await store.stateOf([releaseEntity], performance.now() - since)) === known) return false;
      return (await session.count(releaseEntity, later(release))) > 0;
    },
  };
}

const later = (number: number): FilterTree =>
  ({ kind: 'compare', path: 'Number', operator: 'gt', value: number }) as FilterTree;

/** Adopts the release; its publisher has already migrated the tables. */
async function takeOver({ models, store, extensions, ports }: Options, release: Release): Promise<void> {
  const print = (line: string): void => ports.log.error({ release: release.number }, line);
  const next = await layRelease({ shipped: models.asShipped(), extensions, print }, release);
  const { model } = next.compilation;
  const steps = await store.planMigration(model);
  // Indexes are still built after a publication.
  const mustChange = steps.some(({ kind }) => kind !== 'create-index');
  if (mustChange && release.shipped !== versionOf(models.shipped())) {
    // Published by a newer version of the application: the tables cannot be changed back.
    ports.log.error({ release: release.number }, 'published by another version: start that version here');
    throw refusals.starting();
  }
  const putInForce = models.prepare(next);
  await store.migrate(model, (session) => refuseOvertaken(session, release.number));
  putInForce();
}
