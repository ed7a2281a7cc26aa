import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'array', items: { type: 'string' }, title: 'Limited to' };

/** EntitiesWidget in all its states. */
const meta = {
  title: 'Widgets/Entities',
  tags: ['entity-picker', 'scope'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, widget: 'entities', onValue: fn() },
  argTypes: controlsOf(schema, 'entities'),
  parameters: {
    about: docsOf({
      widget: 'entities',
      what: 'Entities that the person may view, as a searchable list.',
      use: ['Which records an API key reaches'],
      not: ['Any other list: Choices'],
      anatomy: ['Group label: Limited to', 'Tags: one a choice', 'A list with a filter'],
      keyboard: { Tab: 'From the tags to the list', Enter: 'Opens the list' },
      screenReader: '“Limited to, group.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { tags: ['!test'] };
export const OneThatIsGone: Story = {
  args: { value: ['gone'] },
  play: async ({ canvasElement }) => {
    // The tag, and the text that is read with it.
    const [tag] = await within(canvasElement).findAllByText('gone');
    await expect(tag).toBeVisible();
  },
};
export const ReadOnly: Story = { tags: ['!test'], args: { value: ['gone'], locked: true } };

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ Empty, OneThatIsGone, ReadOnly }} />,
};
