import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { choose, eventually, readJson, shows, visit } from './products.ts';

const app = useApp();

/** Picks an offered choice in a combo box, by its first line. */
async function pick(within: Page | Locator, box: string, name: string): Promise<void> {
  const control = within.getByRole('combobox', { name: box, exact: true });
  await control.fill(name);
  await control.page().getByRole('option', { name }).first().click();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it('a report is built without a file, previewed on real records, saved, viewed and rebuilt', async () => {
  const page = await visit(app, '/report', { user: 'admin' });
  await page.getByRole('link', { name: 'Build a report' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Products by brand, built');
  await choose(page, 'Records', 'Products');
  const preview = page.getByRole('table', { name: 'Preview' });
  await shows(preview);
  await choose(page, 'Add a column', 'Brand › Name');
  await choose(page, 'Add a column', 'Free look days');
  await page.getByRole('checkbox', { name: 'Group by Brand › Name' }).check();
  await page.getByRole('button', { name: /Total of Free look days/ }).click();
  await page.getByRole('option', { name: 'Total', exact: true }).click();
  await shows(preview.getByText('Total', { exact: true }), preview.getByText('Brand: Aurora Electric'));
  await page.locator('#report-chart').click();
  await page.getByRole('option', { name: 'Bars', exact: true }).click();
  await shows(page.locator('#preview figure svg'));
  await button(page, 'Save').click();
  await page.waitForURL(/\/report\/[0-9a-f-]{36}$/);
  await button(page, 'View').click();
  const viewed = page.getByRole('table', { name: 'Report', exact: true });
  await shows(viewed.getByText('Brand: Aurora Electric'));
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Excel').click()]);
  expect(file.suggestedFilename()).toMatch(/^Products by brand, built .*\.xlsx$/);
  await page.goto(page.url().replace('/report/', '/report/build/'));
  await eventually(() => page.getByRole('checkbox', { name: 'Group by Brand › Name' }).isChecked()).toBe(
    true,
  );
  await comparesYears(page);
});

/** A date as a group of years, each total beside that of the year before; undone, nothing is compared. */
async function comparesYears(page: Page): Promise<void> {
  await choose(page, 'Add a column', 'Launch Date');
  const compare = page.locator('#report-compare');
  expect(await compare.count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Group by Launch Date' }).check();
  await page.getByRole('button', { name: /Period of Launch Date/ }).click();
  await page.getByRole('option', { name: 'Year', exact: true }).click();
  await compare.click();
  await page.getByRole('option', { name: 'The period before', exact: true }).click();
  const head = page
    .getByRole('table', { name: 'Preview' })
    .getByRole('columnheader', { name: 'Free look days, difference', exact: true });
  await shows(head);
  await shows(page.getByRole('table', { name: 'Preview' }).getByText(/Launch Date: \d{4}/));
  await page.keyboard.press('Control+z');
  await eventually(() => head.count()).toBe(0);
}

it('values of a field become columns: previewed, undone, saved, viewed with headings and kept lines', async () => {
  const page = await visit(app, '/report', { user: 'admin' });
  await page.getByRole('link', { name: 'Build a report' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Products by year, built');
  await choose(page, 'Records', 'Products');
  await choose(page, 'Columns by', 'Launch Date');
  await shows(page.locator('#preview').getByText(/Group by one or two columns/));
  await choose(page, 'Add a column', 'Brand');
  await page.getByRole('checkbox', { name: 'Group by Brand', exact: true }).check();
  const heading = (name: string) =>
    page.getByRole('table', { name: 'Preview' }).getByRole('columnheader', { name, exact: true });
  await shows(heading('Count by Launch Date'), heading('Total'));
  await page.getByRole('button', { name: /Period of Launch Date/ }).click();
  await page.getByRole('option', { name: 'Year', exact: true }).click();
  await shows(heading('2025'));
  await page.keyboard.press('Control+z');
  await eventually(() => heading('2025').count()).toBe(0);
  await page.keyboard.press('Control+y');
  await shows(heading('2025'));
  await button(page, 'Save').click();
  await page.waitForURL(/\/report\/[0-9a-f-]{36}$/);
  await button(page, 'View').click();
  const viewed = page.getByRole('table', { name: 'Report', exact: true });
  const line = viewed.getByRole('rowheader', { name: 'Aurora Electric', exact: true });
  await shows(line, viewed.getByRole('rowheader', { name: 'Total', exact: true }));
  await page.setViewportSize({ width: 390, height: 800 });
  const around = viewed.locator('xpath=..');
  const left = async () => (await line.boundingBox())?.x;
  const before = await left();
  await around.focus();
  await around.evaluate((box) => box.scrollBy({ left: 120 }));
  await eventually(() => around.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  expect(await left()).toBe(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

it('fields of referenced records are offered, grouped by and filtered by, whether answers expand them or not', async () => {
  const page = await visit(app, '/report', { user: 'admin' });
  await page.getByRole('link', { name: 'Build a report' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Licences by town, built');
  await choose(page, 'Records', 'Licences');
  await choose(page, 'Add a column', 'Dealer › City');
  await page.getByRole('checkbox', { name: 'Group by Dealer › City' }).check();
  await page.locator('#report-filters').click();
  await page.keyboard.type('Dealer › City');
  await page.getByRole('option', { name: 'Dealer › City', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await shows(page.getByRole('table', { name: 'Preview' }).getByText(/Dealer › City: /));
  await button(page, 'Save').click();
  await page.waitForURL(/\/report\/[0-9a-f-]{36}$/);
  await page.getByRole('textbox', { name: 'Dealer › City', exact: true }).fill('barr');
  await button(page, 'View').click();
  const viewed = page.getByRole('table', { name: 'Report', exact: true });
  await shows(viewed.getByText('Dealer › City: Barrie'));
  expect(await viewed.getByText(/Dealer › City: /).count()).toBe(1);
});

it('a declared query can be reported on like records', async () => {
  const page = await visit(app, '/report', { user: 'admin' });
  await page.getByRole('link', { name: 'Build a report' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Penetration, built');
  await page.locator('#report-from').click();
  await page.getByRole('option', { name: 'Query', exact: true }).click();
  await choose(page, 'Query', 'Products sold by dealer');
  await page.getByRole('checkbox', { name: 'Group by Province' }).check();
  const preview = page.getByRole('table', { name: 'Preview' });
  await shows(preview.getByText('Northline of Barrie'), preview.getByText('Province: Ontario'));
  await button(page, 'Save').click();
  await page.waitForURL(/\/report\/[0-9a-f-]{36}$/);
  await button(page, 'View').click();
  await shows(page.getByRole('table', { name: 'Report', exact: true }).getByText('Province: Ontario'));
  await page.goto(page.url().replace('/report/', '/report/build/'));
  await eventually(() => page.getByRole('checkbox', { name: 'Group by Province' }).isChecked()).toBe(true);
});

it('a report is built with titles only: data, fields and values are chosen, and columns follow the order of their rows', async () => {
  const page = await visit(app, '/report/manage', { user: 'admin' });
  await page.getByRole('textbox', { name: 'Report name' }).fill('Managed by names');
  await pick(page, 'Data', 'Licences');
  const [filters, columns] = [page.locator('table').first(), page.locator('table').last()];
  await button(page, 'Add a row').first().click();
  await filters.getByRole('textbox', { name: 'Parameter' }).fill('Type');
  await pick(filters, 'Field', 'Licence type');
  await pick(filters, 'List of values', 'Licence type');
  await filters.getByRole('button', { name: /Default value/ }).click();
  await page.getByRole('option', { name: 'All', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  for (const [at, name] of ['Expiry date', 'Dealer › City'].entries()) {
    await button(page, 'Add a row').last().click();
    await pick(columns.locator('tbody tr').nth(at), 'Field', name);
    await columns.locator('tbody tr').nth(at).getByRole('checkbox', { name: 'Default' }).check();
  }
  await columns.getByRole('button', { name: /Move row 2 up/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/report$/);
  const found = await readJson<{ Items: { Id: string; Name: string }[] }>(
    page,
    '/report/list?searchstring=Managed',
  );
  const saved = await readJson<{ DataSet: string; Parameters: object[]; ReportColumns: object[] }>(
    page,
    `/report/definitions/${found.Items[0]?.Id}`,
  );
  expect(saved).toMatchObject({
    DataSet: 'licence',
    Parameters: [{ Path: 'LicenseTypeId', DefaultValue: '00000000-0000-0000-0000-000000000000' }],
    ReportColumns: [
      { ReportColumnName: 'Dealer.City', OrdinalPosition: 0 },
      { ReportColumnName: 'ExpiryDate', OrdinalPosition: 1 },
    ],
  });
});
