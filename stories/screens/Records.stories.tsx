import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Model } from '#engine';
import { publishing, texts } from '../support/configuring.ts';
import { inDark, inFrench, onAPhone } from '../support/looks.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';
import { productIn, sample } from '../support/samples.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Around a record',
  tags: [
    'related-list',
    'related-records',
    'activity',
    'comment',
    'attachment',
    'timeline',
    'followers',
    'versions',
  ],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const brand = (model: Model) => `/profile/brand/${sample(model, 'brand', () => true).Id}`;
const product = (model: Model) => `/products/${productIn(model, 'InDesign', 2).Id}`;

export const RelatedList: Story = {
  name: 'A list of related records, added on the canvas',
  args: {
    route: brand,
    prepare: publishing('configurator', 'Products of a brand', {
      'related/profile-brand.sold': {
        of: 'product',
        by: 'BrandId',
        title: texts('Its products', 'Ses produits'),
      },
    }),
  },
  play: async () => {
    await screen.findByRole('heading', { name: 'Its products' }, slow);
  },
};

export const InFrench: Story = { ...inFrench(RelatedList), tags: ['!test'] };
export const InDark: Story = { ...inDark(RelatedList), tags: ['!test'] };
export const OnAPhone: Story = { ...onAPhone(RelatedList), tags: ['!test'] };

export const Activity: Story = {
  name: 'Comments, files, history and related records',
  tags: ['!test'],
  parameters: { shows: ['activity'] },
  args: { route: (model) => `${product(model)}#activity` },
};

export const Changes: Story = {
  name: 'Changes of a record',
  tags: ['!test'],
  parameters: { shows: ['changes'] },
  args: { route: (model) => `/profile/dealer/${sample(model, 'dealer', () => true).Id}#history` },
};

export const Texts: Story = {
  name: 'Texts of a product in both languages',
  tags: ['!test'],
  parameters: { shows: ['texts'] },
  args: { route: (model) => `${product(model)}/localization` },
};

export const LongWork: Story = {
  name: 'Background work',
  tags: ['!test'],
  parameters: { shows: ['work'] },
  args: { route: '/background-work' },
};
