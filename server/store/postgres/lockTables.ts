/** Locks tables for an instant: calls that read them queue behind a lock that waits. */
import { StoreUnavailable } from '../types.ts';
import type { Connections, Run } from './connections.ts';
import { quotedName } from './names.ts';

/** Milliseconds for which others may wait behind an attempt. */
const patience = 30;
/** Milliseconds between attempts, in which others go on. */
const pauses = [20, 50, 100, 200] as const;
/** Milliseconds of attempts until the caller is told that the database is busy. */
const longest = 20_000;

/** The tables are read at the moment; nothing was changed. */
class TablesInUse extends Error {}

/** Within a transaction; a reader that holds a table makes it fail soon. */
export async function lockTables(run: Run, entities: readonly string[]): Promise<void> {
  if (entities.length === 0) return;
  await run({ text: `set local lock_timeout = ${patience}` });
  await lock(run, entities, 'access exclusive').catch((error) => {
    // Without its cause, by which it would count as an unavailable database.
    throw isTimeout(error) ? new TablesInUse('The tables are in use.') : error;
  });
  await run({ text: 'set local lock_timeout to default' });
}

/** Repeats a transaction that locks these tables until nobody holds them. */
export async function untilFree<T>(
  { writing }: Pick<Connections, 'writing'>,
  entities: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const end = performance.now() + longest;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TablesInUse)) throw error;
      if (performance.now() > end) throw new StoreUnavailable('busy', { cause: error });
    }
    await new Promise((resolve) => setTimeout(resolve, pauses[Math.min(attempt, pauses.length - 1)]));
    await writing((run) => passMaintenance(run, entities));
  }
}

/**
 * Waits for a vacuum or index build of these tables, which delays nobody else: PostgreSQL itself ends an
 * automatic vacuum after a second, but no attempt waits that long.
 */
async function passMaintenance(run: Run, entities: readonly string[]): Promise<void> {
  await run({ text: 'begin' });
  await lock(run, entities, 'share update exclusive').catch(() => undefined);
  await run({ text: 'rollback' });
}

const lock = (run: Run, entities: readonly string[], mode: string) =>
  run({ text: `lock table ${entities.map(quotedName).join(', ')} in ${mode} mode` });

const isTimeout = (error: unknown): boolean => (error as { readonly code?: unknown }).code === '55P03';
