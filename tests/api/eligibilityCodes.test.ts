/** Lists of eligibility codes: imported by a job, listed, searched, exported, removed. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { filter } from './support/createClients.ts';
import { appStores, type StoreKind } from './support/startApp.ts';
import { type Codes, startCodes } from './support/startCodes.ts';

type Held = { readonly EligibilityCodes: DataRecord[] };

const unknown = '01900000-0000-7000-8000-00000000dead';
const empty = 'A list of eligibility codes cannot be empty.';

describe.each(appStores)('eligibility codes on %s', (kind: StoreKind) => {
  let codes: Codes;

  beforeAll(async () => {
    codes = await startCodes(kind);
    return () => codes.app.store.close();
  });

  const listsOf = (product = codes.product) =>
    codes.items(`/product/eligibilitycodelists?pageSize=0&${filter('ProductId', product)}`);
  const codesOf = (list: string, more = '') =>
    codes.items(`/product/eligibilitycodes?pageSize=1000&${filter('EligibilityCodeListId', list)}${more}`);

  it('R-012 R-407 R-143 R-144 a file becomes a list of codes, with its details', async () => {
    const csv = '\uFEFFCode;Name\r\nspring-1;a\r\n"Spring-2";"b;c"\r\n  spring-1 ;d\r\n\r\n;e\r\nSPRING-3;';
    const job = await codes.load(csv, { dto: { CodeListName: 'Spring' }, name: 'Spring 26.csv' });
    expect(job).toMatchObject({
      Status: 'done',
      Problem: null,
      Result: { Id: job.List, RowCount: 4, TotalCodesCount: 3, Repeated: 1 },
    });
    const { body } = await codes.admin('GET', `/product/eligibilitycodelist/${job.List}`);
    expect(body).toMatchObject({
      ...{ CodeListName: 'Spring', SourceName: 'Product.PromoCode', FileDescription: 'Sent' },
      ...{ FileName: 'Spring 26.csv', UploadedBy: 'Administrator', UploadedDate: '2026-11-20T15:00:00.000Z' },
      ...{ RowCount: 4, TotalCodesCount: 3, IsActive: true },
    });
    expect(body.RemovalDate ?? null).toBe(null);
    const found = await codesOf(job.List);
    expect(found.map(({ CodeName, RemovedBy }) => [CodeName, RemovedBy ?? null])).toEqual([
      ['SPRING-1', null],
      ['SPRING-2', null],
      ['SPRING-3', null],
    ]);
    // The file is used up.
    expect(await codes.app.files.list()).toEqual(
      (await codes.app.files.list()).filter(({ id }) => id !== body.FileId),
    );
    const history = await codes.app.store.find({ entity: 'history', filter: equals('RecordId', job.List) });
    expect(new Set(history.items.map(({ Operation }) => Operation))).toEqual(new Set(['create', 'import']));
  });

  it('R-403 R-402 R-475 lists come with their codes, each paged by its own parameters', async () => {
    const job = await codes.load(Array.from({ length: 25 }, (_, at) => `C${100 + at}`).join('\n'), {
      dto: { CodeListName: 'Long' },
    });
    const own = { Filters: [{ Property: 'Id', Operator: 'eq', Value: job.List }] };
    const asked = (path: string, ...requests: object[]) =>
      codes.items(`/product/${path}?requests=${encodeURIComponent(JSON.stringify(requests))}`);
    const [list] = await asked('eligibilitycodelists', own);
    expect((list as DataRecord & Held).EligibilityCodes.map(({ CodeName }) => CodeName)).toEqual(
      Array.from({ length: 10 }, (_, at) => `C${100 + at}`),
    );
    const last = { Page: 3, PageSize: 10, SortFields: ['CodeName'], SortDirections: [1] };
    const [paged] = await asked('eligibilitycodelists', { ...own, PageSize: 1 }, last);
    expect((paged as DataRecord & Held).EligibilityCodes.map(({ CodeName }) => CodeName)).toEqual([
      'C120',
      'C121',
      'C122',
      'C123',
      'C124',
    ]);
    expect((await asked('eligibilitycodes', own, last)).map(({ CodeName }) => CodeName)).toEqual([
      'C120',
      'C121',
      'C122',
      'C123',
      'C124',
    ]);
    expect(await asked('eligibilitycodes', own)).toHaveLength(10);
    // Without paging parameters both have pages of ten.
    expect(await codes.items('/product/eligibilitycodes')).toHaveLength(10);
    expect((await codes.items('/product/eligibilitycodelists')).length).toBe(10);
    for (const bad of ['[1]', '[{"Page":0}]', '[{"Filters":[7]}]', '[', '[{"SortFields":["Nothing"]}]'])
      expect(
        (await codes.admin('GET', `/product/eligibilitycodelists?requests=${encodeURIComponent(bad)}`))
          .status,
        bad,
      ).toBe(400);
    // All of them, in any number: the answer is streamed.
    const all = (await codes.admin('GET', '/product/eligibilitycodes?pageSize=0')).body;
    expect(all.Items.length).toBe(all.TotalItems);
    expect(all.TotalItems).toBeGreaterThan(25);
  });

  it('R-404 all valid codes are downloaded as EligibilityCodes.csv', async () => {
    const kept = await codes.load('KEEP\n=SUM(A1)\nDROP', { dto: { CodeListName: 'Kept "one", two' } });
    const drop = (await codesOf(kept.List)).find(({ CodeName }) => CodeName === 'DROP');
    expect((await codes.admin('DELETE', `/product/eligibilitycode/${drop?.Id}`)).status).toBe(200);
    const gone = await codes.load('GONE', { dto: { CodeListName: 'Gone' } });
    expect((await codes.admin('DELETE', `/product/eligibilitycodelist/${gone.List}`)).status).toBe(200);
    const { status, body, headers } = await codes.admin(
      'GET',
      `/product/${codes.product}/eligibilitycodesfile`,
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/csv');
    expect(headers.get('content-disposition')).toContain('EligibilityCodes.csv');
    const lines = String(body).split('\r\n');
    expect(lines[0]).toBe('Code,List,Source');
    expect(lines).toContain('KEEP,"Kept ""one"", two",Product.PromoCode');
    expect(lines).toContain(`'=SUM(A1),"Kept ""one"", two",Product.PromoCode`);
    expect(lines.some((line) => /^(DROP|GONE),/.test(line))).toBe(false);
    expect((await codes.admin('GET', `/product/${unknown}/eligibilitycodesfile`)).status).toBe(404);
  });

  it('R-406 a removed list goes to the history and is no longer valid', async () => {
    const { List } = await codes.load('HIST-1\nHIST-2', { dto: { CodeListName: 'Old' } });
    const good = (code: string) => codes.items(`/product/producteligibility/code/${code}`);
    expect(await good('hist-1')).toHaveLength(1);
    const removed = await codes.admin('DELETE', `/product/eligibilitycodelist/${List}`);
    expect([removed.status, removed.body.IsActive, removed.body.RemovedBy]).toEqual([
      200,
      false,
      'Administrator',
    ]);
    expect(removed.body.RemovalDate).toBe('2026-11-20T15:00:00.000Z');
    expect((await listsOf()).find(({ Id }) => Id === List)).toMatchObject({ IsActive: false });
    expect(await good('HIST-1')).toEqual([]);
    expect(await codesOf(List)).toHaveLength(2);
    const again = await codes.admin('DELETE', `/product/eligibilitycodelist/${List}`);
    expect([again.status, again.body.Message]).toEqual([
      422,
      'The list has been removed. It stays in the history and can no longer be changed.',
    ]);
    const change = { CodeListName: 'Other' };
    expect((await codes.admin('PUT', `/product/eligibilitycodelist/${List}`, change)).status).toBe(422);
  });

  it('R-405 R-263 single codes are removed by name, but never the last one', async () => {
    const { List } = await codes.load('ONE\nTWO', { dto: { CodeListName: 'Pair' } });
    const [one, two] = await codesOf(List);
    const removed = await codes.admin('DELETE', `/product/eligibilitycode/${one?.Id}`);
    expect([removed.status, removed.body.RemovedBy]).toEqual([200, 'Administrator']);
    const { body: list } = await codes.admin('GET', `/product/eligibilitycodelist/${List}`);
    expect([list.TotalCodesCount, list.RowCount]).toEqual([1, 2]);
    expect(await codes.items('/product/producteligibility/code/ONE')).toEqual([]);
    const last = await codes.admin('DELETE', `/product/eligibilitycode/${two?.Id}`);
    expect([last.status, last.body.Message]).toEqual([409, empty]);
    expect((await codes.admin('DELETE', `/product/eligibilitycode/${one?.Id}`)).status).toBe(404);
    expect((await codes.admin('DELETE', `/product/eligibilitycode/${unknown}`)).status).toBe(404);
  });

  it('C-289 R-408 a promo code lists the products it is valid for', async () => {
    const path = '/product/producteligibility/code';
    const all = await codes.items(`${path}/winter26?pageSize=0`);
    expect(all.length).toBeGreaterThan(1);
    expect(all.every(({ CodeName }) => CodeName === 'WINTER26')).toBe(true);
    const ids = all.map(({ ProductId }) => String(ProductId));
    const found = async (query: string) =>
      (await codes.items(`${path}/WINTER26?${query}`)).map((one) => one.ProductId);
    expect(await found(`productIds=${ids[0]},${unknown}`)).toEqual([ids[0]]);
    expect((await found(`productIds=${ids[0]}&productIds=${ids[1]?.toUpperCase()}`)).toSorted()).toEqual(
      ids.slice(0, 2).toSorted(),
    );
    expect(await found(`productIds=${unknown}`)).toEqual([]);
    expect(await codes.items(`${path}/NONE26?productIds=${ids[0]}`)).toEqual([]);
  });

  it('R-312 C-054 codes change only with the right to edit them, and only while the product is open', async () => {
    const { List } = await codes.load('MINE\nTOO', { dto: { CodeListName: 'Mine' } });
    const refused = await codes.send('X', { role: 'viewer' });
    expect([refused.status, refused.body.Message]).toEqual([
      403,
      'You do not have permission to do this. It requires: Product.EligibilityCode.Edit.',
    ]);
    expect((await codes.viewer('DELETE', `/product/eligibilitycodelist/${List}`)).status).toBe(403);
    const [code] = await codesOf(List);
    expect((await codes.viewer('DELETE', `/product/eligibilitycode/${code?.Id}`)).status).toBe(403);
    expect(
      (await codes.viewer('PUT', `/product/eligibilitycodelist/${List}`, { CodeListName: 'X' })).status,
    ).toBe(403);
    expect((await codes.viewer('GET', `/product/eligibilitycodelist/${List}`)).status).toBe(200);
    const renamed = { CodeListName: 'Renamed', IsActive: false, RowCount: 9 };
    const { body } = await codes.admin('PUT', `/product/eligibilitycodelist/${List}`, renamed);
    expect(body).toMatchObject({ CodeListName: 'Renamed', IsActive: true, RowCount: 2 });

    const sold = (await codes.items('/product/producteligibility/code/DRIVE26'))[0] as DataRecord;
    const locked = (await codes.admin('GET', `/product/eligibilitycodelist/${sold.EligibilityCodeListId}`))
      .body;
    const dto = { ProductId: locked.ProductId, ParameterId: locked.ParameterId };
    for (const answer of [
      await codes.send('X', { dto }),
      await codes.admin('DELETE', `/product/eligibilitycodelist/${locked.Id}`),
      await codes.admin('DELETE', `/product/eligibilitycode/${sold.Id}`),
    ])
      expect([answer.status, answer.body.Message]).toEqual([
        422,
        'You need permission to edit eligibility codes, and the product must be open for editing.',
      ]);
  });

  it('R-262 R-466 the last list of a kind is kept while a rule needs it', async () => {
    for (const { Id } of (await listsOf()).filter(({ IsActive }) => IsActive))
      expect((await codes.admin('DELETE', `/product/eligibilitycodelist/${Id}`)).status).toBe(200);
    const promo = await codes.load('P-1\nP-2', { dto: { CodeListName: 'Promo' } });
    const vins = await codes.load('2HGFC2F55KH520100', {
      dto: { CodeListName: 'Vins', ParameterId: codes.vin },
    });
    const rule = (text: string | null) =>
      codes.admin('PUT', `/product/${codes.product}/eligibilityrule`, { EligibilityRuleText: text });
    expect((await rule('$not($isPromoCode(Product.PromoCode)) or $isListedVin(Vehicle.VIN)')).status).toBe(
      200,
    );
    const remove = (id: string) => codes.admin('DELETE', `/product/eligibilitycodelist/${id}`);
    for (const { List } of [promo, vins]) {
      const { status, body } = await remove(List);
      expect([status, body.ValidationErrors[0].Rule]).toEqual([
        409,
        'ID_ProductEligibilityCodeList_EligibilityRule',
      ]);
    }
    const second = await codes.load('P-3', { dto: { CodeListName: 'Second' } });
    expect((await remove(promo.List)).status).toBe(200);
    expect((await remove(second.List)).status).toBe(409);
    // A rule that only names the code needs no list.
    expect((await rule('Product.PromoCode = "isPromoCode" and $isListedVin(Vehicle.VIN)')).status).toBe(200);
    expect((await remove(second.List)).status).toBe(200);
    expect((await remove(vins.List)).status).toBe(409);
  });

  it('rules can ask whether a code or a VIN is listed', async () => {
    await codes.load('ask-me', { dto: { CodeListName: 'Asked' } });
    const removed = await codes.load('OLD-CODE\nOTHER', { dto: { CodeListName: 'Removed' } });
    await codes.admin('DELETE', `/product/eligibilitycodelist/${removed.List}`);
    const judge = async (testValue: string, salesContext: object) => {
      const { status, body } = await codes.admin('POST', `/product/${codes.product}/eligible`, {
        testValue,
        salesContext,
      });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.IsEligible;
    };
    const promo = '$isPromoCode(Product.PromoCode)';
    expect(await judge(promo, { 'Product.PromoCode': ' Ask-Me' })).toBe(true);
    expect(await judge(promo, { 'Product.PromoCode': 'OLD-CODE' })).toBe(false);
    expect(await judge(promo, { 'Product.PromoCode': 'WINTER26' })).toBe(false);
    expect(await judge(promo, {})).toBe(null);
    const vin = '$isListedVin(Vehicle.VIN)';
    expect(await judge(vin, { 'Vehicle.VIN': '2HGFC2F55KH520100' })).toBe(true);
    expect(await judge(vin, { 'Vehicle.VIN': 'ASK-ME' })).toBe(false);
  });

  it('a copy of the product has its lists with all their codes', async () => {
    const source = (await codes.items('/product/eligibilitycodelists?pageSize=0')).find(
      ({ CodeListName }) => CodeListName === 'Loyalty codes',
    );
    const { body: product } = await codes.admin('GET', `/product/${source?.ProductId}`);
    const copied = await codes.admin('POST', '/product/copy', {
      ...{
        Id: product.Id,
        Name: `${product.Name} copy`,
        Code: `${product.Code}-C`,
        Version: '1.0',
        Description: 'Copied',
      },
      ...{
        BrandId: product.BrandId,
        UnderwriterId: product.UnderwriterId,
        ProductTypeId: product.ProductTypeId,
      },
      ...{ ProductGroupId: product.ProductGroupId, LaunchDate: '2027-01-01', QuoteExpiryInDays: 30 },
      ...{ IsPromotion: false, IsStackable: false },
    });
    expect(copied.status, JSON.stringify(copied.body)).toBe(201);
    const [mine, theirs] = [await listsOf(String(product.Id)), await listsOf(copied.body.Id)];
    const facts = (lists: DataRecord[]) =>
      lists.map((one) => [one.CodeListName, one.TotalCodesCount, one.IsActive]);
    expect(facts(theirs).toSorted()).toEqual(facts(mine).toSorted());
    const list = theirs.find(({ CodeListName }) => CodeListName === 'Loyalty codes') as DataRecord;
    const names = (found: DataRecord[]) => found.map(({ CodeName }) => CodeName);
    expect(names(await codesOf(String(list.Id)))).toEqual(names(await codesOf(String(source?.Id))));
    const parameter = (await codes.admin('GET', `/product/parameter/${list.ParameterId}`)).body;
    expect(parameter.ProductId).toBe(copied.body.Id);
  });
});

const equals = (path: string, value: string) => ({ kind: 'compare', path, operator: 'eq', value }) as const;
