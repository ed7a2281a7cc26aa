import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { RadioGroup } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsInField } from '../docs/partControls.ts';
import { InField } from './InField.tsx';

const options = [
  { id: 'a', label: 'Northline Protect', note: 'NLP' },
  { id: 'b', label: 'Maple Shield', note: 'MPS' },
  { id: 'c', label: 'Boréal Garantie', note: 'BOR' },
  { id: 'd', label: 'Discontinued', disabled: true },
];

type Props = Partial<Parameters<typeof RadioGroup>[0]> & {
  readonly fieldLabel?: string;
  readonly help?: string;
  readonly issue?: string;
};

function Field({ fieldLabel, help, issue, value = undefined, ...props }: Props) {
  return (
    <InField<Parameters<typeof RadioGroup>[0]['value']>
      label={fieldLabel}
      help={help}
      issue={issue}
      required={props.required}
      start={value}
      as="group"
    >
      {(control) => <RadioGroup {...props} {...control} options={options} />}
    </InField>
  );
}

const meta = {
  title: 'Parts/Radio group',
  tags: ['radio-button', 'option-buttons', 'single-choice'],
  component: Field,
  args: {},
  argTypes: controlsInField(RadioGroup),
  parameters: {
    about: docsOf({
      parts: ['RadioGroup'],
      what: 'One of a few choices, all visible.',
      use: ['Two to five choices'],
      not: ['More: Select'],
      anatomy: ['Group label', 'Choices: in a row or a column'],
      keyboard: { '↑ ↓ ← →': 'Chooses the next' },
      screenReader: '“Field, radio group. Maple Shield, 2 of 4.”',
    }),
  },
} satisfies Meta<typeof Field>;

export default meta;
type Story = StoryObj<typeof meta>;

const value = 'b';
const issue = 'Choose one.';

export const Empty: Story = {};
export const Filled: Story = { args: { value } };
export const Required: Story = { args: { required: true } };
export const WithHelp: Story = { args: { value, help: 'As printed on the contract.' } };
export const Invalid: Story = { args: { value, invalid: true, issue } };
export const Disabled: Story = { args: { value, disabled: true } };
export const ReadOnly: Story = { args: { value, readOnly: true } };
export const InAColumn: Story = { args: { value, direction: 'column' } };

export const ByKeyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    const [first, second] = canvas.getAllByRole('radio');
    await userEvent.click(first!);
    await userEvent.keyboard('{ArrowRight}');
    await expect(second).toBeChecked();
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
