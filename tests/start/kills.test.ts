/**
 * A server killed in the middle of its work, again and again: acknowledged writes are there, and nothing is
 * half stored.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Sqlite } from '../../server/store/sqlite/driver.ts';
import { attackRuns } from '../support/attack.ts';
import { startServer } from '../support/server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'formwright-kills-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const writers = 4;

it('loses no acknowledged write', async () => {
  const databaseFile = path.join(folder, 'kills.db');
  /** Name of a parameter → the description last acknowledged. */
  const acknowledged = new Map<string, string>();
  const rounds = attackRuns(5, 100);
  for (let round = 0; round <= rounds; round++) {
    const server = await startServer({
      databaseFile,
      seed: 'none',
      env: { ADMIN_PASSWORD: 'a long password' },
    });
    const client = await signedIn(server.origin);
    expect(await missing(client, acknowledged), `after ${round} kills`).toEqual([]);
    if (round === rounds) {
      await server.stop();
      break;
    }
    const ended = once(server.process, 'exit');
    const before = acknowledged.size;
    const work = Promise.all(
      Array.from({ length: writers }, (_, writer) => write(client, `${round}-${writer}`, acknowledged)),
    );
    // A slow machine acknowledges nothing within one pause, so it gets several.
    const isDue = () => acknowledged.size > before + 2 || server.process.signalCode !== null;
    try {
      await Promise.race([work, pauses(150 + ((round * 137) % 400), isDue)]);
    } finally {
      server.process.kill('SIGKILL');
    }
    await ended;
    await work;
  }
  expect(acknowledged.size).toBeGreaterThan(rounds * 2);
  const file = new Sqlite(databaseFile);
  expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(file.pragma('foreign_key_check')).toEqual([]);
  file.close();
}, 3_600_000);

async function pauses(milliseconds: number, isEnough: () => boolean): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, milliseconds));
  while (!isEnough());
}

type Ask = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Answer }>;
type Answer = { readonly Id?: string; readonly Token?: string; readonly Items?: readonly Row[] };
type Row = { readonly Id: string; readonly Name: string; readonly Description?: string };

type Client = { readonly ask: Ask; readonly category: unknown };

async function signedIn(origin: string): Promise<Client> {
  let token = '';
  const ask: Ask = async (method, address, body) => {
    const response = await fetch(`${origin}/api${address}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : {} };
  };
  const { body } = await ask('POST', '/session', { UserName: 'admin', Password: 'a long password' });
  token = String(body.Token);
  const categories = await ask('GET', '/product/producttypecategory');
  return { ask, category: categories.body.Items?.[0]?.Id };
}

/** Creates records and changes every second one until the server is gone; records the answers. */
async function write(
  { ask, category }: Client,
  name: string,
  acknowledged: Map<string, string>,
): Promise<void> {
  for (let count = 0; ; count++) {
    const Name = `Kill ${name}-${count}`;
    const record = { Name, DisplayName: Name, ProductTypeCategoryId: category };
    try {
      const { status, body: made } = await ask('POST', '/product/producttype', {
        ...record,
        Description: 'made',
      });
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(made)}`);
      acknowledged.set(Name, 'made');
      if (count % 2 === 0) continue;
      const changed = await ask('PUT', '/product/producttype', { ...made, Description: 'changed' });
      if (changed.status !== 200) throw new Error(`${changed.status} ${JSON.stringify(changed.body)}`);
      acknowledged.set(Name, 'changed');
    } catch (error) {
      // The connection ends with the server; any other failure counts.
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

/** A write cut off before its answer may be stored or not: 'changed' is as good as 'made' then. */
async function missing(
  { ask }: Client,
  acknowledged: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const { body } = await ask('GET', '/product/producttype?pageSize=0');
  const stored = new Map((body.Items ?? []).map(({ Name, Description }) => [Name, Description]));
  return [...acknowledged].flatMap(([name, text]) => {
    const found = stored.get(name);
    return found === text || (text === 'made' && found === 'changed') ? [] : [`${name}: ${found}`];
  });
}
