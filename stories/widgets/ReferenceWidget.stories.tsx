import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { activate } from '../support/activate.ts';
import { slow } from '../support/onScreen.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { 'x-ref': 'brand', 'x-expand': { as: 'Brand', fields: ['Id', 'Name'] }, title: 'Brand' };

/** ReferenceWidget in all its states. */
const meta = {
  title: 'Widgets/Reference',
  tags: ['lookup', 'relation', 'foreign-key', 'autocomplete', 'typeahead'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'reference'),
  parameters: {
    about: docsOf({
      widget: 'reference',
      what: 'One record from a long list, found by typing part of its name.',
      use: ['Thirty to many thousands of records', 'The server searches, so the list may grow'],
      not: ['A short closed list: Select or Radio', 'Several records: References'],
      anatomy: [
        'Label: names what is chosen',
        'Control: the search text, then the name of the record',
        'List: the matches; a second line where names are alike',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: {
        Tab: 'Selects the only match and moves on',
        'A–Z': 'Searches',
        '↑ ↓': 'Moves through the matches',
        Enter: 'Selects the first or highlighted match',
        Esc: 'Closes the list',
      },
      screenReader: '“Brand, combo box.” While typing: “3 options available. Cascadia, 2 of 3.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const box = canvas.getByRole('combobox', { name: 'Brand' });
    await userEvent.click(box);
    const page = within(document.body);
    await expect(await page.findAllByRole('option')).toHaveLength(3);
    // Pasted at once: one search with one answer, after which the list is stable.
    await userEvent.paste('summ');
    await waitFor(() => expect(page.getAllByRole('option')).toHaveLength(1));
    await activate(box);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith('b3'));
    await expect(box).toHaveValue('Summit Trucks');
  },
};

const dealers = Array.from({ length: 120 }, (_, at) => ({
  Id: `d${at + 1}`,
  Name: `Dealer ${String(at + 1).padStart(3, '0')}`,
}));

/** More records than a page: the total is shown, and the end of the list loads more. */
export const Pages: Story = {
  args: { choices: dealers },
  play: async ({ canvasElement, args }) => {
    const box = within(canvasElement).getByRole('combobox', { name: 'Brand' });
    const page = within(document.body);
    await userEvent.click(box);
    await waitFor(() => expect(page.getByText(/Showing 50 of 120/)).toBeVisible(), slow);
    const toEnd = () => page.getByRole('listbox').scrollTo({ top: 1_000_000 });
    toEnd();
    await waitFor(() => expect(page.getByText(/Showing 100 of 120/)).toBeVisible(), slow);
    toEnd();
    await waitFor(() => expect(page.queryByText(/Showing/)).toBeNull(), slow);
    await activate(box);
    await expect(page.getByRole('option', { name: 'Dealer 120' })).toBeInTheDocument();
    // Typing finds records that are on no loaded page.
    await userEvent.clear(box);
    await userEvent.paste('er 117');
    await waitFor(() => expect(page.getAllByRole('option')).toHaveLength(1), slow);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith('d117'), slow);
    await expect(box).toHaveValue('Dealer 117');
  },
};

/** A late answer: Enter and Tab take its first match whenever it arrives, never an older one. */
export const FirstMatch: Story = {
  args: { delay: 400 },
  play: async ({ canvasElement, args }) => {
    const box = within(canvasElement).getByRole('combobox', { name: 'Brand' });
    const page = within(document.body);
    const taken = (id: string) => waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith(id), slow);
    // Typed before the list was ever open: the answer is its first content.
    await userEvent.tab();
    await userEvent.keyboard('casc');
    const only = await page.findByRole('option', { name: 'Cascadia' }, slow);
    await waitFor(() => expect(box).toHaveAttribute('aria-activedescendant', only.id), slow);
    await userEvent.keyboard('{Enter}');
    await taken('b2');
    await waitFor(() => expect(box).toHaveValue('Cascadia'));
    await userEvent.clear(box);
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith(null));
    // Pressed before the answer.
    await userEvent.type(box, 'casc');
    await userEvent.keyboard('{Enter}');
    await expect(box).toHaveValue('casc');
    await taken('b2');
    await waitFor(() => expect(box).toHaveValue('Cascadia'));
    await userEvent.clear(box);
    await userEvent.type(box, 'summ');
    await userEvent.tab();
    await expect(box).not.toHaveFocus();
    await taken('b3');
    await waitFor(() => expect(box).toHaveValue('Summit Trucks'));
    // Pressed after it: the first match is active.
    await userEvent.clear(box);
    await userEvent.type(box, 'bor');
    const first = await page.findByRole('option', { name: 'Boréal Automobiles' }, slow);
    await waitFor(() => expect(box).toHaveAttribute('aria-activedescendant', first.id), slow);
    await userEvent.keyboard('{ArrowDown}');
    await expect(box).toHaveAttribute('aria-activedescendant', first.id);
    await userEvent.tab();
    await taken('b1');
    // Without a match nothing is taken.
    await userEvent.clear(box);
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith(null));
    await userEvent.type(box, 'nobody');
    await userEvent.tab();
    await waitFor(() => expect(box).toHaveValue(''));
    await expect(args.onValue).toHaveBeenLastCalledWith(null);
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: 'b2' } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 'b2' },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: 'b2', locked: true } };
export const Locked: Story = { tags: ['!test'], args: { value: 'b2', locked: true, lockedInputs: true } };
export const NoChoices: Story = {
  args: { choices: 'failing' },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('combobox', { name: 'Brand' }));
    await expect(
      await within(document.body).findByText('The choices could not be loaded. Try again.'),
    ).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
  },
};

/** Too many to read: part of the name finds a record. */
export const ThreeThousandChoices: Story = {
  tags: ['!test'],
  args: {
    label: 'Dealer',
    choices: Array.from({ length: 3000 }, (_, at) => ({
      Id: `d${at}`,
      Name: `${['Lakeshore', 'Harbour', 'Prairie', 'Boréal', 'Summit'][at % 5]} Motors ${at + 1}`,
    })),
  },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
