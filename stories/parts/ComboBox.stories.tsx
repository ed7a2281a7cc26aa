import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, waitFor } from 'storybook/test';
import { ComboBox } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsInField } from '../docs/partControls.ts';
import { activate } from '../support/activate.ts';
import { slow } from '../support/onScreen.ts';
import { InField } from './InField.tsx';

const options = [
  { id: 'a', label: 'Northline Protect', note: 'NLP' },
  { id: 'b', label: 'Maple Shield', note: 'MPS' },
  { id: 'c', label: 'Boréal Garantie', note: 'BOR' },
  { id: 'd', label: 'Discontinued', disabled: true },
];

type Props = Partial<Parameters<typeof ComboBox>[0]> & {
  readonly fieldLabel?: string;
  readonly help?: string;
  readonly issue?: string;
};

function Field({ fieldLabel, help, issue, value = undefined, ...props }: Props) {
  return (
    <InField<Parameters<typeof ComboBox>[0]['value']>
      label={fieldLabel}
      help={help}
      issue={issue}
      required={props.required}
      start={value}
    >
      {(control) => <ComboBox {...props} {...control} options={options} />}
    </InField>
  );
}

const meta = {
  title: 'Parts/Combo box',
  tags: ['autocomplete', 'typeahead', 'searchable-select'],
  component: Field,
  args: {},
  argTypes: controlsInField(ComboBox),
  parameters: {
    about: docsOf({
      parts: ['ComboBox', 'Options'],
      what: 'One of many choices, found by typing.',
      use: ['More than about thirty choices', 'The server searches'],
      not: ['A short list: Select', 'Several: Multi select'],
      anatomy: [
        'Label: above, from the field frame',
        'Control: the same height and border as all others',
        'Help and issue: below, from the field frame',
        'List: the matches, with a second line',
      ],
      keyboard: { 'A–Z': 'Narrows the list', '↑ ↓': 'Moves in it', Enter: 'Takes it', Esc: 'Closes it' },
      screenReader: '“Field, combo box.” Then “Maple Shield, 1 of 1”.',
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

export const ByKeyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('combobox', { name: 'Field' });
    await userEvent.tab();
    await expect(input).toHaveFocus();
    await expect(input).toHaveAttribute('aria-expanded', 'false');
    await userEvent.paste('map');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await activate(input);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(input).toHaveValue('Maple Shield'));
    await userEvent.clear(input);
    await userEvent.tab();
    await expect(input).toHaveValue('');
  },
};

/** Enter or Tab take the first enabled match of the typed text. */
export const FirstMatch: Story = {
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('combobox', { name: 'Field' });
    const type = async (text: string, left: number) => {
      await userEvent.clear(input);
      await userEvent.click(input);
      await userEvent.paste(text);
      await waitFor(() => expect(screen.queryAllByRole('option')).toHaveLength(left));
    };
    const proposed = () => waitFor(() => expect(input.getAttribute('aria-activedescendant')).toBeTruthy());
    await type('maple', 1);
    await proposed();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(input).toHaveValue('Maple Shield'));
    await type('bor', 1);
    await proposed();
    await userEvent.tab();
    await waitFor(() => expect(input).toHaveValue('Boréal Garantie'));
    await type('disc', 1);
    await userEvent.keyboard('{Enter}');
    await userEvent.tab();
    await waitFor(() => expect(input).not.toHaveValue('Discontinued'));
  },
};

const many = Array.from({ length: 60 }, (_, at) => ({ id: String(at), label: `Choice ${at + 1}` }));

const toEnd = (list: HTMLElement) => list.scrollTo({ top: list.scrollHeight });

const long = Array.from({ length: 75 }, (_, at) => ({ id: String(at), label: `Dealer ${at + 1}` }));

/** Pages of options on the server: announced, and loaded at the end of the list. */
export const Pages: Story = {
  render: function Render() {
    const [shown, setShown] = useState(50);
    const [text, setText] = useState('');
    const found = long.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
    const page = found.slice(0, shown);
    const more = {
      shown: page.length,
      total: found.length,
      isLoading: false,
      onLoad: () => setShown(shown + 50),
    };
    return (
      <InField<Parameters<typeof ComboBox>[0]['value']> label="Field" start={undefined}>
        {(control) => (
          <ComboBox
            {...control}
            options={page}
            onSearch={setText}
            {...(page.length < found.length ? { more } : {})}
          />
        )}
      </InField>
    );
  },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('combobox', { name: 'Field' });
    await userEvent.click(input);
    await waitFor(() => expect(screen.getByText(/Showing 50 of 75/)).toBeVisible());
    await expect(screen.queryByRole('option', { name: 'Dealer 75' })).toBeNull();
    toEnd(screen.getByRole('listbox'));
    await waitFor(() => expect(screen.getByRole('option', { name: 'Dealer 75' })).toBeInTheDocument(), slow);
    await expect(screen.queryByText(/Showing/)).toBeNull();
    await activate(input);
    await userEvent.paste('75');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(input).toHaveValue('Dealer 75'));
  },
};

/** Options arrive while the list is open: it grows, then scrolls, without a resize loop. */
export const ManyArrive: Story = {
  render: function Render() {
    const [found, setFound] = useState(many.slice(0, 1));
    return (
      <div style={{ marginBlock: '45vh' }}>
        <InField<Parameters<typeof ComboBox>[0]['value']> label="Field" start={undefined}>
          {(control) => (
            <ComboBox {...control} options={found} onSearch={() => setTimeout(setFound, 300, many)} />
          )}
        </InField>
      </div>
    );
  },
  play: async ({ canvas, userEvent }) => {
    const failures: string[] = [];
    const hear = ({ message }: ErrorEvent) => failures.push(message);
    window.addEventListener('error', hear);
    const input = canvas.getByRole('combobox', { name: 'Field' });
    await userEvent.click(input);
    await userEvent.paste('C');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(60));
    const height = parseFloat(getComputedStyle(screen.getByRole('listbox')).height);
    await expect(height).toBeLessThanOrEqual(320);
    await new Promise((resolve) => setTimeout(resolve, 300));
    window.removeEventListener('error', hear);
    await expect(failures).toEqual([]);
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
