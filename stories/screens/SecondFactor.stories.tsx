import type { Meta, StoryObj } from '@storybook/react-vite';
import { Secret, TOTP } from 'otpauth';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';
import type { StoryServer } from '../support/startStoryServer.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Second factor of one’s account',
  tags: ['two-factor', 'mfa', 'otp', 'qr-code', 'security'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
  args: { route: '/account', userName: 'viewer' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const path = '/api/account/second-factor';
const told: { codes?: readonly string[] } = {};

async function turnOn({ fetch }: StoryServer): Promise<void> {
  const send = async (method: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(path, { method, headers, body: JSON.stringify(body) })).json();
  };
  const { Secret: secret } = await send('POST', { CurrentPassword: 'demo' });
  const Code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  told.codes = (await send('PUT', { Code })).RecoveryCodes;
}

const card = async () => {
  const heading = await screen.findByRole('heading', { name: /^Second fact/ }, slow);
  return within(heading.closest('section') as HTMLElement);
};
const press = async (name: string | RegExp) =>
  userEvent.click(await (await card()).findByRole('button', { name }, slow));
const type = async (label: string | RegExp, text: string) =>
  userEvent.type(await (await card()).findByLabelText(label, {}, slow), `${text}{Enter}`);

export const Off: Story = {
  play: async () => {
    await expect(await (await card()).findByRole('button', { name: 'Turn on' }, slow)).toBeVisible();
  },
};

export const Cancelled: Story = {
  name: 'Cancelling gives the focus back to the form',
  play: async () => {
    await type('Password', 'demo');
    await screen.findByRole('img', { name: /QR code/ }, slow);
    await press('Cancel');
    await waitFor(async () =>
      expect(await (await card()).findByLabelText('Password', {}, slow)).toHaveFocus(),
    );
  },
};

export const WrongPassword: Story = {
  play: async () => {
    await type('Password', 'wrong');
    await expect(await (await card()).findByText(/incorrect/, {}, slow)).toBeVisible();
  },
};

export const Started: Story = {
  name: 'The secret, shown once',
  play: async () => {
    await type('Password', 'demo');
    await expect(await (await card()).findByRole('img', { name: /QR code/ }, slow)).toBeVisible();
  },
};

export const On: Story = {
  args: { prepare: turnOn },
  play: async () => {
    await expect(await (await card()).findByText('10 recovery codes are left.', {}, slow)).toBeVisible();
  },
};

export const Renewed: Story = {
  name: 'New recovery codes, shown once, in French',
  args: { prepare: turnOn, locale: 'fr-CA' },
  play: async () => {
    await press('Nouveaux codes de récupération');
    await type('Code, ou code de récupération', told.codes?.[0] ?? '');
    const codes = await (await card()).findByRole('list', { name: 'Codes de récupération' }, slow);
    await expect(within(codes).getAllByRole('listitem')).toHaveLength(10);
    await expect(codes.textContent).not.toContain(told.codes?.[1]);
  },
};

export const TurningOff: Story = {
  args: { prepare: turnOn },
  play: async () => {
    await press('Turn off');
    const password = await (await card()).findByLabelText('Password', {}, slow);
    await expect(password).toHaveFocus();
    await press('Cancel');
    await expect(
      await (await card()).findByRole('button', { name: 'New recovery codes' }, slow),
    ).toBeVisible();
    await expect(await (await card()).findByRole('button', { name: 'Turn off' }, slow)).toHaveFocus();
  },
};
