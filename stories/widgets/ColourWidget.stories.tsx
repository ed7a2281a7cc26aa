import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', maxLength: 7, title: 'Accent colour' };

/** ColourWidget in all its states. */
const meta = {
  title: 'Widgets/Colour',
  tags: ['color-picker', 'contrast', 'accent', 'brand'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, widget: 'colour', options: { theme: 'light' }, onValue: fn() },
  argTypes: controlsOf(schema, 'colour'),
  parameters: {
    about: docsOf({
      widget: 'colour',
      what: 'An accent colour, typed or picked, with its lowest contrast in a theme.',
      use: ['Colours that text is written in or on'],
      not: ['A colour by meaning: choices with a tone'],
      anatomy: [
        'Palette: the picker of the browser',
        'Input: # and six digits',
        'Contrast: the lowest of all places where the accent is used',
        'Offer: the nearest colour that can be read, if this one cannot',
      ],
      keyboard: { Tab: 'To the palette, the input, the offer', Enter: 'Takes the offer' },
      screenReader: 'The contrast is announced when it changes.',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByText(/contrast/)).toBeNull();
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: '#0b6b3a' } };
export const Unreadable: Story = {
  args: { value: '#ffd400' },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('Lowest contrast: 1.25:1')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Use #826c00' }));
    await expect(args.onValue).toHaveBeenLastCalledWith('#826c00');
    await expect(canvas.queryByRole('button')).toBeNull();
  },
};
export const Dark: Story = { tags: ['!test'], args: { value: '#202060', options: { theme: 'dark' } } };
export const NoColour: Story = { tags: ['!test'], args: { value: 'green' } };
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: '#0b6b3a', locked: true } };
export const Locked: Story = {
  tags: ['!test'],
  args: { value: '#0b6b3a', locked: true, lockedInputs: true },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf
      args={meta.args}
      stories={{ Empty, Filled, Unreadable, Dark, NoColour, Invalid, ReadOnly, Locked }}
    />
  ),
};
