import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { expect, fn, userEvent, within } from 'storybook/test';
import { type App, AppProvider, createQueryClient } from '#renderer';
import { docsOf } from '../../../stories/docs/about.ts';
import { controlsOf, startOf } from '../../../stories/docs/controls.ts';
import { StatesOf } from '../../../stories/support/States.tsx';
import { WidgetStory } from '../../../stories/support/WidgetStory.tsx';

const schema = { title: 'Part', type: 'string', maxLength: 256 };

const field = (name: string, label: string) => ({ name, label, path: name, kind: 'text', stored: true });
const dealer = {
  ...{ id: 'dealer', plural: 'Dealers', labelField: 'Name', policy: { view: { kind: 'login' }, fields: {} } },
  fields: [field('Name', 'Trading name'), field('City', 'City')],
};
const sold = {
  ...{ Id: 'sold', Name: 'Products sold', Parameters: [] },
  Columns: [{ Name: 'Count', Title: 'How many', Kind: 'integer' }],
};

/** The widget offers what the data of the report has; in a story there are dealers, and what they sold. */
function Data({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createQueryClient);
  const app = {
    api: { get: async () => ({ Items: [sold] }), send: async () => ({ Items: [] }) },
    model: { entities: new Map([['dealer', dealer]]), lookups: new Map(), queries: new Map() },
    session: { user: { Features: [] } },
  };
  return (
    <AppProvider value={app as unknown as App}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </AppProvider>
  );
}

/** ReportChoiceWidget: a part of a report by its name. */
const meta = {
  title: 'Widgets/Report choice',
  tags: ['report-columns', 'chooser'],
  component: WidgetStory,
  decorators: [
    (Shown) => (
      <Data>
        <Shown />
      </Data>
    ),
  ],
  args: {
    ...startOf(schema),
    schema,
    widget: 'report-choice',
    options: { of: 'data', data: 'Other' },
    other: 'dealer',
    onValue: fn(),
  },
  argTypes: controlsOf(schema, 'report-choice'),
  parameters: {
    about: docsOf({
      widget: 'report-choice',
      what: 'A named part of a report: its data, one of its fields, a list and its values.',
      use: ['Managing reports'],
      not: ['Choosing a record: a reference'],
      anatomy: ['A text box', 'The options that the data of the report offers'],
      keyboard: {
        Tab: 'To the field and past it',
        ArrowDown: 'Opens the list',
        Enter: 'Selects the highlighted one',
      },
      screenReader: '“Part, combobox, Dealers.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const TheData: Story = {
  play: async ({ canvasElement, args }) => {
    const box = await within(canvasElement).findByRole('combobox', { name: 'Part' });
    await userEvent.type(box, 'sold');
    const body = within(canvasElement.ownerDocument.body);
    await userEvent.click(await body.findByRole('option', { name: /Products sold/ }));
    await expect(args.onValue).toHaveBeenLastCalledWith('sold');
  },
};

export const AField: Story = {
  args: { options: { of: 'shown', data: 'Other' }, value: 'City' },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('combobox', { name: 'Part' })).toHaveValue('City');
  },
};

export const NoLongerThere: Story = {
  args: { options: { of: 'shown', data: 'Other' }, value: 'Gone' },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('combobox', { name: 'Part' })).toHaveValue('Gone');
  },
};

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ TheData, AField, NoLongerThere }} columns={3} />,
};
