import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { brands, WidgetStory } from '../support/WidgetStory.tsx';

const schema = {
  type: 'array',
  items: { 'x-ref': 'brand' },
  'x-expand': { fields: ['Id', 'Name'] },
  title: 'Brands',
};

/** ReferencesWidget in all its states. */
const meta = {
  title: 'Widgets/References',
  component: WidgetStory,
  args: { schema, onValue: fn() },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: /Brands/ }));
    const page = within(document.body);
    await userEvent.click(await page.findByRole('option', { name: 'Cascadia' }));
    await userEvent.keyboard('{Escape}');
    await expect(args.onValue).toHaveBeenLastCalledWith([{ Id: 'b2', Name: 'Cascadia' }]);
    await userEvent.click(await canvas.findByRole('button', { name: /Remove Cascadia/ }));
    await expect(args.onValue).toHaveBeenLastCalledWith([]);
  },
};
export const Filled: Story = { args: { value: brands.slice(0, 2) } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: brands.slice(0, 2) },
};
export const Invalid: Story = { args: { required: true, submitted: true } };
export const ReadOnly: Story = { args: { value: brands.slice(0, 2), locked: true } };
export const Locked: Story = { args: { value: brands.slice(0, 2), locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value={brands.slice(0, 2)} />
      <WidgetStory schema={schema} required submitted />
      <WidgetStory schema={schema} value={brands.slice(0, 2)} locked />
      <WidgetStory schema={schema} value={brands.slice(0, 2)} locked lockedInputs />
    </States>
  ),
};
