/** Lienholders that a product allows or excludes: read, searched, and saved together by their flags. */
import { beforeAll, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Clients, createClients, filter } from './support/createClients.ts';

let clients: Clients;
let product: string;
let [lienholders, groups]: [DataRecord[], DataRecord[]] = [[], []];

beforeAll(async () => {
  clients = await createClients('sqlite');
  product = (await clients.productInDesign()).Id;
  const listOf = async (what: string) =>
    (await clients.manager('GET', `/product/${product}/${what}?pageSize=0`)).body.Items;
  [lienholders, groups] = [await listOf('lienholders'), await listOf('lienholdergroups')];
  return () => clients.app.store.close();
});

const path = (more = '') => `/product/${product}/lienholder${more}`;
const save = (ProductLienholders: unknown, more: object = {}, ask = clients.manager) =>
  ask('POST', path(), { ProductLienholders, ...more });
const stored = async (): Promise<DataRecord[]> =>
  (await clients.manager('GET', path('?pageSize=0'))).body.Items;
const clear = async () => save((await stored()).map(({ Id }) => ({ Id, IsDeleted: true })));

it('R-010 R-140 R-171 R-172 R-388 new, modified and deleted rows are saved by one call, all or none', async () => {
  const [first, second] = lienholders;
  const [group] = groups;
  const made = await save([
    { LienholderId: first?.Id, Include: true, LienholderInclusionRuleId: 1, IsNew: true },
    { LienholderId: second?.Id, Include: false, LienholderInclusionRuleId: 2, IsNew: true },
    { LienholderGroupId: group?.Id, Include: false, LienholderInclusionRuleId: 1, IsNew: true },
    { LienholderId: first?.Id, IsNew: true, IsDeleted: true },
    { LienholderGroupId: group?.Id, Include: true },
  ]);
  expect(made.body, JSON.stringify(made.body)).toMatchObject({ Created: 3, Updated: 0, Removed: 0 });
  expect(made.body.ProductLienholders).toEqual(await stored());
  const [one, two, three] = await stored();
  expect([one, two, three]).toMatchObject([
    { LienholderId: first?.Id, Include: true, Lienholder: { TradingName: first?.TradingName } },
    { LienholderId: second?.Id, Include: false, LienholderInclusionRuleId: 2 },
    { LienholderGroupId: group?.Id, LienholderGroup: { Name: group?.Name } },
  ]);
  expect(one).toMatchObject({ ProductId: product, IsNew: false, IsModified: false, IsDeleted: false });
  const refused = await save([
    { Id: one?.Id, IsDeleted: true },
    { Id: two?.Id, LienholderId: second?.Id, LienholderGroupId: group?.Id, IsModified: true },
  ]);
  expect([refused.status, refused.body.ValidationErrors[0].Path]).toEqual([
    422,
    '/ProductLienholders/1/LienholderId',
  ]);
  expect(await stored()).toHaveLength(3);
  const changed = await save([
    { ...two, Include: true, IsModified: true },
    { ...one, IsDeleted: true },
    { ...three, Include: true },
  ]);
  expect(changed.body).toMatchObject({ Created: 0, Updated: 1, Removed: 1 });
  expect(await stored()).toMatchObject([
    { Id: two?.Id, Include: true },
    { Id: three?.Id, Include: false },
  ]);
  await clear();
});

it('R-142 R-388 IsLenderLessorEligible of the product is saved with the section', async () => {
  const eligible = async () =>
    (await clients.manager('GET', `/product/${product}`)).body.IsLenderLessorEligible;
  expect(await eligible()).toBe(false);
  expect((await save([], { IsLenderLessorEligible: true })).status).toBe(200);
  expect(await eligible()).toBe(true);
  const row = { LienholderId: null, IsNew: true };
  expect((await save([row], { IsLenderLessorEligible: false })).status).toBe(422);
  expect(await eligible()).toBe(true);
  await save([], { IsLenderLessorEligible: false });
});

it('the id of the product may be sent with the section, but not another id', async () => {
  expect((await save([], { Id: product })).status).toBe(200);
  const other = await save([], { Id: groups[0]?.Id });
  expect([other.status, other.body.ValidationErrors]).toMatchObject([422, [{ Path: '/Id' }]]);
});

it('R-141 a row names one lienholder or one group, once', async () => {
  const [LienholderId, LienholderGroupId] = [lienholders[0]?.Id, groups[0]?.Id];
  for (const wrong of [
    {},
    { LienholderId, LienholderGroupId },
    { LienholderId: groups[0]?.Id },
    { LienholderId, LienholderInclusionRuleId: 99 },
  ])
    expect((await save([{ ...wrong, IsNew: true }])).status, JSON.stringify(wrong)).toBe(422);
  const twice = await save([
    { LienholderId, IsNew: true },
    { LienholderId, Include: false, IsNew: true },
  ]);
  expect(twice.body.Message).toBe('The product already has this lienholder or group.');
  expect(await stored()).toEqual([]);
  expect((await save([{ Id: lienholders[0]?.Id, IsModified: true }])).status).toBe(404);
  for (const wrong of ['rows', [1], [null], Array.from({ length: 1001 }, () => ({}))])
    expect((await save(wrong)).status).toBe(422);
});

it('R-384 R-474 rows come in pages of ten, and may be filtered by ProductId', async () => {
  await save(lienholders.slice(0, 11).map(({ Id }) => ({ LienholderId: Id, IsNew: true })));
  const many = Math.min(11, lienholders.length);
  const { body } = await clients.manager('GET', path(`?${filter('ProductId', product)}`));
  expect([body.Items.length, body.TotalItems]).toEqual([Math.min(10, many), many]);
  const none = await clients.manager('GET', path(`?${filter('ProductId', String(groups[0]?.Id))}`));
  expect(none.body.TotalItems).toBe(0);
  await clear();
});

it('R-385 R-386 R-387 inclusion rules, groups and lienholders are offered, by typed text and by group', async () => {
  const ask = async (more: string) => (await clients.manager('GET', more)).body.Items as DataRecord[];
  expect((await ask('/product/lienholderinclusionrules')).map(({ Name }) => Name)).toEqual([
    'Always',
    'FinancedOnly',
    'LeasedOnly',
  ]);
  const part = String(groups[0]?.Name).slice(0, 5);
  const found = await ask(
    `/product/${product}/lienholdergroups?pageSize=0&searchtext=${encodeURIComponent(part)}`,
  );
  expect(found.map(({ Id }) => Id)).toContain(groups[0]?.Id);
  expect(found.length).toBeLessThan(groups.length);
  const named = String(lienholders[0]?.TradingName).slice(0, 6);
  const some = await ask(
    `/product/${product}/lienholders?pageSize=0&searchText=${encodeURIComponent(named)}`,
  );
  expect(some.map(({ Id }) => Id)).toContain(lienholders[0]?.Id);
  const owner = lienholders.find(({ LienholderGroupId }) => LienholderGroupId);
  const branches = await ask(
    `/product/${product}/lienholders?pageSize=0&lienholderGroupId=${owner?.LienholderGroupId}`,
  );
  expect(new Set(branches.map(({ LienholderGroupId }) => LienholderGroupId))).toEqual(
    new Set([owner?.LienholderGroupId]),
  );
  expect(await ask(`/product/${product}/lienholders?searchText=nobody-is-called-so`)).toEqual([]);
});

it('R-320 C-063 only ProductLienholder.Edit reads and saves; a read-only product refuses changes', async () => {
  const row = { LienholderId: lienholders[0]?.Id, IsNew: true };
  for (const what of ['lienholder', 'lienholders', 'lienholdergroups'])
    expect((await clients.viewer('GET', `/product/${product}/${what}`)).status, what).toBe(403);
  expect((await save([row], {}, clients.viewer)).status).toBe(403);
  expect((await save([row], {}, clients.nobody)).status).toBe(401);
  const active = (
    await clients.manager('GET', `/product?pageSize=1&${filter('ProductStateType.Name', 'Active')}`)
  ).body.Items[0];
  const sent = await clients.manager('POST', `/product/${active.Id}/lienholder`, {
    ProductLienholders: [row],
  });
  expect([sent.status, sent.body.Message]).toEqual([
    422,
    'You need permission to edit product lienholders, and the product must be in design or in pricing.',
  ]);
  const marked = await clients.manager('POST', `/product/${active.Id}/lienholder`, {
    IsLenderLessorEligible: true,
  });
  expect(marked.status).toBe(422);
});
