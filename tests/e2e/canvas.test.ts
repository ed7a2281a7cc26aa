/** Forms rearranged on the canvas, by mouse and by keyboard, published, and seen by staff. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { eventually, productIn } from './products.ts';

const app = useApp();
let page: Page;

beforeAll(async () => {
  page = await app.open('/configure', { user: 'configurator' });
});

const draftBar = () => page.getByRole('region', { name: 'Draft' });
const canvas = () => page.getByRole('application');
const pathsOf = (of: Page) =>
  of.locator('[data-path]').evaluateAll((all) => all.map((one) => one.getAttribute('data-path') ?? ''));
const paths = () =>
  canvas()
    .locator('[data-path]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-path') ?? ''));
const said = () => page.getByRole('main').getByRole('status').allInnerTexts();

async function open(screen: string): Promise<void> {
  await page.goto(`/configure/screens/${screen}`);
  await canvas().locator('[data-path]').first().waitFor();
}

/** Drags the middle of one field to a share of the width of another. */
async function drag(from: string, to: string, share: number): Promise<void> {
  const boxOf = async (path: string) => {
    const field = canvas().locator(`[data-path="${path}"]`);
    const box = await field.boundingBox();
    if (!box) throw new Error(`${path} is not on the canvas`);
    return box;
  };
  const [start, end] = [await boxOf(from), await boxOf(to)];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width * share, end.y + end.height / 2, { steps: 5 });
  await page.mouse.up();
}

it('the product form is rearranged by mouse and by keyboard, undone and redone', async () => {
  await open('product?block=general');
  const before = await paths();
  expect(before.slice(0, 3)).toEqual(['/Name', '/Code', '/Version']);
  await drag('/Version', '/Code', 0.1);
  await eventually(async () => (await paths()).slice(0, 3)).toEqual(['/Name', '/Version', '/Code']);
  await eventually(said).toContain('Version: Identity: 2 of 10.');
  const saved = async () => (await (await page.request.get('/api/configure/draft')).json()).Changes;
  // By keyboard: the part selected last moves on, and gets wider.
  await page.keyboard.press('Alt+ArrowUp');
  await eventually(async () => (await paths()).slice(0, 2)).toEqual(['/Version', '/Name']);
  await page.keyboard.press('Shift+ArrowLeft');
  await eventually(() => canvas().locator('[data-path="/Version"]').getAttribute('data-twelfths')).toBe('3');
  await draftBar().getByRole('button', { name: /^Undo/ }).click();
  await eventually(() => canvas().locator('[data-path="/Version"]').getAttribute('data-twelfths')).toBe(null);
  await draftBar().getByRole('button', { name: /^Redo/ }).click();
  await eventually(() => canvas().locator('[data-path="/Version"]').getAttribute('data-twelfths')).toBe('3');
  // The browser asks before it leaves edits whose answer has not arrived yet.
  page.on('dialog', (dialog) => dialog.accept());
  await eventually(saved).toContainEqual(expect.objectContaining({ field: 'Version', twelfths: 3 }));
  await page.reload();
  await canvas().locator('[data-path]').first().waitFor();
  await eventually(async () => (await paths())[0]).toBe('/Version');
  await expectAccessible(page);
  await screenshot(page, 'canvas-product');
});

it('a form of an own entity gets a tab and refuses to lose what must be filled in', async () => {
  const texts = (en: string, fr: string) => ({ 'en-CA': en, 'fr-CA': fr });
  const put = (path: string, data: object) => page.request.put(`/api/configure/draft/${path}`, { data });
  await put('entity/claim', { title: texts('Claim', 'Sinistre'), plural: texts('Claims', 'Sinistres') });
  await put('field/claim.Notes', { type: 'text', title: texts('Notes', 'Notes') });
  const place = { screen: 'claim-create', block: 'form', as: 'item', field: 'Notes' };
  await put('place/claim-create.form.item.Notes', place);
  await open('claim-create');
  await canvas().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await eventually(said).toContain('Without Name, no one could create a record.');
  await page.getByRole('button', { name: 'Add an element' }).click();
  await page.getByRole('menuitem', { name: 'New tab' }).click();
  await canvas().getByRole('tab', { name: 'New tab' }).waitFor({ state: 'attached' });
  // A text that still lacks its other language waits while another part is selected.
  const panel = page.getByRole('complementary', { name: 'Settings of the element' });
  const help = panel.getByRole('textbox', { name: /^Text under the title.*English/ });
  const parts = page.getByRole('navigation', { name: 'Elements of the screen' });
  await help.fill('What the customer said');
  await parts.getByRole('button', { name: 'Name' }).click();
  await help.waitFor({ state: 'detached' });
  await parts.getByRole('button', { name: 'New tab' }).first().click();
  expect(await help.inputValue()).toBe('What the customer said');
  // Notes goes into the tab by one step beyond the end of its section.
  await parts.getByRole('button', { name: 'Notes' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await eventually(() => canvas().locator('[role="tabpanel"] [data-path="/Notes"]').count()).toBe(1);
});

it('once published, staff see both forms so', async () => {
  await page.getByRole('button', { name: 'Review and publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page
    .getByText(/^Release \d+ is live\.$/)
    .first()
    .waitFor();
  const staff = await app.open('/products', { user: 'admin' });
  const { Id } = await productIn(staff, 'InDesign');
  await staff.goto(`/products/${Id}#general`);
  await eventually(async () =>
    (await pathsOf(staff)).filter((path) => ['/Name', '/Version', '/Code'].includes(path)).slice(0, 3),
  ).toEqual(['/Version', '/Name', '/Code']);
  await staff.goto('/custom/claim/new');
  await staff.getByRole('tab', { name: 'New tab' }).waitFor();
  await staff.getByRole('textbox', { name: 'Notes' }).fill('Hail');
});
