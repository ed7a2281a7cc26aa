import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'object', title: 'Label' };

/** LocalizedWidget in all its states. */
const meta = {
  title: 'Widgets/Localized text',
  component: WidgetStory,
  args: { schema, widget: 'localized', onValue: fn() },
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
export const Filled: Story = { args: { value: { 'en-CA': 'Engine', 'fr-CA': 'Moteur' } } };
export const WithHelp: Story = {
  args: {
    schema: { ...schema, description: 'What the help text says.' },
    value: { 'en-CA': 'Engine', 'fr-CA': 'Moteur' },
  },
};
export const ReadOnly: Story = { args: { value: { 'en-CA': 'Engine', 'fr-CA': 'Moteur' }, locked: true } };
export const Locked: Story = {
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
    <States>
      <WidgetStory schema={schema} widget="localized" />
      <WidgetStory schema={schema} widget="localized" value={{ 'en-CA': 'Engine', 'fr-CA': 'Moteur' }} />
      <WidgetStory schema={schema} widget="localized" required submitted />
      <WidgetStory
        schema={schema}
        widget="localized"
        value={{ 'en-CA': 'Engine', 'fr-CA': 'Moteur' }}
        locked
      />
      <WidgetStory
        schema={schema}
        widget="localized"
        value={{ 'en-CA': 'Engine', 'fr-CA': 'Moteur' }}
        locked
        lockedInputs
      />
    </States>
  ),
};
