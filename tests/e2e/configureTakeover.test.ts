/** A release is published while others work: open browsers take it over, and nobody loses a letter. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { nextAnswer, openPlan, openPlans, readPlan, seat, startWithPlans } from './plans.ts';
import { present, shows } from './products.ts';

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

async function publish(configurator: Page, changes: Readonly<Record<string, object>>): Promise<void> {
  for (const [path, data] of Object.entries(changes)) {
    const put = await configurator.request.put(`/api/configure/draft/${path}`, { data });
    expect(put.status(), await put.text()).toBe(200);
  }
  const call = { data: { Note: 'Notes' } };
  const asked = await configurator.request.post('/api/configure/publish', call);
  expect(asked.status(), await asked.text()).toBe(428);
  const headers = { 'X-Confirm': (await asked.json()).Confirmations[0].Token };
  const published = await configurator.request.post('/api/configure/publish', { ...call, headers });
  expect(published.status(), await published.text()).toBe(201);
}

it('a published field comes into an open form without a reload; what is being typed, and the cursor in it, stay', async () => {
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
  await shows(added, page.getByText('What you have typed is still here.'));
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
