import type { Meta, StoryObj } from '@storybook/react-vite';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Settings and people',
  tags: ['settings', 'preferences', 'users', 'roles', 'permissions', 'account', 'audit-log', 'history'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

export const SystemSettings: Story = {
  name: 'System settings',
  tags: ['!test'],
  args: { route: '/system-settings' },
  play: async () => {
    await screen.findByRole('heading', { level: 1 }, slow);
  },
};

export const People: Story = {
  tags: ['!test'],
  args: { route: '/users' },
};

export const NewPerson: Story = {
  name: 'New person',
  tags: ['!test'],
  args: { route: '/users/new' },
};

export const Account: Story = {
  name: 'My account',
  tags: ['!test'],
  args: { route: '/account' },
};

export const History: Story = {
  tags: ['!test'],
  parameters: { shows: ['history'] },
  args: { route: '/history' },
  play: async () => {
    await screen.findByRole('heading', { level: 1 }, slow);
  },
};

export const Outbox: Story = {
  name: 'Outbox: waiting emails',
  tags: ['!test'],
  args: { route: '/outbox' },
};
