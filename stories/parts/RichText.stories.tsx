import type { Meta, StoryObj } from '@storybook/react-vite';
import { RichText } from '#renderer';

const meta = {
  title: 'Parts/RichText',
  component: RichText,
  args: { text: '<b>Error</b>, the coverage group is used by the plans Gold, Silver.' },
} satisfies Meta<typeof RichText>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Bold: Story = {};
export const HostileValue: Story = { args: { text: 'Delete the plan <img src=x onerror=alert(1)>?' } };
export const AllStates: Story = { args: { text: '<b>One.</b> Two lines\nof one message.' } };
