import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { DataRecord, Model } from '#engine';
import { gone, rowOf, screen, slow } from '../support/onScreen.ts';
import { running, StoryApp } from '../support/StoryApp.tsx';
import { isIn, plansOf, productIn, sample } from '../support/samples.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Plan form',
  tags: ['form', 'page-form', 'validation'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

/** A plan with several related optional items and a group. */
const planIn = (state: string) => (model: Model) => {
  const plan = sample(model, 'plan', (one) => {
    const product = sample(model, 'product', ({ Id }) => Id === one.ProductId);
    const items = listOf(one.PlanCoverageItems).filter(({ IsOptional }) => IsOptional === true);
    const related = items.some(({ ExcludedCoverageItems }) => listOf(ExcludedCoverageItems).length > 0);
    return (
      isIn(model, product, state) && items.length >= 4 && related && listOf(one.PlanCoverageGroups).length > 0
    );
  });
  return `/products/${plan.ProductId}/plans/${plan.Id}`;
};

const listOf = (value: unknown) => value as readonly DataRecord[];
const newPlan = (model: Model) => `/products/${productIn(model, 'InDesign', 3).Id}/plans/add`;

const table = () => screen.findByRole('table', { name: 'Coverage Item(s)' }, slow);
const button = (name: string | RegExp) => screen.findByRole('button', { name }, slow);
const press = async (name: string | RegExp) => userEvent.click(await button(name));

/** Rows of optional items. */
async function optionalRows(): Promise<HTMLElement[]> {
  const rows = [...(await table()).querySelectorAll<HTMLElement>('tr[data-kind="item"]')];
  return rows.filter((row) => within(row).queryByRole('radio', { name: 'Optional', checked: true }));
}

const nameIn = (row: HTMLElement | undefined) => row?.querySelector('th')?.firstChild?.textContent ?? '';
const cellIn = (row: HTMLElement, column: number) => row.children[column]?.textContent ?? '';

export const New: Story = {
  name: 'New plan: fields, table, Save and Cancel',
  tags: ['C-095', 'C-096', 'C-097', 'C-098', 'C-100', 'C-102', 'R-087', 'R-088', 'R-089', 'R-091', 'R-093'],
  args: { route: newPlan },
  play: async () => {
    await expect(await screen.findByLabelText(/^Plan Name/, undefined, slow)).toBeRequired();
    await expect(screen.getByLabelText('Plan Source Name')).not.toBeRequired();
    await expect(screen.getByLabelText('Zero Dollar Purchase Allowed')).not.toBeChecked();
    const heads = within(await table())
      .getAllByRole('columnheader')
      .map((head) => head.textContent);
    await expect(heads).toEqual([
      'Coverage Group(s)',
      'Coverage Item(s)',
      'Mutual Exclusion(s)',
      'Mutual Inclusion(s)',
      'Plan Inclusion',
      'Actions',
    ]);
    await expect(screen.getByRole('button', { name: '+ Add Coverage Item or Group' })).toBeEnabled();
    await expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await expect(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled();
    await userEvent.click(screen.getByLabelText('Zero Dollar Purchase Allowed'));
    await press('Save');
    await expect((await screen.findAllByText('Plan Name is required.')).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Plan Name/ })).toHaveFocus());
  },
};

const stands = async () => void (await table());

export const Editable: Story = { args: { route: planIn('InDesign') }, play: stands };

export const French: Story = {
  args: { route: planIn('InDesign'), locale: 'fr-CA' },
  globals: { locale: 'fr-CA' },
  play: async () => void (await screen.findByRole('columnheader', { name: /Exclusion/ }, slow)),
};

export const Dark: Story = { args: { route: planIn('InDesign') }, globals: { theme: 'dark' }, play: stands };

export const ReadOnly: Story = {
  name: 'Plan of a read-only product: Save and the mutuals OK button are disabled',
  tags: ['C-223', 'R-095', 'R-194', 'R-308'],
  args: { route: planIn('Active') },
  play: async () => {
    await table();
    await expect(screen.queryByRole('textbox', { name: /Plan Name/ })).toBeNull();
    await expect(screen.getByLabelText('Zero Dollar Purchase Allowed')).toBeDisabled();
    await expect(screen.queryByRole('button', { name: /Add Coverage Item or Group/ })).toBeNull();
    await expect(screen.queryByRole('radio')).toBeNull();
    await expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await expect(screen.getByText('The product is read-only, so its plans cannot be changed.')).toBeVisible();
    const [first] = screen.getAllByRole('button', { name: /Choose the mutual exclusions/ });
    await userEvent.click(first as HTMLElement);
    const overlay = await screen.findByRole('dialog');
    await expect(overlay.id).toBe('mutuals');
    await expect(within(overlay).getByRole('button', { name: 'OK' })).toBeDisabled();
    await userEvent.click(within(overlay).getByRole('button', { name: 'Cancel' }));
    await gone(() => screen.queryByRole('dialog'));
  },
};

export const Adding: Story = {
  name: 'Adding coverage: requires a choice and an inclusion; removed groups can be added again',
  tags: [
    'C-099',
    'C-116',
    'C-165',
    'C-167',
    'C-174',
    'C-175',
    'R-090',
    'R-158',
    'R-205',
    'R-206',
    'R-281',
    'R-282',
  ],
  args: { route: newPlan },
  play: async () => {
    await press('+ Add Coverage Item or Group');
    const dialog = within(await screen.findByRole('dialog', undefined, slow));
    const message = 'Both coverage item and inclusion value must be selected.';
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    await expect(dialog.getByRole('alert')).toHaveTextContent(message);

    const list = within(await dialog.findByRole('listbox', { name: 'Available Items/Groups' }, slow));
    const [groups, items] = list.getAllByRole('group');
    const group = within(groups as HTMLElement).getAllByRole('option')[0] as HTMLElement;
    await userEvent.click(group);
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    await expect(dialog.getByRole('alert')).toHaveTextContent(message);

    // An item of the picked group cannot be added a second time.
    const options = within(items as HTMLElement).getAllByRole('option');
    const inside = options.filter((option) => option.getAttribute('aria-disabled') === 'true');
    await expect(inside.length).toBeGreaterThan(0);
    const item = options.find((option) => option.getAttribute('aria-disabled') !== 'true') as HTMLElement;
    const [groupName, itemName] = [group.textContent ?? '', item.textContent ?? ''];
    await userEvent.click(item);
    await userEvent.click(dialog.getByRole('radio', { name: 'Included' }));
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    await gone(() => screen.queryByRole('dialog'));

    const groupRow = await rowOf(groupName);
    await expect(groupRow).toHaveTextContent('Optional');
    await expect(within(groupRow).queryByRole('radio')).toBeNull();
    const itemRow = await rowOf(itemName);
    await expect(within(itemRow).getByRole('radio', { name: 'Included' })).toBeChecked();

    await press('+ Add Coverage Item or Group');
    const again = within(
      await within(await screen.findByRole('dialog')).findByRole('listbox', undefined, slow),
    );
    await expect(again.queryByRole('option', { name: itemName })).toBeNull();
    await expect(again.queryByRole('option', { name: groupName })).toBeNull();
    await expect(again.queryByRole('option', { name: inside[0]?.textContent ?? '' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await gone(() => screen.queryByRole('dialog'));

    await press(`Remove ${itemName} from the plan`);
    await press(`Remove ${groupName} from the plan`);
    await press('+ Add Coverage Item or Group');
    const back = within(
      await within(await screen.findByRole('dialog')).findByRole('listbox', undefined, slow),
    );
    // The dialog fades in.
    await waitFor(() => expect(back.getByRole('option', { name: itemName })).toBeVisible(), slow);
    await waitFor(() => expect(back.getByRole('option', { name: groupName })).toBeVisible(), slow);
  },
};

export const Mutuals: Story = {
  name: 'Relations of an optional item: three radio buttons each, kept in sync both ways',
  tags: ['C-101', 'C-166', 'C-362', 'R-092', 'R-207', 'R-478'],
  args: { route: planIn('InDesign') },
  play: async () => {
    const rows = await optionalRows();
    const name = nameIn(rows[0]);
    // Groups and included items have none.
    await expect(screen.getAllByRole('button', { name: /Edit the mutual relations/ })).toHaveLength(
      rows.length,
    );

    const started = performance.now();
    await press(`Edit the mutual relations of ${name}`);
    await expect(await screen.findByRole('dialog', { name: 'Loading…' })).toBeVisible();
    await expect(screen.queryByRole('group', { name: `Mutual relations of ${name}` })).toBeNull();
    const form = within(await screen.findByRole('group', { name: `Mutual relations of ${name}` }, slow));
    await expect(performance.now() - started).toBeGreaterThanOrEqual(500);
    await gone(() => screen.queryByRole('dialog'));

    const partners = form.getAllByRole('radiogroup');
    await expect(partners).toHaveLength(rows.length - 1);
    const [first, second] = partners.map((partner) => within(partner));
    await expect(first?.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      'None',
      'Mutual Exclusion',
      'Mutual Inclusion',
    ]);
    await userEvent.click(first?.getByRole('radio', { name: 'Mutual Exclusion' }) as HTMLElement);
    await userEvent.click(second?.getByRole('radio', { name: 'Mutual Inclusion' }) as HTMLElement);
    await userEvent.click(form.getByRole('button', { name: 'OK' }));

    const [own, excluded, included] = (await optionalRows()) as [HTMLElement, HTMLElement, HTMLElement];
    await expect(cellIn(own, 2)).toContain(nameIn(excluded));
    await expect(cellIn(own, 3)).toContain(nameIn(included));
    await expect(cellIn(excluded, 2)).toContain(name);
    await expect(cellIn(included, 3)).toContain(name);
  },
};

export const Included: Story = {
  name: 'Choosing Included hides the relations; Optional restores them',
  tags: ['C-164', 'R-203', 'R-204'],
  args: { route: planIn('InDesign') },
  play: async () => {
    const row = (await optionalRows()).find((one) => cellIn(one, 2) !== '–') as HTMLElement;
    const [name, excluded] = [nameIn(row), cellIn(row, 2)];
    const partner = (await optionalRows()).find(
      (one) => nameIn(one) === excluded.split(', ')[0],
    ) as HTMLElement;
    await expect(cellIn(partner, 2)).toContain(name);
    await userEvent.click(within(row).getByRole('radio', { name: 'Included' }));
    await waitFor(() => expect(cellIn(row, 2)).toBe('–'));
    await expect(cellIn(partner, 2)).not.toContain(name);
    await expect(within(row).queryByRole('button', { name: /Edit the mutual relations/ })).toBeNull();
    await userEvent.click(within(row).getByRole('radio', { name: 'Optional' }));
    await waitFor(() => expect(cellIn(row, 2)).toBe(excluded));
    await expect(cellIn(partner, 2)).toContain(name);
  },
};

export const MutualsIncomplete: Story = {
  name: 'Every relation of a new item must be set',
  tags: ['C-176', 'R-283'],
  args: { route: newPlan },
  play: async () => {
    await press('+ Add Coverage Item or Group');
    const dialog = within(await screen.findByRole('dialog', undefined, slow));
    const list = within(await dialog.findByRole('listbox', undefined, slow));
    const items = within(list.getAllByRole('group').at(-1) as HTMLElement).getAllByRole('option');
    for (const item of items.slice(0, 3)) await userEvent.click(item);
    await userEvent.click(dialog.getByRole('radio', { name: 'Optional' }));
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    await gone(() => screen.queryByRole('dialog'));

    const [row] = await optionalRows();
    await press(`Edit the mutual relations of ${nameIn(row)}`);
    const form = within(await screen.findByRole('group', { name: /^Mutual relations of/ }, slow));
    await userEvent.click(form.getByRole('button', { name: 'OK' }));
    await expect(form.getByRole('alert')).toHaveTextContent('Please complete the required fields.');
    await userEvent.click(form.getByRole('button', { name: 'None for the others' }));
    await expect(form.queryByRole('alert')).toBeNull();
    await userEvent.click(form.getByRole('button', { name: 'OK' }));
    await gone(() => screen.queryByRole('group', { name: /^Mutual relations of/ }));
  },
};

export const MutualsOverlay: Story = {
  name: 'Mutuals dialog: exclusions; OK is disabled while the form has errors',
  tags: ['R-094', 'R-095'],
  args: { route: planIn('InDesign') },
  play: async () => {
    const rows = await optionalRows();
    const row = rows.find((one) => cellIn(one, 2) === '–') as HTMLElement;
    const name = nameIn(row);
    await press(new RegExp(`Choose the mutual exclusions of ${name}$`));
    const overlay = within(await screen.findByRole('dialog', undefined, slow));
    const boxes = overlay.getAllByRole('checkbox');
    await expect(boxes).toHaveLength(rows.length - 1);
    const free = boxes.find(
      (box) => !box.closest('label')?.textContent?.includes('Mutual Inclusion'),
    ) as HTMLElement;
    const other = free.closest('label')?.textContent ?? '';
    const included = boxes.find((box) => box.closest('label')?.textContent?.includes('Mutual Inclusion'));
    if (included) {
      await userEvent.click(included);
      await expect(overlay.getByRole('button', { name: 'OK' })).toBeDisabled();
      await userEvent.click(included);
    }
    await userEvent.click(free);
    await userEvent.click(overlay.getByRole('button', { name: 'OK' }));
    await gone(() => screen.queryByRole('dialog'));
    await expect(cellIn(row, 2)).toBe(other);
  },
};

/** Changes the name and saves. */
async function saveAs(name: string): Promise<void> {
  const field = await screen.findByLabelText(/^Plan Name/, undefined, slow);
  await userEvent.clear(field);
  await userEvent.type(field, name);
  await press('Save');
}

export const DuplicateName: Story = {
  name: 'A duplicate name, in any case, is refused at its field',
  tags: ['C-172', 'C-173', 'R-279', 'R-280'],
  args: { route: planIn('InDesign') },
  play: async () => {
    const field = await screen.findByLabelText<HTMLInputElement>(/^Plan Name/, undefined, slow);
    const model = running.server?.model as Model;
    const [, , productId] = planIn('InDesign')(model).split('/');
    const taken = plansOf(model, { Id: productId }).find(({ Name }) => Name !== field.value);
    await saveAs(String(taken?.Name).toUpperCase());
    const text = 'A plan with this name already exists in the product. Plan names must be unique.';
    await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0), slow);
    await waitFor(() => expect(field).toHaveFocus());
    await expect(field).toBeInvalid();
    await userEvent.type(field, ' II');
    await waitFor(() => expect(field).not.toBeInvalid());
  },
};

const failing = async (method: string) => {
  running.server?.intercept({
    method,
    path: /\/product\/plan/,
    answer: () => new Response('{"Message":"It broke","Code":"internal"}', { status: 500 }),
  });
};

export const UpdateFails: Story = {
  name: 'A failed update is reported, and no input is lost',
  tags: ['C-330', 'R-456'],
  args: { route: planIn('InDesign') },
  play: async () => {
    await screen.findByLabelText(/^Plan Name/, undefined, slow);
    await failing('PUT');
    await saveAs('Premier Plus');
    await expect(await screen.findByRole('alert')).toHaveTextContent('Could not update plan');
    await expect(screen.getByLabelText(/^Plan Name/)).toHaveValue('Premier Plus');
    await expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  },
};

export const CreateFails: Story = {
  name: 'A failed creation is reported, and no input is lost',
  tags: ['C-331', 'R-457'],
  args: { route: newPlan },
  play: async () => {
    await screen.findByLabelText(/^Plan Name/, undefined, slow);
    await failing('POST');
    await saveAs('Premier Plus');
    await expect(await screen.findByRole('alert')).toHaveTextContent('New plan could not be added.');
    await expect(screen.getByLabelText(/^Plan Name/)).toHaveValue('Premier Plus');
  },
};
