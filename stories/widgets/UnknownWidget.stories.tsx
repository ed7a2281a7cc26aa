import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', title: 'Colour' };

/** UnknownWidget in all its states. */
const meta = {
  title: 'Widgets/Unknown',
  component: WidgetStory,
  args: { schema, widget: 'colour-wheel', onValue: fn() },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('note')).toHaveTextContent('There is no widget named “colour-wheel”.');
    await expect(args.onValue).not.toHaveBeenCalled();
  },
};
export const Filled: Story = { args: { value: '#c0ffee' } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: '#c0ffee' },
};
export const ReadOnly: Story = { args: { value: '#c0ffee', locked: true } };
export const Locked: Story = { args: { value: '#c0ffee', locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} widget="colour-wheel" />
      <WidgetStory schema={schema} widget="colour-wheel" value={'#c0ffee'} />
      <WidgetStory schema={schema} widget="colour-wheel" required submitted />
      <WidgetStory schema={schema} widget="colour-wheel" value={'#c0ffee'} locked />
      <WidgetStory schema={schema} widget="colour-wheel" value={'#c0ffee'} locked lockedInputs />
    </States>
  ),
};
