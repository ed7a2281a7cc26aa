import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { eventually, failNextWrite, listProducts, present, readJson, shows, visit } from './products.ts';

const app = useApp();

type Entry = { readonly ComponentName: string; readonly GroupNumber: number };

const byCode = async (page: Page, code: string) =>
  present((await listProducts(page, `FilterProperty=Code&FilterOperator=eq&FilterValue=${code}`))[0]);

/** The panel of a product, scrolled into view. */
async function openPanel(page: Page, id: string) {
  await page.goto(`/products/${id}#deductible-groups`);
  const panel = page.locator('[data-block=deductible-groups]');
  await panel.scrollIntoViewIfNeeded();
  await shows(panel.getByRole('heading', { name: 'Component Grouping for Deductible' }));
  return panel;
}

const groupsOf = (page: Page, id: string) =>
  readJson<readonly Entry[]>(page, `/product/${id}/deductibleGroups`);

it('R-096 R-097 R-098 R-099 R-100 R-101 R-208 R-209 R-210 the panel shows each component in its group', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Id } = await byCode(page, 'SMT-PPM-30');
  const panel = await openPanel(page, Id);
  const heads = panel.getByRole('columnheader');
  await shows(panel.getByRole('columnheader', { name: 'Group 3' }));
  expect((await heads.allTextContents()).slice(0, 4)).toEqual(['Component', 'Group 1', 'Group 2', 'Group 3']);
  const stored = [...(await groupsOf(page, Id))].sort(
    (a, b) => a.GroupNumber - b.GroupNumber || a.ComponentName.localeCompare(b.ComponentName),
  );
  expect(await panel.getByRole('rowheader').allTextContents()).toEqual(
    stored.map((one) => one.ComponentName),
  );
  expect(await panel.getByRole('checkbox', { checked: true }).count()).toBe(stored.length);
  await shows(
    panel.getByRole('button', { name: 'Remove Battery test' }),
    panel.getByRole('button', { name: 'Add a group' }),
    panel.getByText('- Select -'),
    panel.getByRole('button', { name: 'Save' }),
    panel.getByRole('button', { name: 'Cancel' }),
  );
  await screenshot(page, 'deductible-groups');
  await expectAccessible(page);
});

it('R-211 R-212 R-213 R-214 R-216 R-218 R-219 R-286 R-287 R-471 groups and components are added, refused, corrected and saved', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Id } = await byCode(page, 'SMT-PPM-30');
  const panel = await openPanel(page, Id);
  const box = (name: string, group: number) =>
    panel.getByRole('checkbox', { name: `${name}, Group ${group}` });
  const save = () => panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('button', { name: 'Add a group' }).click();
  await panel.getByRole('button', { name: 'Add a group' }).click();
  await shows(box('Battery test', 5));
  await panel.getByRole('button', { name: 'Remove Battery test' }).click();
  await panel.getByRole('button', { name: /Add a component/ }).click();
  const options = await page.getByRole('option').allTextContents();
  expect(options).toEqual([...options].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })));
  expect(options).toContain('Battery test');
  expect(options).not.toContain('Brake shoes');
  await page.getByRole('option', { name: 'Battery test' }).click();
  await shows(box('Battery test', 5));
  await box('Brake shoes', 5).check();
  await save();
  await shows(
    panel.getByRole('row').getByText("'Battery test' is not part of any groups."),
    panel.getByRole('row').getByText("'Brake shoes' is included into multiple groups."),
  );
  expect((await groupsOf(page, Id)).every(({ GroupNumber }) => GroupNumber <= 3)).toBe(true);
  await box('Battery test', 5).check();
  await box('Brake shoes', 2).uncheck();
  await failNextWrite(page, '**/deductibleGroups');
  await save();
  await shows(panel.getByRole('alert'));
  expect(await box('Battery test', 5).isChecked()).toBe(true);
  expect(await box('Brake shoes', 2).isChecked()).toBe(false);
  await save();
  await eventually(() => panel.getByRole('columnheader', { name: 'Group 5' }).count()).toBe(0);
  await eventually(() => box('Brake shoes', 4).isChecked()).toBe(true);
  const stored = await groupsOf(page, Id);
  expect(Math.max(...stored.map(({ GroupNumber }) => GroupNumber))).toBe(4);
});

it('R-215 R-217 R-428 the first component creates group 1, and Cancel reloads from the server', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Id } = await byCode(page, 'SMT-KEY-30');
  const calls: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/deductibleGroups')) calls.push(request.headers()['x-show-progress']);
  });
  const panel = await openPanel(page, Id);
  await shows(panel.getByText('No component is grouped yet.'));
  expect(new Set(calls)).toEqual(new Set(['true']));
  await panel.getByRole('button', { name: /Add a component/ }).click();
  await page.getByRole('option').first().click();
  await shows(panel.getByRole('columnheader', { name: 'Group 1' }));
  const before = calls.length;
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await shows(panel.getByText('No component is grouped yet.'));
  await eventually(() => calls.length).toBeGreaterThan(before);
});

it('R-305 without the feature there is no Save button, and a read-only product cannot be changed', async () => {
  const viewer = await visit(app, '/favicon.svg', { user: 'viewer' });
  const { Id } = await byCode(viewer, 'SMT-PPM-30');
  const panel = await openPanel(viewer, Id);
  await shows(panel.getByRole('rowheader', { name: 'Brake shoes' }));
  for (const role of ['checkbox', 'button'] as const)
    expect(await panel.getByRole(role, { name: /Save|Add|Remove|Group/ }).count()).toBe(0);
  const admin = await visit(app, '/favicon.svg', { user: 'admin' });
  const active = await openPanel(admin, (await byCode(admin, 'PAG-OMM-20')).Id);
  await shows(active.getByRole('columnheader', { name: 'Group 3' }));
  expect(await active.getByRole('checkbox').count()).toBe(0);
});
