/** A whole area without code: built, published, imported, used by three roles, and moved to another database. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { hostApp } from '../support/hostApp.ts';
import {
  addChoices,
  addEntity,
  addFields,
  addRowFields,
  addView,
  type Builder,
  builderOn,
  computedAs,
  grant,
  kept,
  publish,
  refersTo,
} from './claims.ts';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { chooseIn, eventually, readJson, shows } from './products.ts';

const app = useApp();
let by: Builder;
let page: Page;

beforeAll(async () => {
  page = await app.open('/configure', { user: 'configurator' });
  by = builderOn(page);
});

const titleOf = { viewer: 'Viewer', pricing: 'Pricing analyst' } as const;

const barrie = 'FilterProperty=Name&FilterOperator=eq&FilterValue=Hail in Barrie';

type Records = { readonly Items: readonly Record<string, unknown>[]; readonly TotalItems: number };
const listOf = (of: Page, entity: string, query = '') =>
  readJson<Records>(of, `/custom/${entity}?pageSize=10&${query}`);

/** 500 claims of two adjusters as a CSV file, with its columns named as the fields are. */
function claimsFile(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'claims-')), 'claims.csv');
  const rows = Array.from({ length: 500 }, (_, at) => {
    const day = String((at % 28) + 1).padStart(2, '0');
    return `Claim ${at + 1},${at % 2 ? 'Ann' : 'Bob'},2026-11-${day},${at % 3 ? 'Open' : 'Paid'}`;
  });
  writeFileSync(file, ['Name,Adjuster,Loss date,Stage', ...rows].join('\n'));
  return file;
}

it('a configurator makes adjusters and claims with twelve fields, rights, row access and views', async () => {
  await addEntity(by, ['Adjuster', 'Expert'], ['Adjusters', 'Experts'], true);
  await addFields(by, 'adjuster', [
    { label: ['Account', 'Compte'], type: 'Person' },
    { label: ['Phone', 'Téléphone'], type: 'Phone number' },
  ]);
  await addEntity(by, ['Claim', 'Sinistre'], ['Claims', 'Sinistres'], false);
  await addFields(by, 'claim', [
    {
      ...{ label: ['Number', 'Numéro'], type: 'Number sequence' },
      set: () => page.locator('#field-sequence').fill('CLM-{year}-{number:5}'),
    },
    { label: ['Adjuster', 'Expert'], type: 'Reference', set: (one) => refersTo(one, 'Adjusters') },
    { label: ['Loss date', 'Date du sinistre'], type: 'Date' },
    {
      ...{ label: ['Stage', 'Étape'], type: 'Choice' },
      set: async (one) => {
        await addChoices(one, [
          ['Open', 'Ouvert'],
          ['In review', 'En examen'],
          ['Paid', 'Payé'],
        ]);
        await one.choose('#field-default', 'Open');
      },
    },
    { label: ['Description', 'Description'], type: 'Long text' },
    {
      ...{ label: ['Lines', 'Lignes'], type: 'List of rows' },
      set: (one) =>
        addRowFields(one, [
          ['Item', 'Article'],
          ['Amount', 'Montant', 'Money'],
        ]),
    },
    {
      ...{ label: ['Total', 'Total'], type: 'Money' },
      set: (one) => computedAs(one, '$total(Lines.Amount)'),
    },
    { label: ['Attachments', 'Pièces jointes'], type: 'Several files' },
    { label: ['Responsible', 'Responsable'], type: 'Person' },
  ]);
  await addFields(by, 'adjuster', [
    {
      ...{ label: ['Claims total', 'Total des sinistres'], type: 'Money' },
      set: async ({ press, choose }) => {
        await press(page.getByText('Computed from the records that refer to this one (roll-up)'));
        await choose('#field-linked-records', 'Claims · Adjuster');
        await choose('#field-linked-function', 'Sum');
        await choose('#field-linked-field', 'Total');
      },
    },
  ]);
});

it('says who may do what, on which records, and shows them as a board and a calendar', async () => {
  const { press } = by;
  await page.goto('/configure/entities/adjuster?tab=rights');
  await grant(by, 'viewer', ['Adjuster.View']);
  await kept(page, () => press(page.getByRole('button', { name: 'Product manager: Grant all' })));
  await page.goto('/configure/entities/claim?tab=rights');
  await press(page.getByText('Records that name them in Adjuster › Account'));
  await page.locator('[id="may-manager-Custom.Claim.ViewAll"]').waitFor();
  await grant(by, 'viewer', ['Claim.View', 'Claim.Edit']);
  await kept(page, () => press(page.getByRole('button', { name: 'Product manager: Grant all' })));
  await screenshot(page, 'claims-rights');
  await page.goto('/configure/screens/claim-list');
  await addView(by, ['By stage', 'Par étape'], 'Board', ['#view-by', 'Stage']);
  // What follows is more than the figures count.
  const more = builderOn(page);
  await addView(more, ['By day', 'Par jour'], 'Calendar', ['#view-start', 'Loss date']);
  // The page of an adjuster lists their claims.
  await page.goto('/configure/screens/adjuster');
  await more.press(more.button('Add to the page'));
  await more.press(page.getByRole('menuitem', { name: 'Claims · Adjuster' }));
  await shows(more.button('Remove the list'));
  await expectAccessible(page);
  await screenshot(page, 'claims-canvas');
  await publish(by);
});

it('a manager adds adjusters, and imports 500 claims, within 90 clicks altogether', async () => {
  const staff = await app.open('/custom/adjuster/new', { user: 'manager' });
  const hand = builderOn(staff);
  const people = [
    ['Ann', 'viewer'],
    ['Bob', 'pricing'],
  ] as const;
  for (const [name, account] of people) {
    await staff.goto('/custom/adjuster/new');
    await staff.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await chooseIn(staff.getByRole('combobox', { name: 'Account' }), titleOf[account]);
    await hand.press(hand.button('Save'));
    await shows(staff.getByRole('link', { name }));
  }
  await staff.goto('/custom/claim');
  await hand.press(hand.button('Import'));
  const dialog = staff.getByRole('dialog');
  const chooser = staff.waitForEvent('filechooser');
  await hand.press(hand.button('Choose a file', dialog));
  await (await chooser).setFiles(claimsFile());
  await hand.press(hand.button('Check the file', dialog));
  await shows(dialog.getByText('The file can be imported. Nothing has been saved yet.'));
  await hand.press(hand.button('Import', dialog));
  await eventually(async () => (await listOf(staff, 'claim')).TotalItems).toBe(500);
  expect(by.clicks() + hand.clicks()).toBeLessThanOrEqual(90);
});

it('numbers claims, adds up their lines, and rolls them up at their adjuster', async () => {
  const staff = await app.open('/custom/adjuster', { user: 'manager' });
  await staff.getByRole('link', { name: 'Ann' }).click();
  await shows(staff.getByRole('link', { name: 'Claim 10' }));
  await staff.getByRole('link', { name: /Create: Claim/ }).click();
  // The page of the adjuster fills itself in.
  await eventually(() => staff.getByRole('combobox', { name: 'Adjuster' }).inputValue()).toBe('Ann');
  await staff.getByRole('textbox', { name: 'Name', exact: true }).fill('Hail in Barrie');
  await staff.getByRole('button', { name: 'Add a row' }).click();
  const cells = staff.locator('[data-path="/Lines"] input');
  await cells.nth(0).fill('Roof');
  await cells.nth(1).fill('1250.50');
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(async () => {
    const { Items } = await listOf(staff, 'claim', barrie);
    return Items[0];
  }).toMatchObject({ Number: expect.stringMatching(/^CLM-\d{4}-00501$/), Total: 1250.5, Stage: 'Open' });
  const adjusters = (await listOf(staff, 'adjuster')).Items;
  expect(adjusters.map(({ Name, ClaimsTotal }) => [Name, ClaimsTotal])).toContainEqual(['Ann', 1250.5]);
});

it('an adjuster sees their own claims alone, in French, on a board and a phone', async () => {
  const ann = await app.open('/custom/claim', {
    ...{ user: 'viewer', locale: 'fr-CA', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  });
  await ann.request.put('/api/preference/display', { data: { locale: 'fr-CA' } });
  await ann.goto('/custom/claim');
  await eventually(async () => (await listOf(ann, 'claim')).TotalItems).toBe(251);
  expect(await ann.getByRole('button', { name: 'Importer' }).count()).toBe(0);
  await ann.getByRole('button', { name: /^Disposition/ }).click();
  await ann.getByRole('menuitemradio', { name: 'Par étape' }).click();
  await shows(ann.getByRole('grid', { name: /^Ouvert, / }));
  await expectAccessible(ann);
  await screenshot(ann, 'claims-board-fr-390');
  expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

it('people without the right see nothing of it', async () => {
  const other = await app.open('/custom/claim', { user: 'reports' });
  expect((await other.request.get('/api/custom/claim')).status()).toBe(403);
  expect(await other.getByRole('link', { name: 'Claims', exact: true }).count()).toBe(0);
});

it('moves to another database as files', async () => {
  await page.goto('/configure/files');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the files' }).click();
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'claims-')), 'overlay.zip');
  await (await saved).saveAs(file);
  expect(readFileSync(file).length).toBeGreaterThan(1000);
  const { stop } = await hostApp();
  try {
    const there = await app.open('/configure/files', { user: 'configurator' });
    await there.getByText('Replace the draft').click();
    const chooser = there.waitForEvent('filechooser');
    await there.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles(file);
    await publish(builderOn(there));
    const staff = await app.open('/custom/claim', { user: 'manager' });
    await shows(staff.getByRole('link', { name: /Create: Claim/ }));
    expect(await listOf(staff, 'claim')).toMatchObject({ TotalItems: 0 });
  } finally {
    await stop();
  }
});
