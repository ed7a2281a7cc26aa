import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { Model } from '#engine';
import { gone, screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';
import { productIn } from '../support/samples.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Product',
  tags: ['detail-page', 'record-page', 'header', 'tabs-page'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const inState =
  (state: string, plans = 0) =>
  (model: Model) =>
    `/products/${productIn(model, state, plans).Id}`;

const summary = async () => within(await screen.findByRole('region', { name: 'Summary' }, slow));
const more = () => screen.findByRole('button', { name: 'More' }, slow);

/** Before launch: facts, and what is still missing. */
export const InDesign: Story = {
  args: { route: inState('InDesign', 2) },
  play: async () => {
    const block = await summary();
    await waitFor(() => expect(block.getByText('Before launch')).toBeVisible(), slow);
    await block.findByText(/^\d of 6 done$/, {}, slow);
    await expect(block.getByRole('link', { name: 'A payee' })).toBeVisible();
    await expect(block.queryByRole('link', { name: 'A plan' })).toBeNull();
  },
};

export const InPricing: Story = { args: { route: inState('InPricing') } };

/** After launch nothing is missing. */
export const Active: Story = {
  args: { route: inState('Active') },
  play: async () => {
    const block = await summary();
    await expect(block.getByText('Last changed')).toBeVisible();
    await expect(block.queryByText('Before launch')).toBeNull();
  },
};

export const Deactivated: Story = { args: { route: inState('Deactivated') } };
export const Abandoned: Story = { args: { route: inState('Abandoned') } };

export const InFrench: Story = { args: { route: inState('InDesign', 2), locale: 'fr-CA' } };

/** A reader sees no action that would be refused. */
export const ForReading: Story = {
  args: { route: inState('InDesign', 2), userName: 'viewer' },
  play: async () => {
    await (await summary()).findByText('Before launch', {}, slow);
    await expect(screen.queryByRole('button', { name: 'Launch' })).toBeNull();
    await userEvent.click(await more());
    const items = await screen.findAllByRole('menuitem', {}, slow);
    await expect(items.map((item) => item.textContent)).toEqual(['Quote preview', 'Export rules']);
  },
};

/** An address opens one group of the page, with only its sections. */
export const InParts: Story = {
  args: { route: (model) => `${inState('InDesign', 2)(model)}#amounts` },
  play: async () => {
    const parts = within(await screen.findByRole('navigation', { name: 'Parts of this page' }, slow));
    await expect(parts.getByRole('link', { name: 'Amounts' })).toHaveAttribute('aria-current', 'page');
    await screen.findByRole('heading', { name: 'Limits of liability' }, slow);
    await expect(screen.queryByRole('heading', { name: 'General settings' })).toBeNull();
    await userEvent.click(parts.getByRole('link', { name: 'Overview' }));
    await screen.findByRole('heading', { name: 'General settings' }, slow);
    await expect(screen.queryByRole('heading', { name: 'Limits of liability' })).toBeNull();
  },
};

export const FurtherActions: Story = {
  args: { route: inState('InDesign', 2) },
  play: async () => {
    await userEvent.click(await more());
    const items = await screen.findAllByRole('menuitem', {}, slow);
    await expect(items.map((item) => item.textContent)).toEqual([
      'Quote preview',
      'Add subversion',
      'Copy product',
      'Export rules',
      'Refresh cache',
      'Abandon',
    ]);
    await userEvent.keyboard('{Escape}');
    await gone(() => screen.queryByRole('menu'));
    await waitFor(async () => expect(await more()).toHaveFocus(), slow);
  },
};
