import type { Meta, StoryObj } from '@storybook/react-vite';
import { productIn } from '../support/samples.ts';
import { StoryApp } from '../support/StoryApp.tsx';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Product form',
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

export const New: Story = { args: { route: '/products/new' } };

export const Editable: Story = { args: { route: (model) => `/products/${productIn(model, 'InDesign', 3).Id}` } };

export const ReadOnly: Story = { args: { route: (model) => `/products/${productIn(model, 'Deactivated').Id}` } };
