/**
 * PostgreSQL restarted, killed and disconnected during writes: acknowledged writes persist, refusals are 503.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attackRuns } from '../support/attack.ts';
import { type OwnPostgres, ownPostgres } from '../support/ownPostgres.ts';
import { ask } from '../support/postgres.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const password = 'a long password';
let database: OwnPostgres;
let server: RunningServer;
beforeAll(async () => {
  database = await ownPostgres();
  const env = { DATABASE_URL: database.url, ADMIN_PASSWORD: password };
  server = await startServer({ seed: 'none', env });
});
afterAll(async () => {
  await server?.stop();
  await database.remove();
});

type Answer = { readonly status: number; readonly retryAfter: string | null; readonly body: DataRecord };
type DataRecord = Readonly<Record<string, unknown>>;

async function call(method: string, path: string, token = '', body?: unknown): Promise<Answer> {
  const response = await fetch(`${server.origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: text.startsWith('{') ? JSON.parse(text) : { text },
  };
}

type Caller = { readonly token: string; readonly category: unknown };

async function signIn(): Promise<Caller> {
  const { body } = await call('POST', '/session', '', { UserName: 'admin', Password: password });
  const token = String(body.Token);
  const categories = await call('GET', '/product/producttypecategory', token);
  return { token, category: (categories.body.Items as readonly DataRecord[])[0]?.Id };
}

type Written = {
  readonly acknowledged: Set<string>;
  readonly unsure: Set<string>;
  readonly refused: Answer[];
};

/** Writes and reads until stopped; every attempt uses a new record. */
async function write(name: string, caller: Caller, written: Written, isOver: () => boolean): Promise<void> {
  const { token, category } = caller;
  for (let at = 0; !isOver(); at++) {
    const code = `${name}-${at}`;
    const record = { Name: code, DisplayName: code, ProductTypeCategoryId: category };
    const answer = await call('POST', '/product/producttype', token, record);
    if (answer.status === 201) written.acknowledged.add(code);
    else {
      written.refused.push(answer);
      if (answer.body.status === 'database-unsure') written.unsure.add(code);
      // As a client that is told to retry later.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const read = await call('GET', '/product/producttype?pageSize=1', token);
    if (read.status !== 200) written.refused.push(read);
  }
}

async function keptCodes(): Promise<ReadonlySet<string>> {
  const rows = await ask(database.url, `select "Name" from "product-type" where "Name" like 'w_-%'`);
  return new Set(rows.map((row) => String((row as { Name: string }).Name)));
}

const troubles: Readonly<Record<string, () => Promise<unknown>>> = {
  'a restart': async () => {
    await database.halt('fast');
    await expect.poll(async () => (await call('GET', '/ready')).status).toBe(503);
    await database.begin();
  },
  'a crash': async () => {
    await database.halt('immediate');
    await database.begin();
  },
  'connections cut': () =>
    ask(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'formwright'`,
    ),
};

it('loses no acknowledged write, and answers 503 for a few seconds', async () => {
  const caller = await signIn();
  const written: Written = { acknowledged: new Set(), unsure: new Set(), refused: [] };
  let isOver = false;
  const writers = ['wa', 'wb', 'wc', 'wd'].map((name) => write(name, caller, written, () => isOver));
  /** Waits until writes succeed again. */
  const goesOn = async () => {
    const before = written.acknowledged.size;
    await expect.poll(() => written.acknowledged.size).toBeGreaterThan(before + 10);
  };
  await goesOn();
  for (let round = attackRuns(2, 20); round > 0; round--)
    for (const trouble of Object.values(troubles)) {
      await trouble();
      await goesOn();
    }
  isOver = true;
  await Promise.all(writers);
  expect((await call('GET', '/ready')).status).toBe(200);

  const answers = written.refused.map(({ status, retryAfter }) => [status, Number(retryAfter)]);
  expect(answers.filter(([status, wait]) => status !== 503 || !wait || wait > 5)).toEqual([]);
  expect(answers.length).toBeGreaterThan(0);
  const kept = await keptCodes();
  expect([...written.acknowledged].filter((code) => !kept.has(code))).toEqual([]);
  // Refused writes are absent, except those with an unknown outcome.
  const known = new Set([...written.acknowledged, ...written.unsure]);
  expect([...kept].filter((code) => !known.has(code))).toEqual([]);
});
