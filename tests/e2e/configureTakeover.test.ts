/** A release is published while others work: open browsers apply it, and nobody loses a letter. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { nextAnswer, openPlan, openPlans, readPlan, seat, startWithPlans } from './plans.ts';
import { present, shows } from './products.ts';
import { publish, rollBack } from './releases.ts';

const app = useApp();

const texts = (en: string, fr: string) => ({ 'en-CA': en, 'fr-CA': fr });

const note = {
  type: 'text',
  title: texts('Dealer note', 'Note au concessionnaire'),
  maxLength: 100,
  default: 'none yet',
};
const place = { screen: 'plan-create', block: 'plan', as: 'item', section: 'plan', field: 'DealerNote' };
const column = { screen: 'product', block: 'plans', as: 'column', field: 'DealerNote' };

it('a published field appears in an open form without a reload; text being typed, and its cursor, stay', async () => {
  const { page, product, planIds } = await startWithPlans(app, [
    { Name: 'Gold', items: { Engine: 'included' } },
  ]);
  const planId = present(planIds[0]);
  const form = await openPlan(page, product.Id, planId);
  const list = await seat(app, 'manager');
  const plans = await openPlans(list, product.Id);
  await shows(plans.row('Gold'));
  for (const each of [page, list]) await each.evaluate(() => Object.assign(window, { wasHere: true }));
  await form.name.fill('Gold Plus, half ty');
  await form.name.press('ArrowLeft');
  await form.inclusion('Engine', 'Optional').check({ force: true });
  await form.name.focus();

  const configurator = await seat(app, 'configurator');
  await publish(configurator, {
    'field/plan.DealerNote': note,
    'place/plan-create.plan.item.DealerNote': place,
    'place/product.plans.column.DealerNote': column,
  });

  const added = page.getByLabel('Dealer note');
  await shows(added, page.getByText('What you entered is still here.'));
  await shows(
    plans.table.getByRole('columnheader', { name: 'Dealer note' }),
    plans.row('Gold').getByText('none yet'),
  );
  expect(await added.inputValue()).toBe('none yet');
  expect(await form.name.inputValue()).toBe('Gold Plus, half ty');
  expect(await form.inclusion('Engine', 'Optional').isChecked()).toBe(true);
  // The cursor is where it was: typing goes on in the middle of the word.
  await page.keyboard.type('X');
  expect(await form.name.inputValue()).toBe('Gold Plus, half tXy');
  for (const each of [page, list]) expect(await each.evaluate(() => 'wasHere' in window)).toBe(true);

  await added.fill('Ask for the logbook');
  const answered = nextAnswer(page, 'PUT', /\/product\/plan$/);
  await form.save.click();
  expect((await answered).status()).toBe(200);
  expect(await readPlan(page, planId)).toMatchObject({
    Name: 'Gold Plus, half tXy',
    DealerNote: 'Ask for the logbook',
    Release: 1,
  });
});

it('a release that removes fields keeps open forms, lists and read-only pages, and says what is lost', async () => {
  const { page, product, planIds } = await startWithPlans(app, [
    { Name: 'Silver', items: { Engine: 'included' } },
  ]);
  const configurator = await seat(app, 'configurator');
  const before = await releaseNow(configurator);
  await publish(configurator, {
    'field/plan.DealerHint': { ...note, title: texts('Dealer hint', 'Indice') },
    'place/plan-create.plan.item.DealerHint': { ...place, field: 'DealerHint' },
    'place/product.plans.column.DealerHint': { ...column, field: 'DealerHint' },
    'field/product.InspectionRequired': {
      type: 'boolean',
      title: texts('Inspection required', 'Inspection exigée'),
    },
    'place/product.general.item.InspectionRequired': {
      ...(await firstPlace(configurator)),
      as: 'item',
      field: 'InspectionRequired',
    },
    'place/products.products.column.InspectionRequired': {
      screen: 'products',
      block: 'products',
      as: 'column',
      field: 'InspectionRequired',
    },
    'place/products.products.filter.InspectionRequired': {
      screen: 'products',
      block: 'products',
      as: 'filter',
      field: 'InspectionRequired',
    },
  });
  const plan = await openPlan(page, product.Id, present(planIds[0]));
  await shows(page.getByLabel('Dealer hint'));
  const [staff, viewer, list] = [
    await seat(app, 'manager'),
    await seat(app, 'viewer'),
    await seat(app, 'manager'),
  ];
  await staff.goto(`/products/${product.Id}`);
  await viewer.goto(`/products/${product.Id}`);
  await list.goto('/products');
  await shows(staff.getByLabel('Inspection required'), viewer.getByText('Inspection required'));
  await shows(list.getByRole('columnheader', { name: 'Inspection required' }));
  const name = staff.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Typed before it went');
  await plan.name.fill('Silver too');
  await page.getByLabel('Dealer hint').fill('Ring first');

  await rollBack(configurator, before);

  for (const open of [staff, viewer, page, list])
    await shows(open.getByText('What you entered is still here.'));
  for (const open of [staff, viewer, list]) {
    await open.getByText('Inspection required').first().waitFor({ state: 'detached' });
    expect(await open.getByText('This section could not be loaded').count()).toBe(0);
  }
  await shows(viewer.getByRole('heading', { level: 1 }), list.locator('[data-row]'));
  expect(await name.inputValue()).toBe('Typed before it went');
  await shows(page.getByText('removed Dealer hint. What you entered there cannot be saved: Ring first'));
  expect(await plan.name.inputValue()).toBe('Silver too');
  const answered = nextAnswer(page, 'PUT', /\/product\/plan$/);
  await plan.save.click();
  expect((await answered).status()).toBe(200);
});

async function releaseNow(configurator: Page): Promise<number> {
  const { Items } = await (await configurator.request.get('/api/configure/releases?pageSize=1')).json();
  return Items[0]?.Number ?? 0;
}

/** The form of a product's general settings, as a change names it. */
async function firstPlace(configurator: Page) {
  const bundle = await (await configurator.request.get('/api/model')).json();
  const file = bundle.files.find((one: { file: string }) => one.file === 'screens/catalogue/product.json');
  const block = file.json.blocks.find((one: { id: string }) => one.id === 'general');
  return { screen: 'product', block: 'general', section: block.sections[0].id };
}
