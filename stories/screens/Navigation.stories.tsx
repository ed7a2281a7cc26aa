import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

const meta: Meta<typeof StoryApp> = {
  title: 'Shell/Navigation',
  tags: ['sidebar', 'menu', 'command-palette', 'search', 'breadcrumbs', 'top-bar', 'user-menu'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
  args: { route: '/product-types' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

/** The menu holds what the person may open, and nothing else. */
export const Sidebar: Story = {
  play: async () => {
    const menu = await screen.findByRole('navigation', { name: 'Main navigation' }, slow);
    await expect(menu).toBeVisible();
  },
};

export const OfAViewer: Story = { name: 'of a viewer', tags: ['!test'], args: { userName: 'viewer' } };

/** Ctrl K opens it from anywhere. */
export const Palette: Story = {
  play: async () => {
    await screen.findByRole('heading', { level: 1 }, slow);
    await userEvent.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.getByRole('dialog')).toBeVisible(), slow);
  },
};

export const Shortcuts: Story = {
  tags: ['!test'],
  play: async () => {
    await screen.findByRole('heading', { level: 1 }, slow);
    await userEvent.keyboard('?');
  },
};
