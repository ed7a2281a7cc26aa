/**
 * Dealers under difficulties: two editors at once, a status that changes meanwhile, names in any script, long
 * files.
 */
import { beforeAll, expect, it } from 'vitest';
import type { DataRecord, SheetValue } from '#engine';
import { storedFields } from '../../server/operations/storedFields.ts';
import { businessAddress, type Profiles, sellEveryBrand, startProfiles } from './support/dealers.ts';
import { formOf, sender, sheetOf } from './support/sheets.ts';
import { model } from './support/startApp.ts';

let on: Profiles;

beforeAll(async () => {
  on = await startProfiles();
  return () => on.app.store.close();
});

const read = async (id: string) => (await on.admin('GET', `/profile/dealer/${id}`)).body;
const put = (body: DataRecord, seen: number) =>
  on.admin('PUT', '/profile/dealer', body, { 'if-match': `"${seen}"` });
const where = (property: string, value: string) =>
  `FilterProperty=${property}&FilterOperator=eq&FilterValue=${encodeURIComponent(value)}`;

it('two people edit one dealer: the second sees what the first has written, and loses nothing', async () => {
  const { Id } = await on.activeDealer();
  const { Revision, TradingName } = await read(Id);
  const first = await put({ Id, TradingName: 'Theirs', Addresses: [businessAddress] }, Revision);
  expect(first.status).toBe(200);
  const late = await put({ Id, LegalName: 'Mine Ltd.' }, Revision);
  expect([late.status, late.body.Code]).toEqual([412, 'conflict']);
  expect(late.body.Current).toMatchObject({ TradingName: 'Theirs', Revision: Revision + 1 });
  expect(await read(Id)).toMatchObject({
    TradingName: 'Theirs',
    LegalName: expect.not.stringMatching('Mine'),
  });
  expect((await put({ Id, LegalName: 'Mine Ltd.' }, Revision + 1)).status).toBe(200);
  expect(await read(Id)).toMatchObject({ TradingName: 'Theirs', LegalName: 'Mine Ltd.' });
  const { Items } = (await on.admin('GET', `/history/dealer/${Id}?pageSize=0`)).body;
  const told = (Items as DataRecord[]).map(({ PreviousValue, CurrentValue }) => [
    PreviousValue,
    CurrentValue,
  ]);
  expect(told).toContainEqual([TradingName, 'Theirs']);
});

it('two panels of one dealer are saved at once, and both are kept', async () => {
  const { Id } = await on.activeDealer();
  const answers = await Promise.all([
    on.admin('PUT', '/profile/dealer', { Id, AccountFriendlyId: 'T-1' }),
    on.admin('PUT', '/profile/dealer', { Id, DealerClassificationId: 2 }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await read(Id)).toMatchObject({ AccountFriendlyId: 'T-1', DealerClassificationId: 2 });
});

it('a status that changes under an open form is reported before anything is saved', async () => {
  const { Id } = await on.activeDealer();
  const { Revision } = await read(Id);
  expect((await on.admin('PUT', `/profile/dealer/${Id}/status`, { Name: 'Inactive' })).status).toBe(200);
  const late = await put({ Id, AccountFriendlyId: 'T-2' }, Revision);
  expect([late.status, late.body.Current.ProfileStatus.Name]).toEqual([412, 'Inactive']);
  expect((await read(Id)).AccountFriendlyId).not.toBe('T-2');
});

it('a name of 256 letters in four scripts is kept exactly, found and shown; one more letter is refused', async () => {
  const name = ['Élévation ', 'Ђорђевић ', 'شركة ', '保険代理店 ']
    .map((word) => word.repeat(64).slice(0, 64))
    .join('');
  expect([...name]).toHaveLength(256);
  const { Id } = await on.dealer({ TradingName: name });
  expect((await read(Id)).TradingName).toBe(name.trim());
  const found = await on.admin('GET', `/profile/dealer?pageSize=5&${where('TradingName', name)}`);
  expect((found.body.Items as DataRecord[]).map((one) => one.Id)).toEqual([Id]);
  const part = `FilterProperty=TradingName&FilterOperator=contains&FilterValue=${encodeURIComponent('代理店 保険')}`;
  expect((await on.admin('GET', `/profile/dealer?pageSize=5&${part}`)).body.Items[0].Id).toBe(Id);
  const more = await on.admin('POST', '/profile/dealer', {
    ...{ TradingName: `${name.trim()}xx`, LegalName: 'L', AccountTypeId: 1, Addresses: [businessAddress] },
  });
  expect([more.status, more.body.ValidationErrors[0].Key]).toEqual([422, 'TradingName']);
});

it('of 5,000 rows with three wrong ones nothing is taken, and each mistake is reported at its cell', async () => {
  const files = await sender(on.app, 'admin');
  const { store } = on.app;
  const fields = model.entities.get('dealer')?.fields ?? [];
  const { items } = await store.find({ entity: 'dealer' });
  const sample = items.find(({ AccountFriendlyId }) => AccountFriendlyId === 'D-1001') as DataRecord;
  const codes = await codesOnce();
  const dealers = Array.from({ length: Math.ceil(5000 / codes.length) }, (_, at) => ({
    ...storedFields(fields, sample),
    Id: `01900000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`,
    AccountFriendlyId: `L-${at}`,
    TradingName: `Long file ${at}`,
  }));
  await store.transaction((session) => session.insertMany('dealer', dealers));
  await sellEveryBrand(
    store,
    dealers.map(({ Id }) => Id),
  );
  const rows: SheetValue[][] = dealers
    .flatMap(({ AccountFriendlyId }) =>
      codes.map((code) => [AccountFriendlyId, code, 'Yes', '2026-12-01', 20]),
    )
    .slice(0, 5000);
  const wrong: readonly [number, number, SheetValue][] = [
    [3, 0, 'D-9999'],
    [2600, 1, 'NOT-A-CODE'],
    [4999, 4, 120],
  ];
  for (const [row, column, value] of wrong) (rows[row] as SheetValue[])[column] = value;
  const count = async () => (await on.admin('GET', '/profile/dealerproduct?pageSize=1')).body.TotalItems;
  const before = await count();
  const titles = ['Dealer', 'Product', 'Enabled', 'Effective date', 'Low markup split'];
  const { body } = await files(
    'POST',
    '/profile/dealerproduct/upload',
    formOf(await sheetOf([titles, ...rows]), 'products.xlsx'),
  );
  const job = await ended(body.JobId);
  expect(job.Status).toBe('failed');
  const errors = (job.Problem as { ValidationErrors: DataRecord[] }).ValidationErrors;
  expect(errors.map(({ Cell }) => Cell)).toEqual(['A5', 'B2602', 'E5001']);
  expect(await count()).toBe(before);
});

async function codesOnce(): Promise<readonly string[]> {
  const all = (await on.admin('GET', '/product?pageSize=0')).body.Items as readonly DataRecord[];
  const codes = all.flatMap(({ Code, ProductStateTypeId }) =>
    ProductStateTypeId === 3 ? [String(Code)] : [],
  );
  return codes.filter((code) => codes.indexOf(code) === codes.lastIndexOf(code));
}

async function ended(job: string): Promise<DataRecord> {
  for (;;) {
    const { body } = await on.admin('GET', `/job/${job}`);
    if (body.Status !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
