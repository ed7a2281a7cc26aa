import type { Meta, StoryObj } from '@storybook/react-vite';
import { Select } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsInField } from '../docs/partControls.ts';
import { InField } from './InField.tsx';

const options = [
  { id: 'a', label: 'Northline Protect', note: 'NLP' },
  { id: 'b', label: 'Maple Shield', note: 'MPS' },
  { id: 'c', label: 'Boréal Garantie', note: 'BOR' },
  { id: 'd', label: 'Discontinued', disabled: true },
];

type Props = Partial<Parameters<typeof Select>[0]> & {
  readonly fieldLabel?: string;
  readonly help?: string;
  readonly issue?: string;
};

function Field({ fieldLabel, help, issue, value = undefined, ...props }: Props) {
  return (
    <InField<Parameters<typeof Select>[0]['value']>
      label={fieldLabel}
      help={help}
      issue={issue}
      required={props.required}
      start={value}
    >
      {(control) => <Select {...props} {...control} options={options} />}
    </InField>
  );
}

const meta = {
  title: 'Parts/Select',
  tags: ['dropdown', 'picker', 'list-box'],
  component: Field,
  args: {},
  argTypes: controlsInField(Select),
  parameters: {
    about: docsOf({
      parts: ['Select'],
      what: 'One choice from a drop-down list.',
      use: ['Five to about thirty choices'],
      not: ['Fewer: Radio group', 'More: Combo box'],
      anatomy: [
        'Label: above, from the field frame',
        'Control: the same height and border as all others',
        'Help and issue: below, from the field frame',
        'List: the selected one is checked',
      ],
      keyboard: { 'Space ↓': 'Opens', '↑ ↓': 'Moves', 'A–Z': 'Jumps', Enter: 'Takes it', Esc: 'Closes' },
      screenReader: '“Field, Maple Shield, button, collapsed.”',
    }),
  },
} satisfies Meta<typeof Field>;

export default meta;
type Story = StoryObj<typeof meta>;

const value = 'b';
const issue = 'Choose an active brand.';

export const Empty: Story = {};
export const Filled: Story = { args: { value } };
export const Required: Story = { args: { required: true } };
export const WithHelp: Story = { args: { value, help: 'As printed on the contract.' } };
export const Invalid: Story = { args: { value, invalid: true, issue } };
export const Disabled: Story = { args: { value, disabled: true } };
export const ReadOnly: Story = { args: { value, readOnly: true } };

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
