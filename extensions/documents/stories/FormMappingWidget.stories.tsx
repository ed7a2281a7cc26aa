import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../../../stories/docs/about.ts';
import { controlsOf, startOf } from '../../../stories/docs/controls.ts';
import { StatesOf } from '../../../stories/support/States.tsx';
import { WidgetStory } from '../../../stories/support/WidgetStory.tsx';

const text = { type: 'string' };
const schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      Field: { ...text, title: 'Field' },
      Expression: { ...text, title: 'Value' },
      Sample: { ...text, title: 'Sample' },
    },
  },
  title: 'Form fields',
};
/** Rows of the document and paths to choose from come by the same question in a story. */
const fields = [
  { Name: '', Field: 'Customer', Type: 'Text', Title: null, Path: 'Product.Name' },
  { Name: '', Field: 'VIN', Type: 'Text', Title: 'Vehicle identification number', Path: 'Product.Code' },
  { Name: '', Field: 'Transferable', Type: 'Checkbox', Title: null, Path: 'Product.IsTransferable' },
  { Name: '', Field: 'Old box', Type: null, Title: null, Path: '$today' },
];
const value = [
  { Field: 'Transferable', Expression: 'Product.IsTransferable' },
  { Field: 'Old box', Sample: 'left over' },
];

/** FormMappingWidget: what each form field of a document is filled from. */
const meta = {
  title: 'Widgets/Form mapping',
  tags: ['pdf-form', 'field-mapping'],
  component: WidgetStory,
  args: {
    ...startOf(schema),
    schema,
    widget: 'form-mapping',
    options: { rows: '/document/{Id}/mappings', paths: '/document/paths' },
    choices: fields,
    onValue: fn(),
  },
  argTypes: controlsOf(schema, 'form-mapping'),
  parameters: {
    about: docsOf({
      widget: 'form-mapping',
      what: 'The source of each PDF form field: a value of the record, or a sample for the preview.',
      use: ['Documents with form fields'],
      not: ['A document written in the application: HTML'],
      anatomy: [
        'Count: how many fields, how many are filled',
        'Field: its name and type in the PDF',
        'Value: found by typing',
        'Sample: what the preview shows',
      ],
      keyboard: { Tab: 'From field to field', 'A–Z': 'Searches the values', Enter: 'Takes it' },
      screenReader: '“Customer: Value, combo box.”',
      isWide: true,
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const customer = await canvas.findByRole('combobox', { name: 'Customer: Value' });
    await userEvent.type(customer, 'Pr');
    // The row is made by the first letter, and the second one still finds its box.
    await expect(customer).toHaveValue('Pr');
    await expect(args.onValue).toHaveBeenLastCalledWith([
      expect.objectContaining({ Field: 'Customer', Expression: 'Pr' }),
    ]);
    await userEvent.type(canvas.getByRole('textbox', { name: 'Customer: Sample for the preview' }), 'Ada');
    await expect(args.onValue).toHaveBeenLastCalledWith([
      expect.objectContaining({ Field: 'Customer', Expression: 'Pr', Sample: 'Ada' }),
    ]);
    await expect(canvas.getByText(/^4 form fields, 1 with a value/)).toBeVisible();
  },
};

export const Filled: Story = {
  args: { value },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('combobox', { name: 'Transferable: Value' })).toHaveValue(
      'Product.IsTransferable',
    );
    await expect(canvas.getByText('No longer in the document')).toBeVisible();
    await expect(canvas.getByText('Vehicle identification number')).toBeVisible();
  },
};

export const ReadOnly: Story = {
  args: { value, locked: true },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('Product.IsTransferable')).toBeVisible();
    await expect(canvas.queryByRole('combobox')).toBeNull();
  },
};

export const NothingToFill: Story = {
  args: { choices: [] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('No fillable form fields exist for this document')).toBeVisible();
  },
};

export const Failing: Story = {
  args: { choices: 'failing' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('No choices today')).toBeVisible();
  },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, ReadOnly, NothingToFill }} columns={1} />
  ),
};
