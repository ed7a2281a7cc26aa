import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { readSheet } from '#engine';
import { emptyLists } from '../support/emptyLists.ts';
import { gone, screen, slow } from '../support/onScreen.ts';
import { running, StoryApp } from '../support/StoryApp.tsx';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Products',
  tags: ['data-grid', 'table', 'list', 'pagination', 'sorting', 'filter', 'column'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
  args: { route: '/products' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const grid = () => screen.findByRole('grid', { name: 'Products' }, slow);

/** The texts of a column, row by row. */
async function column(title: string): Promise<string[]> {
  const table = await grid();
  const heads = [...table.querySelectorAll('thead th')].map((head) => head.textContent ?? '');
  const at = heads.findIndex((head) => head.startsWith(title));
  return [...table.querySelectorAll('tbody tr')].map((row) => row.children[at]?.textContent ?? '');
}

const range = () => screen.findByText(/^\d+–\d+ of \d+$/, undefined, slow);

/** Waits until the pager matches. */
async function isOf(pattern: RegExp): Promise<void> {
  await waitFor(async () => expect((await range()).textContent).toMatch(pattern), slow);
}

export const List: Story = {
  name: 'Products: ten per page, newest launch first, sorting and paging',
  tags: ['C-039', 'C-082', 'C-354', 'C-355', 'H-668'],
  play: async () => {
    await grid();
    await isOf(/^1–10 of 200$/);
    const dates = (await column('Launch Date')).map((text) => Date.parse(text));
    await expect(dates).toEqual([...dates].sort((a, b) => b - a));
    const size = screen.getByLabelText('Rows per page');
    await expect(
      within(size)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['10', '25', '50', '100']);

    const name = screen.getByRole('button', { name: 'Name' });
    await userEvent.click(name);
    await waitFor(() => expect(name.closest('th')).toHaveAttribute('aria-sort', 'ascending'));
    await waitFor(async () => {
      const names = await column('Name');
      await expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
    }, slow);
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('button', { name: 'Version' }));
    await user.keyboard('{/Shift}');
    await expect(screen.getByRole('button', { name: /^Version.*2$/ })).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await isOf(/^11–20 of 200$/);
    await userEvent.click(screen.getByRole('button', { name: 'Last page' }));
    await isOf(/^191–200 of 200$/);
  },
};

export const Cut: Story = {
  name: 'Truncated cells show their text on hover and on keyboard focus, until Escape',
  play: async () => {
    const table = await grid();
    // The story may be wide: make it narrow, so that the name is cut.
    const box = table.parentElement as HTMLElement;
    box.style.width = '700px';
    const rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody tr')];
    const cutIn = (row: HTMLTableRowElement) =>
      [...row.cells].filter((cell) => cell.textContent && cell.scrollWidth > cell.clientWidth);
    await waitFor(() => expect(rows.slice(1).some((row) => cutIn(row).length > 0)).toBe(true), slow);
    const at = rows.findIndex((row, index) => index > 0 && cutIn(row).length > 0);
    const [cell] = cutIn(rows[at] as HTMLTableRowElement);
    await userEvent.hover(cell as HTMLElement);
    await expect(cell).toHaveAttribute('title', cell?.textContent ?? '');
    rows[at - 1]?.focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('tooltip')).toHaveTextContent(cell?.textContent ?? ''), slow);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull(), slow);
  },
};

export const Filters: Story = {
  name: 'Filters: text from three characters, exact versions, choices from lists',
  tags: ['C-081', 'C-193', 'C-356', 'C-357'],
  play: async () => {
    await grid();
    const filters = within(screen.getByLabelText('Filters'));
    for (const label of ['Name', 'Code', 'Brands', 'Product Types', 'States', 'Version', 'Subversion'])
      await expect(filters.getByText(label)).toBeVisible();

    await userEvent.type(filters.getByLabelText('Name'), 'ga');
    await expect(filters.getByText('Type at least 3 characters.')).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 600));
    await isOf(/of 200$/);
    await userEvent.type(filters.getByLabelText('Name'), 'p');
    await waitFor(async () => {
      for (const name of await column('Name')) await expect(name.toLowerCase()).toContain('gap');
    }, slow);
    await userEvent.click(await screen.findByRole('button', { name: 'Clear 1 filter' }));
    await expect(filters.getByLabelText('Name')).toHaveValue('');
    await isOf(/of 200$/);

    await userEvent.type(filters.getByLabelText('Version'), '2.0');
    await waitFor(async () => {
      for (const version of await column('Version')) await expect(version).toBe('2.0');
    }, slow);
    await userEvent.click(filters.getByRole('button', { name: /States/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Active' }));
    await userEvent.click(screen.getByRole('option', { name: 'Deactivated' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(async () => {
      const states = new Set(await column('State'));
      await expect([...states].every((state) => state === 'Active' || state === 'Deactivated')).toBe(true);
    }, slow);
    await expect(await screen.findByRole('button', { name: 'Clear 2 filters' })).toBeVisible();
  },
};

export const Remembered: Story = {
  name: 'Filters are kept when the person returns',
  tags: ['C-083'],
  play: async () => {
    await grid();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Code' }), 'gap');
    await screen.findByRole('button', { name: 'Clear 1 filter' }, slow);
    await waitFor(async () => expect((await column('Code'))[0]?.toLowerCase()).toContain('gap'), slow);
    await userEvent.click(within((await grid()).querySelector('tbody tr') as HTMLElement).getByRole('link'));
    await screen.findByRole('heading', { level: 2, name: 'General settings' }, slow);
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    await userEvent.click(trail.getByRole('link', { name: 'Products' }));
    await expect(await screen.findByRole('searchbox', { name: 'Code' }, slow)).toHaveValue('gap');
    await waitFor(async () => {
      for (const code of await column('Code')) await expect(code.toLowerCase()).toContain('gap');
    }, slow);
  },
};

export const NoMatch: Story = {
  play: async () => {
    await grid();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Name' }), 'nothing is called this');
    // In the list, and announced.
    const said = await screen.findAllByText('Nothing matches these filters', undefined, slow);
    await expect(said.length).toBe(2);
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await expect(await grid()).toBeVisible();
  },
};

const withoutProducts = emptyLists(/\/product$/);

export const NoRows: Story = {
  name: 'No rows yet: what belongs here, and the first action',
  args: { prepare: withoutProducts },
  play: async () => {
    await expect(await screen.findByText('There are no products yet.', undefined, slow)).toBeVisible();
    await expect(
      document.querySelectorAll('[data-state="empty"] a, [data-state="empty"] button'),
    ).toHaveLength(1);
  },
};

export const NoRowsNoRight: Story = {
  name: 'No rows and no right to add: nothing is offered that would be refused',
  args: { prepare: withoutProducts, userName: 'viewer' },
  play: async () => {
    await expect(await screen.findByText('There are no products yet.', undefined, slow)).toBeVisible();
    await expect(
      document.querySelectorAll('[data-state="empty"] a, [data-state="empty"] button'),
    ).toHaveLength(0);
  },
};

export const OnAPhone: Story = {
  name: 'On a phone: rows as cards, filters behind one button',
  tags: ['!test'],
  globals: { viewport: { value: 'narrow' } },
};

export const Columns: Story = {
  play: async () => {
    await grid();
    await userEvent.click(screen.getByRole('button', { name: 'Columns and density' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Columns and density' }));
    await userEvent.click(panel.getByRole('checkbox', { name: 'Underwriter' }));
    await userEvent.click(panel.getByRole('checkbox', { name: 'Brand' }));
    await userEvent.click(panel.getByRole('button', { name: 'Pin Name' }));
    await userEvent.click(panel.getByRole('radio', { name: 'Comfortable' }));
    await userEvent.keyboard('{Escape}');
    const heads = [...(await grid()).querySelectorAll('thead th')].map((head) => head.textContent);
    await expect(heads).toContain('Underwriter');
    await expect(heads).not.toContain('Brand');
    await expect((await grid()).dataset.density).toBe('normal');
  },
};

export const Keyboard: Story = {
  play: async () => {
    const rows = [...(await grid()).querySelectorAll<HTMLElement>('tbody tr')];
    rows[0]?.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect(rows[2]).toHaveFocus();
    await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}');
    await expect(await screen.findByText('2 rows selected')).toBeVisible();
    await userEvent.keyboard('{Home}{Enter}');
    await expect(
      await screen.findByRole('heading', { level: 2, name: 'General settings' }, slow),
    ).toBeVisible();
  },
};

export const Failing: Story = {
  play: async () => {
    await grid();
    running.server?.intercept({
      method: 'GET',
      path: /\/product$/,
      answer: () => new Response('{"Message":"The list is not to be had."}', { status: 500 }),
    });
    await userEvent.selectOptions(screen.getByLabelText('Rows per page'), '50');
    await expect(await screen.findByText('The list is not to be had.', undefined, slow)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expect(await grid()).toBeVisible();
    await gone(() => screen.queryByText('The list is not to be had.'));
  },
};

export const AsViewer: Story = {
  args: { userName: 'viewer' },
  play: async () => {
    await grid();
    await expect(screen.queryByRole('link', { name: 'Create product' })).toBeNull();
  },
};

export const French: Story = {
  globals: { locale: 'fr-CA' },
  args: { locale: 'fr-CA' },
  play: async () => void (await screen.findByRole('grid', { name: 'Produits' }, slow)),
};

export const Dark: Story = { globals: { theme: 'dark' }, play: async () => void (await grid()) };

/** Captures the next download. */
function nextDownload(): Promise<{ readonly name: string; readonly content: Blob }> {
  const { click } = HTMLAnchorElement.prototype;
  return new Promise((resolve) => {
    HTMLAnchorElement.prototype.click = function save(this: HTMLAnchorElement) {
      HTMLAnchorElement.prototype.click = click;
      void fetch(this.href).then(async (answer) =>
        resolve({ name: this.download, content: await answer.blob() }),
      );
    };
  });
}

export const Export: Story = {
  name: 'Excel export: filtered, sorted, with the visible columns',
  play: async () => {
    await grid();
    await userEvent.type(within(screen.getByLabelText('Filters')).getByLabelText('Name'), 'gap');
    await waitFor(async () => {
      const names = await column('Name');
      await expect(names.every((name) => name.toLowerCase().includes('gap'))).toBe(true);
    }, slow);
    const total = Number(/of (\d+)$/.exec((await range()).textContent ?? '')?.[1]);
    const saved = nextDownload();
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel workbook (.xlsx)' }));
    const { name, content } = await saved;
    await expect(name).toMatch(/^Products \d{4}-\d\d-\d\d\.xlsx$/);
    const rows: (readonly unknown[])[] = [];
    for await (const { values } of readSheet(new Uint8Array(await content.arrayBuffer()))) rows.push(values);
    const heads = [...(await grid()).querySelectorAll('thead th')].map((head) => head.textContent ?? '');
    await expect(
      heads.slice(0, rows[0]?.length).every((head, at) => head.startsWith(String(rows[0]?.[at]))),
    ).toBe(true);
    await expect(rows).toHaveLength(total + 1);
    const at = rows[0]?.indexOf('Name') ?? -1;
    await expect(rows.slice(1, 11).map((row) => row[at])).toEqual(await column('Name'));
  },
};
