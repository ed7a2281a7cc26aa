import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { publishing, texts } from '../support/configuring.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';
import type { StoryServer } from '../support/startStoryServer.ts';

/** 'Why?' of values that come from other records. */
const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Values of other records',
  tags: ['roll-up', 'lookup-field', 'explanation'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
  args: { userName: 'admin', route: '/custom/adjuster' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

/** An adjuster with two claims, whose amounts are summed up. */
async function prepare(server: StoryServer): Promise<void> {
  await publishing('admin', 'Claims', {
    'entity/adjuster': { title: texts('Adjuster', 'Expert'), plural: texts('Adjusters', 'Experts') },
    'entity/claim': { title: texts('Claim', 'Sinistre'), plural: texts('Claims', 'Sinistres') },
    'field/claim.Amount': { type: 'money', title: texts('Amount', 'Montant') },
    'field/claim.Adjuster': {
      ...{ type: 'reference', reference: 'adjuster', title: texts('Adjuster', 'Expert') },
    },
    'field/adjuster.Total': {
      ...{ type: 'money', title: texts('Total', 'Total') },
      rollUp: { of: 'claim', by: 'Adjuster', function: 'sum', field: 'Amount' },
    },
    'place/adjuster-create.form.item.Total': {
      ...{ field: 'Total', screen: 'adjuster-create', block: 'form', section: 'main', as: 'item' },
    },
  })(server);
  const call = await server.as('admin');
  const create = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await call(`/api/custom/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { readonly Id: string };
  };
  const { Id } = await create('adjuster', { Name: 'Ann' });
  for (const Amount of [100, 250])
    await create('claim', { Name: `Claim over ${Amount}`, Amount, Adjuster: Id });
}

export const RollUp: Story = {
  name: 'Why? of a roll-up',
  args: { prepare },
  play: async () => {
    await userEvent.click(await screen.findByRole('link', { name: 'Ann' }, slow));
    await userEvent.click(await screen.findByRole('button', { name: 'Explain “Total”' }, slow));
    const why = within(await screen.findByRole('dialog', { name: 'Explain “Total”' }, slow));
    await expect(await why.findByText('Roll-up')).toBeVisible();
    const said = await why.findByText(/over the records of “Claims” that refer to this one/, {}, slow);
    await expect(said).toHaveTextContent(
      'You see 2 of them. Records that you cannot see are included as well.',
    );
  },
};
