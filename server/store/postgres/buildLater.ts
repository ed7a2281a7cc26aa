/** Builds in the background what a migration leaves for later, in any process is alive. */
import { buildIndex, withBuilder } from './buildIndex.ts';
import type { Connections, Run } from './connections.ts';
import type { BuiltIndex } from './migrationPhases.ts';
import { quotedName, stored } from './names.ts';
import type { SharedConnection } from './sharedConnection.ts';
import { readSchema } from './storedSchema.ts';

type Parts = { readonly connections: Connections; readonly shared: Pick<SharedConnection, 'alone'> };

export type BuildingLater = {
  /** Call it after each migration that changed something, and the first of a process. */
  readonly begin: () => void;
  readonly close: () => void;
};

/** Milliseconds until another attempt, or another look at what a different process is building. */
const [firstPause, longestPause] = [1000, 60_000];

export function createBuildingLater(parts: Parts): BuildingLater {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (pause: number): Promise<void> => {
    const isDone = await build(parts, ending.signal).catch(() => false);
    if (!isDone) again(pause);
  };
  const again = (pause: number): void => {
    if (ending.signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(() => void look(Math.min(pause * 2, longestPause)), pause);
    timer.unref?.();
  };
  return {
    begin: () => void look(firstPause),
    close: () => {
      clearTimeout(timer);
      ending.abort();
    },
  };
}

/** Returns true if nothing is left. */
async function build({ connections, shared }: Parts, ending: AbortSignal): Promise<boolean> {
  if (isNothing(await connections.reading(leftOver))) return true;
  const done = await shared.alone('indexes', () =>
    withBuilder(
      connections.url,
      async (run) => {
        const { indexes, references } = await leftOver(run);
        for (const index of indexes) await buildIndex(run, index);
        for (const [table, name] of references)
          await run({ text: `alter table ${quotedName(table)} validate constraint ${quotedName(name)}` });
        return isNothing(await leftOver(run));
      },
      ending,
    ),
  );
  return done === true;
}

type LeftOver = {
  readonly indexes: readonly BuiltIndex[];
  /** Table and name of foreign keys whose existing rows were not checked. */
  readonly references: readonly (readonly [string, string])[];
};

const isNothing = ({ indexes, references }: LeftOver): boolean =>
  indexes.length === 0 && references.length === 0;

/** Unique indexes are no part of it: a release needs them from its beginning. */
async function leftOver(run: Run): Promise<LeftOver> {
  const { tables, indexes } = await readSchema(run);
  const { rows } = await run({
    text: `select c.relname, k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and not k.convalidated
        and k.connamespace = (select oid from pg_namespace where nspname = current_schema())`,
  });
  const missing = Object.values(tables).flatMap((table) =>
    Object.entries(table.indexes).filter(
      ([name, sql]) => sql.startsWith('create index ') && !indexes.has(stored(name)),
    ),
  );
  return { indexes: missing, references: rows as readonly (readonly [string, string])[] };
}
