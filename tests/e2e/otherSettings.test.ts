import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, goToSection, screenshot, useApp } from './harness.ts';
import { eventually, makeProduct, openProduct, readProduct, shows, tick, visit } from './products.ts';

const app = useApp();
const call = /\/api\/product\/[^/]+\/othersettings$/;

/** The other settings of a product of this test. */
async function openSettings() {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Id } = await makeProduct(page);
  await openProduct(page, Id);
  await goToSection(page, 'other-settings');
  const form = page.locator('[data-form=other-settings]');
  await shows(form.getByRole('status'));
  return {
    page,
    id: Id,
    form,
    note: (text: string) => shows(form.getByRole('status').filter({ hasText: text })),
    link: form.getByRole('textbox', { name: 'Video link' }),
    months: form.getByRole('textbox', { name: 'Cancellation penalty (months)' }),
  };
}

/** Bodies of the saves, as they leave the page. */
function watchSaves(page: Page): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && call.test(request.url())) bodies.push(request.postDataJSON());
  });
  return bodies;
}

it('C-071 typing is saved once, a while after the last key; no Save button', async () => {
  const { page, id, form, note, link } = await openSettings();
  const saves = watchSaves(page);
  await link.pressSequentially('https://example.com/a', { delay: 40 });
  expect(saves).toEqual([]);
  await note('Saved');
  expect(saves).toMatchObject([{ VideoLink: 'https://example.com/a' }]);
  expect(Object.keys(saves[0] ?? {}).sort()).toEqual(['Id', 'VideoLink']);
  expect((await readProduct(page, id)).VideoLink).toBe('https://example.com/a');
  expect(await form.getByRole('button', { name: /^Save/ }).count()).toBe(0);
  await screenshot(page, 'other-settings');
  await expectAccessible(page);
});

it('C-110 the dealer reward program is a choice of DAP, NCP or none', async () => {
  const { page, id, form, note } = await openSettings();
  const choice = (name: string) => form.getByRole('radio', { name, exact: true });
  const maximum = form.getByRole('textbox', { name: 'DAP maximum' });
  await shows(choice('None'));
  expect(await form.getByRole('radio').count()).toBe(3);
  expect(await maximum.count()).toBe(0);
  await tick(choice('DAP'));
  await maximum.fill('300');
  await maximum.press('Tab');
  await eventually(async () => (await readProduct(page, id)).DapMaximum).toBe(300);
  expect(await readProduct(page, id)).toMatchObject({ IsDapEligible: true, IsNcpEligible: false });
  await tick(choice('NCP'));
  await eventually(async () => (await readProduct(page, id)).IsNcpEligible).toBe(true);
  expect(await readProduct(page, id)).toMatchObject({ IsDapEligible: false, DealerRewardProgram: 2 });
  await note('Saved');
  await eventually(() => choice('NCP').isChecked()).toBe(true);
});

it('the last change is saved when the screen or the page is left before the delay has passed', async () => {
  const { page, id, link, form } = await openSettings();
  await link.fill('https://example.com/route');
  await page.locator('nav').getByRole('link', { name: 'Products' }).first().click();
  await form.waitFor({ state: 'detached' });
  await eventually(async () => (await readProduct(page, id)).VideoLink).toBe('https://example.com/route');

  const again = await openSettings();
  await again.link.fill('https://example.com/unload');
  await again.page.goto('/favicon.svg');
  await eventually(async () => (await readProduct(again.page, again.id)).VideoLink).toBe(
    'https://example.com/unload',
  );
});

it('a save that fails says so, keeps what was typed and succeeds on Retry', async () => {
  const { page, id, form, note, link } = await openSettings();
  await page.route(call, (route) => route.fulfill({ status: 500, json: { Message: 'Out of order.' } }));
  await link.fill('https://example.com/kept');
  await note('Not saved. Try again.');
  expect(await link.inputValue()).toBe('https://example.com/kept');
  await page.unroute(call);
  await form.getByRole('button', { name: 'Retry' }).click();
  await note('Saved');
  expect((await readProduct(page, id)).VideoLink).toBe('https://example.com/kept');
});

it('an invalid value stays at its field and is not sent; the others are; a change during a save follows it', async () => {
  const { page, id, form, note, link } = await openSettings();
  const saves = watchSaves(page);
  await link.fill('no link');
  await form.getByText('Transferable', { exact: true }).click();
  await note('Not saved: correct the marked fields.');
  expect(await link.getAttribute('aria-invalid')).toBe('true');
  expect(saves.some((body) => 'VideoLink' in body)).toBe(false);
  expect((await readProduct(page, id)).IsTransferable).toBe(true);

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(call, async (route) => {
    await held;
    await route.continue();
  });
  await link.fill('https://example.com/first');
  await eventually(() => saves.some((body) => body.VideoLink === 'https://example.com/first')).toBe(true);
  await link.fill('https://example.com/last');
  release();
  await eventually(async () => (await readProduct(page, id)).VideoLink).toBe('https://example.com/last');
  await note('Saved');
  expect(await link.inputValue()).toBe('https://example.com/last');
});

it('C-072 the consumer portal settings save by themselves', async () => {
  const { page, id } = await openSettings();
  await goToSection(page, 'consumer-portal');
  const form = page.locator('[data-form=consumer-portal]');
  const sent = page.waitForRequest(/consumerportalsettings$/);
  await form.getByText('Quotes on the consumer portal').click();
  expect((await sent).postDataJSON()).toEqual({ ConsumerPortalQuote: true, Id: id });
  await shows(form.getByRole('status').filter({ hasText: 'Saved' }));
  expect((await readProduct(page, id)).ConsumerPortalQuote).toBe(true);
});
