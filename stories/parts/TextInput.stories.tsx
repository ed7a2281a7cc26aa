import type { Meta, StoryObj } from '@storybook/react-vite';
import { TextInput } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsInField } from '../docs/partControls.ts';
import { InField } from './InField.tsx';

type Props = Partial<Parameters<typeof TextInput>[0]> & {
  readonly fieldLabel?: string;
  readonly help?: string;
  readonly issue?: string;
};

function Field({ fieldLabel, help, issue, value = '', ...props }: Props) {
  return (
    <InField<Parameters<typeof TextInput>[0]['value']>
      label={fieldLabel}
      help={help}
      issue={issue}
      required={props.required}
      start={value}
    >
      {(control) => <TextInput {...props} {...control} />}
    </InField>
  );
}

const meta = {
  title: 'Parts/Text input',
  tags: ['input', 'text-box', 'search-field'],
  component: Field,
  args: {},
  argTypes: controlsInField(TextInput),
  parameters: {
    about: docsOf({
      parts: ['TextInput', 'SuggestInput'],
      what: 'One line of text.',
      use: ['Names, codes, search'],
      not: ['Numbers and dates: their own fields'],
      anatomy: [
        'Label: above, from the field frame',
        'Control: the same height and border as all others',
        'Help and issue: below, from the field frame',
      ],
      keyboard: { Tab: 'To the field and past it' },
      screenReader: '“Field, edit text.”',
    }),
  },
} satisfies Meta<typeof Field>;

export default meta;
type Story = StoryObj<typeof meta>;

const value = 'Platinum Vehicle Service Contract';
const issue = 'This name is taken. Choose another.';

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
