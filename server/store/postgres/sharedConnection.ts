/**
 * Messages between the processes on one database (`LISTEN`, `NOTIFY`) and work that only one of them does at
 * a time (advisory locks). Both use one dedicated connection, opened on first use and reopened when it
 * breaks.
 */
import pg from 'pg';
import { createQueue } from '../createQueue.ts';
import { createListeners, refuseTooLong } from '../listeners.ts';
import type { Shared } from '../types.ts';
import { unavailableOf } from './availability.ts';
import type { Connections, Run } from './connections.ts';

export type SharedConnection = Shared & { readonly close: () => Promise<void> };

/** Each schema has its own channel; `$1` is the message. */
const channelName = `'formwright_' || md5(current_schema())`;
const lockKey = `hashtextextended('formwright ' || current_schema() || ' ' || $1, 0)`;

/** Sends the announcement when the transaction that runs this commits. */
export async function notify(run: Run, topic: string, text: string): Promise<void> {
  await run({ text: notifying(topic, text) });
}

/** The statement that announces it. */
export function notifying(topic: string, text: string): string {
  refuseTooLong(topic, text);
  return `select pg_notify(${channelName}, ${pg.escapeLiteral(`${topic}\n${text}`)})`;
}

export function openShared(url: string, writing: Connections['writing']): SharedConnection {
  const { listen, tell, gap } = createListeners();
  const locks = createLocks();
  let link: Promise<Link> | undefined;
  let [listens, isClosed] = [false, false];

  const lost = (): void => {
    link = undefined;
    locks.lost();
    if (listens) again(firstPause);
  };
  const again = (pause: number): void => {
    const timer = setTimeout(async () => {
      if (isClosed) return;
      try {
        await linked();
        // Sent once the new connection listens, so anything read from now on includes what was missed.
        gap();
      } catch {
        again(Math.min(pause * 2, longestPause));
      }
    }, pause);
    timer.unref();
  };
  const linked = (): Promise<Link> => {
    if (isClosed) return Promise.reject(new Error('The store is closed.'));
    if (link) return link;
    const opening = openLink(url, { tell, lost });
    link = opening;
    opening.catch(() => {
      if (link === opening) link = undefined;
    });
    return opening;
  };
  return {
    listen: (topic, listener, onGap) => {
      if (!listens) {
        listens = true;
        linked().catch(() => again(firstPause));
      }
      return listen(topic, listener, onGap);
    },
    announce: async (topic, text) => {
      // Listeners of this process hear it even while the connection is still opening.
      if (listens) await linked().catch(() => undefined);
      await writing((run) => notify(run, topic, text));
    },
    alone: (name, work) =>
      locks.alone(name, work, async () => {
        const { ask } = await linked().catch((error) => {
          throw unavailableOf(error) ?? error;
        });
        return ask;
      }),
    close: async () => {
      isClosed = true;
      await (await link?.catch(() => undefined))?.end();
    },
  };
}

const [firstPause, longestPause] = [250, 5000];
/** How often the connection is checked, and how long an answer may take, in milliseconds. */
const [askedEvery, patience] = [15_000, 10_000];

type Ask = (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;
type Link = { readonly ask: Ask; readonly end: () => Promise<void> };

type Hearing = {
  readonly tell: (topic: string, text: string) => void;
  readonly lost: () => void;
};

async function openLink(url: string, { tell, lost }: Hearing): Promise<Link> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'formwright shared',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    keepAlive: true,
  });
  let isOpen = false;
  const inTurn = createQueue();
  const ask: Ask = (text, values = []) => inTurn(() => client.query(text, [...values]));
  const beat = setInterval(() => {
    // If there is no answer, whatever the cause, the connection is dropped.
    ask('select 1').catch(() => void client.end().catch(() => undefined));
  }, askedEvery);
  beat.unref();
  const over = (): void => {
    clearInterval(beat);
    if (isOpen) lost();
    isOpen = false;
  };
  client.on('error', over);
  client.on('end', over);
  client.on('notification', ({ payload = '' }) => {
    const end = payload.indexOf('\n');
    tell(payload.slice(0, end), payload.slice(end + 1));
  });
  try {
    await client.connect();
    const { rows } = await ask(`select ${channelName} as channel`);
    await ask(`listen "${rows[0].channel}"`);
    isOpen = true;
  } catch (error) {
    over();
    await client.end().catch(() => undefined);
    throw error;
  }
  const end = async (): Promise<void> => {
    isOpen = false;
    clearInterval(beat);
    await client.end();
  };
  return { ask, end };
}

/** Lock names held by this process; the database keeps other processes out. */
function createLocks() {
  const held = new Map<string, AbortController>();
  return {
    lost: (): void => {
      for (const one of held.values()) one.abort();
    },
    alone: async <T>(
      name: string,
      work: (lost: AbortSignal) => Promise<T>,
      open: () => Promise<Ask>,
    ): Promise<T | undefined> => {
      if (held.has(name)) return undefined;
      const losing = new AbortController();
      held.set(name, losing);
      try {
        const ask = await open();
        const { rows } = await ask(`select pg_try_advisory_lock(${lockKey}) as ours`, [name]);
        if (rows[0].ours !== true) return undefined;
        try {
          return await work(losing.signal);
        } finally {
          if (!losing.signal.aborted)
            await ask(`select pg_advisory_unlock(${lockKey})`, [name]).catch(() => undefined);
        }
      } finally {
        held.delete(name);
      }
    },
  };
}
