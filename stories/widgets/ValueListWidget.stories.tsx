import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = {
  type: 'array',
  title: 'Values',
  items: {
    type: 'object',
    properties: {
      Name: { type: 'string', title: 'Name' },
      Text: { type: 'string', title: 'Text' },
      Range: {
        type: 'object',
        properties: {
          Low: { type: 'number', title: 'From' },
          High: { type: 'number', title: 'To' },
          Opening: { type: 'integer', title: 'Begins' },
          Closing: { type: 'integer', title: 'Ends' },
        },
      },
      Grouped: { type: 'array', items: { 'x-ref': 'brand' }, title: 'Grouped' },
    },
  },
};

const plain = {
  name: 'Name',
  type: 'Other',
  members: { '1': 'Text' },
  texts: {
    missing: 'parameter-value.missing',
    exists: 'parameter-value.exists',
    both: 'parameter-value.range-both',
    gap: 'parameter-value.range-gap',
    overlap: 'parameter-value.range-overlap',
    rises: 'parameter-value.range-rises',
    group: 'parameter-value.group-name-invalid',
  },
};
const range = { field: 'Range', low: 'Low', high: 'High', opening: 'Opening', closing: 'Closing' };
const ranges = { ...plain, rangeWhen: 'Other', range };
const groups = { ...plain, groupsWhen: 'Other', groups: 'Grouped' };
const classes = ['A', 'B', 'C'].map((Name) => ({ Name, Text: Name }));
const between = (Low: number | null, High: number | null) => ({
  Name: `[${Low},${High ?? '+INF'})`,
  Range: { Low, High, Opening: Low === null ? 0 : 1, Closing: 0 },
});

/** ValueListWidget: plain values, ranges, groups. */
const meta = {
  title: 'Widgets/Value list',
  tags: ['tags-input', 'list-of-values', 'chips'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, widget: 'value-list', options: plain, onValue: fn() },
  argTypes: controlsOf(schema, 'value-list'),
  parameters: {
    about: docsOf({
      widget: 'value-list',
      what: 'The values of a parameter: single values, adjoining ranges or named groups.',
      use: ['Values of a parameter'],
      not: ['A list with columns of its own: Rows'],
      anatomy: [
        'Add: typed or pasted, one per line',
        'Values: each with a remove button',
        'Ranges: each begins where the last one ends',
        'Groups: a name and its values',
      ],
      keyboard: {
        Enter: 'Adds the value',
        Tab: 'To the next control',
        'Ctrl+V': 'Pastes a whole column',
      },
      screenReader: '“Value, edit text.” Then “Remove Compact, button”. A refusal is announced as an alert.',
      isWide: true,
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

const paste = async (input: HTMLElement, copied: string) => {
  await userEvent.click(input);
  await userEvent.paste(copied);
};

export const Empty: Story = {
  name: 'Values are typed or pasted, without duplicates or blanks',
  tags: ['R-243', 'R-244'],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText('No values yet.')).toBeVisible();
    const value = canvas.getByRole('textbox', { name: 'Value' });
    await userEvent.type(value, '{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Enter a parameter value first.');
    await userEvent.type(value, 'New{Enter}');
    await canvas.findByRole('button', { name: 'Remove New' });
    await waitFor(() => expect(value).toHaveFocus());
    await userEvent.type(value, 'new{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent(
      'The parameter value new already exists.',
    );
    await userEvent.clear(value);
    await paste(value, 'Used\tPre-owned\nDemo\tDemonstrator');
    await canvas.findByRole('button', { name: 'Remove Demonstrator' });
    await userEvent.click(canvas.getByRole('button', { name: 'Move Demonstrator up' }));
    await waitFor(() =>
      expect(canvas.getAllByRole('button', { name: /^Remove / }).map((one) => one.ariaLabel)).toEqual([
        'Remove New',
        'Remove Demonstrator',
        'Remove Pre-owned',
      ]),
    );
  },
};
export const Filled: Story = { args: { value: classes } };
export const ReadOnly: Story = { args: { value: classes, locked: true } };

export const Many: Story = {
  args: { value: Array.from({ length: 2000 }, (_, at) => ({ Name: `Value ${at}`, Text: `V${at}` })) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole('button', { name: 'Remove Value 0' });
    // Of two thousand rows only the visible ones are drawn.
    await expect(canvas.getAllByRole('button', { name: /^Remove / }).length).toBeLessThan(100);
  },
};

export const Ranges: Story = {
  name: 'Ranges: each begins where the last one ends',
  tags: ['R-238', 'R-239', 'R-242', 'R-477'],
  args: { options: ranges, other: true, value: [between(0, 40000)] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const added = (name: string) => canvas.getAllByRole('textbox', { name }).at(-1) as HTMLInputElement;
    await expect(canvasElement.querySelector('[data-chunk="2"]')).toBeVisible();
    await expect(added('From')).toHaveValue('40000');
    await userEvent.type(added('From'), '{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent(
      'For a range parameter please supply both values.',
    );
    await userEvent.clear(added('From'));
    await userEvent.type(added('From'), '50000');
    await userEvent.type(added('To'), '60000{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent('A gap between the new "From" value');
    await paste(added('From'), '80000\n120000\n+INF');
    await waitFor(() => expect(canvas.getAllByRole('button', { name: /^Remove/ })).toHaveLength(4));
    await userEvent.click(
      canvas.getAllByRole('button', { name: 'Upper limit: not included' })[0] as HTMLElement,
    );
    await canvas.findByRole('button', { name: 'Upper limit: included' });
  },
};
export const RangesReadOnly: Story = {
  args: { options: ranges, other: true, locked: true, value: [between(0, 40000), between(40000, null)] },
};

export const Groups: Story = {
  name: 'Named groups of values',
  tags: ['R-246'],
  args: { options: groups, other: true, value: [{ Name: 'Small', Grouped: [{ Id: 'b1', Name: 'Boréal' }] }] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const name = canvas.getByRole('textbox', { name: 'Name of a new group' });
    await userEvent.type(name, 'small{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent('New Value Group Name invalid.');
    await userEvent.clear(name);
    await userEvent.type(name, 'Large{Enter}');
    await canvas.findByRole('button', { name: 'Remove Large' });
  },
};

export const AllStates: Story = {
  render: () => (
    <States columns={2}>
      <WidgetStory id="empty" schema={schema} widget="value-list" options={plain} />
      <WidgetStory id="plain" schema={schema} widget="value-list" options={plain} value={classes} />
      <WidgetStory id="locked" schema={schema} widget="value-list" options={plain} value={classes} locked />
      <WidgetStory
        id="ranges"
        schema={schema}
        widget="value-list"
        options={ranges}
        other
        value={[between(0, 40000), between(40000, null)]}
      />
    </States>
  ),
};
