import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, waitFor } from 'storybook/test';
import { DateField } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsInField } from '../docs/partControls.ts';
import { InField } from './InField.tsx';

type Props = Partial<Parameters<typeof DateField>[0]> & {
  readonly fieldLabel?: string;
  readonly help?: string;
  readonly issue?: string;
};

function Field({ fieldLabel, help, issue, value = undefined, ...props }: Props) {
  return (
    <InField<Parameters<typeof DateField>[0]['value']>
      label={fieldLabel}
      help={help}
      issue={issue}
      required={props.required}
      start={value}
    >
      {(control) => <DateField {...props} {...control} />}
    </InField>
  );
}

const meta = {
  title: 'Parts/Date field',
  tags: ['date-picker', 'calendar'],
  component: Field,
  args: {},
  argTypes: controlsInField(DateField),
  parameters: {
    about: docsOf({
      parts: ['DateField', 'CalendarPopover'],
      what: 'A date, typed or picked from a calendar.',
      use: ['Any day'],
      not: ['A date with a time: the widget Date and time'],
      anatomy: [
        'Label: above, from the field frame',
        'Control: the same height and border as all others',
        'Help and issue: below, from the field frame',
        'Calendar: loaded when first opened',
      ],
      keyboard: { '↑ ↓': 'One day later or earlier', 'Alt+↓': 'Opens the calendar', Esc: 'Closes it' },
      screenReader: '“Field, edit text, 2026-03-01.”',
    }),
  },
} satisfies Meta<typeof Field>;

export default meta;
type Story = StoryObj<typeof meta>;

const value = '2026-03-01';
const issue = 'The end date must be after the launch date.';

export const Empty: Story = {};
export const Filled: Story = { args: { value } };
export const Required: Story = { args: { required: true } };
export const WithHelp: Story = { args: { value, help: 'As printed on the contract.' } };
export const Invalid: Story = { args: { value, invalid: true, issue } };
export const Disabled: Story = { args: { value, disabled: true } };
export const ReadOnly: Story = { args: { value, readOnly: true } };
export const NotADay: Story = {
  args: { value: '2026-02-31', invalid: true, issue: 'There is no such day.' },
};

export const ByKeyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('textbox', { name: 'Field' });
    await userEvent.type(input, '20260228');
    await userEvent.tab();
    await expect(input).toHaveValue('2026-02-28');
    input.focus();
    await userEvent.keyboard('{ArrowUp}');
    await expect(input).toHaveValue('2026-03-01');
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await screen.findByRole('dialog');
    await waitFor(() => expect(document.activeElement).toHaveAttribute('role', 'button'));
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await waitFor(() => expect(input).toHaveValue('2026-03-02'));
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
