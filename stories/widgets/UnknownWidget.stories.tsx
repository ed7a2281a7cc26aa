import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', title: 'Colour' };

/** UnknownWidget in all its states. */
const meta = {
  title: 'Widgets/Unknown widget',
  tags: ['fallback', 'error'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, widget: 'colour-wheel', onValue: fn() },
  argTypes: controlsOf(schema),
  parameters: {
    about: docsOf({
      what: 'A placeholder for a widget that does not exist. It says so and keeps the value.',
      use: ['Never on purpose: it shows a mistake'],
      not: ['Everything else'],
      anatomy: ['Note: the unknown name', 'Value: the content of the field, read-only'],
      keyboard: { Tab: 'Not focusable: it contains no controls' },
      screenReader: '“Note. There is no widget named colour-wheel.”',
    }),
  },
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
export const Filled: Story = { tags: ['!test'], args: { value: '#c0ffee' } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: '#c0ffee' },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: '#c0ffee', locked: true } };
export const Locked: Story = {
  tags: ['!test'],
  args: { value: '#c0ffee', locked: true, lockedInputs: true },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
