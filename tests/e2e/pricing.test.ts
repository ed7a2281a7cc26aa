import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { eventually, listProducts, shows, visit } from './products.ts';

const app = useApp();

it('C-009 C-011 C-012 C-015 C-016 a price is built from buckets, a formula and a table, and tried', async () => {
  const page = await visit(app, '/pricing/products', { user: 'pricing' });
  await shows(page.locator('[data-row]'));
  const [product] = await listProducts(page, 'FilterProperty=Code&FilterOperator=eq&FilterValue=SMT-KEY-30');
  await page.goto(`/pricing/products/${product?.Id}`);
  await page.getByRole('link', { name: 'Pricing formula', exact: true }).click();
  await shows(page.getByRole('button', { name: 'Add a step' }));
  await page.getByRole('tab', { name: 'Tables', exact: true }).click();
  await page.getByRole('button', { name: 'Add a table' }).click();
  await page.getByRole('textbox', { name: 'Table', exact: true }).fill('Base');
  await page
    .getByRole('textbox', { name: 'Cells of Base' })
    .fill('Vehicle.CPO\tValue\ntrue\t10.005\nfalse\t20');
  await page.getByRole('tab', { name: 'Steps', exact: true }).click();
  await page.getByRole('button', { name: 'Add a step' }).click();
  await page.getByRole('textbox', { name: 'Step', exact: true }).fill('base');
  const text = page.getByRole('textbox', { name: 'Formula' }).first();
  await text.fill("$factor('Factor.BaseRat') + $table('Base')");
  await shows(page.getByText(/There is no factor 'Factor.BaseRat'/));
  expect(await text.getAttribute('aria-invalid')).toBe('true');
  await text.fill("$factor('Factor.BaseRate') + $table('Base')");
  await page.getByRole('button', { name: /Bucket/ }).click();
  await page.getByRole('option', { name: 'Reserve' }).click();
  await shows(page.getByText('The formula is valid.'));
  expect(await text.getAttribute('aria-invalid')).toBe(null);
  // A gap of a table is named, and leads to its cells.
  const cells = page.getByRole('textbox', { name: 'Cells of Base' });
  await page.getByRole('tab', { name: /^Tables/ }).click();
  await cells.fill('Vehicle.CPO\tValue\ntrue\t10.005');
  await page.getByRole('tab', { name: 'Steps', exact: true }).click();
  await shows(
    page.getByText('Base has no value for 1 combination.'),
    page.getByText('Certified pre-owned: Not CPO'),
  );
  await page.getByRole('button', { name: 'Open Base' }).click();
  await eventually(() => cells.evaluate((one) => one === document.activeElement)).toBe(true);
  await cells.fill('Vehicle.CPO\tValue\ntrue\t10.005\nfalse\t20');
  await eventually(() => page.getByText('Base has no value').count()).toBe(0);
  await page.getByRole('tab', { name: 'Steps', exact: true }).click();
  // A replacement needs a different name.
  const names = page.getByRole('textbox', { name: 'Step', exact: true });
  await page.getByRole('button', { name: 'Add a step' }).click();
  await page.getByRole('button', { name: 'Add a step' }).click();
  await page.getByRole('button', { name: /step2/ }).last().click();
  await page.getByRole('button', { name: 'Add a step' }).click();
  await eventually(() => names.count()).toBe(3);
  const given = await Promise.all([1, 2].map((at) => names.nth(at).inputValue()));
  expect(new Set(given).size).toBe(2);
  for (const name of given)
    await page
      .getByRole('button', { name: new RegExp(name) })
      .last()
      .click();
  await page.getByRole('button', { name: /Term in months/ }).click();
  await page.getByRole('option', { name: '24 months' }).click();
  await page.getByRole('button', { name: /Vehicle class/ }).click();
  await page.getByRole('option', { name: 'A', exact: true }).click();
  await page.getByRole('button', { name: /Certified pre-owned/ }).click();
  await page.getByRole('option', { name: 'CPO', exact: true }).click();
  await shows(
    page.locator('output', { hasText: '$273.01' }),
    page.getByText('Factor.BaseRate for 24, A is 263'),
  );
  await page.getByRole('button', { name: 'Keep as an example' }).click();
  await expectAccessible(page);
  await screenshot(page, 'pricing-formula');
  await page.keyboard.press('Control+s');
  await shows(page.getByText('The formula was saved.').first());
  await page.reload();
  await shows(page.getByText('The formula is valid.'));
  await eventually(() => page.getByRole('textbox', { name: 'Step', exact: true }).inputValue()).toBe('base');
  await page.goto(page.url().replace(/formula$/, 'formula/test'));
  await shows(page.getByRole('button', { name: /Term in months/ }));

  await page.goto(`/pricing/products/${product?.Id}`);
  await page.getByRole('link', { name: 'Add a rate card' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Autumn');
  await page.getByRole('button', { name: 'Save' }).click();
  await shows(page.getByRole('heading', { name: 'Autumn', level: 1 }));
  await page.getByRole('button', { name: 'Generate' }).click();
  await shows(page.getByText('$273.01').first());
  // Amounts are aligned by their cents.
  const cell = page.getByRole('cell', { name: '$273.01' }).first();
  expect(await cell.evaluate((one) => getComputedStyle(one).textAlign)).toBe('end');
  await page.getByRole('textbox', { name: 'Name' }).fill('Winter');
  await page.keyboard.press('Control+s');
  await shows(page.getByRole('heading', { name: 'Winter', level: 1 }));
  await screenshot(page, 'rate-card');
});

it('C-013 C-019 H-445 H-524 H-611 H-612 prices are compared, tried with changes, and printed for a dealer', async () => {
  const page = await visit(app, '/pricing/products', { user: 'pricing' });
  await shows(page.locator('[data-row]'));
  const [product] = await listProducts(page, 'FilterProperty=Code&FilterOperator=eq&FilterValue=BOR-TIR-30');
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /Compare with/ }).click();
    await page.getByRole('option', { name }).click();
  };
  await page.goto(`/pricing/products/${product?.Id}`);
  await page.locator('[data-row]', { hasText: 'Autumn 2026' }).click();
  await page.getByRole('tab', { name: 'Compare' }).click();
  await choose('Summer 2026');
  await shows(page.getByText('126 (100%)'), page.getByRole('button', { name: /0% to 5% 126/ }));
  await page.getByRole('button', { name: /0% to 5% 126/ }).click();
  await shows(page.getByText('126 prices, page 1 of 3'));
  await expectAccessible(page);
  await page.goto(`/pricing/products/${product?.Id}/formula`);
  await choose('Autumn 2026');
  await shows(page.getByText('0 (0%)'));
  await page.getByRole('textbox', { name: 'Formula' }).first().fill("$table('Base') - 10");
  await shows(page.getByText('126 (100%)'), page.getByText(/^-\$15.95/));
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await eventually(() => page.getByText('126 (100%)').count()).toBe(0);
  await page.goto('/pricing/adjustments');
  await page.getByRole('link', { name: 'Create pricing adjustment' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring 2027');
  await page.getByRole('textbox', { name: 'Change' }).fill('2.5');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/adjustments\/[0-9a-f-]{36}$/);
  await shows(page.getByRole('heading', { name: 'Spring 2027' }));
  await page.goto('/pricing/dealers');
  await page.locator('[data-row]', { hasText: 'Maple Ridge Sherbrooke' }).click();
  const row = page.locator('[data-row]', { hasText: 'Interior and Exterior' });
  const saved = page.waitForEvent('download');
  await row.getByRole('button', { name: /Download the price list/ }).click();
  expect((await saved).suggestedFilename()).toBe('Rate Card - Maple Ridge Automotive Appearance Care.pdf');
  // The server's message about a plan that the card does not have.
  await page.route('**/pricingpdf/**', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/[^/]+$/, 'Gold'),
    }),
  );
  await row.getByRole('button', { name: /Download the price list/ }).click();
  await shows(page.getByRole('alertdialog').getByText('The rate card has no prices for the plan Gold.'));
});

it('C-006 a preview of an adjustment shows its effect on the prices of each product, and why some have none', async () => {
  const page = await visit(app, '/pricing/adjustments', { user: 'pricing' });
  await shows(page.locator('[data-row]').or(page.getByText('There are no pricing adjustments yet.')).first());
  const [priced] = await listProducts(page, 'FilterProperty=Code&FilterOperator=eq&FilterValue=MRA-APP-30');
  const [plain] = await listProducts(page, 'FilterProperty=Code&FilterOperator=eq&FilterValue=BOR-GAP-30');
  const id = await page.evaluate(
    async (ProductIds) => {
      const send = async (path: string, body: object) => {
        const headers = { 'Content-Type': 'application/json' };
        return (await fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
      };
      const { Id } = await send('/pricing/adjustment', { Name: 'Seen before', Change: 5 });
      await send(`/pricing/adjustment/${Id}/products`, { ProductIds });
      return String(Id);
    },
    [priced?.Id, plain?.Id],
  );
  await page.goto(`/pricing/adjustments/${id}`);
  const preview = page.locator('[data-block="preview"]');
  await shows(preview.getByText(/The preview changes nothing/));
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/preview', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const ask = preview.getByRole('button', { name: 'Compute the preview' });
  await ask.click();
  await shows(preview.getByRole('progressbar', { name: 'Calculating' }));
  await preview.getByRole('button', { name: 'Cancel' }).click();
  await eventually(() => preview.getByRole('progressbar').count()).toBe(0);
  await ask.click();
  answer();
  const row = preview.locator('tbody tr', { hasText: 'Appearance Care' });

  await shows(row.getByText('126', { exact: true }).first(), row.getByText('$50.46'));
  await shows(preview.locator('dd', { hasText: '$84,231.82' }));
  await shows(
    preview.getByRole('link', { name: plain?.Name }),
    preview.getByText('The product has no pricing formula.'),
  );
  await expectAccessible(page);
  await screenshot(page, 'pricing-adjustment-preview');
  await page.getByRole('textbox', { name: 'Change' }).fill('10');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await shows(preview.getByText('This result is out of date. Refresh it to see the current one.'));
  await ask.click();
  await shows(row.getByText(/^\$100\.9\d$/));
  await page.getByRole('button', { name: 'Français' }).click();
  await shows(preview.getByText('Le produit n’a pas de formule de tarification.'));
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove a product' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Code/ }).click();
  const option = page.getByRole('option', { name: 'BOR-GAP-30' });
  await shows(option.getByText(`${plain?.Name} · ${plain?.Version}`));
  await option.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove a product' }).click();
  await eventually(() => page.getByText(String(plain?.Name)).count()).toBe(1);
});

it('C-017 C-018 the harness opens with any login, and sends nothing to the server', async () => {
  const page = await app.open('/pricing/formula-harness');
  await shows(page.getByText('The formula is valid.'));
  await page.getByRole('button', { name: /Policy.TermMonth/ }).click();
  await page.getByRole('option', { name: '24' }).click();
  await page.getByRole('button', { name: /Vehicle.Class/ }).click();
  await page.getByRole('option', { name: 'B' }).click();
  await shows(page.locator('output', { hasText: '$220.50' }));
  expect(await page.evaluate(() => globalThis.browserless)).toBe(true);
  await screenshot(page, 'pricing-harness');
  const stored = await page.evaluate(async () => (await fetch('/api/pricing/buckets')).status);
  expect(stored).toBe(401);
});
