/** A process is killed under a keyed write of the browser's client: the repeated call stores one record. */
import { once } from 'node:events';
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { DataRecord } from '#engine';
import { createApi } from '../../renderer/data/createApi.ts';
import { startRoundRobin } from '../../scripts/roundRobin.mjs';
import { ask } from '../support/postgres.ts';
import type { Process, Two } from './support/startTwo.ts';

const path = '/product/producttype';

export function describeLostCalls(pair: () => Two): void {
  let two: Two;
  let token = '';
  let categoryId: unknown;

  beforeAll(async () => {
    two = pair();
    const login = await two.signIn();
    token = login.token;
    const { Items } = (await login.one('GET', '/product/producttypecategory')).body;
    categoryId = (Items as DataRecord[])[0]?.Id;
  });

  const newType = (Name: string) => ({
    ...{ Name, DisplayName: Name, Description: Name, ProductTypeCategoryId: categoryId },
  });
  const stored = async (name: string): Promise<readonly unknown[]> =>
    ask(two.url, 'select "Id" from "product-type" where "Name" = $1', [name]);

  /** The client of the page, behind a proxy whose first call goes to the process that will die. */
  async function behindProxy(doomed: Process, meanwhile: () => Promise<void> = async () => undefined) {
    const targets = [doomed, two.other].map(({ origin }) => ({ port: Number(new URL(origin).port) }));
    const proxy = await startRoundRobin({ targets });
    onTestFinished(() => proxy.stop());
    const sent: { readonly status: number; readonly key: string | null; readonly isReplayed: boolean }[] = [];
    const api = createApi({
      locale: () => 'en-CA',
      networkMessage: () => 'no connection',
      carriedOutMessage: () => 'carried out',
      signInAgain: async () => false,
      confirm: async () => false,
      reached: () => undefined,
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set('authorization', `Bearer ${token}`);
        const answer = await fetch(new URL(String(input), proxy.origin), { ...init, headers });
        const isReplayed = answer.headers.get('idempotency-replayed') === 'true';
        sent.push({ status: answer.status, key: headers.get('idempotency-key'), isReplayed });
        await meanwhile();
        return answer;
      },
    });
    return { api, sent };
  }

  async function kill({ process }: Process): Promise<void> {
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
  }

  it('killed before the commit: the other process carries the call out', async () => {
    const doomed = await two.start();
    const { api, sent } = await behindProxy(doomed);
    const holder = new pg.Client({ connectionString: two.url });
    await holder.connect();
    await holder.query('begin; lock table "product-type" in share row exclusive mode');
    const made = api.send<DataRecord>('POST', path, newType('Killed before'), { intent: 'same-content' });
    await expect.poll(() => ask(two.url, waiting)).toHaveLength(1);
    await kill(doomed);
    await holder.end();
    const { Id } = await made;
    expect(await stored('Killed before')).toEqual([{ Id }]);
    expect([sent[0]?.status, new Set(sent.map(({ key }) => key)).size]).toEqual([502, 1]);
  });

  it('killed after the commit: the other process gives the first answer', async () => {
    const doomed = await two.start();
    let isAlive = true;
    const { api, sent } = await behindProxy(doomed, async () => {
      if (!isAlive) return;
      isAlive = false;
      await kill(doomed);
      throw new TypeError('The connection was cut before the answer.');
    });
    const { Id } = await api.send<DataRecord>('POST', path, newType('Killed after'), {
      intent: 'same-content',
    });
    expect(await stored('Killed after')).toEqual([{ Id }]);
    expect(sent.at(-1)?.isReplayed).toBe(true);
  });
}

/** Inserts that wait for the lock of the test. */
const waiting = `select pid from pg_stat_activity
  where wait_event_type = 'Lock' and query ilike '%insert into "product-type"%' and pid <> pg_backend_pid()`;
