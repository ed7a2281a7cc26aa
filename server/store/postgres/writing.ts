/** Runs one writing transaction, and determines its outcome if its connection was cut. */
import { randomUUID } from 'node:crypto';
import { StoreUnavailable } from '../types.ts';
import { isAway } from './availability.ts';
import type { Connections, Rows, Run } from './connections.ts';

const table = '_formwright_commit';

/** Creates the table that holds each process's last transaction number, and removes old entries. */
export const makeCommits = (run: Run) =>
  run({
    text: `create table if not exists ${table} (process text primary key, number bigint not null, at timestamptz not null default now());
delete from ${table} where at < now() - interval '7 days'`,
  });

/** Adds a statement without parameters to those that commit. */
export type AtCommit = (text: string) => void;

export type Writing = {
  /** One writer at a time across all processes: what it reads cannot change until it has written. */
  readonly write: <T>(work: (run: Run, atCommit: AtCommit) => Promise<T>) => Promise<T>;
  /** The same while the tables of this store may be missing. */
  readonly migrate: Writing['write'];
  /** The same for work that leaves no changes. */
  readonly tryWrite: <T>(work: (run: Run) => Promise<T>) => Promise<T>;
};

/** Transactions of a process run one at a time, so the last number belongs to the last transaction. */
export function createWriting(
  connections: Connections,
  { begins, onBegin }: { readonly begins: string; readonly onBegin: (rows: Rows) => void },
): Writing {
  const process = randomUUID();
  let number = 0;
  /** Committed together with the work, so it shows afterwards whether the work was committed. */
  const ending = () =>
    `insert into ${table} (process, number) values ('${process}', ${number}) on conflict (process) do update set number = excluded.number, at = now(); commit`;
  const attempt = async <T>(
    work: (run: Run, atCommit: AtCommit) => Promise<T>,
    note: (result: T) => void,
    { isMarked = false, isReading = false }: { readonly isMarked?: boolean; readonly isReading?: boolean },
  ) =>
    connections.writing(async (run) => {
      const last: string[] = [];
      try {
        // One round trip; the statement at its end sees what the writers before have committed.
        const first = ['begin', locking, ...(isReading ? [begins] : [])].join('; ');
        const { rows } = await run({ text: first });
        if (isReading) onBegin(rows);
        const result = await work(run, (text) => last.push(text));
        last.push(isMarked ? ending() : 'commit');
        note(result);
        await run({ text: last.join('; ') });
        return result;
      } catch (error) {
        await run({ text: 'rollback' }).catch(() => undefined);
        throw error;
      }
    });
  const tryWrite: Writing['write'] = (work) => attempt(work, () => undefined, {});
  /** The lock is free once the transaction has ended, committed or not. */
  const isCommitted = () =>
    tryWrite(async (run) => {
      const { rows } = await run({
        text: `select number from ${table} where process = $1`,
        values: [process],
      });
      return rows[0]?.[0] === number;
    });
  const marked = async <T>(work: (run: Run, atCommit: AtCommit) => Promise<T>, isReading: boolean) => {
    number += 1;
    let done: { readonly result: T } | undefined;
    const note = (result: T) => {
      done = { result };
    };
    try {
      return await attempt(work, note, { isMarked: true, isReading });
    } catch (error) {
      // Assigned in a callback, which the compiler does not follow.
      const ended = done as { readonly result: T } | undefined;
      if (!ended || !isAway(error)) throw error;
      if (await patiently(isCommitted)) return ended.result;
      throw error;
    }
  };
  return { tryWrite, write: (work) => marked(work, true), migrate: (work) => marked(work, false) };
}

/** Locks per schema: other schemas in the database use another key. */
const locking = `select pg_advisory_xact_lock(hashtext('formwright'), hashtext(current_schema()))`;

/** Milliseconds for which the outcome is queried: a restart takes a second or two. */
const askedFor = 5000;
const pause = 100;

async function patiently(ask: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + askedFor;
  for (;;) {
    try {
      return await ask();
    } catch (cause) {
      if (!(cause instanceof StoreUnavailable) || performance.now() > end)
        throw new StoreUnavailable('unsure', { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
