/** Every text of a product in both languages: over HTTP, and as a spreadsheet that a translator edits. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Clients, createClients, filter } from './support/createClients.ts';
import { formOf, rowsOf, type Send, sender, sheetOf } from './support/sheets.ts';
import { type Ask, appStores } from './support/startApp.ts';

type Entry = {
  readonly EntityType: string;
  readonly EntityId: string;
  readonly Property: string;
  readonly Name: string;
  readonly Localizations: readonly { LanguageCultureName: string; Value: string | null }[];
};
type Stored = { readonly Id: string } & Record<string, unknown>;

const textOf = ({ Localizations }: Entry, language: string) =>
  Localizations.find(({ LanguageCultureName }) => LanguageCultureName === language)?.Value;
const inFrench = (
  { EntityType, EntityId, Property }: Entry,
  Value: unknown,
  LanguageCultureName = 'fr-CA',
) => ({
  EntityType,
  EntityId,
  Property,
  Localizations: [{ LanguageCultureName, Value }],
});

for (const kind of appStores) {
  describe(`texts of a product, ${kind} store`, () => {
    let clients: Clients;
    let product: Stored;
    let send: Send;
    const path = () => `/product/${product.Id}/localization`;
    const texts = async (ask: Ask = clients.manager): Promise<readonly Entry[]> =>
      (await ask('GET', path())).body;
    const put = (entries: unknown, ask: Ask = clients.manager) => ask('PUT', path(), entries as object);
    const some = async (type: string, property = 'Name'): Promise<Entry> =>
      (await texts()).find((one) => one.EntityType === type && one.Property === property) as Entry;
    const upload = (rows: Parameters<typeof sheetOf>[0]) =>
      sheetOf(rows).then((bytes) =>
        send('POST', '/resource/entitylocalizations/import', formOf(bytes, 'textes.xlsx')),
      );

    beforeAll(async () => {
      clients = await createClients(kind);
      product = await clients.productInDesign();
      send = await sender(clients.app, 'manager');
    });

    it('R-389 R-137 C-005 R-011 lists every text of the product and its owned records, one value in each of two languages', async () => {
      const all = await texts();
      const kinds = new Set(all.map(({ EntityType, Property }) => `${EntityType}.${Property}`));
      for (const one of [
        'product.Name',
        'product.Description',
        'plan.Name',
        'coverage-item.Name',
        'parameter-value.Name',
      ])
        expect(kinds).toContain(one);
      for (const { Localizations } of all)
        expect(Localizations.map(({ LanguageCultureName }) => LanguageCultureName)).toEqual([
          'en-CA',
          'fr-CA',
        ]);
      const plans = await clients.plansOf(product.Id);
      expect(all.filter(({ EntityType }) => EntityType === 'plan').map(({ Name }) => Name)).toEqual(
        plans.map(({ Name }) => Name),
      );
      expect(new Set(all.map(({ EntityId, Property }) => EntityId + Property)).size).toBe(all.length);
    });

    it('R-390 R-047 saves texts in either language, and an unchanged answer can be saved again', async () => {
      const plan = await some('plan');
      const saved = await put([
        {
          ...plan,
          Localizations: [
            { LanguageCultureName: 'en-CA', Value: 'Renamed' },
            { LanguageCultureName: 'fr-CA', Value: 'Renommé' },
          ],
        },
      ]);
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      const again = await some('plan');
      expect([again.Name, textOf(again, 'en-CA'), textOf(again, 'fr-CA')]).toEqual([
        'Renamed',
        'Renamed',
        'Renommé',
      ]);
      const record = async () => (await clients.manager('GET', `/product/plan/${plan.EntityId}`)).body;
      const before = await record();
      expect(before.Name).toBe('Renamed');
      expect((await put(await texts())).status).toBe(200);
      expect((await record()).Revision).toBe(before.Revision);
      // Saving the record itself, or its own answer, keeps the other language.
      const whole = await clients.manager('PUT', '/product/plan', { ...before, SourceName: 'X' });
      expect(whole.status, JSON.stringify(whole.body)).toBe(200);
      expect(textOf(await some('plan'), 'fr-CA')).toBe('Renommé');
      expect((await put([inFrench(plan, null)])).status).toBe(200);
      expect(textOf(await some('plan'), 'fr-CA')).toBe(null);
    });

    it('R-137 the limits of a field apply in both languages; each refusal is at its place, and nothing is saved', async () => {
      const [plan, item] = [await some('plan'), await some('coverage-item')];
      const refused = await put([
        inFrench(item, 'Moteur'),
        inFrench(plan, 'x'.repeat(257)),
        inFrench(plan, '', 'en-CA'),
      ]);
      expect(refused.status).toBe(422);
      expect(refused.body.ValidationErrors.map(({ Path }: { Path: string }) => Path).sort()).toEqual([
        '/1/Localizations/0/Value',
        '/2/Localizations/0/Value',
      ]);
      expect(textOf(await some('coverage-item'), 'fr-CA')).toBe(textOf(item, 'fr-CA'));
    });

    it('texts that are not of the product, or not of its languages, are refused', async () => {
      const plan = await some('plan');
      const other = { ...plan, EntityId: '01900f01-0000-7000-8000-0000000000ff' };
      for (const wrong of [
        inFrench(other, 'a'),
        inFrench({ ...plan, Property: 'SourceName' }, 'a'),
        inFrench({ ...plan, EntityType: 'user' }, 'a'),
        inFrench(plan, 'a', 'de-DE'),
        inFrench(plan, { evil: true }),
      ])
        expect((await put([wrong])).status, JSON.stringify(wrong)).toBe(422);
      for (const wrong of [{}, 'text', null])
        expect((await put(wrong)).status, JSON.stringify(wrong)).toBe(400);
      for (const wrong of [[1], [{ Localizations: 'x' }]])
        expect((await put(wrong)).status, JSON.stringify(wrong)).toBe(422);
    });

    it('R-315 C-061 needs Product.Options.Edit', async () => {
      expect((await clients.viewer('GET', path())).status).toBe(403);
      expect((await put([], clients.viewer)).status).toBe(403);
      expect((await clients.viewer('GET', `${path()}/export`)).status).toBe(403);
      expect((await clients.nobody('GET', path())).status).toBe(401);
    });

    it('R-180 the texts of an active product are read only', async () => {
      const active = `/product?pageSize=1&${filter('ProductStateType.Name', 'Active')}`;
      const [{ Id }] = (await clients.manager('GET', active)).body.Items;
      const [first] = (await clients.manager('GET', `/product/${Id}/localization`)).body;
      const refused = await clients.manager('PUT', `/product/${Id}/localization`, [inFrench(first, 'Nom')]);
      expect(refused.status).toBe(422);
      expect(refused.body.Message).toContain('read-only');
    });

    it('a copy of the product has its texts in both languages', async () => {
      await put([inFrench(await some('plan'), 'Plan d’or'), inFrench(await some('product'), 'Soins')]);
      const source = (await clients.manager('GET', `/product/${product.Id}?include=`)).body;
      const fields = [
        'Name',
        'BrandId',
        'UnderwriterId',
        'ProductTypeId',
        'ProductGroupId',
        'LaunchDate',
        'Description',
        'QuoteExpiryInDays',
        'Version',
      ];
      const body = Object.fromEntries(fields.map((name) => [name, source[name]]));
      const made = await clients.manager('POST', '/product/copy', {
        ...body,
        Id: source.Id,
        Code: `COPY-${kind}`,
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const copied: readonly Entry[] = (await clients.manager('GET', `/product/${made.body.Id}/localization`))
        .body;
      expect(copied.map((entry) => textOf(entry, 'fr-CA'))).toEqual(
        (await texts()).map((entry) => textOf(entry, 'fr-CA')),
      );
      expect(copied.map((entry) => textOf(entry, 'fr-CA'))).toContain('Plan d’or');
    });

    it('R-391 C-366 is exported as a spreadsheet named after the product', async () => {
      const { status, headers, bytes } = await send('GET', `${path()}/export`);
      expect(status).toBe(200);
      const { Name, Code, Version, Subversion } = (
        await clients.manager('GET', `/product/${product.Id}?include=`)
      ).body;
      expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(
        `${Name}-${Code}-${Version}-${Subversion}.xlsx`,
      );
      const [head, ...rows] = await rowsOf(bytes);
      expect(head?.slice(3)).toEqual([
        'English (en-CA)',
        'French (fr-CA)',
        'EntityType',
        'EntityId',
        'Property',
      ]);
      expect(rows.length).toBe((await texts()).length);
    });

    it('R-392 is imported with changes, twice the same; each refused cell is named and then nothing is saved', async () => {
      const rows = (await rowsOf((await send('GET', `${path()}/export`)).bytes)).map((row) => [...row]);
      expect((await upload(rows)).body).toEqual({
        FileName: 'textes.xlsx',
        Updated: 0,
        Unchanged: 2 * (rows.length - 1),
      });
      const at = (type: string, from = 0) => rows.findIndex((row, index) => index > from && row[5] === type);
      const [plan, item] = [at('plan'), at('coverage-item')];
      (rows[plan] as unknown[])[4] = 'Plan traduit';
      const done = await upload(rows);
      expect([done.status, done.body.Updated]).toEqual([200, 1]);
      expect(textOf(await some('plan'), 'fr-CA')).toBe('Plan traduit');
      (rows[plan] as unknown[])[4] = 'Encore';
      (rows[item] as unknown[])[4] = 'y'.repeat(300);
      (rows[at('coverage-item', item)] as unknown[])[6] = 'not an id';
      const refused = await upload(rows);
      expect(refused.status).toBe(422);
      const cells = refused.body.ValidationErrors.map(({ Cell }: { Cell: string }) => Cell);
      expect(cells.sort()).toEqual([`E${item + 1}`, `G${at('coverage-item', item) + 1}`].sort());
      expect(textOf(await some('plan'), 'fr-CA')).toBe('Plan traduit');
      expect((await upload([['Name'], ['x']])).status).toBe(422);
      expect(
        (await send('POST', '/resource/entitylocalizations/import', formOf(new Uint8Array([1, 2]), 'a.xlsx')))
          .status,
      ).toBe(422);
      expect(
        (
          await (
            await sender(clients.app, 'viewer')
          )('POST', '/resource/entitylocalizations/import', formOf(new Uint8Array([1]), 'a.xlsx'))
        ).status,
      ).toBe(403);
    });

    it('R-047 a text field added by a configurator is included, with its limits', async () => {
      const configurator = await clients.app.as('configurator');
      const title = { 'en-CA': 'Slogan', 'fr-CA': 'Devise' };
      const field = { type: 'text', title, maxLength: 10, localized: true };
      expect((await configurator('PUT', '/configure/draft/field/plan.Slogan', field)).status).toBe(200);
      const published = await configurator('POST', '/configure/publish', { Note: 'Slogans' });
      expect(published.status, JSON.stringify(published.body)).toBe(201);
      const [plan] = (await clients.plansOf(product.Id)) as [Stored];
      const saved = await clients.manager('PUT', '/product/plan', { Id: plan.Id, Slogan: 'Be safe' });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      const slogan = await some('plan', 'Slogan');
      expect(textOf(slogan, 'en-CA')).toBe('Be safe');
      expect((await put([inFrench(slogan, 'beaucoup trop long')])).status).toBe(422);
      expect((await put([inFrench(slogan, 'Prudence')])).status).toBe(200);
      expect(textOf(await some('plan', 'Slogan'), 'fr-CA')).toBe('Prudence');
    });
  });
}
