/** The processes that use this schema. Each renews a lease while it runs, by the database's clock. */
import type { Store } from '../types.ts';
import type { Connections, Run } from './connections.ts';

const table = '_formwright_process';

type Processes = Store['processes'] & {
  /** Releases the lease, so that other processes take over at once. */
  readonly leave: () => Promise<void>;
};

/** Creates the table of processes and removes those that ended long ago. */
export async function makeProcesses(run: Run): Promise<void> {
  await run({
    text: `create table if not exists ${table} (id text primary key, alive_until timestamptz not null)`,
  });
  await run({ text: `delete from ${table} where alive_until < now() - interval '1 hour'` });
}

/** A lease survives several failed renewals. */
const renewalsOfLease = 4;

/** `lease`: milliseconds without a renewal after which a process counts as dead. */
export function createProcesses({ writing }: Connections, lease: number): Processes {
  const own = crypto.randomUUID();
  let timer: ReturnType<typeof setInterval> | undefined;
  let hasLeft = false;
  // Does not take the writers' lock: a long transaction elsewhere must not block renewals.
  const renew = () =>
    writing(async (run) => {
      await run({
        text: `insert into ${table} (id, alive_until) values ($1, now() + $2 * interval '1 millisecond') on conflict (id) do update set alive_until = excluded.alive_until`,
        values: [own, lease],
      });
      return (await run({ text: `select id from ${table} where alive_until > now()` })).rows;
    });
  return {
    own,
    living: async () => {
      if (hasLeft) return new Set();
      const rows = await renew();
      // A failure is retried at the next renewal.
      timer ??= setInterval(() => void renew().catch(() => undefined), lease / renewalsOfLease);
      timer.unref?.();
      return new Set(rows.map(([id]) => String(id)));
    },
    leave: async () => {
      hasLeft = true;
      clearInterval(timer);
      if (!timer) return;
      await writing((run) => run({ text: `delete from ${table} where id = $1`, values: [own] })).catch(
        () => undefined,
      );
    },
  };
}
