import type { Meta, StoryObj } from '@storybook/react-vite';
import { FieldShell, TextInput } from '#renderer';

const meta = {
  title: 'Parts/FieldShell',
  component: FieldShell,
  args: {
    id: 'name',
    label: 'Plan Name',
    children: <TextInput id="name" value="Gold" onChange={() => {}} describedBy="name-issues" />,
  },
} satisfies Meta<typeof FieldShell>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {};
export const Required: Story = { args: { required: true } };
export const WithHelp: Story = { args: { help: 'As printed on the contract.' } };
export const WithError: Story = {
  args: { issues: [{ level: 'error', text: 'A plan named ‘Gold’ already exists.' }] },
};
export const WithWarning: Story = {
  args: { issues: [{ level: 'warning', text: 'This plan has no coverage yet.' }] },
};

export const AllStates: Story = {
  args: {
    required: true,
    help: 'As printed on the contract.',
    issues: [
      { level: 'error', text: 'A plan named ‘Gold’ already exists.' },
      { level: 'warning', text: 'This plan has no coverage yet.' },
      { level: 'confirm', text: 'You will be asked to confirm a free plan.' },
    ],
  },
};
