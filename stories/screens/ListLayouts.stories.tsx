import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Layouts of a list',
  tags: ['board', 'kanban', 'calendar', 'schedule', 'conditions', 'colour-by-condition'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const calendar = (more = '') => `/products?layout=calendar&span=month&day=2024-09-10${more}`;
const openCalendar = () => screen.findByRole('region', { name: /calendar$/ }, slow);
const month = () => screen.findByRole('grid', { name: 'September 2024' }, slow);

export const Calendar: Story = {
  name: 'Calendar: arrow keys move between days, Tab enters a day',
  args: { route: calendar() },
  play: async () => {
    const table = await month();
    const cell = (day: string) => table.querySelector<HTMLElement>(`td[data-day="${day}"]`) as HTMLElement;
    await within(cell('2024-09-11')).findAllByRole('link', undefined, slow);
    cell('2024-09-10').focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(cell('2024-09-11')).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect(cell('2024-09-11')).toContainElement(document.activeElement as HTMLElement);
    cell('2024-09-11').focus();
    await userEvent.keyboard('{PageDown}');
    await screen.findByRole('grid', { name: 'October 2024' }, slow);
  },
};

export const CalendarWeek: Story = {
  name: 'Calendar week, with card fields',
  args: { route: calendar().replace('month', 'week') },
  play: async () => {
    const region = await openCalendar();
    await within(region).findAllByRole('link', undefined, slow);
  },
};

export const CalendarAsViewer: Story = {
  name: 'Read-only calendar',
  args: { route: calendar(), userName: 'viewer' },
  play: async () => {
    const table = await month();
    await within(table).findAllByRole('link', undefined, slow);
    await expect(within(table).queryByRole('button', { name: /^Change the date/ })).toBeNull();
    await expect(within(table).queryByRole('link', { name: /^Create on/ })).toBeNull();
  },
};

export const CalendarInFrench: Story = {
  globals: { locale: 'fr-CA', theme: 'dark' },
  args: { route: calendar(), locale: 'fr-CA' },
  play: async () => void (await screen.findByRole('grid', { name: 'septembre 2024' }, slow)),
};

export const Board: Story = {
  name: 'Board: a column per state, moves by menu as the workflow allows',
  args: { route: '/products?layout=board' },
  play: async () => {
    const active = await screen.findByRole('grid', { name: /^Active, \d+ cards?$/ }, slow);
    const [move] = await within(active).findAllByRole('button', { name: /^Move .* to…$/ }, slow);
    await userEvent.click(move as HTMLElement);
    const menu = await screen.findByRole('menu', undefined, slow);
    await expect(within(menu).getAllByRole('menuitem')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
  },
};

export const BoardAsViewer: Story = {
  args: { route: '/products?layout=board', userName: 'viewer' },
  play: async () => {
    await screen.findByRole('grid', { name: /^Active, \d+ cards?$/ }, slow);
    await expect(screen.queryByRole('button', { name: /^Move / })).toBeNull();
  },
};

export const Conditions: Story = {
  name: 'Conditions: field, operator and value are labelled; a missing value is refused',
  args: { route: '/products' },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Conditions' }, slow));
    const dialog = within(await screen.findByRole('dialog', { name: 'Conditions' }, slow));
    await userEvent.click(dialog.getByRole('button', { name: 'Add a condition' }));
    // The window fades in.
    for (const label of ['Field', 'Comparison'])
      await waitFor(() => expect(dialog.getByText(label)).toBeVisible(), slow);
    await expect(dialog.getByRole('combobox', { name: 'Field' })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
    await expect(await dialog.findByRole('alert')).toBeVisible();
  },
};

export const Colours: Story = {
  name: 'Rows marked by a condition say so in words',
  args: {
    route: `/products?where=${encodeURIComponent('{"all":[{"path":"EndDate","operator":"within","value":"past"}]}')}`,
  },
  play: async () => {
    const marks = await screen.findAllByRole('img', { name: 'No longer on sale' }, slow);
    await expect(marks.length).toBeGreaterThan(0);
  },
};
