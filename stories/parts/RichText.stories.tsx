import type { Meta, StoryObj } from '@storybook/react-vite';
import { RichText } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const meta = {
  title: 'Parts/Rich text',
  tags: ['rich-text', 'formatted-text', 'wysiwyg'],
  component: RichText,
  args: { text: '<b>Error</b>, the coverage group is used by the plans Gold, Silver.' },
  argTypes: controlsOfPart(RichText),
  parameters: {
    about: docsOf({
      parts: ['RichText'],
      what: 'A message with bold words and lines. Anything else in it is text, never markup.',
      use: ['Messages from the message files'],
      not: ['Documents: the widget HTML'],
      anatomy: ['Text: bold, italic, lines'],
      keyboard: { Tab: 'Not focusable: it contains no controls' },
      screenReader: 'The text itself.',
    }),
  },
} satisfies Meta<typeof RichText>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Bold: Story = {};
export const HostileValue: Story = { args: { text: 'Delete the plan <img src=x onerror=alert(1)>?' } };
export const AllStates: Story = { args: { text: '<b>One.</b> Two lines\nof one message.' } };
