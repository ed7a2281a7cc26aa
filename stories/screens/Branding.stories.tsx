import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { inDark, inFrench, onAPhone } from '../support/looks.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Brand',
  tags: ['branding', 'white-label', 'logo', 'company-name', 'theme-colour', 'accent', 'email-preview'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
  args: { route: '/branding' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

export const Settings: Story = {
  name: 'Name, logo and colours, with their preview',
  play: async () => {
    const name = await screen.findByRole('textbox', { name: /Name/ }, slow);
    await userEvent.clear(name);
    await userEvent.type(name, 'Northline');
    await expect((await screen.findAllByText('Northline', undefined, slow)).length).toBeGreaterThan(1);
  },
};

export const AsViewer: Story = {
  name: 'Without the right to change it',
  tags: ['!test'],
  args: { userName: 'viewer' },
};

export const InFrench: Story = { ...inFrench(Settings), tags: ['!test'] };
export const InDark: Story = { ...inDark(Settings), tags: ['!test'] };
export const OnAPhone: Story = { ...onAPhone(Settings), tags: ['!test'] };
