import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', title: 'About' };

/** EntityWidget in all its states. */
const meta = {
  title: 'Widgets/Entity name',
  tags: ['entity-picker'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, widget: 'entity-name', onValue: fn() },
  argTypes: controlsOf(schema, 'entity-name'),
  parameters: {
    about: docsOf({
      widget: 'entity-name',
      what: 'One kind of records that the person may view, found by typing.',
      use: ['The records that an email template is about'],
      not: ['Several kinds of records: Entities', 'Any other list: Choice'],
      anatomy: ['Label: About', 'A text box that filters its list'],
      keyboard: { 'Arrow down': 'Opens the list', Enter: 'Takes the first match' },
      screenReader: '“About, combo box.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { tags: ['!test'] };
export const OneThatIsGone: Story = {
  args: { value: 'gone' },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByDisplayValue('gone')).toBeVisible();
  },
};
export const ReadOnly: Story = { tags: ['!test'], args: { value: 'gone', locked: true } };

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ Empty, OneThatIsGone, ReadOnly }} />,
};
