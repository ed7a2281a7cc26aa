import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, waitFor } from 'storybook/test';
import { MultiSelect } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsInField } from '../docs/partControls.ts';
import { activate } from '../support/activate.ts';
import { InField } from './InField.tsx';

const options = [
  { id: 'a', label: 'Northline Protect', note: 'NLP' },
  { id: 'b', label: 'Maple Shield', note: 'MPS' },
  { id: 'c', label: 'Boréal Garantie', note: 'BOR' },
  { id: 'd', label: 'Discontinued', disabled: true },
];

type Props = Partial<Parameters<typeof MultiSelect>[0]> & {
  readonly fieldLabel?: string;
  readonly help?: string;
  readonly issue?: string;
};

function Field({ fieldLabel, help, issue, value = [], ...props }: Props) {
  return (
    <InField<Parameters<typeof MultiSelect>[0]['value']>
      label={fieldLabel}
      help={help}
      issue={issue}
      required={props.required}
      start={value}
      as="group"
    >
      {(control) => <MultiSelect {...props} {...control} options={options} />}
    </InField>
  );
}

const meta = {
  title: 'Parts/Multi select',
  tags: ['multi-select', 'tags-input', 'pick-several', 'tokens', 'chips'],
  component: Field,
  args: {},
  argTypes: controlsInField(MultiSelect),
  parameters: {
    about: docsOf({
      parts: ['MultiSelect'],
      what: 'Several choices, found by typing; each appears as a tag that can be removed.',
      use: ['A few of many; screens use the widget References, whose page shows the declaration'],
      not: ['Up to ten in all: Checkbox group', 'One: Select or Combo box'],
      anatomy: [
        'Label: above, from the field frame',
        'Control: the same height and border as all others',
        'Help and issue: below, from the field frame',
        'Tags: the chosen ones',
        'List: opens with a search',
      ],
      keyboard: { 'Space ↓': 'Opens', 'A–Z': 'Searches', Enter: 'Selects or deselects it', Esc: 'Closes' },
      screenReader: '“Field, 2 chosen, button.” Then “Remove Maple Shield, button”.',
    }),
  },
} satisfies Meta<typeof Field>;

export default meta;
type Story = StoryObj<typeof meta>;

const value = ['a', 'c'];
const issue = 'Choose at most one.';

export const Empty: Story = {};
export const Filled: Story = { args: { value } };
export const Required: Story = { args: { required: true } };
export const WithHelp: Story = { args: { value, help: 'As printed on the contract.' } };
export const Invalid: Story = { args: { value, invalid: true, issue } };
export const Disabled: Story = { args: { value, disabled: true } };
export const ReadOnly: Story = { args: { value, readOnly: true } };
export const Summary: Story = { args: { value: ['a', 'b', 'c'], look: 'summary' } };

export const ByKeyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('button', { name: /Field/ }).focus();
    await userEvent.keyboard('{Enter}');
    const search = await screen.findByRole('searchbox');
    await waitFor(() => expect(search).toHaveFocus());
    await userEvent.paste('bor');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await activate(search);
    await userEvent.keyboard('{Enter}');
    // The first Escape clears the search, the second closes the list.
    await userEvent.keyboard('{Escape}{Escape}');
    const tag = await canvas.findByRole('row', { name: 'Boréal Garantie' });
    await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull());
    tag.focus();
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(canvas.queryByRole('row')).toBeNull());
  },
};

/** Enter or Tab take the first match; Tab never unchecks a choice. */
export const FirstMatch: Story = {
  args: { look: 'summary' },
  play: async ({ canvas, userEvent }) => {
    const trigger = canvas.getByRole('button', { name: /Field/ });
    trigger.focus();
    await userEvent.keyboard('{Enter}');
    const search = await screen.findByRole('searchbox');
    const type = async (text: string) => {
      await userEvent.click(search);
      await userEvent.clear(search);
      await userEvent.keyboard(text);
      await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
      const id = screen.getByRole('option').id;
      await waitFor(() => expect(search).toHaveAttribute('aria-activedescendant', id));
    };
    await type('bor');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(trigger).toHaveTextContent('Boréal Garantie'));
    await type('map');
    await userEvent.tab();
    await waitFor(() => expect(trigger).toHaveTextContent('Boréal Garantie, Maple Shield'));
    await type('map');
    await userEvent.tab();
    await expect(trigger).toHaveTextContent('Boréal Garantie, Maple Shield');
    await userEvent.keyboard('{Escape}{Escape}');
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
