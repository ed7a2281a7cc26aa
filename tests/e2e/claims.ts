/** Steps with which a configurator builds an area, each click counted. */
import type { Locator, Page } from 'playwright';
import { eventually } from './products.ts';

export type Builder = ReturnType<typeof builderOn>;

/** Presses and fills the pages of the configurator, and counts the presses. */
export function builderOn(page: Page) {
  let clicks = 0;
  const press = async (place: Locator) => {
    clicks += 1;
    await place.click();
  };
  const button = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true });
  const choose = async (box: string, option: string) => {
    await press(page.locator(box));
    await press(page.getByRole('option', { name: option, exact: true }));
  };
  const labels = async (name: string, [english, french]: readonly [string, string]) => {
    await page.getByLabel(`${name} in English`).first().fill(english);
    await page.getByLabel(`${name} in French`).first().fill(french);
  };
  return { page, press, button, choose, labels, clicks: () => clicks };
}

type Texts = readonly [english: string, french: string];

/** A new entity in the menu group Claims, which the first one makes. */
export async function addEntity(by: Builder, one: Texts, many: Texts, isFirst: boolean): Promise<void> {
  const { page, press, button, choose, labels } = by;
  await page.goto('/configure');
  await press(page.getByRole('link', { name: 'New entity' }));
  await labels('Singular name', one);
  await labels('Plural name', many);
  await choose('#entity-group', isFirst ? 'New group…' : 'Claims');
  if (isFirst) await labels('Name of the group', ['Claims', 'Sinistres']);
  await press(button('Add to the draft'));
  await page.getByRole('heading', { level: 1, name: many[0], exact: true }).waitFor();
}

export type NewField = {
  readonly label: Texts;
  readonly type: string;
  /** The settings of its type. */
  readonly set?: (by: Builder) => Promise<void>;
};

/** Fields of an entity, one after the other without leaving the page. */
export async function addFields(by: Builder, entity: string, fields: readonly NewField[]): Promise<void> {
  const { page, press, button, choose, labels } = by;
  await page.goto(`/configure/entities/${entity}`);
  await press(page.getByRole('link', { name: 'Add a field' }));
  for (const [index, { label, type, set }] of fields.entries()) {
    await labels('Label', label);
    await choose('#field-type-select', type);
    await set?.(by);
    const isLast = index === fields.length - 1;
    await press(button(isLast ? 'Add to the draft' : 'Add and start another'));
    if (isLast) await page.getByRole('link', { name: 'Add a field' }).waitFor();
    // The next page is empty.
    else await eventually(() => page.getByLabel('Label in English').first().inputValue()).toBe('');
  }
}

/** Choices, each with both texts. */
export async function addChoices({ page, press, button }: Builder, all: readonly Texts[]): Promise<void> {
  for (const [index, texts] of all.entries()) {
    await press(button('Add a choice'));
    for (const [at, text] of texts.entries())
      await page.locator(`[data-row="${index}"] input`).nth(at).fill(text);
  }
}

/** Fields of a list of rows: the first is a text, the others are of a type. */
export async function addRowFields(
  { page, press, button, choose }: Builder,
  all: readonly (readonly [...Texts, type?: string])[],
): Promise<void> {
  for (const [index, [english, french, type]] of all.entries()) {
    await press(button('Add a field to the rows'));
    const row = page.locator(`[data-row="${index}"] input`);
    await row.nth(0).fill(english);
    await row.nth(1).fill(french);
    if (type) await choose(`#row-field-${index}-type`, type);
  }
}

/** The entity that a reference names, found by typing. */
export async function refersTo({ page }: Builder, entity: string): Promise<void> {
  const box = page.locator('#field-reference');
  await box.fill(entity);
  await eventually(() => box.getAttribute('aria-activedescendant')).not.toBe(null);
  await page.keyboard.press('Enter');
  await eventually(() => box.inputValue()).toBe(entity);
}

/** A value computed by a formula. */
export async function computedAs({ page, press }: Builder, formula: string): Promise<void> {
  await press(page.getByRole('checkbox', { name: 'Computed from other fields' }));
  await press(page.locator('#field-when .cm-content').first());
  await page.keyboard.insertText(formula);
  await page.keyboard.press('Escape');
}

/** Grants rights of an entity to a role. */
export async function grant(
  { page, press }: Builder,
  role: string,
  rights: readonly string[],
): Promise<void> {
  for (const right of rights)
    await kept(page, () => press(page.locator(`[id="may-${role}-Custom.${right}"]`)));
}

/** Waits until the draft has an edit: a page that is left before loses it, as its browser warns people. */
export async function kept(page: Page, edit: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse(
    (one) => one.request().method() === 'POST' && one.url().endsWith('/api/configure/draft/edits'),
  );
  await edit();
  await answer;
}

/** A view of the list on the canvas. */
export async function addView(
  { page, press, button, choose, labels }: Builder,
  title: Texts,
  kind: string,
  [box, field]: readonly [string, string],
): Promise<void> {
  await press(button('Add a view'));
  await labels('Name', title);
  await choose('#view-kind', kind);
  await choose(box, field);
  await press(button('Save to the draft', page.getByRole('dialog')));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Publishes what the draft holds. */
export async function publish({ page, press, button }: Builder): Promise<void> {
  await press(button('Review and publish'));
  await press(button('Publish', page.getByRole('dialog')));
  await page
    .getByText(/^Release \d+ is live\.$/)
    .first()
    .waitFor();
}
