import { expect, it } from 'vitest';
import { readSignIn } from './readSignIn.ts';

const provider = { key: 'entra', label: 'Entra ID', issuer: 'https://login.example.com', clientId: 'office' };
const read = (providers: unknown) =>
  readSignIn({ OIDC_PROVIDERS: typeof providers === 'string' ? providers : JSON.stringify(providers) });

it('reads the providers of the environment', () => {
  expect(read([])).toEqual({ providers: [] });
  const whole = {
    ...provider,
    clientSecret: 'hunter2',
    roles: { Staff: ['viewer'] },
    mailDomains: ['a.example'],
  };
  expect(read([whole, { ...provider, key: 'okta' }]).providers).toEqual([
    whole,
    { ...provider, key: 'okta' },
  ]);
});

it('refuses what it cannot use, and repeats no secret', () => {
  const secret = { clientSecret: 'hunter2' };
  const wrong: readonly (readonly [unknown, string])[] = [
    ['{"hunter2"', 'is not JSON'],
    [{}, 'is not a JSON list'],
    [[null], 'no text key'],
    [[{ ...provider, ...secret, issuer: undefined }], 'no text issuer'],
    [[{ ...provider, ...secret, issuer: 'ftp://hunter2' }], 'issuer is not an address'],
    [[{ ...provider, ...secret, key: 'Entra ID' }], 'key is not made of'],
    [[{ ...provider, ...secret, extra: 1 }], 'unknown member extra'],
    [[{ ...provider, clientSecret: 1 }], 'clientSecret is not a text'],
    [[{ ...provider, createsAccounts: 'yes' }], 'createsAccounts is not true or false'],
    [[{ ...provider, mailDomains: 'a.example' }], 'mailDomains is not a list'],
    [[{ ...provider, roles: { Staff: 'viewer' } }], 'roles does not list'],
    [[provider, { ...provider, ...secret }], 'same key'],
  ];
  for (const [providers, why] of wrong)
    expect(() => read(providers), why).toThrow(new RegExp(`OIDC_PROVIDERS .*${why}(?!.*hunter2)`));
});

it('lets the operator switch passwords on and off', () => {
  expect(readSignIn({}).password).toBeUndefined();
  for (const password of ['on', 'off'])
    expect(readSignIn({ PASSWORD_SIGN_IN: password }).password).toBe(password);
  expect(() => readSignIn({ PASSWORD_SIGN_IN: 'perhaps' })).toThrow(/PASSWORD_SIGN_IN 'perhaps'/);
});
