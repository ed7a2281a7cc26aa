import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Progress } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const meta = {
  title: 'Parts/Progress',
  tags: ['progress-bar', 'loading', 'percent-done', 'spinner'],
  component: Progress,
  args: { label: 'Import', text: '420,000 rows read', share: 0.42 },
  argTypes: controlsOfPart(Progress),
  parameters: {
    about: docsOf({
      parts: ['Progress'],
      what: 'Shows how far a task has progressed, or that it is still running.',
      use: ['Work that takes more than a few seconds'],
      not: ['Content that is loading: Skeleton', 'A busy button: its own spinner'],
      anatomy: ['Bar: filled by percentage, or moving if unknown', 'Text: what has been done'],
      keyboard: { Tab: 'Not focusable: it contains no controls' },
      screenReader: '“Import, progress, 42 percent.”',
    }),
  },
} satisfies Meta<typeof Progress>;

export default meta;
type Story = StoryObj<typeof meta>;

export const ShareKnown: Story = { tags: ['!test'] };
export const ShareUnknown: Story = { tags: ['!test'], args: { share: undefined } };

export const AllStates: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <Progress label="Begun" share={0} text="0 rows read" />
      <Progress label="Halfway" share={0.42} text="420,000 rows read" />
      <Progress label="Unknown" text="1,200 rows read" />
      <Progress label="Done" share={1} />
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('progressbar', { name: 'Halfway' })).toHaveAttribute('aria-valuenow', '42');
  },
};
