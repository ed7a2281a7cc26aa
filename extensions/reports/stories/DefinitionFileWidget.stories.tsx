import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { expect, fn, within } from 'storybook/test';
import { type App, AppProvider, createQueryClient } from '#renderer';
import { docsOf } from '../../../stories/docs/about.ts';
import { controlsOf, startOf } from '../../../stories/docs/controls.ts';
import { StatesOf } from '../../../stories/support/States.tsx';
import { storyFile, WidgetStory } from '../../../stories/support/WidgetStory.tsx';

const schema = {
  type: 'string',
  format: 'file',
  title: 'Definition file',
  'x-file': { accept: ['text/plain'], maxBytes: 2_097_152 },
};

const found = {
  DataSet: 'dealer',
  Parameters: [{ ParameterName: 'Province' }, { ParameterName: 'Since' }],
  Columns: [{ ReportColumnName: 'Dealer' }],
  Unsupported: [
    { Element: 'Subreport', Line: 88 },
    { Element: 'Value', Line: 98, About: 'RunningValue' },
  ],
};

type Asked = { readonly isBroken: boolean; readonly children: ReactNode };

/** The widget asks the server what the file says. */
function Server({ isBroken, children }: Asked) {
  const [client] = useState(createQueryClient);
  const send = async () => {
    if (isBroken) throw new Error('The definition file is not well-formed XML (line 3).');
    return found;
  };
  return (
    <AppProvider value={{ api: { send } } as unknown as App}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </AppProvider>
  );
}

/** DefinitionFileWidget: what a definition file says, and what of it is not understood. */
const meta = {
  title: 'Widgets/Definition file',
  tags: ['upload', 'report-definition'],
  component: WidgetStory,
  decorators: [
    (Shown, { parameters }) => (
      <Server isBroken={parameters.isBroken === true}>
        <Shown />
      </Server>
    ),
  ],
  args: {
    ...startOf(schema),
    schema,
    widget: 'definition-file',
    options: { data: 'Other', parameters: 'Other', columns: 'Other' },
    onValue: fn(),
  },
  argTypes: controlsOf(schema, 'definition-file'),
  parameters: {
    about: docsOf({
      widget: 'definition-file',
      what: 'The definition file of a report: fills filters and columns, and lists what is not supported.',
      use: ['Managing reports'],
      not: ['Other files: File'],
      anatomy: [
        'File: dropped or chosen, like any other',
        'Found: how many filters and columns',
        'Not supported: each with its element and line',
      ],
      keyboard: { Tab: 'Open, replace, remove', Enter: 'Does it' },
      screenReader: '“Found in the file – filters: 2; columns: 1.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

export const Found: Story = {
  args: { value: storyFile.Id },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText(/filters: 2; columns: 1/)).toBeVisible();
    await expect(canvas.getByText(/Value \(line 98\) – RunningValue/)).toBeVisible();
  },
};

export const Broken: Story = {
  args: { value: storyFile.Id },
  parameters: { isBroken: true },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('alert')).toHaveTextContent('line 3');
  },
};

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ Empty, Found }} columns={1} />,
};
