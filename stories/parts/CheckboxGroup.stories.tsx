import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { CheckboxGroup } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsInField } from '../docs/partControls.ts';
import { InField } from './InField.tsx';

const options = [
  { id: 'a', label: 'Repair' },
  { id: 'b', label: 'Maintenance' },
  { id: 'c', label: 'Tire and rim' },
  { id: 'd', label: 'Discontinued', disabled: true },
];

type Props = Partial<Parameters<typeof CheckboxGroup>[0]> & {
  readonly fieldLabel?: string;
  readonly help?: string;
  readonly issue?: string;
};

function Field({ fieldLabel, help, issue, value = [], ...props }: Props) {
  return (
    <InField<readonly string[]>
      label={fieldLabel}
      help={help}
      issue={issue}
      required={props.required}
      start={value}
      as="group"
    >
      {(control) => <CheckboxGroup {...props} {...control} options={options} />}
    </InField>
  );
}

const meta = {
  title: 'Parts/Checkbox group',
  tags: ['multiple-choice', 'checklist'],
  component: Field,
  args: {},
  argTypes: controlsInField(CheckboxGroup),
  parameters: {
    about: docsOf({
      parts: ['CheckboxGroup'],
      what: 'Any number of a few choices, all visible.',
      use: ['Up to about ten choices, several of which may apply'],
      not: ['Exactly one: Radio group', 'A few of many: Multi select'],
      anatomy: ['Group label: from the field frame', 'Boxes: in a row or a column'],
      keyboard: { Tab: 'From checkbox to checkbox', Space: 'Checks or unchecks it' },
      screenReader: '“Field, group. Repair, checkbox, checked.”',
    }),
  },
} satisfies Meta<typeof Field>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Filled: Story = { tags: ['!test'], args: { value: ['a', 'c'] } };
export const InAColumn: Story = { tags: ['!test'], args: { value: ['a'], direction: 'column' } };

export const AllStates: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <Field fieldLabel="Empty" />
      <Field fieldLabel="Filled" value={['a', 'c']} />
      <Field fieldLabel="In a column" value={['a']} direction="column" />
      <Field fieldLabel="Invalid" invalid issue="Choose at least one." />
      <Field fieldLabel="Read only" value={['b']} readOnly />
    </div>
  ),
  play: async ({ canvas }) => {
    const [box] = canvas.getAllByRole('checkbox', { name: 'Maintenance' });
    await userEvent.click(box as HTMLElement);
    await expect(box).toBeChecked();
  },
};
