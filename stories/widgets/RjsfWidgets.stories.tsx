import { withTheme } from '@rjsf/core';
import RatingWidget from '@rjsf/core/lib/components/widgets/RatingWidget.js';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent, within } from 'storybook/test';
import { defineExtension, ExtensionsProvider, fromRjsf, rjsfTheme } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { WidgetStory } from '../support/WidgetStory.tsx';

const Form = withTheme(rjsfTheme);

const schema: RJSFSchema = {
  type: 'object',
  required: ['Name', 'Brand'],
  properties: {
    Name: { type: 'string', title: 'Name', maxLength: 12 },
    Notes: { type: 'string', title: 'Notes' },
    Term: { type: 'integer', title: 'Term', minimum: 12, maximum: 84 },
    Price: { type: 'number', title: 'Price', multipleOf: 0.01 },
    Launch: { type: 'string', format: 'date', title: 'Launch' },
    Brand: { type: 'string', title: 'Brand', enum: ['Boréal', 'Cascadia'] },
    Scope: { type: 'string', title: 'Scope', enum: ['Province', 'Country'] },
    IsFree: { type: 'boolean', title: 'Is free' },
  },
};

const uiSchema: UiSchema = {
  Notes: { 'ui:widget': 'textarea' },
  Launch: { 'ui:widget': 'date' },
  Scope: { 'ui:widget': 'radio' },
};

type StockProps = { readonly onSubmit: (data: unknown) => void };

/** A plain RJSF form with its own validator; only the theme is ours. */
function StockForm({ onSubmit }: StockProps) {
  const [formData, setFormData] = useState<object>({});
  return (
    <Form
      schema={schema}
      uiSchema={uiSchema}
      formData={formData}
      validator={validator}
      showErrorList={false}
      noHtml5Validate
      onChange={({ formData: data }) => setFormData(data)}
      onSubmit={({ formData: data }) => onSubmit(data)}
    />
  );
}

/** RJSF widgets in our forms, and ours in an RJSF form. */
const meta = {
  title: 'Widgets/RJSF',
  tags: ['json-schema', 'rjsf'],
  component: StockForm,
  args: { onSubmit: fn() },
  parameters: {
    about: docsOf({
      what: 'Our widgets in a form of react-jsonschema-form, and its widgets in our forms.',
      use: ['An RJSF form that must look like the product', 'An existing RJSF widget'],
      not: ['A form of the application: declare it; no code is needed'],
      anatomy: ['Theme: our widgets under RJSF names', 'Adapter: an RJSF widget under a name of ours'],
      keyboard: { Tab: 'From field to field', Enter: 'Submits' },
      screenReader: 'Each field as its widget announces it.',
      isWide: true,
    }),
  },
} satisfies Meta<typeof StockForm>;

export default meta;
type Story = StoryObj<typeof meta>;

export const OurWidgetsInAFormOfRjsf: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText(/^Term/), '6');
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    await expect(await canvas.findByText("must have required property 'Name'")).toBeVisible();
    await expect(canvas.getByText('must be >= 12')).toBeVisible();
    await expect(canvas.getByLabelText(/^Term/)).toHaveAttribute('aria-invalid', 'true');
    await userEvent.type(canvas.getByLabelText(/^Name/), 'Gold');
    await userEvent.type(canvas.getByLabelText(/^Notes/), 'Two lines');
    await userEvent.clear(canvas.getByLabelText(/^Term/));
    await userEvent.type(canvas.getByLabelText(/^Term/), '36');
    await userEvent.type(canvas.getByLabelText(/^Price/), '12.5');
    await userEvent.type(canvas.getByLabelText(/^Launch/), '20310203');
    await userEvent.click(canvas.getByLabelText(/^Brand/, { selector: 'button' }));
    await userEvent.click(await within(document.body).findByRole('option', { name: 'Cascadia' }));
    await userEvent.click(canvas.getByLabelText('Country'));
    await userEvent.click(canvas.getByLabelText('Is free'));
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    await expect(args.onSubmit).toHaveBeenCalledWith({
      Name: 'Gold',
      Notes: 'Two lines',
      Term: 36,
      Price: 12.5,
      Launch: '2031-02-03',
      Brand: 'Cascadia',
      Scope: 'Country',
      IsFree: true,
    });
  },
};

const onValue = fn();

const rating = defineExtension({ id: 'rating', widgets: [fromRjsf('rating', RatingWidget, 'group')] });

export const AWidgetOfRjsfInOurForm: Story = {
  render: () => (
    <ExtensionsProvider extensions={[rating]}>
      <WidgetStory
        schema={{ type: 'integer', title: 'Rating', minimum: 1, maximum: 5 }}
        widget="rating"
        value={2}
        onValue={onValue}
      />
    </ExtensionsProvider>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('radio', { name: '2 stars' })).toBeChecked();
    await userEvent.click(canvas.getByRole('radio', { name: '4 stars' }));
    await expect(canvas.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await expect(onValue).toHaveBeenLastCalledWith(4);
  },
};

export const AllStates: Story = { tags: ['!test'] };
