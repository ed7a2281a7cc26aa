import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Model } from '#engine';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';
import { sample } from '../support/samples.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Eligibility and options',
  tags: ['eligibility', 'rules', 'conditions', 'options', 'codes'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

export const Rules: Story = {
  tags: ['!test'],
  args: { route: (model) => `${product(model)}/eligibility` },
  play: async () => {
    await screen.findByRole('heading', { level: 1 }, slow);
  },
};

export const Options: Story = {
  tags: ['!test'],
  args: { route: (model) => `${product(model)}/options` },
};

export const NewUsedRules: Story = {
  name: 'New and used rules',
  tags: ['!test'],
  args: { route: '/new-used-rules' },
};

function product(model: Model): string {
  return `/products/${sample(model, 'product', () => true).Id}`;
}
