import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { activate } from '../support/activate.ts';
import { slow } from '../support/onScreen.ts';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { 'x-ref': 'brand', 'x-expand': { as: 'Brand', fields: ['Id', 'Name'] }, title: 'Brand' };

/** ReferenceWidget in all its states. */
const meta = {
  title: 'Widgets/Reference',
  component: WidgetStory,
  args: { schema, onValue: fn() },
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
    // At once: one question, one answer, after which the list stays as it is.
    await userEvent.paste('summ');
    await waitFor(() => expect(page.getAllByRole('option')).toHaveLength(1));
    await activate(box);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith('b3'));
    await expect(box).toHaveValue('Summit Trucks');
  },
};

/** The server answers late: Enter and Tab take the first of its answer, whenever it comes, and nothing of before. */
export const FirstMatch: Story = {
  args: { delay: 400 },
  play: async ({ canvasElement, args }) => {
    const box = within(canvasElement).getByRole('combobox', { name: 'Brand' });
    const page = within(document.body);
    const taken = (id: string) => waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith(id), slow);
    // Typed into a list that never stood open: its first choices are the answer.
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
    // Pressed after it: the first match is the active one.
    await userEvent.clear(box);
    await userEvent.type(box, 'bor');
    const first = await page.findByRole('option', { name: 'Boréal Automobiles' }, slow);
    await waitFor(() => expect(box).toHaveAttribute('aria-activedescendant', first.id), slow);
    await userEvent.keyboard('{ArrowDown}');
    await expect(box).toHaveAttribute('aria-activedescendant', first.id);
    await userEvent.tab();
    await taken('b1');
    // What nothing matches takes nothing.
    await userEvent.clear(box);
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith(null));
    await userEvent.type(box, 'nobody');
    await userEvent.tab();
    await waitFor(() => expect(box).toHaveValue(''));
    await expect(args.onValue).toHaveBeenLastCalledWith(null);
  },
};
export const Filled: Story = { args: { value: 'b2' } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 'b2' },
};
export const Invalid: Story = { args: { required: true, submitted: true } };
export const ReadOnly: Story = { args: { value: 'b2', locked: true } };
export const Locked: Story = { args: { value: 'b2', locked: true, lockedInputs: true } };
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

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value={'b2'} />
      <WidgetStory schema={schema} required submitted />
      <WidgetStory schema={schema} value={'b2'} locked />
      <WidgetStory schema={schema} value={'b2'} locked lockedInputs />
    </States>
  ),
};
