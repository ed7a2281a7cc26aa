import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Model } from '#engine';
import { plansOf, productIn } from '../support/samples.ts';
import { StoryApp } from '../support/StoryApp.tsx';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Plan form',
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const planIn = (state: string) => (model: Model) => {
  const product = productIn(model, state, 1);
  return `/products/${product.Id}/plans/${plansOf(model, product)[0]?.Id}`;
};

export const New: Story = {
  args: { route: (model) => `/products/${productIn(model, 'InDesign', 3).Id}/plans/add` },
};

export const Editable: Story = { args: { route: planIn('InDesign') } };

export const ReadOnly: Story = { args: { route: planIn('Active') } };
