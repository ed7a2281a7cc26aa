import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import {
  choose,
  eventually,
  makeProduct,
  openList,
  openProduct,
  readProduct,
  saveAndWait,
  shows,
  visit,
} from './products.ts';

const app = useApp();

async function openMade(values: Record<string, unknown> = {}) {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await makeProduct(page, values);
  return { page, product, form: await openProduct(page, product.Id) };
}

const products = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Products', exact: true });

it('every way out of the screen asks about unsaved work', async () => {
  const { page, product, form } = await openMade();
  await form.name.fill('Not saved yet');
  const stay = page.getByRole('button', { name: 'Stay on this page' });
  const waysOut = [
    () => products(page).click(),
    () => page.evaluate(() => history.back()),
    async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox', { name: /Search screens/ }).fill('create product');
      await shows(page.getByRole('menuitem', { name: 'Create product', exact: true }));
      await page.keyboard.press('Enter');
    },
    async () => {
      await page.getByRole('banner').getByRole('button').last().click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    },
  ];
  // So that Back has a screen of this application to go to.
  await form.name.fill(product.Name);
  await products(page).click();
  await page.getByRole('searchbox', { name: 'Code', exact: true }).fill(product.Code);
  await page.getByRole('link', { name: product.Name }).first().click();
  await shows(form.save);
  await form.name.fill('Not saved yet');
  for (const leave of waysOut) {
    await leave();
    await stay.click();
    await stay.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`/products/${product.Id}`);
    expect(await form.name.inputValue()).toBe('Not saved yet');
  }
  await products(page).click();
  await page.getByRole('button', { name: 'Leave and discard changes' }).click();
  await page.waitForURL(/\/products(\?|$)/);
  expect((await readProduct(page, product.Id)).Name).toBe(product.Name);
});

it('the browser asks before a reload, and afterwards the work is offered again', async () => {
  const { page, product, form } = await openMade();
  await form.name.fill('Typed before the reload');
  await form.end.fill('2031-02-03');
  await choose(page, 'Underwriter', 'Prairie Mutual Insurance');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await shows(form.save);
  expect(await form.name.inputValue()).toBe(product.Name);
  await page.getByRole('button', { name: 'Restore' }).click();
  expect(await form.name.inputValue()).toBe('Typed before the reload');
  expect(await form.end.inputValue()).toBe('2031-02-03');
  const underwriter = page.getByRole('combobox', { name: 'Underwriter' });
  await eventually(() => underwriter.inputValue()).toBe('Prairie Mutual Insurance');
  expect((await saveAndWait(page)).status()).toBe(200);
  expect(await readProduct(page, product.Id)).toMatchObject({
    Name: 'Typed before the reload',
    Underwriter: { Name: 'Prairie Mutual Insurance' },
  });
  // Saved work is not offered again.
  await eventually(() => form.save.isDisabled()).toBe(true);
  await page.reload();
  await shows(form.save);
  expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
});

it('two people save at once: the second sees both sides, merges field by field, and nothing of either is lost', async () => {
  const { page, product, form } = await openMade();
  const second = await visit(app, '/favicon.svg', { user: 'admin' });
  // The first page hears nothing of the change before it saves.
  await page.route('**/api/events', (route) => route.abort());
  await openProduct(page, product.Id);
  await form.name.fill('The name of the first');
  await form.version.fill('7.1');
  const theirs = await openProduct(second, product.Id);
  await theirs.name.fill('The name of the second');
  await theirs.description.fill('The description of the second.');
  expect((await saveAndWait(second)).status()).toBe(200);

  expect((await saveAndWait(page)).status()).toBe(412);
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this first' });
  await shows(dialog);
  const name = dialog.getByRole('group', { name: 'Name' });
  await shows(name.getByText('The name of the first'), name.getByText('The name of the second'));
  await shows(name.getByText('Changed by Administrator', { exact: false }));
  // Only they changed the description, so there is no question about it.
  expect(await dialog.getByRole('group').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Decide later' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await form.name.inputValue()).toBe('The name of the first');
  expect((await readProduct(page, product.Id)).Name).toBe('The name of the second');

  await form.save.click();
  await shows(dialog);
  await name.getByRole('radio', { name: /Theirs/ }).check();
  await dialog.getByRole('button', { name: 'Use these choices' }).click();
  await shows(page.getByText('Saved.'));
  expect(await readProduct(page, product.Id)).toMatchObject({
    Name: 'The name of the second',
    Description: 'The description of the second.',
    Version: '7.1',
  });
  expect(await form.name.inputValue()).toBe('The name of the second');
});

it('two people change different fields: the second save merges both without a question', async () => {
  const { page, product, form } = await openMade();
  const second = await visit(app, '/favicon.svg', { user: 'admin' });
  await page.route('**/api/events', (route) => route.abort());
  await openProduct(page, product.Id);
  await form.version.fill('7.2');
  await second.request.put('/api/product', {
    data: { Id: product.Id, Revision: product.Revision, Description: 'By the second.' },
  });
  await form.save.click();
  await shows(
    page.getByText(
      'Administrator saved other fields in the meantime. Your changes and theirs are both saved.',
    ),
  );
  await eventually(async () => (await readProduct(page, product.Id)).Version).toBe('7.2');
  expect((await readProduct(page, product.Id)).Description).toBe('By the second.');
  expect(await form.description.inputValue()).toBe('By the second.');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('a change by someone else appears by itself while nothing is typed', async () => {
  const { page, product, form } = await openMade();
  const second = await visit(app, '/favicon.svg', { user: 'admin' });
  await second.request.put('/api/product', {
    data: { ...(await readProduct(second, product.Id)), Name: 'Renamed elsewhere' },
  });
  await eventually(() => form.name.inputValue()).toBe('Renamed elsewhere');
  await shows(page.getByRole('heading', { level: 1, name: 'Renamed elsewhere' }));
});

it('C-335 a connection lost while saving is reported, nothing typed is lost, and the next try succeeds', async () => {
  const { page, product, form } = await openMade();
  await form.name.fill('Typed without a connection');
  await page.route('**/api/**', (route) => route.abort());
  await form.save.click();
  await shows(page.getByText(/The server cannot be reached\. Nothing you entered is lost/));
  await shows(page.getByText(/The server cannot be reached\. You can keep working/));
  expect(await form.name.inputValue()).toBe('Typed without a connection');
  await form.version.fill('2.2');
  expect((await readProduct(page, product.Id)).Name).toBe(product.Name);
  await page.unroute('**/api/**');
  expect((await saveAndWait(page)).status()).toBe(200);
  await eventually(() => page.getByText(/The server cannot be reached/).count()).toBe(0);
  expect(await readProduct(page, product.Id)).toMatchObject({
    Name: 'Typed without a connection',
    Version: '2.2',
  });
});

it('C-335 a server failure is reported in words, and the form keeps its content', async () => {
  const { page, form } = await openMade();
  await form.name.fill('Typed before the failure');
  await page.route('**/api/product', (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  await form.save.click();
  await shows(form.alerts);
  expect((await form.alerts.innerText()).trim()).not.toBe('');
  expect(await page.getByText('Bad gateway').count()).toBe(0);
  expect(await form.name.inputValue()).toBe('Typed before the failure');
  expect(await form.save.isEnabled()).toBe(true);
});

it('the session ends while someone types: they sign in over the page and the save continues', async () => {
  const { page, product, form } = await openMade();
  await form.description.fill('Typed while the session ended.');
  // Ended together with the save: an earlier call would ask for the sign-in before Save is pressed.
  await page.route(
    '**/api/product',
    async (route) => {
      await page.context().clearCookies();
      await route.continue();
    },
    { times: 1 },
  );
  await form.save.click();
  const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' });
  await shows(dialog);
  expect(await dialog.getByLabel('User name').inputValue()).toBe('manager');
  await dialog.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await eventually(() => dialog.getByRole('alert').innerText()).not.toBe('');
  await dialog.getByLabel('Password').fill('demo');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await shows(page.getByText('Saved.'));
  expect((await readProduct(page, product.Id)).Description).toBe('Typed while the session ended.');
});

/**
 * The server carries out the next call, its answer never arrives, and neither does any repetition until the
 * returned function is called.
 */
async function loseAnswers(page: Page, address: string, method: string) {
  let [isFirst, isGone] = [true, true];
  await page.route(address, async (route) => {
    if (!isGone || route.request().method() !== method) return route.continue();
    if (isFirst) await route.fetch();
    isFirst = false;
    return route.abort('connectionreset');
  });
  return () => {
    isGone = false;
  };
}

it('an update whose answer was lost is saved once, and so are the changes since', async () => {
  const { page, product, form } = await openMade();
  const findAgain = await loseAnswers(page, '**/api/product', 'PUT');
  await form.name.fill('Saved without an answer');
  await form.save.click();
  await shows(page.getByText(/cannot be reached/).first());
  expect((await readProduct(page, product.Id)).Name).toBe('Saved without an answer');
  findAgain();
  await form.description.fill('Changed since');
  expect((await saveAndWait(page)).status()).toBe(422);
  await shows(page.getByText('Saved.'));
  expect(await readProduct(page, product.Id)).toMatchObject({
    Name: 'Saved without an answer',
    Description: 'Changed since',
  });
  // Nobody else has saved, and no message says so.
  expect(await page.getByText(/saved other fields/).count()).toBe(0);
});

it('a create whose answer was lost creates one record', async () => {
  const page = await visit(app, '/product-groups/new', { user: 'manager' });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const findAgain = await loseAnswers(page, '**/api/product/productgroup', 'POST');
  await field('Name').fill('Arrived once');
  await choose(page, 'Brand', 'Cascadia');
  await save.click();
  await shows(page.getByText(/cannot be reached/).first());
  findAgain();
  await field('Name').fill('Arrived twice');
  await save.click();
  const open = page.getByRole('button', { name: 'Open the saved record' });
  await shows(open);
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  expect(await field('Name').inputValue()).toBe('Arrived twice');
  const found = await page.request.get(
    '/api/product/productgroup?FilterProperty=Name&FilterOperator=startsWith&FilterValue=Arrived',
  );
  expect((await found.json()).Items).toMatchObject([{ Name: 'Arrived once' }]);
});

it('a second press of Save sends nothing twice', async () => {
  const { page, form } = await openMade();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(new URL(request.url()).pathname));
  await page.route('**/api/product', async (route) => {
    await new Promise((done) => setTimeout(done, 400));
    await route.continue();
  });
  await form.name.fill('Pressed twice');
  await form.save.dblclick();
  await page.keyboard.press('Control+s');
  await shows(page.getByText('Saved.'));
  expect(sent.filter((path) => path === '/api/product')).toHaveLength(1);
});

it('hostile and odd texts are stored and shown as text, everywhere', async () => {
  const texts = [
    '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>',
    `"quotes" 'single' \\back & &amp; {name} [0] \${x} <b>bold</b>`,
    '🚗 Ünïcödé עברית 漢字 \u202Eright to left',
    'long '.repeat(51).trim(),
  ];
  const { page, product, form } = await openMade();
  const list = await openList(app, { user: 'manager' });
  await list.getByRole('searchbox', { name: 'Code', exact: true }).fill(product.Code);
  const row = list.locator('[data-row]');
  await eventually(() => row.count()).toBe(1);
  for (const typed of texts) {
    await form.name.fill(typed);
    await form.description.fill(`${typed}\n${typed}`);
    // Bidirectional control characters are removed.
    const text = typed.replaceAll('\u202E', '');
    expect((await saveAndWait(page)).status()).toBe(200);
    await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(text);
    await page.reload();
    await shows(form.save);
    expect(await form.name.inputValue()).toBe(text);
    expect(await form.description.inputValue()).toBe(`${text}\n${text}`);
    const crumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').last();
    expect(await crumb.textContent()).toBe(text);
    await eventually(() => page.title()).toContain(
      `${text} · Product version ${product.Version}.${product.Subversion} · `,
    );
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, 'a long text must not push the page sideways').toBeLessThanOrEqual(0);
    // The list updates by itself.
    await eventually(() => row.getByRole('gridcell').first().textContent()).toBe(text);
  }
  expect(await page.evaluate(() => 'hit' in globalThis)).toBe(false);
  expect(await list.evaluate(() => 'hit' in globalThis)).toBe(false);
});

/** Screens whose record is loaded by a widget, not by the screen: these too have no page without it. */
const loadedByWidgets = [
  '/report/nothing',
  '/report/build/nothing',
  '/report/dashboards/nothing',
  '/report/dashboards/nothing/edit',
  '/report/01900000-0000-7000-8000-0000000000ff',
];

it('a page whose record does not exist says so once, no matter who loads it', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  for (const address of [...loadedByWidgets, '/products/nothing']) {
    await page.goto(address);
    const title = page.getByRole('heading', { level: 1 });
    await eventually(() => title.allInnerTexts()).toEqual(['Page not found']);
    expect(await page.getByText('Something went wrong').count(), address).toBe(0);
  }
  // The next page is drawn as usual.
  await page.getByRole('link', { name: 'Products', exact: true }).first().click();
  await shows(page.locator('[data-row]'));
});
