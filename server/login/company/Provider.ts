/** The providers that people may sign in with: stored ones, and those of the environment. */
import type { DataRecord, Locale } from '#engine';
import type { Runtime } from '../../operations/OperationCall.ts';
import type { AppSettings, GivenProvider, Seal } from '../../ports/ports.ts';

const providerEntity = 'sign-in-provider';

export type Provider = {
  /** In addresses: the id of the record, or the key given in the environment. */
  readonly key: string;
  readonly labels: Readonly<Record<Locale, string>>;
  readonly issuer: string;
  readonly clientId: string;
  /** Sealed; absent: a public client. */
  readonly sealedSecret?: string | undefined;
  readonly secret?: string | undefined;
  readonly scopes: string;
  readonly claims: { readonly userName: string; readonly email: string; readonly groups: string };
  readonly roleMap: readonly RoleOfGroup[];
  readonly createsAccounts: boolean;
  /** In lower case; empty: all. */
  readonly mailDomains: readonly string[];
  readonly replacesPasswords: boolean;
  /** It signs in nobody who may do more than these roles; absent: everyone. */
  readonly trustedRoles?: readonly string[] | undefined;
};

type RoleOfGroup = { readonly group: string; readonly roles: readonly string[] };

type Of = Pick<Runtime, 'model' | 'store'>;
type SignIn = Pick<AppSettings, 'signIn'>;

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export const domainsOf = (text: unknown): readonly string[] =>
  String(text ?? '')
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((domain) => domain !== '');

/** As stored, active or not. */
export function fromRecord(record: DataRecord): Provider {
  const text = (name: string): string => String(record[name] ?? '').trim();
  return {
    key: String(record.Id),
    labels: { 'en-CA': text('Name'), 'fr-CA': text('LabelFrench') },
    issuer: text('Issuer'),
    clientId: text('ClientId'),
    sealedSecret: typeof record.Secret === 'string' ? record.Secret : undefined,
    scopes: scopesOf(text('Scopes')),
    claims: { userName: text('UserNameClaim'), email: text('EmailClaim'), groups: text('GroupsClaim') },
    roleMap: roleMapOf(record),
    createsAccounts: record.CreatesAccounts === true,
    mailDomains: domainsOf(record.MailDomains),
    replacesPasswords: record.ReplacesPasswords === true,
    trustedRoles: textsOf(record.TrustedRoles),
  };
}

export function roleMapOf({ RoleMap }: DataRecord): readonly RoleOfGroup[] {
  return (Array.isArray(RoleMap) ? RoleMap : []).map((row: DataRecord) => ({
    group: String(row.Group ?? '').trim(),
    roles: textsOf(row.Roles),
  }));
}

/** Without `openid` a provider answers no ID token. */
const scopesOf = (text: string): string => [...new Set(['openid', ...text.split(/[\s,]+/)])].join(' ').trim();

function fromEnvironment(given: GivenProvider): Provider {
  return {
    key: given.key,
    labels: { 'en-CA': given.label, 'fr-CA': given.labelFrench ?? given.label },
    ...{ issuer: given.issuer, clientId: given.clientId, secret: given.clientSecret },
    scopes: scopesOf(given.scopes ?? 'profile email'),
    claims: {
      userName: given.userNameClaim ?? 'preferred_username',
      email: given.emailClaim ?? 'email',
      groups: given.groupsClaim ?? 'groups',
    },
    roleMap: Object.entries(given.roles ?? {}).map(([group, roles]) => ({ group, roles })),
    createsAccounts: given.createsAccounts === true,
    mailDomains: (given.mailDomains ?? []).map((domain) => domain.toLowerCase()),
    replacesPasswords: false,
  };
}

/** The active providers, those of the environment first. */
export async function listProviders({ model, store }: Of, { signIn }: SignIn): Promise<readonly Provider[]> {
  const given = (signIn?.providers ?? []).map(fromEnvironment);
  if (!model.entities.has(providerEntity)) return given;
  const { items } = await store.find({ entity: providerEntity });
  const active = items.filter(({ IsActive }) => IsActive === true).map(fromRecord);
  return [...given, ...active.sort((one, other) => (one.labels['en-CA'] < other.labels['en-CA'] ? -1 : 1))];
}

export async function findProvider(of: Of, settings: SignIn, key: string): Promise<Provider | undefined> {
  return (await listProviders(of, settings)).find((one) => one.key === key.toLowerCase());
}

/** Whether passwords are refused; the operator has the last word. */
export async function isPasswordOff(of: Of, settings: SignIn): Promise<boolean> {
  const { password } = settings.signIn ?? {};
  if (password !== undefined) return password === 'off';
  return (await listProviders(of, settings)).some(({ replacesPasswords }) => replacesPasswords);
}

/** For client secrets, pending sign-ins and ID tokens. */
export const sealOfSignIn = async (
  { ports, signer }: Pick<Runtime, 'ports' | 'signer'>,
  what: 'secret' | 'pending' | 'token',
): Promise<Seal> => ports.seal(`sign-in ${what}\n${await signer.ready()}`);

export const callbackUrl = (publicUrl: string, key: string): string =>
  `${publicUrl}/api/sign-in/${key}/callback`;
