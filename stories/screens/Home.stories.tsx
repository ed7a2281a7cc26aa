import type { Meta, StoryObj } from '@storybook/react-vite';
import type { DataRecord, DeclarationSet, Model } from '#engine';
import { declarations } from '../support/declarations.ts';
import { inDark, inFrench, onAPhone } from '../support/looks.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';
import { sample } from '../support/samples.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Home and dashboards',
  tags: ['dashboard', 'chart', 'kpi', 'widget-board', 'landing-page', 'figures'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

export const Home: Story = {
  tags: ['!test'],
  args: { route: '/home' },
  play: async () => {
    await screen.findByRole('heading', { level: 1 }, slow);
  },
};

export const HomeOfADealer: Story = {
  tags: ['!test'],
  args: { route: '/home', userName: 'dealer-principal' },
};

export const Dashboard: Story = {
  parameters: { shows: ['dashboard'] },
  args: { route: dashboard },
  play: async () => {
    await screen.findByRole('heading', { level: 1 }, slow);
  },
};

/** A screen with nothing but a chart of all dealers. */
const charted: DeclarationSet = {
  files: [
    ...declarations.files,
    {
      file: 'screens/stories/charted.json',
      json: {
        ...{ id: 'charted', route: '/charted', access: 'login', title: 'entity.dealer.plural' },
        blocks: [
          {
            ...{ kind: 'widget', id: 'provinces', widget: 'chart' },
            options: { show: 'bar', entity: 'dealer', column: 'Province' },
          },
        ],
      },
    },
  ],
};

export const ChartOnAScreen: Story = {
  name: 'A chart as a block of a screen',
  parameters: { shows: ['chart'] },
  args: { route: '/charted', set: charted },
  play: async () => {
    await screen.findByRole('heading', { name: 'Dealers by Province' }, slow);
    await screen.findByRole('button', { name: /Dealers by Province/ }, slow);
  },
};

export const Records: Story = {
  name: 'The records behind a figure',
  parameters: { shows: ['dashboard-records'] },
  args: { route: (model) => `${dashboard(model)}/records/${firstPanel(model)}` },
  play: async () => {
    await screen.findByRole('table', {}, slow);
  },
};

export const RecordsInFrench: Story = { ...inFrench(Records), tags: ['!test'] };
export const RecordsInDark: Story = { ...inDark(Records), tags: ['!test'] };
export const RecordsOnAPhone: Story = { ...onAPhone(Records), tags: ['!test'] };

export const Edited: Story = {
  name: 'While being edited',
  tags: ['!test'],
  parameters: { shows: ['dashboard-builder'] },
  args: { route: (model) => `${dashboard(model)}/edit` },
};

function firstPanel(model: Model): unknown {
  const { Panels } = sample(model, 'dashboard', () => true);
  return (Panels as readonly DataRecord[])[0]?.Id;
}

function dashboard(model: Model): string {
  return `/report/dashboards/${sample(model, 'dashboard', () => true).Id}`;
}
