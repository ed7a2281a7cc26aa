/**
 * The app with the helpers for tests of eligibility codes: a product without lists, imports sent as forms,
 * waiting for jobs.
 */
import { expect } from 'vitest';
import type { DataRecord } from '#engine';
import { filter } from './createClients.ts';
import { type Answer, type Ask, asker, type Running, type StoreKind, startApp } from './startApp.ts';

export type Codes = {
  readonly app: Running;
  readonly admin: Ask;
  readonly viewer: Ask;
  /** In design, with parameters for both kinds of lists, and with no list. */
  readonly product: string;
  readonly promo: string;
  readonly vin: string;
  readonly items: (path: string) => Promise<DataRecord[]>;
  /** Sends a file as a form; returns the answer at once. */
  readonly send: (content: BlobPart, more?: Sending) => Promise<Answer>;
  /** Waits until the job has ended. */
  readonly ended: (job: string) => Promise<DataRecord>;
  /** Sends a file and waits: the job's end, and the id of the list. */
  readonly load: (content: BlobPart, more?: Sending) => Promise<DataRecord & { readonly List: string }>;
};

export type Sending = { readonly name?: string; readonly dto?: object; readonly role?: string };

export async function startCodes(store: StoreKind): Promise<Codes> {
  const app = await startApp({ store, now: '2026-11-20T15:00:00Z' });
  const [admin, viewer] = (await Promise.all(['admin', 'viewer'].map(app.as))) as [Ask, Ask];
  const items = async (path: string): Promise<DataRecord[]> => {
    const { status, body } = await admin('GET', path);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.Items;
  };
  const taken = new Set(
    (await items('/product/eligibilitycodelists?pageSize=0')).map(({ ProductId }) => ProductId),
  );
  const parameters = await items(`/product/parameter?pageSize=0&${filter('SourceName', 'Vehicle.VIN')}`);
  const designs = await items(`/product?pageSize=0&${filter('ProductStateType.Name', 'InDesign')}`);
  const product = designs.find(
    ({ Id }) => !taken.has(Id) && parameters.some(({ ProductId }) => ProductId === Id),
  );
  const id = String(product?.Id);
  const own = await items(`/product/${id}/parameter?pageSize=0`);
  const named = (source: string) => String(own.find(({ SourceName }) => SourceName === source)?.Id);
  const [promo, vin] = [named('Product.PromoCode'), named('Vehicle.VIN')];

  const send = async (content: BlobPart, { name = 'codes.csv', dto, role = 'admin' }: Sending = {}) => {
    const form = new FormData();
    const record = {
      ProductId: id,
      ParameterId: promo,
      CodeListName: 'List',
      FileDescription: 'Sent',
      ...dto,
    };
    form.append('dto', new Blob([JSON.stringify(record)], { type: 'application/json' }));
    form.append('file', new Blob([content], { type: 'text/csv' }), name);
    const headers = { authorization: `Bearer ${await tokenOf(app, role)}` };
    const url = 'http://localhost/api/product/importeligibilitycodes';
    const answer = await app.fetch(new Request(url, { method: 'POST', headers, body: form }));
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const ended = async (job: string): Promise<DataRecord> => {
    let found: DataRecord = {};
    await expect
      .poll(async () => {
        found = (await admin('GET', `/job/${job}`)).body;
        return found.FinishedDate;
      })
      .toBeTruthy();
    return found;
  };
  const load = async (content: BlobPart, more?: Sending) => {
    const { status, body } = await send(content, more);
    expect(status, JSON.stringify(body)).toBe(202);
    return { ...(await ended(body.JobId)), List: body.Id };
  };
  return { app, admin, viewer, product: id, promo, vin, items, send, ended, load };
}

async function tokenOf(app: Running, role: string): Promise<string> {
  const { body } = await asker(app.fetch, {})('POST', '/session', { UserName: role, Password: 'demo' });
  return body.Token;
}
