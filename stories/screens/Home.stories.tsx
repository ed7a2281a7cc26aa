import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Model } from '#engine';
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

export const Edited: Story = {
  name: 'While being edited',
  tags: ['!test'],
  parameters: { shows: ['dashboard-builder'] },
  args: { route: (model) => `${dashboard(model)}/edit` },
};

function dashboard(model: Model): string {
  return `/report/dashboards/${sample(model, 'dashboard', () => true).Id}`;
}
