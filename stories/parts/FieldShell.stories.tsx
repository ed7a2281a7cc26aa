import type { Meta, StoryObj } from '@storybook/react-vite';
import { FieldShell, TextInput } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const meta = {
  title: 'Parts/Field frame',
  tags: ['label', 'help-text', 'error-message', 'required', 'hint'],
  component: FieldShell,
  args: {
    id: 'name',
    label: 'Plan Name',
    children: <TextInput id="name" value="Gold" onChange={() => {}} describedBy="name-issues" />,
  },
  argTypes: controlsOfPart(FieldShell),
  parameters: {
    about: docsOf({
      parts: ['FieldShell'],
      what: 'What surrounds every control: label, help, issues, and why it is locked.',
      use: ['Around every control on a form'],
      not: ['In a cell: there, the column heading is the label'],
      anatomy: [
        'Label: names the field; long labels wrap and are never truncated',
        'Mark: shows that it is required',
        'Control: any',
        'Help: one line',
        'Issues: below the control and its help; errors, warnings, questions, in this order',
      ],
      keyboard: { Tab: 'To the control' },
      screenReader: 'Label, then state, then help and issues as the description of the control.',
    }),
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
