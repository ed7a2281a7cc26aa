import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'integer', 'x-lookup': 'story-state', title: 'State' };

/** ChoiceWidget in all its states. */
const meta = {
  title: 'Widgets/Select',
  tags: ['dropdown', 'select', 'enum', 'status'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'select'),
  parameters: {
    about: docsOf({
      widget: 'select',
      what: 'One choice from a drop-down list. For short, fixed lists.',
      use: ['Five to about thirty choices', 'A list that fits on the screen when open'],
      not: [
        'Up to five choices, where there is room: Radio',
        'Hundreds or more, which need a search: Reference',
        'Any number at once: Flags',
      ],
      anatomy: [
        'Label: names what is chosen',
        'Control: the choice, or “Choose…”',
        'List: one line per choice; the selected one is checked',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: {
        Tab: 'To the field, then to the next',
        'Space ↓': 'Opens the list',
        '↑ ↓': 'Moves in it',
        'A–Z': 'Jumps to a choice by its first letters',
        Enter: 'Takes it',
        Esc: 'Closes without a change',
      },
      screenReader: '“State, In Pricing, button, collapsed.” Open: “In Design, 1 of 3”.',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: /State/ }));
    await userEvent.click(await within(document.body).findByRole('option', { name: 'In Pricing' }));
    await expect(args.onValue).toHaveBeenLastCalledWith(2);
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: 2 } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 2 },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: 2, locked: true } };
export const Locked: Story = { tags: ['!test'], args: { value: 2, locked: true, lockedInputs: true } };
/** As many options as a plain list can hold: typing a letter jumps to a choice. */
export const ThirtyChoices: Story = {
  tags: ['!test'],
  args: { schema: { type: 'integer', 'x-lookup': 'story-city', title: 'City' }, label: 'City', value: 16 },
};
/** A stored value that is no longer in the list stays visible until changed. */
export const Unlisted: Story = {
  args: {
    schema: { type: 'integer', 'x-lookup': 'story-state', 'x-keepUnknown': true, title: 'State' },
    value: 45,
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('button', { name: /State/ })).toHaveTextContent('45');
  },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked, Unlisted }} />
  ),
};
