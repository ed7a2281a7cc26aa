import { beforeAll, describe, expect, it } from 'vitest';
import {
  automaticTemplate,
  checkTemplate,
  type DataRecord,
  type EntityModel,
  formatMessage,
  parseExpression,
  templateScope,
} from '#engine';
import { sanitiseHtml } from '../../server/html/sanitiseHtml.ts';
import { type Ask, appStores, model, type Running, type StoreKind, startApp } from './support/startApp.ts';

const expanded = '<h1>{{ Name }}</h1><table>{{#each Plans}}<tr><td>{{ Name }}</td></tr>{{/each}}</table>';
const summary = '<p>{{ Name }}, {{ LaunchDate }}</p>';
const templates = [
  { ViewName: 'ExpandedView', Html: expanded },
  { ViewName: 'SummaryView', Html: summary },
];

describe.each(appStores)('templates of a product on %s', (kind: StoreKind) => {
  let app: Running;
  let admin: Ask;
  let product: DataRecord;
  let active: DataRecord;

  beforeAll(async () => {
    app = await startApp({ store: kind, now: '2026-11-20T15:00:00Z' });
    admin = await app.as('admin');
    const { Items } = (await admin('GET', '/product?pageSize=0')).body as { Items: DataRecord[] };
    const inState = (id: number) => Items.find((one) => one.ProductStateTypeId === id) as DataRecord;
    [product, active] = [inState(1), inState(3)];
    return () => app.store.close();
  });

  const at = ({ Id } = product) => `/dynamicviews/${Id}`;
  const save = (body: object, ask = admin, of = product) => ask('PUT', at(of), body);
  const fieldsOf = async () => (await admin('GET', `/product/${product.Id}`)).body as DataRecord;
  const saveHtml = (html: unknown) =>
    save({ IsAutomaticTemplate: false, Templates: [{ ViewName: 'ExpandedView', Html: html }] });
  const storedHtml = async (html: string) => {
    const answer = await saveHtml(html);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return (await fieldsOf()).ExpandedViewTemplate;
  };

  it('C-287 C-288 PUT saves the views of a product, and GET answers them', async () => {
    const body = {
      Templates: templates,
      IsAutomaticTemplate: false,
      ObjectId: product.Id,
      BusinessEntityTypeId: 1,
    };
    const saved = await save(body);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect((await admin('GET', at())).body).toMatchObject(body);
    expect(await fieldsOf()).toMatchObject({
      ExpandedViewTemplate: expanded,
      SummaryViewTemplate: summary,
      IsAutomaticTemplate: false,
    });
  });

  it('a view not sent stays; an empty one is removed; an unknown one is refused', async () => {
    await save({ Templates: templates, IsAutomaticTemplate: false });
    await save({ Templates: [{ ViewName: 'SummaryView', Html: '' }] });
    const stored = await fieldsOf();
    expect(stored.ExpandedViewTemplate).toBe(expanded);
    expect((await fieldsOf()).SummaryViewTemplate ?? null).toBe(null);
    expect((await save({ Templates: [{ ViewName: 'Other', Html: 'x' }] })).status).toBe(422);
    expect((await save({ Templates: 'x' })).status).toBe(422);
    expect((await saveHtml(5)).status).toBe(422);
  });

  it('the general calls of a product leave its templates alone', async () => {
    await save({ Templates: templates, IsAutomaticTemplate: false });
    const record = await fieldsOf();
    await admin('PUT', '/product', { ...record, ExpandedViewTemplate: '<p>Other</p>' });
    expect((await fieldsOf()).ExpandedViewTemplate).toBe(expanded);
  });

  it('saving needs the right to edit the product, and a product that may be edited', async () => {
    const viewer = await app.as('viewer');
    expect((await save({ Templates: templates }, viewer)).status).toBe(403);
    expect((await viewer('GET', at())).status).toBe(200);
    const change = {
      IsAutomaticTemplate: false,
      Templates: [{ ViewName: 'SummaryView', Html: '<p>Mine</p>' }],
    };
    expect((await save(change, admin, active)).status).toBe(422);
    const missing = { Id: '00000000-0000-7000-8000-000000000000' };
    expect((await save(change, admin, missing)).status).toBe(404);
  });

  it('a save of an older revision is refused with a message', async () => {
    const { Revision } = await fieldsOf();
    const stale = await save({
      Templates: templates,
      IsAutomaticTemplate: false,
      Revision: Number(Revision) - 1,
    });
    expect(stale.status).toBe(409);
    expect(stale.body.Current.Id).toBe(product.Id);
  });

  it('everything that could run or load is removed, on every path', async () => {
    const hostile =
      '<p onclick="a()">a<script>b()</script><a href="javascript:c()">d</a><img src="x" onerror="e()"></p>';
    expect(await storedHtml(hostile)).toBe('<p>a<a>d</a></p>');
    const {
      Name,
      Version,
      BrandId,
      ProductTypeId,
      UnderwriterId,
      QuoteExpiryInDays,
      Description,
      LaunchDate,
    } = await fieldsOf();
    const fields = {
      Name,
      Version,
      BrandId,
      ProductTypeId,
      UnderwriterId,
      QuoteExpiryInDays,
      Description,
      LaunchDate,
    };
    const created = await admin('POST', '/product', {
      ...fields,
      Code: `HTML-${kind}`,
      SummaryViewTemplate: hostile,
    });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const made = (await admin('GET', `/product/${created.body.Id}`)).body as DataRecord;
    expect(made.SummaryViewTemplate).toBe('<p>a<a>d</a></p>');
    expect(
      (await admin('POST', '/validate/product', { ...made, SummaryViewTemplate: '{{ Nope }}' })).body.Errors,
    ).toHaveLength(1);
  });

  it.each([
    ['<p>\n{{ Nme }}', 'Line 2, column 4: there is no field Nme here. Did you mean Name?'],
    ['{{#each Plans}}', 'Line 1, column 1: this {{#each}} is not closed. Add {{/each}}.'],
    ['{{ Plans }}', 'Line 1, column 1: Plans is a list. Show its items with {{#each Plans}}.'],
    [
      '<a href="{{ VideoLink }}">x</a>',
      '{{ VideoLink }} cannot start a link. Write the beginning of the address yourself, such as https://example.com/, and put the placeholder after it.',
    ],
    [
      '<!-- {{#if Name}} -->x{{/if}}',
      'A block is in a place where HTML does not allow one, such as a comment or a tag name. Put {{#each}}, {{#if}} and their ends in the text, around whole elements.',
    ],
    [
      '<b>'.repeat(60_000),
      'More than 100 elements are nested, or many are not closed. Close them, or nest fewer.',
    ],
  ])('%.40s is refused, with the place of the mistake', async (html, sentence) => {
    const answer = await saveHtml(html);
    expect(answer.status).toBe(422);
    expect(answer.body.ValidationErrors).toEqual([
      expect.objectContaining({ Path: '/ExpandedViewTemplate', Value: sentence }),
    ]);
  });

  it('says in French what is wrong', async () => {
    const answer = await admin(
      'PUT',
      at(),
      { IsAutomaticTemplate: false, Templates: [{ ViewName: 'SummaryView', Html: '{{ Nme }}' }] },
      { 'accept-language': 'fr-CA' },
    );
    expect(answer.body.Message).toBe(
      'Ligne 1, colonne 4\u00a0: il n’y a pas de champ Nme ici. Vouliez-vous dire Name?',
    );
  });

  it('an overlong text is refused unread', async () => {
    expect((await saveHtml('x'.repeat(200_001))).status).toBe(422);
    expect((await saveHtml('x'.repeat(10_000_000))).status).toBe(413);
  });

  it('the automatic templates are generated from the declaration and cannot be changed by hand', async () => {
    const made = await save({
      IsAutomaticTemplate: true,
      Templates: [{ ViewName: 'SummaryView', Html: 'x' }],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const stored = await fieldsOf();
    expect(stored.ExpandedViewTemplate).toContain('{{#each Plans}}');
    expect(stored.SummaryViewTemplate).toContain('{{ Name }}');
    const off = await save({ IsAutomaticTemplate: false });
    expect(off.status).toBe(200);
    expect(await fieldsOf()).toMatchObject({
      ExpandedViewTemplate: stored.ExpandedViewTemplate,
      IsAutomaticTemplate: false,
    });
    await save({ IsAutomaticTemplate: true });
    const french = await admin('GET', at(), undefined, { 'accept-language': 'fr-CA' });
    expect(french.body.Templates[0].Html).toContain('Date de lancement');
  });

  it('C-191 C-192 the preview fills both views; without both it says what to do', async () => {
    await save({ IsAutomaticTemplate: false, Templates: templates });
    const preview = await admin('GET', `${at()}/preview`);
    expect(preview.status, JSON.stringify(preview.body)).toBe(200);
    const [first, second] = preview.body.Views as readonly { ViewName: string; Html: string }[];
    const plans = (
      await admin(
        'GET',
        `/product/plan?pageSize=0&FilterProperty=ProductId&FilterOperator=eq&FilterValue=${product.Id}`,
      )
    ).body;
    expect(first?.Html).toContain(`<td>${plans.Items[0].Name}</td>`);
    expect(second?.Html).toContain('202');
    expect((await admin('GET', `${at()}/preview/fr-CA`)).body.Views[1].Html).toMatch(
      /\d{1,2} [a-zéû]+ 20\d\d/,
    );
    await save({ Templates: [{ ViewName: 'SummaryView', Html: null }] });
    const missing = await admin('GET', `${at()}/preview`);
    expect(missing.status).toBe(422);
    expect(missing.body.Message).toBe('Missing template for this product. Please create them first.');
  });

  it('a name that looks like a template or like HTML stays text', async () => {
    const record = await fieldsOf();
    const Name = '{{ Code }}<script>alert(1)</script>';
    expect((await admin('PUT', '/product', { ...record, Name })).status).toBe(200);
    const answer = await admin('POST', `/render/product/${product.Id}`, {
      Field: 'SummaryViewTemplate',
      Html: '<b title="{{ Name }}">{{ Name }}</b>',
    });
    expect(answer.body.Html).not.toMatch(/<script|alert\(1\)<\/script/);
    expect(answer.body.Html).toContain('{{ Code }}&#60;script&#62;');
    await admin('PUT', '/product', { ...(await fieldsOf()), Name: record.Name });
  });

  it('a template being edited is shown without being saved', async () => {
    const before = await fieldsOf();
    const render = (body: object, ask = admin) => ask('POST', `/render/product/${product.Id}`, body);
    const answer = await render({
      Field: 'SummaryViewTemplate',
      Html: '<p onclick="x">{{ $count(Plans) }}</p>',
    });
    expect(answer.body.Html).toMatch(/^<p>\d+<\/p>$/);
    expect((await render({ Field: 'Name', Html: 'x' })).status).toBe(400);
    expect((await render({ Field: 'SummaryViewTemplate', Html: '{{ Nope }}' })).status).toBe(422);
    expect((await render({ Field: 'SummaryViewTemplate', Html: 'x'.repeat(200_001) })).status).toBe(413);
    const endless = `${'{{#each $record.CoverageItems}}'.repeat(8)}x${'{{/each}}'.repeat(8)}`;
    expect((await render({ Field: 'SummaryViewTemplate', Html: endless })).body.Message).toMatch(
      /too much text/,
    );
    expect((await render({ Field: 'SummaryViewTemplate', Html: 'x' }, await app.as())).status).toBe(401);
    expect(await fieldsOf()).toEqual(before);
  });
});

describe('templates that nobody has written by hand', () => {
  const entity = model.entities.get('product') as EntityModel;
  const products = entity.seed.demo;
  const isSound = (html: string) => {
    expect(sanitiseHtml(html, true)).toEqual({ html, problems: [] });
    expect(checkTemplate(html, { parse: parseExpression, scope: templateScope(model, entity) })).toEqual([]);
  };

  it('the demo products have a valid one, automatic ones, and none', () => {
    const written = products.filter(({ ExpandedViewTemplate: html }) => typeof html === 'string');
    expect(written.length).toBeGreaterThan(80);
    expect(products.some(({ IsAutomaticTemplate }) => IsAutomaticTemplate === true)).toBe(true);
    expect(written.length).toBeLessThan(products.length - 20);
    const all = written.flatMap((one) => [one.ExpandedViewTemplate, one.SummaryViewTemplate]);
    for (const html of new Set(all)) isSound(String(html));
  });

  it.each(['summary', 'expanded'] as const)('the automatic %s is valid in both languages', (view) => {
    for (const locale of ['en-CA', 'fr-CA'] as const)
      isSound(automaticTemplate({ model, entity, view, say: (key) => formatMessage(model, locale, key) }));
  });
});
