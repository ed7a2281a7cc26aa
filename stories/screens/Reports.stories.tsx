import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { inDark, inFrench, onAPhone } from '../support/looks.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';
import type { StoryServer } from '../support/startStoryServer.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Reports',
  tags: ['report', 'export', 'print', 'subscription', 'schedule', 'chart'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

export const List: Story = {
  tags: ['!test'],
  args: { route: '/report' },
  play: async () => {
    await screen.findByRole('heading', { name: 'Reports' }, slow);
  },
};

const colour = (Operator: string, Value: string, Meaning: string) => ({ Operator, Value, Meaning });
const column = (ReportColumnName: string, OrdinalPosition: number, more: object = {}) => ({
  ...{ ReportColumnName, OrdinalPosition, IsDefault: true, SortOrder: '0' },
  ...more,
});
const coloured = {
  ...{ Name: 'Free look', DataSet: 'product', ReportPath: '/free-look', Parameters: [] },
  ReportColumns: [
    column('Name', 0),
    column('FreeLookDays', 1, { Colours: [colour('lt', '10', 'bad'), colour('ge', '30', 'good')] }),
  ],
};
const made: { id?: string } = {};

const makeReport = async ({ fetch }: StoryServer) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(coloured);
  const answer = await fetch('/api/report/definition', { method: 'POST', headers, body });
  made.id = ((await answer.json()) as { Id: string }).Id;
};

export const Builder: Story = {
  name: 'Report builder, with the colours of a column',
  parameters: { shows: ['report-builder'] },
  args: { prepare: makeReport, route: () => `/report/build/${made.id}` },
  play: async () => {
    const groups = await screen.findAllByRole('group', { name: /^Colours of / }, slow);
    await expect(groups).toHaveLength(coloured.ReportColumns.length);
  },
};

export const BuilderInFrench: Story = { ...inFrench(Builder), tags: ['!test'] };
export const BuilderInDark: Story = { ...inDark(Builder), tags: ['!test'] };
export const BuilderOnAPhone: Story = { ...onAPhone(Builder), tags: ['!test'] };

export const Report: Story = {
  name: 'A report with coloured cells',
  tags: ['!test'],
  parameters: { shows: ['report'] },
  args: { prepare: makeReport, route: () => `/report/${made.id}` },
};

export const Send: Story = {
  name: 'A report is sent: who, when, what and only when',
  parameters: { shows: [] },
  args: { prepare: makeReport, route: () => `/report/${made.id}/send` },
  play: async () => {
    for (const name of ['Who', 'When', 'What', 'Only when'])
      await screen.findByRole('heading', { name }, slow);
    await userEvent.type(await screen.findByRole('textbox', { name: /Location/ }), 'list@example.com');
    const list = await screen.findByRole('list', { name: 'Recipients' }, slow);
    await expect(list).toHaveTextContent('Has no account: gets what you may see.');
  },
};

export const SendInFrench: Story = { ...inFrench(Send), tags: ['!test'], play: async () => {} };
export const SendOnAPhone: Story = { ...onAPhone(Send), tags: ['!test'] };

export const Manage: Story = {
  tags: ['!test'],
  args: { route: '/report/manage' },
};

export const Schedules: Story = {
  tags: ['!test'],
  args: { route: '/report/schedules' },
};

export const Deliveries: Story = {
  tags: ['!test'],
  args: { route: '/report/deliveries' },
};
