/** Calls about one's own login: sign-in and sign-out, password, e-mailed links, second factor. */

import { all, id, list, maybeText, objectOf, pageOfItems, type Schema, text } from '../http/fieldSchemas.ts';
import type { Brief } from './Brief.ts';

const moment: Schema = { type: 'string', format: 'date-time' };
const maybe = (...types: readonly string[]): Schema => ({ type: [...types, 'null'] });
const user = all({ Id: id, UserName: text, DisplayName: text, Roles: list(text) });
/** There is no token when the session is in a cookie. */
const login = objectOf(
  [
    ['Token', text],
    ['User', user],
    ['Features', list(text)],
    ['MustChangePassword', { type: 'boolean' }],
  ],
  ['User', 'Features'],
);

const provider = all({ Key: text, Label: text, LabelFrench: text });

const options = all({ Options: { type: 'object', additionalProperties: true } });
const passkey = all({
  ...{ Id: id, Name: text, CreatedDate: moment, LastUsedDate: maybe('string') },
  IsSynced: { type: 'boolean' },
});
const passkeysOn = all({ IsOn: { type: 'boolean' }, Origin: maybe('string') });

export const accountPaths: readonly Brief[] = [
  {
    at: 'POST /session',
    summary: 'Sign in',
    isPublic: true,
    answer: login,
  },
  {
    at: 'GET /sign-in',
    summary: 'Ways to sign in: password, and the providers of the company',
    isPublic: true,
    answer: all({
      ...{ HasPassword: { type: 'boolean' }, HasPasskeys: { type: 'boolean' } },
      Providers: list(provider),
    }),
  },
  {
    at: 'POST /sign-in/{key}',
    summary: 'Begin to sign in with a provider (OpenID Connect): the address to go to',
    isPublic: true,
    answer: all({ Url: text }),
  },
  {
    at: 'GET /sign-in/{key}/callback',
    summary: 'Return from a provider: opens a session, or goes to the sign-in page with the reason',
    status: 303,
    isPublic: true,
  },
  {
    at: 'POST /sign-in/{key}/logout',
    summary: 'A provider ends sessions (OpenID Connect Back-Channel Logout)',
    isPublic: true,
  },
  { at: 'GET /session', summary: 'Who is signed in', answer: login },
  { at: 'DELETE /session', summary: 'Sign out', status: 204 },
  {
    at: 'PUT /account/password',
    summary: 'An own password in place of the one there is; all other logins end',
    answer: login,
  },
  {
    at: 'POST /account/link',
    summary: 'Whose account a link of an e-mail opens',
    isPublic: true,
    answer: all({ UserName: text, DisplayName: text, Purpose: { enum: ['invite', 'reset'] } }),
  },
  {
    at: 'PUT /account/link',
    summary: 'A password by a link of an e-mail, which is used up with it',
    isPublic: true,
    status: 204,
  },
  {
    at: 'POST /account/forgotten',
    summary:
      'A link for a new password by e-mail; the answer is the same whether there is such a person or not',
    isPublic: true,
    status: 204,
  },
  {
    at: 'GET /account/session',
    summary: 'Where one is signed in',
    answer: pageOfItems(
      all({
        Id: id,
        CreatedDate: moment,
        LastSeenAt: moment,
        ExpiresAt: moment,
        Address: maybe('string'),
        Device: maybe('string'),
        IsCurrent: { type: 'boolean' },
      }),
    ),
  },
  { at: 'DELETE /account/session', summary: 'Sign out everywhere else', status: 204 },
  { at: 'DELETE /account/session/{id}', summary: 'Sign out somewhere else', status: 204 },
  {
    at: 'GET /account/second-factor',
    summary: 'Whether signing in takes a code of an authenticator app, too',
    answer: all({
      ...{ IsOn: { type: 'boolean' }, HasCodes: { type: 'boolean' } },
      RecoveryCodesLeft: { type: 'integer' },
    }),
  },
  {
    at: 'POST /account/second-factor',
    summary:
      'A secret for an authenticator app, told this once; it does nothing before its first code is sent',
    answer: all({ Secret: text, Uri: text }),
  },
  {
    at: 'PUT /account/second-factor',
    summary: 'Turns the second factor on with its first code; the recovery codes are told this once',
    answer: all({ RecoveryCodes: list(text) }),
  },
  {
    at: 'POST /account/second-factor/recovery-codes',
    summary: 'New recovery codes for a code, told this once; those of before are void',
    answer: all({ RecoveryCodes: list(text) }),
  },
  {
    at: 'POST /account/second-factor/off',
    summary: 'Turns the second factor off with password and code',
    status: 204,
  },
  {
    at: 'POST /account/second-factor/passkey',
    summary:
      'Turns the second factor on with the passkeys of the account; the recovery codes are told this once',
    answer: all({ RecoveryCodes: list(text) }),
  },
  {
    at: 'POST /session/passkey/options',
    summary: 'What the browser asks a passkey to sign in (WebAuthn)',
    isPublic: true,
    answer: options,
  },
  {
    at: 'POST /session/passkey',
    summary: 'Sign in with the answer of a passkey',
    isPublic: true,
    answer: login,
  },
  {
    at: 'GET /account/passkey',
    summary: 'The passkeys of one’s own account',
    answer: all({
      ...{ Items: list(passkey), TotalItems: { type: 'integer' } },
      ...{ IsOn: { type: 'boolean' }, HasPassword: { type: 'boolean' } },
    }),
  },
  {
    at: 'POST /account/passkey/options',
    summary: 'What the browser is asked to create a passkey, for the current password',
    answer: options,
  },
  {
    at: 'POST /account/passkey/check',
    summary: 'What the browser asks one’s own passkeys, as proof for the second factor',
    answer: options,
  },
  { at: 'POST /account/passkey', summary: 'Adds a passkey', status: 201, answer: passkey },
  { at: 'DELETE /account/passkey/{id}', summary: 'Removes a passkey', status: 204 },
  { at: 'GET /passkeys', summary: 'Whether people may use passkeys, and where', answer: passkeysOn },
  { at: 'PUT /passkeys', summary: 'Turns passkeys on or off for everyone', answer: passkeysOn },
  {
    at: 'GET /account/companylink',
    summary: 'The sign-in providers linked to one’s own account',
    answer: all({
      Items: list(all({ Id: id, ProviderName: text, CreatedDate: moment, LastUsedDate: maybe('string') })),
      ...{ TotalItems: { type: 'integer' }, MayRemove: { type: 'boolean' } },
    }),
  },
  {
    at: 'DELETE /account/companylink/{id}',
    summary: 'Removes the link to a sign-in provider',
    status: 204,
  },
  {
    at: 'GET /unsubscribe',
    summary: 'Goes to the page that ends emails which repeat',
    status: 303,
    isPublic: true,
  },
  {
    at: 'POST /unsubscribe',
    summary: 'Ends emails which repeat, for mail programs (RFC 8058)',
    isPublic: true,
  },
  {
    at: 'GET /branding',
    summary: 'The name, logo, colours and sign-in picture of the client; null is the standard look',
    answer: all({
      ...{ Name: text, Accent: maybeText, AccentDark: maybeText },
      ...{ Logo: maybeText, SignInPicture: maybeText },
    }),
    isPublic: true,
  },
  {
    at: 'GET /branding/picture/{fileId}',
    summary: 'The logo or the sign-in picture; no other file',
    type: 'image/png',
    isPublic: true,
  },
];
