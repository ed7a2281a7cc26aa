/** Builds indexes concurrently: readers and writers go on meanwhile. */
import pg from 'pg';
import { unavailableOf } from './availability.ts';
import type { Run } from './connections.ts';
import type { BuiltIndex } from './migrationPhases.ts';
import { quotedName } from './names.ts';

/** Opens a connection without time limits; `ending`, when aborted, leaves the work to PostgreSQL. */
export async function withBuilder<T>(
  url: string,
  work: (run: Run) => Promise<T>,
  ending?: AbortSignal,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'formwright builder',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  const drop = (): void => {
    (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
  };
  try {
    await client.connect();
    ending?.addEventListener('abort', drop, { once: true });
    return await work(async ({ text, values = [] }) => {
      const { rows, rowCount } = await client.query({ text, values: [...values], rowMode: 'array' });
      return { rows, count: rowCount ?? 0 };
    });
  } catch (error) {
    throw unavailableOf(error) ?? error;
  } finally {
    ending?.removeEventListener('abort', drop);
    await client.end().catch(() => undefined);
  }
}

/** An interrupted build leaves an invalid index of this name. */
export async function buildIndex(run: Run, [name, sql]: BuiltIndex): Promise<void> {
  const drop = () => run({ text: `drop index concurrently if exists ${quotedName(name)}` });
  await drop();
  try {
    await run({ text: sql.replace(/^create (unique )?index /, 'create $1index concurrently ') });
  } catch (error) {
    await drop().catch(() => undefined);
    const isRepeated = (error as { code?: unknown }).code === '23505';
    const advice = isRepeated ? ' Records that are there repeat each other: change them first.' : '';
    throw new Error(`The index ${name} could not be built.${advice}`, { cause: error });
  }
}
