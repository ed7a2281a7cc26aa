/**
 * A change as someone makes it who never saw the code, over HTTP and on a real file: in force at once, and
 * still there after restarts and rollbacks.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { openSqliteStore } from '../../server/store/sqlite/openSqliteStore.ts';
import { inspection } from '../support/inspection.ts';
import { filter } from './support/createClients.ts';
import { type Ask, type Running, startApp } from './support/startApp.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inspection-'));
const file = path.join(folder, 'a.db');

describe('inspection required, its fee and a rule about it', () => {
  let app: Running;
  let admin: Ask;
  let product: DataRecord;
  const save = (fields: object, headers = {}) =>
    admin('PUT', '/product', { Id: product.Id, ...fields }, headers);
  const read = async () => (await admin('GET', `/product/${product.Id}`)).body;
  /** Stored records get a default, which must be confirmed first. */
  const confirmed = async (address: string) => {
    const asked = await admin('POST', address, { Note: 'Inspections' });
    expect(asked.status, JSON.stringify(asked.body)).toBe(428);
    const yes = { 'x-confirm': asked.body.Confirmations[0].Token };
    const { status, body } = await admin('POST', address, { Note: 'Inspections' }, yes);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  /** A server that starts on the existing file. */
  const startAgain = async () => {
    await app.store.close();
    app = await (await startApp({ store: openSqliteStore({ file }), seed: 'none' })).startAgain();
    expect((app as Running & { printed: readonly string[] }).printed).toEqual([]);
    admin = await app.as('admin');
  };

  beforeAll(async () => {
    app = await startApp({ store: openSqliteStore({ file }) });
    admin = await app.as('admin');
    const inDesign = `/product?pageSize=1&${filter('ProductStateType.Name', 'InDesign')}`;
    [product] = (await admin('GET', inDesign)).body.Items;
    const settings = { IsCancellable: true, CancellationFee: 100 };
    const set = await admin('PUT', `/product/${product.Id}/othersettings`, settings);
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    for (const { kind, name, ...change } of inspection)
      expect((await admin('PUT', `/configure/draft/${kind}/${name}`, change)).status).toBe(200);
    expect((await confirmed('/configure/publish')).Number).toBe(1);
  });
  afterAll(async () => {
    await app.store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the fee is required and stored only where an inspection is', async () => {
    const { InspectionRequired, InspectionFee } = await read();
    expect([InspectionRequired, InspectionFee ?? null]).toEqual([false, null]);
    const missing = await save({ InspectionRequired: true }, { 'accept-language': 'fr-CA' });
    expect([missing.status, missing.body.ValidationErrors[0]?.Path]).toEqual([422, '/InspectionFee']);
    expect(missing.body.Message).toContain('Frais d’inspection');
    expect((await save({ InspectionRequired: true, InspectionFee: 4 })).status).toBe(200);
    expect(await read()).toMatchObject({ InspectionRequired: true, InspectionFee: 4 });
  });

  it('a fee of 5 % or more is refused in both languages, and stored values stay', async () => {
    for (const [locale, text] of [
      ['en-CA', 'The inspection fee must stay under 5\u00a0% of the cancellation fee.'],
      ['fr-CA', 'Les frais d’inspection doivent rester sous 5\u00a0% des frais de résiliation.'],
    ] as const) {
      const answer = await save({ InspectionFee: 5 }, { 'accept-language': locale });
      expect([answer.status, answer.body.Message]).toEqual([422, text]);
    }
    expect((await save({ InspectionFee: 4.99 })).status).toBe(200);
    expect((await read()).InspectionFee).toBe(4.99);
  });

  it('the list has the column and the filter', async () => {
    const query = `pageSize=0&sortFields=InspectionFee&${filter('InspectionRequired', 'true')}`;
    const { body } = await admin('GET', `/product?${query}`);
    expect(body.Items.map(({ Id }: DataRecord) => Id)).toEqual([product.Id]);
    const grid = app.models.current().screens.get('products')?.blocks[0];
    expect(grid?.kind === 'grid' && grid.columns.map((column) => column.path)).toContain('InspectionFee');
  });

  it('survives a restart, a rollback and a roll-forward, with its values', async () => {
    await startAgain();
    expect(await read()).toMatchObject({ InspectionRequired: true, InspectionFee: 4.99 });
    expect((await save({ InspectionFee: 5 })).status).toBe(422);
    const back = await admin('POST', '/configure/releases/0/restore');
    expect([back.status, back.body.Number]).toEqual([201, 2]);
    expect(await read()).not.toHaveProperty('InspectionFee');
    await startAgain();
    expect(await read()).not.toHaveProperty('InspectionFee');
    // All values were kept, so nothing needs confirmation.
    const forward = await admin('POST', '/configure/releases/1/restore', { Note: 'Inspections' });
    expect(forward.body).toMatchObject({ Number: 3, RestoredFrom: 1 });
    expect(await read()).toMatchObject({ InspectionRequired: true, InspectionFee: 4.99 });
    expect((await save({ InspectionFee: 5 })).status).toBe(422);
  });
});
