/** Rate cards: generated, watched, cancelled, read, exported, imported, removed. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Clients, createClients } from './support/createClients.ts';
import { formOf, rowsOf, type Send, sender } from './support/sheets.ts';
import { type Answer, type Ask, appStores } from './support/startApp.ts';
import { textOfPdf } from './support/textOfPdf.ts';

type Body = Answer['body'];

/** Waits for a job without a clock: each check is a round of the event loop. */
async function ended(ask: Ask, id: string): Promise<Body> {
  for (;;) {
    const { body } = await ask('GET', `/job/${id}`);
    if (body.Status !== 'running' && body.Status !== 'cancelling') return body;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

for (const kind of appStores) {
  describe(`rate cards, ${kind} store`, () => {
    let clients: Clients;
    let pricing: Ask;
    let send: Send;
    let product: string;
    let other: string;
    let bucket: string;
    let card: string;

    const path = (more = '', id = card) => `/pricing/product/${product}/ratecard/${id}${more}`;
    const save = (Steps: object[], more: object = {}, id = product) =>
      pricing('PUT', `/pricing/product/${id}/formula`, { Steps, LookUpTables: [], ...more });
    const step = (Expression: string) => ({ Name: 'a', Expression, PriceBucketId: bucket });
    const make = async (Name: string) =>
      (await pricing('POST', `/pricing/product/${product}/ratecard`, { Name })).body.Id as string;
    const generate = async (includeWarnings = false, id = card) => {
      const { status, body } = await pricing('POST', path('/generate', id), { includeWarnings });
      return status >= 300 ? body : ended(pricing, body.JobId);
    };

    beforeAll(async () => {
      clients = await createClients(kind);
      pricing = await clients.app.as('pricing');
      send = await sender(clients.app, 'pricing');
      const { Items } = (await clients.admin('GET', '/product?pageSize=0')).body;
      [product, other] = ['SMT-KEY-30', 'MRA-APP-40'].map(
        (code) => Items.find((one: Body) => one.Code === code).Id,
      ) as [string, string];
      bucket = (await pricing('GET', '/pricing/buckets')).body.Items[1].Id;
      await save([step("$factor('Factor.BaseRate') * 1.005")]);
      card = await make('Ontario');
    });

    it('C-302 a new card has no prices; creating one needs the right to edit pricing', async () => {
      const { status, body } = await clients.viewer('GET', path());
      expect([status, body.Name, body.PriceCount, body.RatesFileId ?? null]).toEqual([
        200,
        'Ontario',
        0,
        null,
      ]);
      expect(
        (await clients.viewer('POST', `/pricing/product/${product}/ratecard`, { Name: 'x' })).status,
      ).toBe(403);
      expect((await clients.viewer('POST', path('/generate'))).status).toBe(403);
      expect((await clients.nobody('GET', path())).status).toBe(401);
      expect((await pricing('POST', path('/rates'), {})).body).toEqual({ Items: [], TotalItems: 0 });
      expect((await pricing('GET', path('/export/csv'))).status).toBe(422);
    });

    it('C-141 C-304 C-006 every combination of plan and values has the price that calculateprice gives', async () => {
      const started = await pricing('POST', path('/generate'), {});
      expect([started.status, started.body.PricingFormulaRateCardId, started.body.Combinations]).toEqual([
        200,
        card,
        84,
      ]);
      const second = await pricing('POST', path('/generate'), {});
      expect(second.status).toBe(409);
      const job = await ended(pricing, started.body.JobId);
      expect([job.Status, job.Result.RowCount], JSON.stringify(job)).toEqual(['done', 84]);
      const { body } = await clients.viewer('GET', path());
      expect([body.PriceCount, body.CombinationCount, body.Source]).toEqual([84, 84, 'Generated']);
      expect(body.Dimensions.map(({ Name }: Body) => Name)).toEqual([
        'Plan',
        'Policy.TermMonth',
        'Policy.VehicleClass',
      ]);
      const page = (await clients.viewer('POST', path('/rates'), { PageSize: 1000 })).body;
      expect(page.TotalItems).toBe(84);
      for (const { Values, Price } of page.Items.slice(0, 10)) {
        const values = {
          'Policy.TermMonth': Number.parseInt(Values[1], 10),
          'Policy.VehicleClass': Values[2],
        };
        const asked = { Plan: Values[0], Values: values };
        const priced = await pricing('POST', `/pricing/product/${product}/calculateprice`, asked);
        expect(priced.body.Price, JSON.stringify(Values)).toBe(Price);
      }
    });

    it('C-302 prices are filtered, sorted, paged, and shown as a matrix of two dimensions', async () => {
      const page = async (more: object) => (await pricing('POST', path('/rates'), more)).body;
      const one = await page({
        Filters: { 'Policy.TermMonth': '24', Plan: 'KeyStandard' },
        SortField: 'Price',
        SortDirection: 0,
      });
      expect([one.TotalItems, one.Items[0].Values]).toEqual([6, ['Key Standard', '24 months', 'F']]);
      const prices = one.Items.map(({ Price }: Body) => Price);
      expect(prices).toEqual([...prices].sort((a, b) => b - a));
      const second = await page({ PageSize: 10, Page: 2 });
      expect([second.Items.length, second.Items[0].Row]).toEqual([10, 10]);
      expect((await page({ Minimum: 1000 })).Items.every(({ Price }: Body) => Price >= 1000)).toBe(true);
      expect((await pricing('POST', path('/rates'), { Filters: { Nothing: '1' } })).status).toBe(400);
      expect((await pricing('POST', path('/rates'), { SortField: 'Nothing' })).status).toBe(400);
      const pivot = (
        await pricing('POST', path('/rates/pivot'), {
          Rows: 'Policy.TermMonth',
          Columns: 'Policy.VehicleClass',
        })
      ).body;
      expect([pivot.Rows.length, pivot.Columns.length, pivot.Cells[1][0]]).toEqual([
        7,
        6,
        { Count: 2, Mean: 264.32, Low: 264.32, High: 264.32 },
      ]);
    });

    it('C-302 exported as csv and xlsx, with the same prices', async () => {
      const csv = String((await pricing('GET', path('/export/csv'))).body);
      expect(csv).toContain('Plan,Policy.TermMonth,Policy.VehicleClass,Price');
      expect(csv.trim().split('\r\n').length).toBe(85);
      const { bytes } = await send('GET', path('/export/xlsx'));
      const rows = await rowsOf(bytes);
      expect([rows.length, rows[7]]).toEqual([85, ['KeyStandard', '24', 'A', 264.32]]);
    });

    it('H-524 H-612 a plan is printed as a list, with headings on each page, in the language of the call', async () => {
      const dealer = (await clients.app.store.find({ entity: 'dealer' })).items[0]?.Id;
      const at = (plan: string, id = dealer) =>
        `/pricing/product/${product}/pricingpdf/${card}/${id}/${plan}`;
      const { status, bytes, headers } = await send('GET', at('KeyStandard'), undefined, {
        'accept-language': 'fr-CA',
      });
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(
        'Rate Card - Summit Trucks Key Care.pdf',
      );
      const { PDFDocument } = await import('pdf-lib');
      const document = await PDFDocument.load(bytes);
      expect([document.getPageCount(), document.getTitle()]).toEqual([
        2,
        'Summit Trucks Protection des clés 3.0',
      ]);
      // Texts of the product with a French translation are printed in French; others stay as they are.
      const { store } = clients.app;
      const named = { $localized: { Name: { 'fr-CA': 'Durée, en toutes lettres' } } };
      const [term] = (await store.find({ entity: 'parameter' })).items.filter(
        (one) => one.ProductId === product && one.SourceName === 'Policy.TermMonth',
      );
      await store.update('parameter', String(term?.Id), named);
      const again = await send('GET', at('KeyStandard'), undefined, { 'accept-language': 'fr-CA' });
      expect(again.bytes.length).not.toBe(bytes.length);
      const other = await send('GET', at('KeyStandard'), undefined, { 'accept-language': 'en-CA' });
      await store.update('parameter', String(term?.Id), { $localized: {} });
      const before = await send('GET', at('KeyStandard'), undefined, { 'accept-language': 'en-CA' });
      expect(other.bytes.length).toBe(before.bytes.length);
      // Two parameters may use the same value with different names: each is printed with its own parameter's.
      const values = (await store.find({ entity: 'parameter-value' })).items;
      const ofTerm = values.find((one) => one.ParameterId === term?.Id && one.Name === '24 months');
      const [elsewhere] = values.filter((one) => one.Name === '24 months' && one.ParameterId !== term?.Id);
      const foreign = (await store.find({ entity: 'parameter' })).items.find(
        (one) => one.ProductId === product && one.SourceName === 'Policy.TermKm',
      );
      const alike = { ...elsewhere, Id: 'ffffffff-0000-7000-8000-00000000abcd', ParameterId: foreign?.Id };
      const inFrench = (text: string) => ({ $localized: { Name: { 'fr-CA': text } } });
      await store.insert('parameter-value', { ...alike, ...inFrench('vingt-quatre mille') });
      await store.update('parameter-value', String(ofTerm?.Id), inFrench('deux ans'));
      const own = await send('GET', at('KeyStandard'), undefined, { 'accept-language': 'fr-CA' });
      const printed = await textOfPdf(own.bytes);
      expect([printed.includes('deux ans'), printed.includes('vingt-quatre mille')]).toEqual([true, false]);
      await store.remove('parameter-value', alike.Id);
      await store.update('parameter-value', String(ofTerm?.Id), { $localized: {} });
      expect((await pricing('GET', at('Gold'))).status).toBe(422);
      expect((await pricing('GET', at('KeyStandard', product))).status).toBe(404);
      expect((await clients.viewer('GET', at('KeyStandard'))).status).toBe(403);
    });

    it('H-445 H-167 a dealer is offered the cards of the brands it sells, a row for each plan of a product on sale', async () => {
      const { store } = clients.app;
      const [dealer, none] = (await store.find({ entity: 'dealer' })).items.map(({ Id }) => Id);
      const listOf = (id = dealer, ask = pricing) => ask('GET', `/profile/dealer/dealerratecards/${id}`);
      const rowsOfCard = async (id = dealer) =>
        (await listOf(id)).body.Items.filter((one: Body) => one.PricingRateCardId === card);
      const { BrandId } = (await clients.admin('GET', `/product/${product}`)).body;
      const sold = await clients.admin('POST', `/profile/dealer/${dealer}/brand`, { BrandId });
      expect([201, 422], JSON.stringify(sold.body)).toContain(sold.status);
      expect(await rowsOfCard()).toEqual([]);
      await store.update('product', product, { ProductStateTypeId: 3 });
      const [rows, elsewhere] = [await rowsOfCard(), await rowsOfCard(none)];
      await store.update('product', product, { ProductStateTypeId: 1 });
      expect(elsewhere).toEqual([]);
      expect(rows).toMatchObject(
        ['Key Standard', 'Key Unlimited'].map((ProductPlanName) => ({
          ...{ Brand: 'Summit Trucks', ProductName: 'Summit Trucks Key Care', ProductPlanName },
          ...{ ProductId: product, PricingRateCardId: card },
        })),
      );
      expect((await listOf('00000000-0000-4000-8000-000000000000')).status).toBe(404);
      expect((await listOf(dealer, clients.viewer)).status).toBe(403);
    });

    it("H-419 price lists show a dealer's name and city to those who may not see profiles, and nothing else", async () => {
      const { items } = await clients.app.store.find({ entity: 'dealer', page: { number: 1, size: 1 } });
      const [dealer] = items;
      expect((await pricing('GET', `/profile/dealer/${dealer?.Id}`)).status).toBe(403);
      const { status, body } = await pricing('GET', `/pricing/dealers/${dealer?.Id}`);
      expect([status, body.TradingName]).toEqual([200, dealer?.TradingName]);
      expect(Object.keys(body).sort()).toEqual([
        'AccountFriendlyId',
        'City',
        'Id',
        'Province',
        'TradingName',
      ]);
      expect((await clients.viewer('GET', `/pricing/dealers/${dealer?.Id}`)).status).toBe(403);
    });

    it('C-306 an exported card is changed and imported; mistakes are named at their cell, and then nothing is saved', async () => {
      const bring = async (csv: string, id = card) => {
        const { status, body } = await send(
          'POST',
          path('/import', id),
          formOf(new TextEncoder().encode(csv), 'card.csv'),
        );
        expect(status, JSON.stringify(body)).toBe(200);
        return ended(pricing, body.JobId);
      };
      const csv = String((await pricing('GET', path('/export/csv'))).body);
      const wrong = await bring(
        'Plan,Policy.TermMonth,Price\nKeyStandard,24,cheap\nGold,24,1\nKeyStandard,36,2.345\nKeyStandard,48,1\nKeyStandard,48,2',
      );
      expect(wrong.Status).toBe('failed');
      const said = wrong.Problem.ErrorMessages.join('\n');
      for (const cell of ['C2', 'A3', 'C4', 'A6']) expect(said).toContain(cell);
      expect((await pricing('GET', path())).body.Source).toBe('Generated');
      const brought = await make('Brought');
      expect((await bring(csv.replace(',264.32', ',999.99'), brought)).Status).toBe('done');
      const found = await pricing('POST', path('/rates', brought), { Minimum: 999.99, Maximum: 999.99 });
      expect(found.body.TotalItems).toBeGreaterThan(0);
      expect((await pricing('GET', path('', brought))).body.Source).toBe('Imported');
      expect((await pricing('POST', path('/import'), {})).status).toBe(422);
    });

    it('an upload for another product is refused as a whole, and the card keeps its prices (C-306)', async () => {
      const at = `/pricing/product/${other}/ratecard`;
      await save([step("$factor('Factor.BaseRate')")], {}, other);
      const { Id } = (await pricing('POST', at, { Name: 'Own' })).body;
      const { JobId } = (await pricing('POST', `${at}/${Id}/generate`, { includeWarnings: true })).body;
      expect((await ended(pricing, JobId)).Status).toBe('done');
      const before = (await pricing('GET', `${at}/${Id}`)).body;
      const prices = (await pricing('GET', `${at}/${Id}/export/csv`)).body;
      const csv = String((await pricing('GET', path('/export/csv'))).body);
      const form = formOf(new TextEncoder().encode(csv), 'key-care.csv');
      const { body } = await send('POST', `${at}/${Id}/import`, form);
      const refused = await ended(pricing, body.JobId);
      expect(refused.Status).toBe('failed');
      expect(refused.Problem.ErrorMessages[0]).toBe('A2: “KeyStandard” is not a value of its column.');
      expect((await pricing('GET', `${at}/${Id}`)).body).toEqual(before);
      expect((await pricing('GET', `${at}/${Id}/export/csv`)).body).toEqual(prices);
      // A card cannot be reached under another product either.
      expect((await send('POST', `${at}/${card}/import`, form)).status).toBe(404);
    });

    it('C-308 a card is transferred to another product, after naming what does not fit there', async () => {
      const take = (more: object = {}) =>
        pricing('POST', `/pricing/importratecardtoproduct/${other}`, { RateCardId: card, ...more });
      const refused = await take();
      expect([refused.status, refused.body.Unfit]).toEqual([
        422,
        expect.arrayContaining(['Plan = Key Standard']),
      ]);
      const made = await take({ IncludeUnfit: true, Name: 'From Key Care' });
      expect([made.status, made.body.ProductId, made.body.PriceCount], JSON.stringify(made.body)).toEqual([
        200,
        other,
        84,
      ]);
      expect((await pricing('DELETE', `/pricing/ratecard/${made.body.Id}`)).status).toBe(204);
      expect((await pricing('GET', `/pricing/product/${other}/ratecard/${made.body.Id}`)).status).toBe(404);
    });

    it('C-304 combinations without a price block the card, unless warnings are included; ineligible ones are left out', async () => {
      await save([step("$factor('Factor.BaseRate') - 400 + $table('T')")], {
        LookUpTables: [{ Name: 'T', Cells: 'Policy.TermMonth\tValue\n12\t0\n24\t0' }],
      });
      const warned = await make('Warned');
      const refused = await generate(false, warned);
      expect([refused.Status, refused.Problem.Message]).toEqual([
        'failed',
        expect.stringMatching(
          /^60 combinations have no price and \d+ have a negative one\. Without a price: (?:\(Plan: [^()]+\), ){5}and 55 more combinations\./,
        ),
      ]);
      expect((await pricing('GET', path('', warned))).body.PriceCount).toBe(0);
      // A problem is read in the language of its reader, whoever started the job.
      const french = { 'accept-language': 'fr-CA' };
      const read = await send('GET', `/job/${refused.JobId ?? refused.Id}`, undefined, french);
      expect(read.body.Problem.Message).toMatch(
        /Sans prix\u00a0: \(Plan\u00a0: Key Standard, [^()]+\u00a0: [^()]+\), .+, et 55 autres combinaisons\./,
      );
      expect((await generate(true, warned)).Result.RowCount).toBe(24);
      const [hole] = (await pricing('GET', path('', warned))).body.Warnings;
      expect([hole.Code, hole.Count, hole.Gaps.length]).toEqual(['hole', 60, 5]);
      for (const gap of hole.Gaps) {
        const named = Object.fromEntries(gap.map(({ Label, Value }: Body) => [Label, Value]));
        expect(Object.keys(named)).toEqual(['Plan', 'Term in months', 'Vehicle class']);
        expect(named['Term in months']).not.toMatch(/^(12|24) /);
      }
      await clients.app.store.update('product', product, {
        EligibilityRuleText: "Policy.VehicleClass in ['A', 'B']",
      });
      expect((await generate(true, warned)).Result.RowCount).toBe(8);
      await clients.app.store.update('product', product, { EligibilityRuleText: null });
    });

    it('C-304 C-305 a large card is cancelled midway; a too large one is refused with its count and the dimension to cut', async () => {
      const names = [
        'Policy.TermMonth',
        'Policy.TermKm',
        'Policy.VehicleClass',
        'Policy.LimitPerRepair',
        'Policy.VehicleNewUsed',
        'Vehicle.CPO',
      ];
      const parameter = (await clients.app.store.find({ entity: 'parameter' })).items.find(
        (one) => one.ProductId === product && one.SourceName === 'Policy.TermKm',
      );
      const values = Array.from({ length: 2000 }, (_, index) => ({
        ...{
          Id: `01900e01-0000-7000-8000-${String(index).padStart(12, '0')}`,
          ParameterId: parameter?.Id,
          SortOrder: 100 + index,
        },
        ...{
          Name: `km ${index}`,
          IntValue: 1_000_000 + index,
          Revision: 1,
          CreatedDate: '2026-11-20T00:00:00Z',
          CreatedBy: 'x',
        },
        ...{ ModifiedDate: '2026-11-20T00:00:00Z', ModifiedBy: 'x' },
      }));
      await clients.app.store.insertMany('parameter-value', values.slice(0, 1000));
      const all = names.map((name) => `($has(${name}) ? 1 : 0)`).join(' + ');
      const plans = "+ ($plan = 'KeyStandard' ? 1 : 2)";
      await save([step(`${all} ${plans}`)]);
      const { body } = await pricing('GET', `/pricing/product/${product}/formula`);
      expect(body.Problems).toEqual([]);
      const answer = await pricing('POST', path('/generate'), {});
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const cancelled = await pricing('POST', path('/generate/cancel'));
      expect(cancelled.status).toBe(200);
      expect((await ended(pricing, answer.body.JobId)).Status).toBe('cancelled');
      await clients.app.store.insertMany('parameter-value', values.slice(1000));
      const refused = await pricing('POST', path('/generate'), {});
      expect([refused.status, refused.body.Message]).toEqual([
        422,
        expect.stringMatching(/5,?060,?160 combinations.*Reduce Term in kilometres, which has 2,?008 values/),
      ]);
    });

    it('C-305 C-141 a cancelled generation leaves nothing; without a running one there is nothing to cancel', async () => {
      const before = (await pricing('GET', path())).body;
      expect([before.PriceCount, before.Source]).toEqual([84, 'Generated']);
      const none = await pricing('POST', path('/generate/cancel'));
      expect([none.status, none.body.Message]).toEqual([409, 'The rate card is not being generated.']);
    });

    it('C-307 C-303 C-309 prices are removed and the card stays; then the card is removed', async () => {
      expect((await clients.viewer('DELETE', path('/rates'))).status).toBe(403);
      const { status, body } = await pricing('DELETE', path('/rates'));
      expect([status, body.PriceCount, body.RatesFileId ?? null]).toEqual([200, 0, null]);
      expect((await pricing('POST', path('/rates'), {})).body.TotalItems).toBe(0);
      expect((await pricing('DELETE', path())).status).toBe(204);
      expect((await pricing('GET', path())).status).toBe(404);
    });
  });
}
