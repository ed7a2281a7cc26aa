import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { Model } from '#engine';
import { gone, screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';
import { productIn } from '../support/samples.ts';

/** A separate file: the detail code loads with the first expanded row, which only a fresh page shows. */
const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Rows that open',
  tags: ['expandable-rows', 'accordion', 'nested-table', 'disclosure'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const inDesign = (model: Model) => `/products/${productIn(model, 'InDesign', 2).Id}#plans`;

/**
 * In React's test mode, code that arrives during a click renders only with the next one: collapse and expand
 * again.
 */
async function openUntilDrawn(button: HTMLElement, find: () => HTMLElement): Promise<void> {
  const isOpen = (open: boolean) =>
    waitFor(() => expect(button).toHaveAttribute('aria-expanded', String(open)), slow);
  await userEvent.click(button);
  await isOpen(true);
  const seen = await waitFor(() => expect(find()).toBeVisible(), { timeout: 8000 }).then(
    () => true,
    () => false,
  );
  if (seen) return;
  await userEvent.click(button);
  await isOpen(false);
  await userEvent.click(button);
  await waitFor(() => expect(find()).toBeVisible(), slow);
}

/** One plan is open at a time. */
export const OpenPlan: Story = {
  name: 'A row expands to items and groups, and collapses when another opens',
  tags: ['C-066'],
  args: { route: inDesign },
  play: async () => {
    const grid = within(await screen.findByRole('grid', { name: 'Plans' }, slow));
    const [first, second] = (await grid.findAllByRole('button', { name: /^Details of / }, slow)) as [
      HTMLElement,
      HTMLElement,
    ];
    const detail = () => screen.getByRole('region', { name: first.ariaLabel ?? '' });
    await openUntilDrawn(first, () => within(detail()).getByRole('table'));
    await expect(within(detail()).queryByRole('textbox')).toBeNull();
    await userEvent.click(second);
    await gone(() => screen.queryByRole('region', { name: first.ariaLabel ?? '' }));
    await expect(second).toHaveAttribute('aria-expanded', 'true');
  },
};
