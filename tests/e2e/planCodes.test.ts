import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { eventually, shows, visit } from './products.ts';

const app = useApp();

const section = (page: Page) => page.locator('[data-block=plan-code-files]');

async function upload(page: Page, name: string, content: string): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await section(page).getByRole('button', { name: 'Upload', exact: true }).click();
  await (await chosen).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

it('R-052 R-053 R-054 R-451 R-452 R-467 R-468 C-048 C-049 plan codes of a provider are uploaded, listed and downloaded; a failure offers its reasons', async () => {
  const page = await visit(app, '/plan-codes', { user: 'manager' });
  await eventually(() => new URL(page.url()).pathname).toBe('/plan-codes/cumis');
  await shows(section(page).getByText('cumis-plan-codes.csv'));
  await upload(page, 'spring.csv', 'Plan Code,Description\nSPR-1,Spring\nSPR-2,Summer\nspr-1,Again\n');
  const alert = page.getByRole('alertdialog');
  await shows(alert.getByText('The plan code file was uploaded successfully.'));
  expect(await alert.locator('p').allInnerTexts()).toEqual([
    'The plan code file was uploaded successfully.',
    '1 code already exists or is listed twice, and was not changed.',
  ]);
  await screenshot(page, 'plan-codes-warning');
  await alert.getByRole('button').click();
  await shows(section(page).getByText('spring.csv'), page.getByText('SPR-2'));
  await expectAccessible(page);
  await screenshot(page, 'plan-codes');

  await upload(page, 'wrong.csv', 'Plan Code,Description\n,Nothing\n');
  await shows(alert.getByText('The plan code file could not be uploaded. Nothing was changed.'));
  await alert.getByRole('button', { name: 'Show why' }).click();
  await shows(alert.getByText('A2: The plan code is missing. Enter it.'));
  await screenshot(page, 'plan-codes-reasons');
  await alert.getByRole('button').click();
  expect(await section(page).getByText('wrong.csv').count()).toBe(0);

  const saved = page.waitForEvent('download');
  await section(page).getByRole('button', { name: 'Download plan codes' }).click();
  expect((await saved).suggestedFilename()).toBe('PlanCodes-cumis.csv');
  await page.getByRole('link', { name: 'Plan codes of BMW Financial Services' }).click();
  await shows(section(page).getByText('No files of this provider have been uploaded yet.'));
  await page.goto('/plan-codes/acme');
  await shows(page.getByText('There is no such provider of plan codes.'));
});

it('R-319 a person without the right cannot reach plan codes', async () => {
  const page = await visit(app, '/plan-codes/cumis', { user: 'viewer' });
  await shows(page.locator('main'));
  await eventually(() => section(page).count()).toBe(0);
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Plan codes' }).count()).toBe(0);
});
