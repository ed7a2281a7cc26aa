import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { Model } from '#engine';
import { gone, screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';
import { productIn } from '../support/samples.ts';

/** A file of its own: the detail is loaded by the first row that opens, and only a fresh page shows that. */
const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Rows that open',
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const inDesign = (model: Model) => `/products/${productIn(model, 'InDesign', 2).Id}`;

/** One plan at a time is open. */
export const OpenPlan: Story = {
  name: 'C-066 a plan opens to its items and groups, and closes for the next',
  args: { route: inDesign },
  play: async () => {
    const grid = within(await screen.findByRole('grid', { name: 'Plans' }, slow));
    const [first, second] = (await grid.findAllByRole('button', { name: /^Details of / }, slow)) as [
      HTMLElement,
      HTMLElement,
    ];
    await userEvent.click(first);
    await waitFor(() => expect(first).toHaveAttribute('aria-expanded', 'true'), slow);
    const detail = () => screen.getByRole('region', { name: first.ariaLabel ?? '' });
    await waitFor(() => expect(within(detail()).getByRole('table')).toBeVisible(), slow);
    await expect(within(detail()).queryByRole('textbox')).toBeNull();
    await userEvent.click(second);
    await gone(() => screen.queryByRole('region', { name: first.ariaLabel ?? '' }));
    await expect(second).toHaveAttribute('aria-expanded', 'true');
  },
};
