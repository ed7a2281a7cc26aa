import type { Meta, StoryObj } from '@storybook/react-vite';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';
import { sample } from '../support/samples.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Profiles',
  tags: ['company', 'contact', 'address-book', 'search-page', 'person'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

export const Search: Story = {
  tags: ['!test'],
  args: { route: '/profile' },
  play: async () => {
    await screen.findByRole('heading', { level: 1 }, slow);
  },
};

export const Dealer: Story = {
  args: { route: (model) => `/profile/dealer/${sample(model, 'dealer', () => true).Id}` },
  play: async () => {
    await screen.findByRole('heading', { level: 1 }, slow);
  },
};

export const Employee: Story = {
  tags: ['!test'],
  args: { route: (model) => `/profile/employee/${sample(model, 'employee', () => true).Id}` },
};

export const LicenceRules: Story = {
  name: 'Licence rules',
  tags: ['!test'],
  args: { route: '/licenserules' },
};
