import { expect, it } from 'vitest';
import { expectAccessible, goToSection, screenshot, useApp } from './harness.ts';
import { eventually, makeProduct, openProduct, readProduct, shows, tick, visit } from './products.ts';

const app = useApp();

/** The templates of a product of this test. */
async function openTemplates() {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Id } = await makeProduct(page);
  await openProduct(page, Id);
  await goToSection(page, 'templates');
  const form = page.locator('[data-form=templates]');
  const editor = form.locator('[data-editor=html]:visible .cm-content');
  await shows(editor);
  return {
    page,
    id: Id,
    form,
    editor,
    paper: (view: string) => form.frameLocator(`iframe[title="Preview of ${view}"]`),
    write: async (html: string) => {
      await editor.click();
      await page.keyboard.insertText(html);
    },
    save: () => form.getByRole('button', { name: 'Save' }).click(),
  };
}

it('C-075 C-352 a template is written beside its preview and saved', async () => {
  const { page, id, form, paper, write, save } = await openTemplates();
  await write('<h1>{{ Name }}</h1>');
  await shows(paper('Expanded view').getByRole('heading', { name: /^Harbour Care/ }));
  await form.getByRole('tab', { name: 'Summary view' }).click();
  await write('<p>{{ Code }}</p><script>document.title = 1</script>');
  await shows(paper('Summary view').getByText(/^E2E-/));
  await save();
  await shows(page.getByText('Product template data has been saved.'));
  expect(await readProduct(page, id)).toMatchObject({
    ExpandedViewTemplate: '<h1>{{ Name }}</h1>',
    SummaryViewTemplate: '<p>{{ Code }}</p>',
  });
  await screenshot(page, 'templates');
  await expectAccessible(page);
});

it('a mistake is marked at its place, and nothing typed is lost', async () => {
  const { page, id, form, editor, write, save } = await openTemplates();
  await write('<p>{{ Nme }}</p>');
  await shows(form.getByText('1 problem to correct'));
  await save();
  await shows(form.getByText('Line 1, column 7: there is no field Nme here. Did you mean Name?'));
  await eventually(() => editor.textContent()).toBe('<p>{{ Nme }}</p>');
  expect((await readProduct(page, id)).ExpandedViewTemplate ?? null).toBe(null);
});

it('the keyboard can leave the editor: Escape, then Tab', async () => {
  const { page, editor, write } = await openTemplates();
  await write('<p>a</p>');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await eventually(() =>
    editor.evaluate((node) => (node.getRootNode() as ShadowRoot).activeElement === node),
  ).toBe(false);
  expect(await editor.textContent()).toBe('<p>a</p>');
});

it('C-191 C-192 the quote preview needs both templates, and accepts the automatic ones', async () => {
  const { page, id, form, save } = await openTemplates();
  await page.goto(`/products/${id}/quote-preview`);
  await shows(page.getByText('Missing template for this product. Please create them first.'));
  await page.getByRole('link', { name: 'Go to the templates' }).click();
  await goToSection(page, 'templates');
  await tick(form.getByRole('checkbox', { name: 'Automatic template' }));
  await save();
  await shows(page.getByText('Product template data has been saved.'));
  await page.goto(`/products/${id}/quote-preview`);
  for (const view of ['Expanded view', 'Summary view'])
    await shows(page.frameLocator(`iframe[title="${view}"]`).getByRole('heading', { name: /^Harbour Care/ }));
});
