import type { Meta, StoryObj } from '@storybook/react-vite';
import { StoryApp } from '../support/StoryApp.tsx';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Products',
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
  args: { route: '/products' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

export const List: Story = {};

export const French: Story = { globals: { locale: 'fr-CA' }, args: { locale: 'fr-CA' } };

export const Dark: Story = { globals: { theme: 'dark' } };

export const AsViewer: Story = { args: { userName: 'viewer' } };
