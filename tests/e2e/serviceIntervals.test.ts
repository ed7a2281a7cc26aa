import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { eventually, failNextWrite, listProducts, present, readJson, shows, visit } from './products.ts';

const app = useApp();

type Interval = { readonly Id: string; readonly Interval: number; readonly ExpiryMonths: number };

const byCode = async (page: Page, code: string) =>
  present((await listProducts(page, `FilterProperty=Code&FilterOperator=eq&FilterValue=${code}`))[0]);

/** The panel of a product, scrolled into view. */
async function openPanel(page: Page, id: string) {
  await page.goto(`/products/${id}#service-intervals`);
  const panel = page.locator('[data-block=service-intervals]');
  await panel.scrollIntoViewIfNeeded();
  await shows(panel.getByRole('checkbox', { name: 'Enable Expiry' }));
  const months = (interval: number) =>
    panel
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: String(interval), exact: true }) })
      .getByRole('textbox');
  return { panel, months, save: () => panel.getByRole('button', { name: 'Save' }).click() };
}

const stored = async (page: Page, id: string) =>
  (await readJson<readonly Interval[]>(page, `/product/${id}/ppmIntervals`)).map((one) => one.ExpiryMonths);

it('R-102 R-103 R-104 R-222 R-225 R-226 stored intervals are shown, and expiry is enabled', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { panel, months } = await openPanel(page, (await byCode(page, 'SMT-PPM-30')).Id);
  await shows(
    panel.getByRole('columnheader', { name: 'Service Interval Counts' }),
    panel.getByRole('columnheader', { name: 'Expiry months from Contract Start' }),
    panel.getByRole('button', { name: 'Save' }),
    panel.getByRole('button', { name: 'Cancel' }),
  );
  expect(await panel.getByRole('checkbox', { name: 'Enable Expiry' }).isChecked()).toBe(true);
  expect(await panel.getByRole('rowheader').allTextContents()).toEqual(['2', '4', '6']);
  expect(await months(4).inputValue()).toBe('24');
  await screenshot(page, 'service-intervals');
  await expectAccessible(page);
});

it('R-223 R-226 R-227 R-228 R-288 R-290 R-292 R-472 expiry is enabled, refused, corrected, saved and ended', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Id } = await byCode(page, 'SMT-KEY-30');
  const { panel, months, save } = await openPanel(page, Id);
  const enable = panel.getByRole('checkbox', { name: 'Enable Expiry' });
  expect(await enable.isChecked()).toBe(false);
  expect(await panel.getByRole('table').count()).toBe(0);
  await enable.check();
  await shows(months(2));
  expect(await panel.getByRole('rowheader').allTextContents()).toEqual(['2', '4', '6']);
  await months(2).fill('24');
  await months(4).fill('12');
  await save();
  await shows(
    panel
      .getByRole('row')
      .getByText(
        "Interval expiration (in months) for 'Service Interval Counts' of '6' must be a valid positive whole number.",
      ),
    panel
      .getByRole('row')
      .getByText("Interval expiration for 'Service Interval Counts' of 4 must be larger than '24'."),
  );
  await months(4).fill('36');
  await months(6).fill('36');
  await failNextWrite(page, '**/ppmIntervals');
  await save();
  await shows(panel.getByRole('alert'));
  expect(await months(4).inputValue()).toBe('36');
  await save();
  await eventually(() => stored(page, Id)).toEqual([24, 36, 36]);
  await shows(panel.getByText('No changes'));
  await months(2).fill('1');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await eventually(() => months(2).inputValue()).toBe('24');
  await shows(panel.getByText('No changes'));
  await months(2).fill('-5');
  await enable.uncheck();
  await save();
  await eventually(() => stored(page, Id)).toEqual([]);
  await eventually(() => enable.isChecked()).toBe(false);
});

it('R-306 R-307 without the feature there is no Save; a read-only product is locked', async () => {
  const viewer = await visit(app, '/favicon.svg', { user: 'viewer' });
  const seen = await openPanel(viewer, (await byCode(viewer, 'SMT-PPM-30')).Id);
  await shows(seen.months(2));
  expect(await seen.panel.getByRole('button', { name: 'Save' }).count()).toBe(0);
  const admin = await visit(app, '/favicon.svg', { user: 'admin' });
  const active = await openPanel(admin, (await byCode(admin, 'PAG-OMM-20')).Id);
  await shows(active.months(2));
  expect(await active.panel.getByRole('checkbox').isDisabled()).toBe(true);
  expect(await active.months(2).isEditable()).toBe(false);
  expect(await active.panel.getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);
});
