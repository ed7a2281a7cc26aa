import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { inDark, inFrench, onAPhone } from '../support/looks.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';
import type { StoryServer } from '../support/startStoryServer.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/My account and sign-in',
  tags: ['passkey', 'webauthn', 'biometric', 'password', 'session', 'account', 'sso'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
  args: { route: '/account', userName: 'viewer' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const passkey = (Name: string, more: object) => ({
  ...{ Id: Name, Name, CreatedDate: '2026-03-02T15:00:00Z', LastUsedDate: null, IsSynced: false },
  ...more,
});

const answering = (body: object) => async (server: StoryServer) =>
  server.intercept({ method: 'GET', path: /\/account\/passkey$/, answer: () => Response.json(body) });

const card = async () =>
  within((await screen.findByRole('heading', { name: 'Passkeys' }, slow)).closest('section') as HTMLElement);

export const Passkeys: Story = {
  name: 'Two passkeys, one of them synced',
  parameters: { shows: ['account'] },
  args: {
    prepare: answering({
      ...{ IsOn: true, HasPassword: true },
      Items: [
        passkey('Work laptop', { LastUsedDate: '2026-11-20T12:00:00Z' }),
        passkey('Phone', { IsSynced: true }),
      ],
    }),
  },
  play: async () => {
    await expect(await (await card()).findByText('Work laptop', undefined, slow)).toBeVisible();
  },
};

export const NoPasskey: Story = {
  name: 'No passkey yet',
  tags: ['!test'],
  args: { prepare: answering({ IsOn: true, HasPassword: true, Items: [] }) },
};

export const PasskeysOff: Story = {
  name: 'Passkeys turned off by an administrator',
  tags: ['!test'],
  args: { prepare: answering({ IsOn: false, HasPassword: true, Items: [passkey('Phone', {})] }) },
};

export const InFrench: Story = { ...inFrench(Passkeys), tags: ['!test'] };
export const InDark: Story = { ...inDark(Passkeys), tags: ['!test'] };
export const OnAPhone: Story = { ...onAPhone(Passkeys), tags: ['!test'] };

export const SignInSettings: Story = {
  name: 'Company sign-in, and passkeys for everyone',
  tags: ['!test'],
  parameters: { shows: ['passkey-switch'] },
  args: { route: '/sign-in-providers', userName: 'admin' },
};

export const ProgramAccess: Story = {
  name: 'Program access',
  tags: ['!test'],
  parameters: { shows: ['programs'] },
  args: { route: '/program-access', userName: 'admin' },
};
