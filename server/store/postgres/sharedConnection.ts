/**
 * What the processes on one database tell each other (`LISTEN`, `NOTIFY`), and what only one of them does at a time
 * (advisory locks): over one connection that is kept for this, opened when it is first needed and again when it breaks.
 */
import pg from 'pg';
import { createQueue } from '../createQueue.ts';
import { createListeners, refuseTooLong } from '../listeners.ts';
import type { Shared } from '../types.ts';
import { unavailableOf } from './availability.ts';
import type { Connections, Run } from './connections.ts';

export type SharedConnection = Shared & { readonly close: () => Promise<void> };

/** Each schema has a channel of its own; `$1` is what is told. */
const channelName = `'formwright_' || md5(current_schema())`;
const lockKey = `hashtextextended('formwright ' || current_schema() || ' ' || $1, 0)`;

/** Tells what is announced, once the transaction that runs this is committed. */
export async function notify(run: Run, topic: string, text: string): Promise<void> {
  refuseTooLong(topic, text);
  await run({ text: `select pg_notify(${channelName}, $1)`, values: [`${topic}\n${text}`] });
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
        // Told once the new connection hears: what is read from now on is no older than what it missed.
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
      // Whoever listens already hears it, although the connection may still be opening.
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
/** A connection that is silently gone is found out so soon. */
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
    // Whatever it is that does not answer, the connection is given up.
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

/** Names that this process holds; the database keeps them from the others. */
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
