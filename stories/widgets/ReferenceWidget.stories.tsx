import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { activate } from '../support/activate.ts';
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
