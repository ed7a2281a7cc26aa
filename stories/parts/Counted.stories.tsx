import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Counted, findIcon, IconButton } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const button = (count: number) => (
  <IconButton icon={findIcon('bell')} label={`Notifications, ${count} unread`} onPress={() => undefined} />
);

const meta = {
  title: 'Parts/Counted',
  tags: ['badge', 'counter', 'unread', 'notification'],
  component: Counted,
  args: { count: 3, children: button(3) },
  argTypes: controlsOfPart(Counted),
  parameters: {
    about: docsOf({
      parts: ['Counted'],
      what: 'A count at the corner of an icon button.',
      use: ['Buttons in the top bar that lead to pending work'],
      not: ['A status in words: Badge', 'A number within a sentence: text'],
      anatomy: ['Button: what the number is about', 'Number: nothing at zero, 99+ from a hundred'],
      keyboard: { Tab: 'To the button', Enter: 'Presses it' },
      screenReader: 'Only the label of the button, which must include the number.',
    }),
  },
} satisfies Meta<typeof Counted>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Few: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
    await expect(canvas.getByText('3')).toHaveAttribute('aria-hidden', 'true');
  },
};
export const None: Story = {
  args: { count: 0, children: button(0) },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText('0')).toBeNull();
  },
};

export const AllStates: Story = {
  render: () => (
    <div style={{ display: 'flex', gap: 24 }}>
      {[0, 3, 42, 150].map((count) => (
        <Counted key={count} count={count}>
          {button(count)}
        </Counted>
      ))}
    </div>
  ),
};
