import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { putAgreed } from './agreed.ts';
import { expectAccessible, goToSection, screenshot, useApp } from './harness.ts';
import { chooseIn, makeProduct, openProduct, readProduct, shows, visit } from './products.ts';

const app = useApp();

const section = (page: Page) => page.locator('[data-block=new-used]');
const action = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true });

async function choose(page: Page, button: string, rule: string): Promise<void> {
  await action(page, button).click();
  const window = page.getByRole('dialog');
  await chooseIn(window.getByRole('combobox'), rule, rule.slice(0, 5));
  await window.getByRole('button', { name: button, exact: true }).click();
}

it('R-058 R-441 R-444 C-069 the section adds a rule of the list, says what it cloned, changes and removes the rule', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const { Id } = await makeProduct(page);
  await openProduct(page, Id);
  await goToSection(page, 'new-used');
  await shows(section(page).getByText('There is no rule, so the product does not distinguish new vehicles'));

  await choose(page, 'Add a rule', 'Certified with low odometer');
  const alert = page.getByRole('alertdialog');
  await shows(alert.getByText('New/Used definition created.'));
  const lines = await alert.locator('p').allInnerTexts();
  expect(lines).toEqual([
    'New/Used definition created. The following parameters required by the rule were not present and have been cloned into the product',
    'Odometer',
    'Certified pre-owned',
  ]);
  await screenshot(page, 'new-used-alert');
  await alert.getByRole('button').click();
  await shows(section(page).getByText('Odometer is at most 5,000'));
  await goToSection(page, 'new-used');
  await screenshot(page, 'new-used-section');

  await choose(page, 'Choose another rule', 'By odometer');
  await shows(section(page).getByText('Odometer is at most 20,000'));
  await action(page, 'Remove the New/Used rule').click();
  const question = page.getByRole('alertdialog');
  await shows(question.getByText('Are you sure you want to remove the New/Used rule?', { exact: true }));
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect((await readProduct(page, Id)).NewUsedRuleText).toBe('Vehicle.Odometer <= 20000');
  await action(page, 'Remove the New/Used rule').click();
  await question.getByRole('button', { name: 'Remove the New/Used rule' }).click();
  await shows(section(page).getByText('There is no rule, so the product does not distinguish new vehicles'));
  expect((await readProduct(page, Id)).NewUsedRuleText ?? null).toBe(null);
});

it('R-299 R-300 a person without the right, and a read-only product, get no edit and no remove', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Id } = await makeProduct(page);
  const rules = await (await page.request.get('/api/product/newusedrule')).json();
  const added = await page.request.post(`/api/product/${Id}/NewUsedRule`, {
    data: { RuleId: rules.Items[0].Id },
  });
  expect(added.status()).toBe(200);
  const expectLocked = async (on: Page) => {
    await openProduct(on, Id);
    await goToSection(on, 'new-used');
    await shows(section(on).getByText(rules.Items[0].Name));
    expect(await section(on).getByRole('button').allInnerTexts()).not.toContain('Choose another rule');
    expect(await action(on, 'Remove the New/Used rule').count()).toBe(0);
  };
  await openProduct(page, Id);
  await goToSection(page, 'new-used');
  await shows(action(page, 'Choose another rule'));
  await expectLocked(await visit(app, '/favicon.svg', { user: 'viewer' }));
  expect((await putAgreed(page, `/api/product/${Id}/launch`)).status()).toBe(200);
  await expectLocked(page);
});

it('a New/Used rule is written and tried on a separate screen', async () => {
  const page = await visit(app, '/new-used-rules', { user: 'manager' });
  await page.getByRole('link', { name: 'Create a New/Used rule' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Delivery only');
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = page.locator('[data-editor=rule][data-ready=true] .cm-content');
  await text.click();
  await page.keyboard.type('Vehicle.Odometer <= 36');
  const test = page.getByRole('region', { name: 'Try the rule' });
  await test.getByRole('textbox', { name: 'Value of Odometer' }).fill('60');
  await shows(test.getByText('Used', { exact: true }));
  await screenshot(page, 'new-used-rule');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/new-used-rules');
  await shows(page.getByText('Vehicle.Odometer <= 36'));
  await screenshot(page, 'new-used-rules');
});
