/**
 * A server that dies while it publishes: the release in force is in force again, the records are whole, and
 * publishing works.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { Sqlite } from '../../server/store/sqlite/driver.ts';
import { openSqliteStore } from '../../server/store/sqlite/openSqliteStore.ts';
import { type Ask, startApp } from '../api/support/startApp.ts';
import { type Moment, moments } from '../support/publishAndHang.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'crash-'));
const fileOf = (name: string) => path.join(folder, `${name}.db`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const fields = {
  Nickname: { type: 'text', title: texts('Nickname'), unique: true },
  Stars: { type: 'integer', title: texts('Stars'), default: 3 },
};
const products = async (ask: Ask): Promise<readonly DataRecord[]> =>
  (await ask('GET', '/product?pageSize=0&sortFields=Id')).body.Items;

const isInDesign = ({ ProductStateType }: DataRecord) => (ProductStateType as DataRecord).Name === 'InDesign';

/** Starts the process, waits until it hangs in the middle, and kills it there. */
async function killedAt(moment: Moment): Promise<void> {
  const child = spawn(process.execPath, ['tests/support/publishAndHang.mjs', fileOf(moment), moment]);
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.on('exit', (_, signal) => resolve(signal)),
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      said += data;
      if (said.includes('here\n')) child.kill('SIGKILL');
    });
  expect(await ended, said).toBe('SIGKILL');
}

describe('a server killed while it publishes', () => {
  let before: readonly DataRecord[];

  beforeAll(async () => {
    const store = openSqliteStore({ file: fileOf('before') });
    const app = await startApp({ store });
    const admin = await app.as('admin');
    for (const [name, field] of Object.entries(fields))
      expect((await admin('PUT', `/configure/draft/field/product.${name}`, field)).status).toBe(200);
    before = await products(admin);
    await store.close();
    for (const moment of moments) copyFileSync(fileOf('before'), fileOf(moment));
    await Promise.all(moments.map(killedAt));
  });

  it.each(moments)('%s: one release or the other is in force, never half of one', async (moment) => {
    const file = new Sqlite(fileOf(moment));
    expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(file.pragma('foreign_key_check')).toEqual([]);
    file.close();
    const store = openSqliteStore({ file: fileOf(moment) });
    const app = await (await startApp({ store, seed: 'none' })).startAgain();
    expect(app.printed).toEqual([]);
    const admin = await app.as('admin');
    const release = moment === 'committed' ? 1 : 0;
    expect(app.models.inForce().release).toBe(release);
    expect((await admin('GET', '/configure/releases')).body.TotalItems).toBe(release);
    const now = await products(admin);
    const added = release === 0 ? {} : { Stars: 3 };
    expect(now).toEqual(before.map((product) => ({ ...product, ...added })));
    if (release === 0) {
      const draft = (await admin('GET', '/configure/draft')).body;
      expect(draft.Changes).toHaveLength(2);
      const asked = await admin('POST', '/configure/publish', { Note: 'Again' });
      expect(asked.status).toBe(428);
      const confirmed = { 'x-confirm': asked.body.Confirmations[0].Token };
      const published = await admin('POST', '/configure/publish', { Note: 'Again' }, confirmed);
      expect([published.status, published.body.Number]).toEqual([201, 1]);
    }
    const open = (await products(admin)).find(isInDesign);
    expect(open).toMatchObject({ Stars: 3 });
    const saved = await admin('PUT', '/product', { Id: open?.Id, Nickname: 'Survivor' });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect((await admin('GET', `/product/${open?.Id}`)).body.Nickname).toBe('Survivor');
    await store.close();
  });
});
