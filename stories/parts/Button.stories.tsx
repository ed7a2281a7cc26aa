import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen } from 'storybook/test';
import { Button } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const meta = {
  title: 'Parts/Button',
  tags: ['action', 'call-to-action', 'primary', 'submit'],
  component: Button,
  args: { children: 'Save' },
  argTypes: controlsOfPart(Button),
  parameters: {
    about: docsOf({
      parts: ['Button', 'Spinner'],
      what: 'Performs an action. One primary button per page: the main action.',
      use: ['Save, add, delete, run'],
      not: ['Navigation: Link', 'An icon alone: Icon button'],
      anatomy: [
        'Label: a verb, with its object where needed',
        'Danger: names the action and its object, “Delete plan”; solid red in the confirmation, cautious among other buttons',
        'Icon: only where it is faster to recognize than the label',
        'Spinner: while it works, without moving the label',
      ],
      keyboard: { 'Enter Space': 'Presses it', Tab: 'To the next' },
      screenReader: '“Save, button.” When disabled, it stays focusable and says why.',
    }),
  },
} satisfies Meta<typeof Button>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Neutral: Story = {};
export const Primary: Story = { args: { tone: 'primary' } };
export const Caution: Story = { args: { tone: 'caution', children: 'Abandon product' } };
export const Danger: Story = { args: { tone: 'danger', children: 'Delete plan' } };
export const Quiet: Story = { args: { tone: 'quiet' } };
export const AsLink: Story = { args: { tone: 'link', children: 'Add plan' } };
export const Small: Story = { args: { size: 'small' } };
export const Disabled: Story = { args: { disabled: true } };
export const Refused: Story = { args: { refusal: 'Not possible now: the product is active.' } };
export const Busy: Story = { args: { busy: true, tone: 'primary', children: 'Saving' } };

export const RefusedSaysWhy: Story = {
  args: { refusal: 'Not possible now: the product is active.', onPress: fn() },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('button')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(args.onPress).not.toHaveBeenCalled();
    await expect(await screen.findByRole('tooltip')).toHaveTextContent('the product is active');
  },
};

export const AllStates: Story = {
  render: () => (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(3, max-content)', gap: 12 }}>
      {(['primary', 'neutral', 'caution', 'danger', 'quiet', 'link'] as const).flatMap((tone) => [
        <Button key={tone} tone={tone}>
          {tone}
        </Button>,
        <Button key={`${tone} disabled`} tone={tone} disabled>{`${tone} disabled`}</Button>,
        <Button key={`${tone} busy`} tone={tone} busy>{`${tone} busy`}</Button>,
      ])}
    </div>
  ),
};
