import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { chooseIn, eventually } from './products.ts';

// One story in order: each test builds on what earlier ones published.
const app = useApp();
let page: Page;

beforeAll(async () => {
  page = await app.open('/configure', { user: 'configurator' });
});

/** Title in both languages, and the type. */
async function describeField(english: string, french: string, type: string): Promise<void> {
  await page.getByRole('link', { name: 'Add a field' }).click();
  await page.getByLabel('Label in English').fill(english);
  await page.getByLabel('Label in French').fill(french);
  await page.locator('#field-type-select').click();
  await page.getByRole('option', { name: type, exact: true }).click();
  await page.getByRole('checkbox', { name: 'On the form General settings' }).check();
}

async function onlyWhenRequired(what: string): Promise<void> {
  await page.getByRole('radiogroup', { name: what }).getByLabel('only when').check();
  const editor = page.getByRole('group', { name: what });
  await editor.getByRole('button', { name: 'Add a condition' }).click();
  await chooseIn(editor.getByRole('combobox', { name: 'Field' }), 'Inspection required', 'Inspection');
}

async function keep(): Promise<void> {
  await page.getByRole('button', { name: 'Add to the draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'Products', exact: true }).waitFor();
}

const preview = () => page.locator('[data-preview]');

const updated = 'The application has been updated. What you entered is still here.';

/**
 * Whether the page announces, from now on, that the application was updated: recorded, however briefly it
 * shows.
 */
async function listenForUpdate(): Promise<() => Promise<boolean>> {
  await page.evaluate((text) => {
    const said = Object.assign(window, { wasTold: false });
    new MutationObserver(() => {
      said.wasTold ||= document.body.innerText.includes(text);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, updated);
  return () => page.evaluate(() => (window as unknown as { wasTold: boolean }).wasTold);
}

/** Holds back the list of records until released, like a busy server. */
async function holdRecords(): Promise<() => void> {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/api/product?pageSize=50', async (route) => {
    await held;
    await route.continue();
  });
  return arrive;
}

it('a person who never saw the code adds two fields and a column, and publishes them without a restart', async () => {
  await page.getByRole('main').getByRole('link', { name: 'Products', exact: true }).click();
  const arrive = await holdRecords();
  await describeField('Inspection required', 'Inspection exigée', 'Yes or no');
  await eventually(() => page.title()).toContain('Product: new field');
  // What is entered stays, however late the records arrive.
  const box = preview().getByLabel('Inspection required');
  await page.locator('#preview').getByText('Form', { exact: true }).waitFor();
  setTimeout(arrive, 500);
  await box.check();
  await page.locator('#preview').getByRole('combobox', { name: 'Record' }).waitFor();
  await preview().waitFor();
  expect(await box.isChecked()).toBe(true);
  await keep();

  await describeField('Inspection fee', 'Frais d’inspection', 'Money');
  await page.getByRole('checkbox', { name: 'As a column of Products', exact: true }).check();
  await onlyWhenRequired('Shown');
  await onlyWhenRequired('Required');
  // The preview is live: the fee appears and disappears with the checkbox.
  const fee = preview().getByRole('textbox', { name: /Inspection fee/ });
  await expect.poll(() => fee.count()).toBe(0);
  await preview().getByLabel('Inspection required').check();
  await expect.poll(() => fee.getAttribute('aria-required')).toBe('true');
  await screenshot(page, 'configurator-field');
  await keep();

  await page.getByRole('button', { name: 'Review and publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish the draft' });
  await dialog.getByLabel('Note').fill('Inspections');
  const other = await app.open('/products', { user: 'configurator' });
  await other.locator('[data-row]').first().waitFor();
  const wasTold = await listenForUpdate();
  const takenOver = page.waitForResponse(/\/api\/model\/validators\.js/);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Release 1 is live.').first().waitFor();
  await eventually(() => page.getByRole('region', { name: 'Draft' }).count()).toBe(0);
  // Every other window is notified, of the same person too; the publishing one is not.
  await other.getByText(updated).waitFor();
  await takenOver;
  await page.waitForTimeout(1500);
  expect(await wasTold()).toBe(false);
});

it("the published fields are in everyone else's form and list", async () => {
  const other = await app.open('/products', { user: 'manager' });
  await other.getByRole('columnheader', { name: /Inspection fee/ }).waitFor();
  const found = await other.request.get('/api/product?pageSize=0');
  const { Items } = (await found.json()) as { Items: { Id: string; ProductStateType: { Name: string } }[] };
  const product = Items.find(({ ProductStateType }) => ProductStateType.Name === 'InDesign');
  await other.goto(`/products/${product?.Id}`);
  await other.getByLabel('Inspection required').check();
  await expect
    .poll(() => other.getByRole('textbox', { name: /Inspection fee/ }).getAttribute('aria-required'))
    .toBe('true');
});

it('a rule with a percentage of another amount is built without writing code, and published', async () => {
  await page.goto('/configure/entities/product/rules/new');
  const editor = page.getByRole('group', { name: 'Condition' });
  await editor.getByRole('button', { name: 'Add a condition' }).click();
  await chooseIn(editor.getByRole('combobox', { name: 'Field' }), 'Inspection fee');
  await editor.getByRole('button', { name: /Comparison of Inspection fee/ }).click();
  await page.getByRole('option', { name: 'is less than', exact: true }).click();
  await editor.getByRole('button', { name: /Compare Inspection fee with/ }).click();
  await page.getByRole('option', { name: 'a percentage of another amount' }).click();
  await editor.getByRole('textbox', { name: 'Percent' }).fill('5');
  await chooseIn(editor.getByRole('combobox', { name: 'Other amount' }), 'DAP maximum', 'DAP');
  await editor.getByText('Inspection fee is less than 5% of DAP maximum').waitFor();
  await page.getByLabel('Message in English').fill('The fee must stay under 5% of the DAP maximum.');
  await page.getByLabel('Message in French').fill('Les frais doivent rester sous 5 % du maximum DAP.');
  await screenshot(page, 'configurator-rule');
  await keep();
  await page.getByRole('button', { name: 'Review and publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Release 2 is live.').first().waitFor();
});

it('a disabled button says why, by keyboard too; a column is moved with the arrow keys', async () => {
  await page.goto('/configure/entities/product/rules/new');
  const button = page.getByRole('button', { name: 'Add to the draft' });
  await button.focus();
  await page.getByRole('tooltip').getByText('Enter the condition, and the message').waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');

  await page.goto('/configure/screens/products');
  const columns = page.getByRole('list', { name: 'Columns' });
  await eventually(() => columns.getByRole('listitem').last().innerText()).toContain('Inspection fee');
  await columns.getByRole('button', { name: 'Inspection fee' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await eventually(() => columns.getByRole('listitem').last().innerText()).not.toContain('Inspection fee');
  await page.getByRole('region', { name: 'Draft' }).getByText('1 unpublished change').waitFor();
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard the draft' }).click();
  await eventually(() => columns.getByRole('listitem').last().innerText()).toContain('Inspection fee');
});

it('a move discarded before it is applied is undone, and a refused one goes back', async () => {
  await page.goto('/configure/screens/products');
  const columns = page.getByRole('list', { name: 'Columns' });
  const last = () => columns.getByRole('listitem').last().innerText();
  const move = async () => {
    await columns.getByRole('button', { name: 'Inspection fee' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
  };
  await eventually(last).toContain('Inspection fee');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/configure/draft/bundle', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await move();
  await eventually(last).not.toContain('Inspection fee');
  await page.getByRole('region', { name: 'Draft' }).getByText('1 unpublished change').waitFor();
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard the draft' }).click();
  await eventually(last).toContain('Inspection fee');
  release();
  await page.unroute('**/api/configure/draft/bundle');
  const refusal = { Message: 'Not now', Code: 'conflict', Errors: ['Not now'], ErrorMessages: ['Not now'] };
  await page.route('**/api/configure/draft/edits', (route) => route.fulfill({ status: 409, json: refusal }));
  await move();
  await page.getByText('Not now').first().waitFor();
  await eventually(last).toContain('Inspection fee');
  await page.unroute('**/api/configure/draft/edits');
});

it('an earlier release is put in force: the application is as shipped', async () => {
  await page.goto('/configure/releases');
  await page.getByRole('button', { name: 'Restore release 0' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore the original application' });
  // The same review as before any publication: changes, and their effect on stored records.
  await dialog.getByText('Removed: field “Inspection fee” of Product').waitFor();
  await dialog.getByLabel('Note').fill('Not yet');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Release 3 is live.').first().waitFor();
  await page.goto('/configure/entities/product');
  await page.getByRole('rowheader', { name: 'Name', exact: true }).waitFor();
  expect(await page.getByRole('rowheader', { name: /Inspection/ }).count()).toBe(0);
});

it('speaks French, and nobody without the permission gets in', async () => {
  const french = await app.open('/configure', {
    // Another account, since the language of the first is stored with it.
    user: 'admin',
    locale: 'fr-CA',
    colorScheme: 'dark',
  });
  await french.getByRole('heading', { level: 1, name: 'Entités et champs' }).waitFor();
  await expectAccessible(french);
  await screenshot(french, 'configurator-french-dark');
  const viewer = await app.open('/configure', { user: 'viewer' });
  await viewer.getByText(/Configuration\.Edit/).waitFor();
  expect(await viewer.getByRole('link', { name: 'Configuration', exact: true }).count()).toBe(0);
});

it('publishing right after a move includes the move, and reports nobody else at work', async () => {
  await page.goto('/configure/screens/products');
  const columns = page.getByRole('list', { name: 'Columns' });
  const last = columns.getByRole('listitem').last();
  await last.waitFor();
  const [name = ''] = (await last.innerText()).split('\n');
  const handle = columns.getByRole('button', { name });
  await handle.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByRole('region', { name: 'Draft' }).getByText('1 unpublished change').waitFor();
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/api/configure/draft/edits', async (route) => {
    await held;
    await route.continue();
  });
  await handle.focus();
  await page.keyboard.press('Alt+ArrowUp');
  // The review shows what will be published: it opens once the move is applied.
  await page.getByRole('button', { name: 'Review and publish' }).click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  arrive();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page
    .getByText(/^Release \d+ is live\.$/)
    .first()
    .waitFor();
  expect(await page.getByText(/in another window/).count()).toBe(0);
  await page.unroute('**/api/configure/draft/edits');
  await eventually(async () => {
    const order = await columns.getByRole('listitem').allInnerTexts();
    return order.length - order.findIndex((text) => text.startsWith(name));
  }).toBe(3);
});
