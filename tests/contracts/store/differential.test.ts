import { afterAll, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../server/store/postgres/openPostgresStore.ts';
import { openSqliteStore } from '../../../server/store/sqlite/openSqliteStore.ts';
import type { Store } from '../../../server/store/types.ts';
import { isAttack } from '../../support/attack.ts';
import { newSchema, stopPostgres } from '../../support/postgres.ts';
import { begin, generateWork, nextWork } from './generateWork.ts';

afterAll(stopPostgres);

/** `DIFFERENCES=20000 DIFFERENCE_SEED=7` tries more, from another seed. */
const count = Number(process.env.DIFFERENCES ?? (isAttack ? 20_000 : 600));
const seed = Number(process.env.DIFFERENCE_SEED ?? 14);

it(`answers ${count} generated queries and writes on PostgreSQL like on SQLite`, async () => {
  const stores: readonly Store[] = [
    openSqliteStore({ file: ':memory:' }),
    openPostgresStore({ url: await newSchema() }),
  ];
  onTestFinished(() => Promise.all(stores.map((store) => store.close())).then(() => undefined));
  for (const store of stores) await begin(store);
  const from = generateWork(seed);
  const differences: object[] = [];
  for (let at = 0; at < count && differences.length < 5; at++) {
    const work = nextWork(from);
    const [sqlite, postgres] = await Promise.all(stores.map((store) => answerOf(work.run(store))));
    if (sqlite !== postgres) differences.push({ at, says: work.says, sqlite, postgres });
  }
  expect(differences, `seed ${seed}`).toEqual([]);
}, 3_600_000);

/** As text; sums of binary numbers may differ after their ninth decimal. */
async function answerOf(answer: Promise<unknown>): Promise<string> {
  try {
    const value = await answer;
    return (
      JSON.stringify(value, (_, part) =>
        typeof part === 'number' ? Number(Number(part.toPrecision(12)).toFixed(9)) : part,
      ) ?? 'nothing'
    );
  } catch (error) {
    const { name, kind, entity, message } = error as Error & { kind?: string; entity?: string };
    // Of several conflicts, each database names the first one it finds.
    return kind ? `${name} ${kind} ${kind === 'unique' ? entity : ''}` : `${name} ${message}`;
  }
}
