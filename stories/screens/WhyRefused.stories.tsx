import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';
import { productIn } from '../support/samples.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Why a button is refused',
  tags: ['disabled-button', 'permission', 'tooltip', 'explanation'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
  args: { route: (model) => `/products/${productIn(model, 'Deactivated').Id}/limits-of-liability` },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

/** Presses the refused button by keyboard. */
async function ask(name: string): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name }, slow);
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  button.focus();
  await userEvent.keyboard('{Enter}');
  return screen.findByRole('dialog', undefined, slow);
}

/** The dialog fades in. */
const seen = (element: () => HTMLElement) => waitFor(() => expect(element()).toBeVisible());

export const ForConfigurators: Story = {
  name: 'Configurators see the condition, its inputs and its result',
  play: async () => {
    const why = within(await ask('Upload'));
    await seen(() => why.getByText(/^Before launch, you need permission to edit the product/));
    await seen(() => why.getByText(/limits-of-liability\.json#\/blocks\/0\/actions\/1$/));
    const lines = within(why.getByRole('list', { name: 'Values read and result' }));
    const line = lines.getByText('$data.product.ProductStateType.Name').closest('li');
    await expect(line).toHaveTextContent('"Deactivated"');
  },
};

export const ForStaff: Story = {
  name: 'Others read one sentence in their language',
  args: { userName: 'manager', locale: 'fr-CA' },
  play: async () => {
    const why = within(await ask('Téléverser'));
    await seen(() => why.getByText(/^Avant le lancement, vous devez avoir l’autorisation/));
    await expect(why.queryByRole('list')).toBeNull();
  },
};
