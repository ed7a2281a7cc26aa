import type { Meta, StoryObj } from '@storybook/react-vite';
import { TextArea } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsInField } from '../docs/partControls.ts';
import { InField } from './InField.tsx';

type Props = Partial<Parameters<typeof TextArea>[0]> & {
  readonly fieldLabel?: string;
  readonly help?: string;
  readonly issue?: string;
};

function Field({ fieldLabel, help, issue, value = '', ...props }: Props) {
  return (
    <InField<Parameters<typeof TextArea>[0]['value']>
      label={fieldLabel}
      help={help}
      issue={issue}
      required={props.required}
      start={value}
    >
      {(control) => <TextArea {...props} {...control} />}
    </InField>
  );
}

const meta = {
  title: 'Parts/Text area',
  tags: ['multiline', 'comment', 'notes'],
  component: Field,
  args: {},
  argTypes: controlsInField(TextArea),
  parameters: {
    about: docsOf({
      parts: ['TextArea'],
      what: 'Text with several lines.',
      use: ['Descriptions'],
      not: ['One line: Text input'],
      anatomy: [
        'Label: above, from the field frame',
        'Control: the same height and border as all others',
        'Help and issue: below, from the field frame',
      ],
      keyboard: { Enter: 'A new line', Tab: 'To the next field' },
      screenReader: '“Field, edit text, multi-line.”',
    }),
  },
} satisfies Meta<typeof Field>;

export default meta;
type Story = StoryObj<typeof meta>;

const value = 'Covers the powertrain and electrical systems for 60 months or 100,000 km.';
const issue = 'At most 256 characters.';

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
