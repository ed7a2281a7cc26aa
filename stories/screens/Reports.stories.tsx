import type { Meta, StoryObj } from '@storybook/react-vite';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

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

export const Builder: Story = {
  tags: ['!test'],
  args: { route: '/report/build' },
};

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
