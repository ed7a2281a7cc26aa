import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'object', title: 'Label' };

/** LocalizedWidget in all its states. */
const meta = {
  title: 'Widgets/Localized text',
  tags: ['translation', 'bilingual', 'language', 'french'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, widget: 'localized', onValue: fn() },
  argTypes: controlsOf(schema, 'localized'),
  parameters: {
    about: docsOf({
      widget: 'localized',
      what: 'One text in both languages. The form shows the person’s own; both are edited on the page of texts.',
      use: ['Names that customers see'],
      not: ['A text with one language: Text'],
      anatomy: ['Label: names the text', 'Value: in the language of the person'],
      keyboard: { Tab: 'Not editable' },
      screenReader: '“Label, Engine.” In French “Libellé, Moteur”.',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('group', { name: 'Label' })).toHaveTextContent('–');
    await expect(args.onValue).not.toHaveBeenCalled();
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: { 'en-CA': 'Engine', 'fr-CA': 'Moteur' } } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: {
    schema: { ...schema, description: 'What the help text says.' },
    value: { 'en-CA': 'Engine', 'fr-CA': 'Moteur' },
  },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = {
  tags: ['!test'],
  args: { value: { 'en-CA': 'Engine', 'fr-CA': 'Moteur' }, locked: true },
};
export const Locked: Story = {
  tags: ['!test'],
  args: { value: { 'en-CA': 'Engine', 'fr-CA': 'Moteur' }, locked: true, lockedInputs: true },
};
export const French: Story = {
  globals: { locale: 'fr-CA' },
  args: { value: { 'en-CA': 'Engine', 'fr-CA': 'Moteur' } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('Moteur')).toBeVisible();
  },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
