import { describe, expect, it } from 'vitest';
import { type Compiled, type FormBlock, formatMessage, type GridBlock, type TextModel } from '#engine';
import { realModel } from './realModel.ts';

const data = { product: { Id: 'p1', Name: 'Extended Care', IsReadOnly: false }, plan: { Name: 'Gold' } };

function screen(id: string) {
  const found = realModel().screens.get(id);
  if (!found) throw new Error(`There is no screen ${id}.`);
  return found;
}

function say(text: TextModel | undefined): unknown {
  if (!text) return undefined;
  if ('message' in text) return formatMessage(realModel(), 'en-CA', text.message);
  if ('by' in text) return undefined;
  return text.expression.evaluate({ root: {}, vars: { data } });
}

const label = (key: string | undefined) => (key ? formatMessage(realModel(), 'en-CA', key) : undefined);
const block = <Kind extends GridBlock | FormBlock>(id: string, name: string) =>
  screen(id).blocks.find((one) => one.id === name) as Kind;
const grid = (id: string, name: string) => block<GridBlock>(id, name);
const form = (id: string, name: string) => block<FormBlock>(id, name);
const crumbs = (id: string) =>
  screen(id)
    .breadcrumb.map(({ text }) => say(text))
    .join(' > ');
const feature = (...anyOf: string[]) => ({ kind: 'feature', anyOf });

it('a column reads its path, and only a column of an id shows a label', () => {
  const [file] = grid('product-documents', 'product-documents').columns;
  expect([file?.path, file?.shows]).toEqual(['File', undefined]);
  const columns = [...realModel().screens.values()].flatMap(({ blocks }) =>
    blocks.flatMap((one) => (one.kind === 'grid' ? one.columns : [])),
  );
  for (const { path, shows } of columns) if (shows) expect(path, shows).toMatch(/Id$/);
});

it('the columns of a list, and its filters, have different titles in both languages', () => {
  const blocks = [...realModel().screens.values()].flatMap(({ id, blocks }) =>
    blocks.flatMap((one) => (one.kind === 'grid' ? [{ id, one }] : [])),
  );
  for (const { id, one } of blocks)
    for (const parts of [one.columns, one.filters, ...one.views.map((view) => view.block.columns)])
      for (const locale of ['en-CA', 'fr-CA'] as const) {
        const keys = parts.map(({ title, path }) => [path, formatMessage(realModel(), locale, title)]);
        const titles = keys.map(([, title]) => title);
        expect(new Set(titles).size, `${id}#${one.id}: ${titles.join(' | ')}`).toBe(titles.length);
      }
});

it('the titles of every product screen differ between versions', () => {
  const vars = (product: object) => ({ data: { product }, route: { mode: 'copy' } });
  const write = (text: TextModel | undefined, product: object): unknown => {
    if (!text || 'by' in text) return '';
    const run = (one: Compiled) => one.evaluate({ root: {}, vars: vars(product) });
    if ('expression' in text) return run(text.expression);
    return [text.message, ...Object.values(text.params ?? {}).map(run)].join(' ');
  };
  const screens = [...realModel().screens.values()].filter((one) =>
    one.data.some(({ name, entity }) => name === 'product' && entity === 'product'),
  );
  expect(screens.length).toBeGreaterThan(20);
  const versions = [
    { Name: 'GAP', Version: '1', Subversion: 0 },
    { Name: 'GAP', Version: '2', Subversion: 0 },
    { Name: 'GAP', Version: '2', Subversion: 1 },
  ];
  for (const one of screens) {
    const texts = [one.title, one.subtitle, ...one.breadcrumb.map(({ text }) => text)];
    const titles = versions.map((product) => texts.map((text) => write(text, product)).join(' · '));
    expect(new Set(titles).size, one.id).toBe(3);
  }
});

describe('products list', () => {
  it('C-039 C-040 is a screen that needs Product.Menu', () => {
    expect(screen('products')).toMatchObject({ route: '/products', access: feature('Product.Menu') });
  });

  it('C-081 has filters for name, code, brands, types, states, version and subversion', () => {
    expect(grid('products', 'products').filters.map(({ path }) => path)).toEqual([
      'Name',
      'Code',
      'BrandId',
      'ProductTypeId',
      'ProductStateTypeId',
      'Version',
      'Subversion',
    ]);
  });

  it('C-356 version and subversion match by equality, from the first character', () => {
    const filters = grid('products', 'products').filters.filter(({ path }) => /ersion$/.test(path));
    expect(filters.map(({ operator }) => operator)).toEqual(['eq', 'eq']);
    // Subversion is a number: 0 is the default of its type.
    for (const { minimumLength } of filters) expect(minimumLength).toBeLessThanOrEqual(1);
  });

  it('C-357 brands, types and states match any value of a list', () => {
    const filters = grid('products', 'products').filters.filter(({ operator }) => operator === 'in');
    expect(filters.map(({ path }) => path)).toEqual(['BrandId', 'ProductTypeId', 'ProductStateTypeId']);
  });

  it('C-193 name and code apply only above the minimum length', () => {
    const typed = ['contains', 'words'];
    const filters = grid('products', 'products').filters.filter(({ operator }) => typed.includes(operator));
    expect(filters.map(({ path, minimumLength }) => [path, minimumLength])).toEqual([
      ['Name', 3],
      ['Code', 3],
    ]);
  });

  it('C-354 R-473 shows 10 a page', () => {
    expect(grid('products', 'products').pageSize).toBe(10);
  });

  it('C-355 sorts by launch date, then id, both descending', () => {
    expect(grid('products', 'products').sort).toEqual([
      { path: 'LaunchDate', direction: 'desc' },
      { path: 'Id', direction: 'desc' },
    ]);
  });

  it('C-082 its columns can be sorted', () => {
    expect(grid('products', 'products').columns.every(({ sortable }) => sortable)).toBe(true);
  });

  it('is remembered between visits', () => {
    expect(grid('products', 'products').remember).toBe(true);
  });

  it('offers to create a product, with the right to do so', () => {
    expect(grid('products', 'products').actions).toMatchObject([
      { to: '/products/new', access: feature('Product.New.Create') },
    ]);
  });
});

describe('product form', () => {
  it('C-028 C-029 a new product has its own screen, with the right to create', () => {
    expect(screen('product-create')).toMatchObject({
      route: '/products/new',
      access: feature('Product.New.Create'),
    });
  });

  it('C-084 C-037 C-038 general settings are at products/{productId}, for every login', () => {
    expect(screen('product')).toMatchObject({ route: '/products/:productId', access: { kind: 'login' } });
    expect(screen('product').data).toMatchObject([{ name: 'product', entity: 'product' }]);
  });

  it('C-085 the breadcrumb of a product', () => {
    expect(crumbs('product')).toBe('Products > Extended Care');
    expect(screen('product').breadcrumb[0]?.to).toBe('/products');
  });

  it('C-086 the breadcrumb of a new product', () => {
    expect(crumbs('product-create')).toBe('Products > Create product');
  });

  it('C-087 the title of a new product’s form', () => {
    expect(say(screen('product-create').title)).toBe('Create product');
    // The only form of the page is under the page's own title.
    expect(screen('product-create').blocks).toHaveLength(1);
  });

  it('C-088 the button of a new product, and where it leads', () => {
    const { save } = form('product-create', 'general');
    expect(label(save.label)).toBe('Save & Configure');
    expect(save).toMatchObject({ method: 'POST', route: '/product', then: '/products/{Id}' });
  });

  it('Cancel returns to the products list', () => {
    const { cancel } = form('product-create', 'general');
    expect([label(cancel?.label), cancel?.to]).toEqual(['Cancel', '/products']);
  });

  it('C-090 the button of an existing product saves and stays', () => {
    const { save } = form('product', 'general');
    expect(label(save.label)).toBe('Save');
    expect(save).toMatchObject({
      method: 'PUT',
      route: '/product',
      access: feature('Product.General.Edit', 'Product.General.EditActive'),
    });
    expect(save.then).toBeUndefined();
  });

  it('Clear All does not navigate: it resets the form', () => {
    const { cancel } = form('product', 'general');
    expect([label(cancel?.label), cancel?.to]).toEqual(['Clear All', undefined]);
  });

  it('elsewhere discarding edits is named that, and Clear All empties cells', () => {
    const resets = [...realModel().screens.values()].flatMap(({ id, blocks }) =>
      blocks.flatMap((one) =>
        one.kind === 'form' && one.cancel && label(one.cancel.label) !== 'Cancel'
          ? [{ place: `${id} ${one.id}`, says: [label(one.cancel.label), one.cancel.to] }]
          : [],
      ),
    );
    const own = resets.filter(({ place }) => place !== 'product general');
    expect(own.length).toBeGreaterThan(2);
    for (const { place, says } of own) expect(says, place).toEqual(['Discard changes', undefined]);
  });

  it('C-152 a new product starts today', () => {
    const { initial } = form('product-create', 'general');
    expect(initial.LaunchDate?.evaluate({ root: {}, vars: { today: '2026-11-20' } })).toBe('2026-11-20');
    expect(Object.keys(initial)).toEqual(['LaunchDate']);
  });

  it('a read-only product shows plain text', () => {
    expect(form('product', 'general').readOnlyAsText).toBe(true);
  });

  it('C-228 the form shows every general setting', () => {
    const shown = form('product', 'general').sections.flatMap(({ items }) => items.map(({ field }) => field));
    for (const name of 'BrandId UnderwriterId ProductTypeId ProductGroupId Code Description EndDate Name Version IsPromotion IsStackable LaunchDate QuoteExpiryInDays'.split(
      ' ',
    ))
      expect(shown).toContain(name);
  });
});

describe('plans', () => {
  const plans = () => grid('product', 'plans');

  it('C-092 R-083 the table has the columns Plan, Source Name and Sort Order', () => {
    expect(plans().columns.map(({ title }) => label(title))).toEqual(['Plan', 'Source Name', 'Sort Order']);
  });

  it('C-093 R-084 it is ordered by move up and move down, saved at the product’s order path', () => {
    expect(plans().order).toMatchObject({
      field: 'SortOrder',
      route: 'POST /product/{route.productId}/plan/order',
    });
    expect(plans().sort).toEqual([{ path: 'SortOrder', direction: 'asc' }]);
  });

  it('C-094 R-085 its actions are edit and delete', () => {
    const shown = (IsReadOnly: boolean) =>
      plans()
        .rowActions.filter(({ visible }) => visible?.evaluate(seen(IsReadOnly)) ?? true)
        .map(({ label: key }) => label(key));
    expect(shown(false)).toEqual(['Edit', 'Delete']);
    // Plans that cannot be edited are viewed.
    expect(shown(true)).toEqual(['View', 'Delete']);
    expect(plans().rowActions.at(-1)).toMatchObject({ method: 'DELETE', route: '/product/plan/{Id}' });
  });

  const seen = (IsReadOnly: boolean) => ({
    root: {},
    vars: { data: { product: { IsReadOnly } }, user: { Features: ['Product.Plan.Edit'] } },
  });

  it('delete asks with the name of the plan', () => {
    const confirm = plans().rowActions.at(-1)?.confirm[0];
    const name = confirm?.params.name?.evaluate({ root: { Name: 'Gold' }, vars: {} });
    expect(formatMessage(realModel(), 'en-CA', confirm?.message ?? '', { name })).toBe(
      "Are you sure you want to delete the Plan 'Gold'?",
    );
  });

  it('R-488 the table has the id hub-plan-table', () => {
    expect(plans().domId).toBe('hub-plan-table');
  });

  it('C-103 R-086 Add Plan is hidden when the product is read only', () => {
    const add = plans().actions[0];
    expect(label(add?.label)).toBe('Add Plan');
    const shown = (IsReadOnly: boolean) =>
      add?.visible?.evaluate({ root: {}, vars: { data: { product: { IsReadOnly } } } });
    expect([shown(false), shown(true)]).toEqual([true, false]);
  });

  it('C-020 C-021 plans are added and edited on screens that need Product.Plan.View', () => {
    expect(screen('plan-create')).toMatchObject({
      route: '/products/:productId/plans/add',
      access: feature('Product.Plan.View'),
    });
    expect(screen('plan')).toMatchObject({
      route: '/products/:productId/plans/:planId',
      access: feature('Product.Plan.View'),
    });
  });

  it('C-095 C-097 R-087 the form has name, source name and the zero dollar checkbox', () => {
    for (const id of ['plan-create', 'plan'])
      expect(form(id, 'plan').sections[0]?.items.map(({ field }) => field)).toEqual([
        'Name',
        'SourceName',
        'IsFree',
      ]);
  });

  it('C-102 R-093 Save and Cancel', () => {
    for (const id of ['plan-create', 'plan']) {
      const { save, cancel } = form(id, 'plan');
      expect([label(save.label), label(cancel?.label)]).toEqual(['Save', 'Cancel']);
      expect(save.access).toEqual(feature('Product.Plan.Edit'));
    }
  });

  it('a new plan is sent with POST and its product, an edited one with PUT', () => {
    expect(form('plan-create', 'plan').save).toMatchObject({ method: 'POST', route: '/product/plan' });
    expect(
      form('plan-create', 'plan').initial.ProductId?.evaluate({
        root: {},
        vars: { route: { productId: 'p1' } },
      }),
    ).toBe('p1');
    expect(form('plan', 'plan').save).toMatchObject({ method: 'PUT', route: '/product/plan' });
  });

  it('the mutuals form appears after 500 ms', () => {
    const item = form('plan', 'plan').sections[1]?.items[0];
    expect(item).toMatchObject({ widget: 'inclusion-table', options: { mutualsDelayMilliseconds: 500 } });
  });
});

it('screens in the menu have different positions', () => {
  const places = realModel().menu.flatMap(({ screens }) => screens.map(({ menu }) => menu?.order));
  expect(places).toEqual([...new Set(places)]);
});
