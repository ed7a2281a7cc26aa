/** The whole server against one written by hand, both over SQLite with 100,000 products. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import type { Change, DataRecord, Model } from '#engine';
import type { Store } from '#server/app';
import { fillProducts, handData } from './benchProducts.ts';
import { createHandWritten } from './handWrittenServer.ts';
import { type BenchRow, turnByTurn } from './harness.ts';
import { requestsPerSecond, requestText } from './requestsPerSecond.ts';
import { startServer } from './startServer.ts';

type Fetch = (request: Request) => Response | Promise<Response>;
export type Side = {
  readonly fetch: Fetch;
  readonly token: string;
  readonly ids: readonly string[];
  /** Bytes received from the database so far, where it is another process. */
  readonly received?: () => number;
};

/** Requests per second, over HTTP and without the socket. */
export async function compareServers({ works, same, changes, fill }: Comparing): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwright-bench-'));
  const { side: ours, store, model } = await startOurs(path.join(folder, 'ours.db'), { changes, fill });
  const hand = await createHandWritten(path.join(folder, 'hand.db'), await handData(store, model));
  const theirs: Side = { fetch: (request) => hand.app.fetch(request), token: 'hand', ids: ours.ids };
  try {
    return await compareSides({ works, same }, ours, theirs);
  } finally {
    await store.close();
    hand.close();
    rmSync(folder, { recursive: true });
  }
}

/** The same requests to both, turn by turn. */
export async function compareSides(
  { works, same }: Pick<Comparing, 'works' | 'same'>,
  ours: Side,
  theirs: Side,
): Promise<BenchRow[]> {
  await checkSame(same, ours, theirs);
  const rows: BenchRow[] = [];
  for (const work of works) {
    rows.push(await inProcess(work, ours, theirs));
    rows.push(...(await costs(work, ours, theirs)));
    rows.push(await overHttp(work, ours, theirs));
  }
  return rows;
}

type Ask = { readonly method: string; readonly path: string; readonly body?: string };
export type Work = {
  readonly name: string;
  readonly times: number;
  readonly rounds?: number;
  readonly atLeast: number;
  readonly ask: (side: Side, n: number) => Ask;
};

export type Comparing = Added & {
  readonly works: readonly Work[];
  /** Those that only read: both servers must answer the same, or the figures mean nothing. */
  readonly same: readonly Work[];
};

type Added = {
  /** What is published beside the shipped declarations. */
  readonly changes?: readonly Change[];
  /** What one of so many products holds beside what the sample says. */
  readonly fill?: (n: number) => DataRecord;
};

let turn = 0;

async function inProcess(work: Work, ours: Side, theirs: Side): Promise<BenchRow> {
  const rate = async (side: Side): Promise<number> => {
    const requests = Array.from({ length: work.times }, () => requestOf(side, work.ask(side, turn++)));
    const start = performance.now();
    for (const request of requests) {
      const response = await side.fetch(request);
      if (response.status !== 200)
        throw new Error(`${work.name}: ${response.status} ${await response.text()}`);
      await response.text();
    }
    return (work.times / (performance.now() - start)) * 1000;
  };
  await rate(ours);
  await rate(theirs);
  const figures = await turnByTurn({
    rounds: work.rounds ?? 5,
    ours: () => rate(ours),
    baseline: () => rate(theirs),
  });
  return {
    name: `${work.name}, in process`,
    unit: 'requests/s',
    ...figures,
    target: { atLeast: work.atLeast },
  };
}

/** Processor time and bytes of one call; printed to compare stores, so without a target of their own. */
async function costs(work: Work, ours: Side, theirs: Side): Promise<BenchRow[]> {
  const measure = async (side: Side) => {
    const requests = Array.from({ length: work.times }, () => requestOf(side, work.ask(side, turn++)));
    const [start, from] = [process.cpuUsage(), side.received?.() ?? 0];
    let bytes = 0;
    for (const request of requests) bytes += (await (await side.fetch(request)).arrayBuffer()).byteLength;
    const { user, system } = process.cpuUsage(start);
    const read = (side.received?.() ?? 0) - from;
    return [(user + system) / 1000, bytes, read].map((sum) => sum / work.times);
  };
  const [[cpu = 0, bytes = 0, read = 0], [handCpu, handBytes, handRead]] = [
    await measure(ours),
    await measure(theirs),
  ];
  const target = { atMost: Number.POSITIVE_INFINITY };
  const row = (name: string, unit: string, own: number, baseline: number | undefined): BenchRow => ({
    ...{ name: `${work.name}, ${name}`, unit, ours: own, target },
    ...(baseline === undefined ? {} : { baseline }),
  });
  return [
    row('processor time', 'ms a call', cpu, handCpu),
    row('answer', 'bytes a call', bytes, handBytes),
    ...(ours.received ? [row('read from the database', 'bytes a call', read, handRead)] : []),
  ];
}

async function overHttp(work: Work, ours: Side, theirs: Side): Promise<BenchRow> {
  const servers = await Promise.all([ours, theirs].map(listen));
  const rate = (index: number, side: Side) => () => {
    const requests = Array.from({ length: 500 }, () => {
      const { body, ...ask } = work.ask(side, turn++);
      return requestText({
        ...ask,
        headers: { Authorization: `Bearer ${side.token}` },
        ...(body ? { body } : {}),
      });
    });
    return requestsPerSecond({ origin: servers[index]!.origin, requests, seconds: 1 });
  };
  const figures = await turnByTurn({ rounds: 5, ours: rate(0, ours), baseline: rate(1, theirs) });
  for (const server of servers) server.stop();
  return { name: `${work.name}, HTTP`, unit: 'requests/s', ...figures, target: { atLeast: work.atLeast } };
}

function requestOf(side: Side, { method, path: at, body }: Ask): Request {
  const headers = {
    authorization: `Bearer ${side.token}`,
    ...(body
      ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
      : {}),
  };
  return new Request(`http://localhost${at}`, { method, headers, ...(body ? { body } : {}) });
}

function listen({ fetch }: Side): Promise<{ readonly origin: string; readonly stop: () => void }> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port: 0, overrideGlobalObjects: true }, ({ port }) =>
      resolve({ origin: `http://localhost:${port}`, stop: () => server.close() }),
    );
  });
}

async function startOurs(
  file: string,
  { changes, fill: more }: Added,
): Promise<{ side: Side; store: Store; model: Model }> {
  let ids: readonly string[] = [];
  const fill = async (store: Store, model: Model) => {
    ids = await fillProducts(store, model, more);
  };
  const { fetch, token, store, model } = await startServer({ file, fill, changes });
  return { side: { fetch, token, ids }, store, model };
}

/** What the hand-written server says ours must say too, or the figures mean nothing; ours may derive more. */
async function checkSame(works: readonly Work[], ours: Side, theirs: Side): Promise<void> {
  for (const work of works) {
    const answer = async (side: Side) => (await side.fetch(requestOf(side, work.ask(side, 3)))).json();
    const [mine, his] = [await answer(ours), await answer(theirs)];
    const difference = differenceOf(his, mine, '');
    if (difference !== undefined) throw new Error(`${work.name}: the two servers differ at ${difference}.`);
  }
}

/** Where `actual` does not say what `expected` says; empty and absent are one. */
function differenceOf(expected: unknown, actual: unknown, at: string): string | undefined {
  if (typeof expected !== 'object' || expected === null)
    return (expected ?? null) === (actual ?? null) ? undefined : at;
  if (Array.isArray(expected) && expected.length !== (actual as readonly unknown[]).length) return at;
  const members = Object.entries(expected).map(([name, value]) =>
    differenceOf(value, (actual as Record<string, unknown> | undefined)?.[name], `${at}/${name}`),
  );
  return members.find((member) => member !== undefined);
}
