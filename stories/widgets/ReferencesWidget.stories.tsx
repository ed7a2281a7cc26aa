import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
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
  tags: ['multi-lookup', 'many-to-many', 'tags'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'references'),
  parameters: {
    about: docsOf({
      widget: 'references',
      what: 'Several records, found by typing. Each appears as a tag that can be removed.',
      use: ['A few out of a long list'],
      not: ['Many out of a long list: Record picker', 'A short closed list: Flags'],
      anatomy: [
        'Label: names the list',
        'Tags: the chosen ones, each with a remove button',
        'Control: opens the list and searches',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: {
        Tab: 'To the field, then to the next',
        'Space ↓': 'Opens the list',
        'A–Z': 'Searches',
        Enter: 'Adds or removes it',
        Esc: 'Closes the list',
      },
      screenReader: '“Brands, 2 chosen, button.” A tag: “Remove Cascadia, button”.',
    }),
  },
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
export const Filled: Story = { tags: ['!test'], args: { value: brands.slice(0, 2) } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: brands.slice(0, 2) },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: brands.slice(0, 2), locked: true } };
export const Locked: Story = {
  tags: ['!test'],
  args: { value: brands.slice(0, 2), locked: true, lockedInputs: true },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
