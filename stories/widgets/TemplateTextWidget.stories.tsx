import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', maxLength: 120, title: 'Subject' };

/** TemplateTextWidget in all its states; with its picker of fields: Screens/Email texts. */
const meta = {
  title: 'Widgets/Template text',
  tags: ['placeholder', 'field-picker', 'template', 'email'],
  component: WidgetStory,
  args: {
    ...startOf(schema),
    ...{ schema, widget: 'template-text', options: { about: 'Entity' }, onValue: fn() },
    beside: { Entity: { type: 'string', title: 'About' } },
  },
  argTypes: controlsOf(schema, 'template-text'),
  parameters: {
    about: docsOf({
      widget: 'template-text',
      what: 'A text with placeholders, and the fields that can be inserted at its cursor.',
      use: ['Subjects and texts of emails'],
      not: ['Formatted documents: HTML editor', 'Texts without placeholders: Text, Multi-line text'],
      anatomy: [
        'Input: one line or several',
        'Picker: the fields that the person may see, once it is known what the text is about',
      ],
      keyboard: { Tab: 'To the input, the picker', Enter: 'Inserts the field and returns to the input' },
      screenReader: '“Insert a field into Subject, combo box.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Subject' }), 'News');
    await expect(args.onValue).toHaveBeenLastCalledWith('News');
    // It is not known what the text is about.
    await expect(canvas.queryByRole('combobox')).toBeNull();
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: 'About {{ Name }}' } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: 'About {{ Name }}', locked: true } };

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ Empty, Filled, ReadOnly }} />,
};
