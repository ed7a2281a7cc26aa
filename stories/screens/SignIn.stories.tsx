import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactNode } from 'react';
import { expect, fn, userEvent, within } from 'storybook/test';
import { type Api, ApiError, DisplayProvider, SignInPage, useLocale } from '#renderer';

const refusing = {
  get: async () => ({ HasPassword: true, Providers: [] }),
  send: async () => {
    throw new ApiError(401, { Code: 'sign-in-failed', Message: 'User name and password do not match.' });
  },
};

const meta = {
  title: 'Screens/Sign-in',
  tags: ['login', 'log-in', 'password', 'forgotten-password'],
  component: SignInPage,
  decorators: [(Story) => <InToolbarLanguage>{Story()}</InToolbarLanguage>],
  parameters: { layout: 'fullscreen' },
  args: { api: refusing as unknown as Api, isLink: false, onSignedIn: fn() },
} satisfies Meta<typeof SignInPage>;

export default meta;

function InToolbarLanguage({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const display = { locale, setLocale: fn(), theme: 'system', setTheme: fn(), adopt: fn() } as const;
  return <DisplayProvider value={display}>{children}</DisplayProvider>;
}

type Story = StoryObj<typeof meta>;

export const SignIn: Story = { name: 'Sign-in', tags: ['!test'] };

const withProviders = (HasPassword: boolean) => ({
  ...refusing,
  get: async () => ({
    HasPassword,
    Providers: [{ Key: 'company', Label: 'Contoso', LabelFrench: 'Contoso Canada' }],
  }),
});

export const WithProvider: Story = {
  name: 'with a provider',
  tags: ['!test'],
  args: { api: withProviders(true) as unknown as Api },
};

/** Passwords are switched off: no password is asked for. A provider that is down is named. */
export const ProviderOnly: Story = {
  name: 'provider only',
  args: { api: withProviders(false) as unknown as Api },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: /Contoso/ }));
    await expect(await page.findByRole('alert')).not.toBeEmptyDOMElement();
    await expect(page.queryByLabelText('Password')).toBeNull();
  },
};

/** One message, no matter which of the two was wrong; what was typed stays. */
export const Refused: Story = {
  play: async ({ canvasElement, args }) => {
    const page = within(canvasElement);
    await userEvent.type(page.getByLabelText('User name'), 'viewer');
    await userEvent.type(page.getByLabelText('Password'), 'wrong');
    await userEvent.click(page.getByRole('button', { name: /^Sign in$/ }));
    await expect(await page.findByRole('alert')).not.toBeEmptyDOMElement();
    await expect(page.getByLabelText('User name')).toHaveValue('viewer');
    await expect(args.onSignedIn).not.toHaveBeenCalled();
  },
};

export const Forgotten: Story = {
  name: 'Forgotten password',
  tags: ['!test'],
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Forgot your password?' }));
  },
};
