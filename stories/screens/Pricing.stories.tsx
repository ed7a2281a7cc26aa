import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Model } from '#engine';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';
import { sample } from '../support/samples.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Pricing',
  tags: ['price-list', 'rate-grid', 'rate-card', 'price-steps', 'formula', 'spreadsheet'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

export const Products: Story = {
  tags: ['!test'],
  args: { route: '/pricing/products' },
};

export const PriceSteps: Story = {
  name: 'Price steps',
  tags: ['!test'],
  parameters: { shows: ['steps'] },
  args: { route: (model) => `${priced(model)}/formula` },
  play: async () => {
    await screen.findByRole('heading', { level: 1 }, slow);
  },
};

export const TryIt: Story = {
  name: 'Testing the steps',
  tags: ['!test'],
  args: { route: (model) => `${priced(model)}/formula/test` },
};

export const TryItAlone: Story = {
  name: 'Testing a formula that is not stored',
  tags: ['!test'],
  parameters: { shows: ['steps-harness'] },
  args: { route: '/pricing/formula-harness' },
};

export const RateCard: Story = {
  name: 'Rate grid',
  parameters: { shows: ['rates'] },
  args: { route: card },
  play: async () => {
    await screen.findByRole('heading', { level: 1 }, slow);
  },
};

export const Adjustments: Story = {
  tags: ['!test'],
  parameters: { shows: ['preview'] },
  args: { route: '/pricing/adjustments' },
};

export const DealerPrices: Story = {
  name: 'Dealer price lists',
  tags: ['!test'],
  args: { route: '/pricing/dealers' },
};

function card(model: Model): string {
  const { Id, ProductId } = sample(model, 'rate-card', () => true);
  return `/pricing/products/${ProductId}/rate-cards/${Id}`;
}

function priced(model: Model): string {
  return `/pricing/products/${sample(model, 'rate-card', () => true).ProductId}`;
}
