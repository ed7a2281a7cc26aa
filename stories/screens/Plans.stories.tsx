import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { Model } from '#engine';
import { gone, screen, slow } from '../support/onScreen.ts';
import { running, StoryApp } from '../support/StoryApp.tsx';
import { isIn, plansOf, sample } from '../support/samples.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Plans of a product',
  tags: ['child-list', 'related-list'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

/** A product whose plans can be deleted, as nothing refers to them. */
const withPlans = (state: string, count: number) => (model: Model) => {
  const limits = model.entities.get('limit-of-liability')?.seed.demo ?? [];
  const product = sample(
    model,
    'product',
    (one) =>
      isIn(model, one, state) &&
      plansOf(model, one).length >= count &&
      !limits.some(({ ProductId, PlanId }) => ProductId === one.Id && PlanId),
  );
  return `/products/${product.Id}#plans`;
};

const table = () => screen.findByRole('grid', { name: 'Plans' }, slow);
/** Items and groups on the page may have the same name. */
const inPlans = async (name: string) => within(await table()).getByRole('button', { name });
const names = async () =>
  [...(await table()).querySelectorAll('tbody tr')].map((row) => row.firstChild?.textContent);

export const Editable: Story = {
  name: 'Plans table: columns, reordering and actions',
  tags: ['C-092', 'C-093', 'C-094', 'C-160', 'R-083', 'R-084', 'R-085', 'R-196', 'R-197', 'R-488'],
  args: { route: withPlans('InDesign', 3) },
  play: async () => {
    const plans = await table();
    await expect(plans.id).toBe('hub-plan-table');
    const heads = [...plans.querySelectorAll('thead th')].map((head) => head.textContent);
    await expect(heads).toEqual(['Plan', 'Source Name', 'Sort Order', 'Actions']);
    const rows = within(plans).getAllByRole('row').slice(1);
    for (const [place, row] of rows.entries()) {
      const up = within(row).queryByRole('button', { name: /^Move .* up$/ });
      const down = within(row).queryByRole('button', { name: /^Move .* down$/ });
      await expect(up !== null).toBe(place > 0);
      await expect(down !== null).toBe(place < rows.length - 1);
      await expect(within(row).getByRole('button', { name: /^Edit/ })).toBeEnabled();
      await expect(within(row).getByRole('button', { name: /^Delete/ })).toBeEnabled();
    }
    await expect(screen.getByRole('link', { name: 'Add Plan' })).toBeVisible();
  },
};

export const Moving: Story = {
  name: 'A plan moves once the server confirms',
  tags: ['C-161', 'R-199', 'R-200'],
  args: { route: withPlans('InDesign', 3) },
  play: async () => {
    const [first, second, ...others] = await names();
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    running.server?.intercept({
      method: 'POST',
      path: /\/plan\/order$/,
      answer: async (_request, pass) => {
        await waiting;
        return pass();
      },
    });
    await userEvent.click(await inPlans(`Move ${first} down`));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect(await names()).toEqual([first, second, ...others]);
    release();
    await waitFor(async () => expect(await names()).toEqual([second, first, ...others]), slow);
    await waitFor(async () => expect(await inPlans(`Move ${first} down`)).toHaveFocus());
  },
};

export const MovingFails: Story = {
  name: 'A failed reorder is silently ignored',
  tags: ['C-333', 'R-459'],
  args: { route: withPlans('InDesign', 3) },
  play: async () => {
    const before = await names();
    running.server?.intercept({
      method: 'POST',
      path: /\/plan\/order$/,
      answer: () => new Response('{"Message":"No"}', { status: 500 }),
    });
    await userEvent.click(await inPlans(`Move ${before[0]} down`));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await expect(await names()).toEqual(before);
    await expect(screen.queryByRole('alertdialog')).toBeNull();
    await expect(screen.queryByRole('alert')).toBeNull();
  },
};

export const Deleting: Story = {
  name: 'Deleting a plan asks for confirmation',
  tags: ['C-351', 'R-442'],
  args: { route: withPlans('InDesign', 3) },
  play: async () => {
    const [first, ...others] = await names();
    await userEvent.click(await inPlans(`Delete: ${first}`));
    const question = within(await screen.findByRole('alertdialog', undefined, slow));
    await expect(
      question.getByText(`Are you sure you want to delete the Plan '${first}'?`),
    ).toBeInTheDocument();
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await gone(() => screen.queryByRole('button', { name: 'Delete' }));
    await expect(await names()).toEqual([first, ...others]);
    await userEvent.click(await inPlans(`Delete: ${first}`));
    const again = within(await screen.findByRole('alertdialog', undefined, slow));
    await userEvent.click(again.getByRole('button', { name: 'Delete' }));
    await waitFor(async () => expect(await names()).toEqual(others), slow);
  },
};

export const DeletingFails: Story = {
  name: 'A failed deletion is reported',
  tags: ['C-332', 'R-458'],
  args: { route: withPlans('InDesign', 3) },
  play: async () => {
    const [first] = await names();
    running.server?.intercept({
      method: 'DELETE',
      path: /\/product\/plan\//,
      answer: () => new Response('{"Message":"Error occurred removing plan"}', { status: 500 }),
    });
    await userEvent.click(await inPlans(`Delete: ${first}`));
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
    );
    await expect(
      (await screen.findAllByText('Error occurred removing plan', undefined, slow)).length,
    ).toBeGreaterThan(0);
  },
};

export const Single: Story = {
  name: 'A single plan cannot be moved',
  tags: ['C-160', 'R-198'],
  args: { route: withPlans('InDesign', 3) },
  play: async () => {
    const [, ...others] = await names();
    for (const name of others) {
      await userEvent.click(await inPlans(`Delete: ${name}`));
      await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
      await gone(() => screen.queryByRole('button', { name: `Delete: ${name}` }));
    }
    await expect(await names()).toHaveLength(1);
    await expect(within(await table()).queryByRole('button', { name: /^Move/ })).toBeNull();
  },
};

export const ReadOnly: Story = {
  name: 'Plans of a read-only product: no adding, moving or deleting',
  tags: ['C-103', 'C-223', 'R-086'],
  args: { route: withPlans('Active', 2) },
  play: async () => {
    const plans = within(await table());
    await expect(screen.queryByRole('link', { name: 'Add Plan' })).toBeNull();
    await expect(plans.queryByRole('button', { name: /^Move/ })).toBeNull();
    for (const remove of plans.getAllByRole('button', { name: /^Delete/ }))
      await expect(remove).toHaveAttribute('aria-disabled', 'true');
    for (const view of plans.getAllByRole('button', { name: /^View/ })) await expect(view).toBeEnabled();
  },
};
