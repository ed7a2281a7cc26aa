import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = {
  type: 'string',
  format: 'rule',
  title: 'Eligibility rule',
  'x-rule': { operands: { entity: 'measure', by: {} }, examples: 'Examples' },
};
const beside = {
  Examples: {
    type: 'array',
    default: [],
    items: {
      type: 'object',
      properties: { Title: { type: 'string' }, Values: { title: 'Values' }, Expected: { type: 'boolean' } },
    },
  },
};
const term = 'Policy.TermMonth <= 60 and Vehicle.CPO';
const long = `${term} and (Vehicle.Class in ["Compact", "Sedan"] or $vinInList(Vehicle.VIN)) and $not(Vehicle.Kilometres > 160000)`;
const examples = [
  { Title: 'A young certified car', Values: { 'Policy.TermMonth': 48, 'Vehicle.CPO': true }, Expected: true },
  { Title: 'Too long', Values: { 'Policy.TermMonth': 72, 'Vehicle.CPO': true }, Expected: false },
];

/** RuleWidget in all its states, with its interactions. */
const meta = {
  title: 'Widgets/Rule',
  tags: ['condition', 'query-builder', 'formula', 'expression'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, beside, onValue: fn() },
  argTypes: controlsOf(schema, 'rule'),
  parameters: {
    about: docsOf({
      widget: 'rule',
      what: 'A condition, built from parts or written as text, and tested on examples before it is saved.',
      use: ['Eligibility and other conditions set by staff'],
      not: ['A choice from a list: Flags', 'A calculation: price steps'],
      anatomy: [
        'Builder: conditions and groups',
        'Text: the same as an expression',
        'In plain words: what it means',
        'Coverage: the share of all possible cases that it accepts',
        'Examples: values with the expected result',
      ],
      keyboard: { Tab: 'From part to part', '↑ ↓': 'Moves in a list', 'Ctrl+Z': 'Takes back' },
      screenReader:
        '“Comparison of Term (months), is at most, button.” The plain words are a region of their own.',
      isWide: true,
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;
type Canvas = ReturnType<typeof within>;

const builderReady = (canvas: Canvas) => canvas.findByRole('button', { name: 'Add a condition' });
const choose = async (canvas: Canvas, name: RegExp, option: string) => {
  await userEvent.click(await canvas.findByRole('button', { name }));
  await userEvent.click(await within(document.body).findByRole('option', { name: option }));
};

/** Builds a rule from nothing. */
export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('There is no rule: everything is accepted.')).toBeVisible();
    await userEvent.click(await builderReady(canvas));
    const name = await canvas.findByRole('combobox', { name: 'Parameter' });
    // Adding a condition focuses its operand.
    await waitFor(() => expect(name).toHaveFocus());
    await userEvent.keyboard('Term');
    await userEvent.click(await within(document.body).findByRole('option', { name: 'Term (months)' }));
    await choose(canvas, /Comparison of Term/, 'is at most');
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Value of Term (months)' }), '60');
    await userEvent.tab();
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith('Policy.TermMonth <= 60'));
    await expect(await canvas.findByText('Term (months) is at most 60')).toBeVisible();
  },
};

/** A missing value leaves the verdict open, and is named as decisive. */
export const Tried: Story = {
  args: { value: term },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('No result yet')).toBeVisible();
    await expect(
      canvas.getByText(/Values needed for a result: Term \(months\), Certified pre-owned/),
    ).toBeVisible();
    const panel = within(await canvas.findByRole('region', { name: 'Try the rule' }));
    await userEvent.type(await panel.findByRole('textbox', { name: 'Value of Term (months)' }), '72');
    await userEvent.tab();
    await waitFor(() => expect(panel.getByText('Not accepted')).toBeVisible());
  },
};

/** Undo and redo cover both builder and text. */
export const Undone: Story = {
  args: { value: term },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const [first] = await canvas.findAllByRole('button', { name: 'Remove the condition' });
    await userEvent.click(first as HTMLElement);
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith('Vehicle.CPO'));
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith(term));
    await userEvent.click(canvas.getByRole('button', { name: 'Redo' }));
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith('Vehicle.CPO'));
  },
};

/** Parts that the builder cannot show appear as text and are kept. */
export const WithTextParts: Story = {
  args: { value: long },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const chips = await canvas.findAllByText('$vinInList(Vehicle.VIN)');
    await expect(chips[0]).toBeVisible();
    await userEvent.click((await canvas.findAllByRole('checkbox', { name: 'Not' }))[0] as HTMLElement);
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith(`$not(${long})`));
  },
};

/** Saves the tried values as an example with their verdict. */
export const KeepsAnExample: Story = {
  args: { value: 'Vehicle.CPO' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const panel = within(await canvas.findByRole('region', { name: 'Try the rule' }));
    await choose(panel, /Value of Certified pre-owned/, 'Yes');
    await waitFor(() => expect(panel.getByText('Accepted')).toBeVisible());
    await userEvent.click(panel.getByRole('button', { name: 'Keep as an example' }));
    await expect(await panel.findByText(/1 example gives the expected result/)).toBeVisible();
  },
};

/** Examples run on every change. */
export const WithExamples: Story = {
  args: { value: term, holding: { Examples: examples } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText(/All 2 examples give the expected result/)).toBeVisible();
    await expect(canvas.getByText(/In none of them is this false: Vehicle.CPO/)).toBeVisible();
    const [first] = await canvas.findAllByRole('button', { name: 'Remove the condition' });
    await userEvent.click(first as HTMLElement);
    await expect(await canvas.findByText(/1 example does not give the expected result/)).toBeVisible();
  },
};

/** As text, with errors marked in place. */
export const AsText: Story = {
  args: { value: 'Policy.TermMonths <= 60 and Vehicle.Class = "Compct"' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('tab', { name: 'Text' }));
    await waitFor(() => {
      const root = canvasElement.querySelector('[data-editor="rule"]')?.shadowRoot;
      expect(root?.querySelector('.cm-lintRange-error')?.textContent).toBe('TermMonths');
    });
    await expect(await canvas.findByText(/Character 8: There is no field TermMonths/)).toBeVisible();
  },
};

/** The builder says that it cannot show an unparsable text. */
export const Unreadable: Story = {
  args: { value: 'Policy.TermMonth <= (60' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Show in the text' }));
    await expect(await canvas.findByRole('tab', { name: 'Text', selected: true })).toBeVisible();
  },
};

export const Invalid: Story = { args: { required: true, submitted: true } };
export const ReadOnly: Story = {
  args: { value: long, locked: true, holding: { Examples: examples } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const words = within(await canvas.findByRole('region', { name: 'In plain words' }));
    await expect(await words.findByText('All of these must be true:')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Add a condition' })).toBe(null);
    await expect(canvas.queryByRole('button', { name: 'Undo' })).toBe(null);
  },
};

/** Counts admitted combinations while typing, and shows which undecided parts matter. */
export const WithImpact: Story = {
  args: { value: 'Vehicle.Class in ["Compact", "Sedan"] or (Vehicle.CPO and Policy.TermMonth <= 60)' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const panel = within(await canvas.findByRole('region', { name: 'Values it accepts' }));
    await expect(
      await panel.findByText('The rule accepts 4 of 8 combinations of the listed values (50%).'),
    ).toBeVisible();
    await expect(
      panel.getByText('2 more depend on parameters without listed values: Term (months)'),
    ).toBeVisible();
    const [first] = await canvas.findAllByRole('button', { name: 'Remove the condition' });
    await userEvent.click(first as HTMLElement);
    await expect(await panel.findByText(/accepts 0 of 8 combinations/)).toBeVisible();
  },
};

/** Reports a rule that nothing can satisfy. */
export const AdmitsNothing: Story = {
  args: { value: 'Vehicle.Class = "Compact" and Vehicle.Class = "Sedan"' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(
      await canvas.findByText('The rule accepts no combination of the listed values.'),
    ).toBeVisible();
  },
};

/** Everything works without a mouse. */
export const ByKeyboard: Story = {
  args: { value: 'Vehicle.CPO' },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await builderReady(canvas);
    const tab = canvas.getByRole('tab', { name: 'Builder' });
    tab.focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(await canvas.findByRole('tab', { name: 'Text', selected: true })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect(await canvas.findByRole('tab', { name: 'Builder', selected: true })).toHaveFocus();
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Add a condition' })).toBeVisible());
    canvas.getByRole('button', { name: 'Add a condition' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(canvas.getAllByRole('combobox', { name: 'Parameter' })).toHaveLength(2));
    const [, second] = canvas.getAllByRole('button', { name: 'Remove the condition' });
    second?.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(canvas.getAllByRole('combobox', { name: 'Parameter' })).toHaveLength(1));
    canvas.getByRole('checkbox', { name: 'Not' }).focus();
    await userEvent.keyboard(' ');
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith('$not(Vehicle.CPO)'));
    canvas.getByRole('button', { name: 'Undo' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith('Vehicle.CPO'));
  },
};

export const French: Story = {
  globals: { locale: 'fr-CA' },
  args: { value: long, holding: { Examples: examples } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('region', { name: 'En mots simples' })).toBeVisible();
    const panel = within(await canvas.findByRole('region', { name: 'Valeurs acceptées' }));
    await expect(await panel.findByText(/La règle accepte 0 combinaison/)).toBeVisible();
  },
};

export const Dark: Story = {
  globals: { theme: 'dark' },
  args: { value: long, holding: { Examples: examples } },
};

/** Excluded from tests: the regions of several states on one page share names, unlike in any form. */
export const AllStates: Story = {
  tags: ['!test'],
  render: () => <StatesOf args={meta.args} stories={{ Empty, Invalid, ReadOnly }} columns={1} />,
};
