import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { NumberField } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsInField } from '../docs/partControls.ts';
import { InField } from './InField.tsx';

type Props = Partial<Parameters<typeof NumberField>[0]> & {
  readonly fieldLabel?: string;
  readonly help?: string;
  readonly issue?: string;
};

function Field({ fieldLabel, help, issue, value = undefined, ...props }: Props) {
  return (
    <InField<Parameters<typeof NumberField>[0]['value']>
      label={fieldLabel}
      help={help}
      issue={issue}
      required={props.required}
      start={value}
    >
      {(control) => <NumberField {...props} {...control} />}
    </InField>
  );
}

const meta = {
  title: 'Parts/Number field',
  tags: ['number', 'amount', 'stepper'],
  component: Field,
  args: {},
  argTypes: controlsInField(NumberField),
  parameters: {
    about: docsOf({
      parts: ['NumberField', 'NumberHint'],
      what: 'A number, formatted in the person’s language.',
      use: ['Counts, amounts, percentages'],
      not: ['Codes of digits: Text input'],
      anatomy: [
        'Label: above, from the field frame',
        'Control: the same height and border as all others',
        'Help and issue: below, from the field frame',
        'Unit: a sign before or after',
      ],
      keyboard: { '↑ ↓': 'One step up or down' },
      screenReader: '“Field, edit text, 1,234.50.”',
    }),
  },
} satisfies Meta<typeof Field>;

export default meta;
type Story = StoryObj<typeof meta>;

const value = 12345.5;
const issue = 'Must be 100,000 or less.';

export const Empty: Story = {};
export const Filled: Story = { args: { value } };
export const Required: Story = { args: { required: true } };
export const WithHelp: Story = { args: { value, help: 'As printed on the contract.' } };
export const Invalid: Story = { args: { value, invalid: true, issue } };
export const Disabled: Story = { args: { value, disabled: true } };
export const ReadOnly: Story = { args: { value, readOnly: true } };
export const Money: Story = { args: { value: 1499.5, unit: 'money', scale: 2 } };
export const Percent: Story = { args: { value: 4.25, unit: 'percent', scale: 3 } };
export const NotANumber: Story = { args: { value: '12 dollars', invalid: true, issue: 'Enter a number.' } };

export const ByKeyboard: Story = {
  args: { unit: 'money', scale: 2 },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('textbox', { name: 'Field' });
    await userEvent.type(input, '1,234.5');
    await expect(input).toHaveValue('1,234.5');
    await userEvent.tab();
    await expect(input).toHaveValue('1,234.50');
    await userEvent.clear(input);
    await userEvent.type(input, '12 dollars');
    await userEvent.tab();
    await expect(input).toHaveValue('12 dollars');
  },
};

export const AllStates: Story = {
  render: () => (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 16 }}>
      <Field fieldLabel="Empty" />
      <Field fieldLabel="Filled" value={value} />
      <Field fieldLabel="Required" required />
      <Field fieldLabel="With help" value={value} help="As printed on the contract." />
      <Field fieldLabel="Invalid" value={value} invalid issue={issue} />
      <Field fieldLabel="Disabled" value={value} disabled />
      <Field fieldLabel="Read only" value={value} readOnly />
    </div>
  ),
};
