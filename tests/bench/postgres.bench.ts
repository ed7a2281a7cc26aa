/** The whole server against one written by hand, both over one PostgreSQL server that does not wait for its disk. */
import { Socket } from 'node:net';
import type { DataRecord } from '#engine';
import { openPostgresStore } from '../../server/store/postgres/openPostgresStore.ts';
import { ask, newSchema, stopPostgres } from '../support/postgres.ts';
import { fillProducts } from './benchProducts.ts';
import { compareSides, type Side, type Work } from './compareServers.ts';
import { createHandPostgres } from './handWrittenPostgres.ts';
import type { BenchRow } from './harness.ts';
import { lists, save, single } from './http.bench.ts';
import { startServer } from './startServer.ts';

const profits = 100_000;
/** 1.25 times as long: 0.8 times as many. */
const atLeast = 0.8;

let code = 0;
const create = (sample: DataRecord): Work => ({
  name: 'POST of a product',
  times: 60,
  rounds: 7,
  atLeast,
  ask: () => ({
    method: 'POST',
    path: '/api/product',
    body: JSON.stringify({ ...sample, Code: `BENCH-${++code}`, Name: `Made by the bench ${code}` }),
  }),
});

const report: Work = {
  name: 'report grouped over 100,000 rows',
  times: 3,
  rounds: 3,
  atLeast,
  ask: () => ({
    method: 'POST',
    path: '/api/report/query',
    body: JSON.stringify({ Query: 'profit-per-retail-by-month', PageSize: 1000 }),
  }),
};

export async function bench(): Promise<BenchRow[]> {
  const [url, handUrl] = [await newSchema(), await newSchema()];
  let ids: readonly string[] = [];
  const server = await startServer({
    file: '',
    open: () => openPostgresStore({ url }),
    fill: async (store, model) => {
      ids = await fillProducts(store, model);
      await fillProfits(url);
      await ask(url, 'analyze');
    },
  });
  const hand = await createHandPostgres(handUrl, schemaOf(url), 'hand');
  const received = countReceived();
  const ours: Side = { fetch: server.fetch, token: server.token, ids, received };
  const theirs: Side = { fetch: (request) => hand.app.fetch(request), token: 'hand', ids, received };
  try {
    const sample = await sampleOf(ours);
    const works = [...lists, single, save, create(sample), report].map((work) => ({ ...work, atLeast }));
    const rows = await compareSides({ works, same: [single] }, ours, theirs);
    return rows.map((row) => ({ ...row, name: `PostgreSQL: ${row.name}` }));
  } finally {
    await server.store.close();
    await hand.close();
    await stopPostgres();
  }
}

const schemaOf = (url: string): string =>
  new URL(url).searchParams.get('options')?.replace('-c search_path=', '') ?? '';

/** What a person sends for a new product like another one. */
async function sampleOf({ fetch, token, ids }: Side): Promise<DataRecord> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(new Request(`http://localhost/api/product/${ids[0]}?include=`, { headers }));
  const read = (await answer.json()) as DataRecord;
  const kept = [
    'BrandId',
    'UnderwriterId',
    'ProductTypeId',
    'ProductGroupId',
    'Version',
    'Description',
    'QuoteExpiryInDays',
  ];
  return Object.fromEntries(
    [...kept, 'LaunchDate'].flatMap((name) => (read[name] ? [[name, read[name]]] : [])),
  );
}

async function fillProfits(url: string): Promise<void> {
  const rows = await ask(
    url,
    `select column_name as name from information_schema.columns where table_schema = $1 and table_name = 'profit-per-retail' and column_name <> '_rowid_'`,
    [schemaOf(url)],
  );
  const filled: Readonly<Record<string, string>> = {
    Id: `lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0')`,
    DealerId: '(select d."Id" from dealers d where d.place = n % (select count(*) from dealers))',
    PriorPPR: '(400 + n % 977 / 7.0)::numeric(12, 2)',
    ForecastedPPR: '(500 + n % 991 / 7.0)::numeric(12, 2)',
    EffectiveDate: `to_char(date '2022-01-01' + n % 1000, 'YYYY-MM-DD')`,
    EndDate: `to_char(date '2022-01-01' + n % 1000 + 90, 'YYYY-MM-DD')`,
  };
  const names = (rows as { name: string }[]).map(({ name }) => name);
  const values = names.map((name) => filled[name] ?? `one."${name}"`);
  await ask(
    url,
    `with one as (select * from "profit-per-retail" limit 1),
      dealers as materialized (select row_number() over () - 1 as place, "Id" from dealer)
    insert into "profit-per-retail" (${names.map((name) => `"${name}"`).join(', ')})
    select ${values.join(', ')} from generate_series(1, ${profits}) as s(n), one on conflict do nothing`,
  );
}

/** Bytes received over all sockets to a database, by any connection of this process. */
function countReceived(): () => number {
  let sum = 0;
  const emit = Socket.prototype.emit as (...args: unknown[]) => boolean;
  Socket.prototype.emit = function (this: Socket, ...args: unknown[]) {
    const [event, chunk] = args;
    if (event === 'data' && chunk instanceof Uint8Array) sum += chunk.byteLength;
    return emit.apply(this, args);
  } as never;
  return () => sum;
}
