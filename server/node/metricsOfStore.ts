/** Work waiting or running in the database, across all processes; queried when metrics are read. */
import type { Registry } from 'prom-client';
import type { FilterTree } from '#engine';
import { letterEntity, letterStates } from '../mail/letters.ts';
import { equals } from '../operations/filters.ts';
import type { ModelHolder } from '../ports/ports.ts';
import type { Store } from '../store/types.ts';

export type Watched = { readonly store: Store; readonly models: ModelHolder };

type GaugeOf = typeof import('prom-client').Gauge;

/** Statuses of unfinished jobs; finished ones grow without bound. */
const underWay = ['waiting', 'running', 'cancelling'];

export function countQueues(Gauge: GaugeOf, registry: Registry, { store, models }: Watched): void {
  new Gauge({
    ...{ name: 'formwright_jobs', help: 'Jobs that are not over, by status, of all processes' },
    ...{ registers: [registry], labelNames: ['status'] as const },
    async collect() {
      this.reset();
      if (!models.current().entities.has('job')) return;
      for (const status of underWay)
        await tell(store, 'job', equals('Status', status), (count) => this.set({ status }, count));
    },
  });
  new Gauge({
    ...{ name: 'formwright_letters_waiting', help: 'Letters that are not sent yet, of all processes' },
    registers: [registry],
    async collect() {
      this.reset();
      if (models.current().entities.has(letterEntity))
        await tell(store, letterEntity, equals('StateId', letterStates.waiting), (count) => this.set(count));
    },
  });
}

/** Without a database, the other metrics are still reported. */
async function tell(
  store: Store,
  entity: string,
  filter: FilterTree,
  set: (count: number) => void,
): Promise<void> {
  await store.count(entity, filter).then(set, () => undefined);
}
