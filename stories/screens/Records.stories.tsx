import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Model } from '#engine';
import { StoryApp } from '../support/StoryApp.tsx';
import { productIn, sample } from '../support/samples.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Around a record',
  tags: ['related-records', 'activity', 'comment', 'attachment', 'timeline', 'followers', 'versions'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const product = (model: Model) => `/products/${productIn(model, 'InDesign', 2).Id}`;

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
