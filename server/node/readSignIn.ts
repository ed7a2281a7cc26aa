/** `OIDC_PROVIDERS` and `PASSWORD_SIGN_IN`: how the operator lets people sign in. */
import { StartError } from '../errors/StartError.ts';
import type { GivenProvider, SignInSettings } from '../ports/ports.ts';

type Env = Readonly<Record<string, string | undefined>>;

export function readSignIn(env: Env): SignInSettings {
  const providers = readProviders(env.OIDC_PROVIDERS);
  const password = env.PASSWORD_SIGN_IN?.trim();
  if (!password) return { providers };
  if (password === 'on' || password === 'off') return { providers, password };
  throw new StartError(`PASSWORD_SIGN_IN '${password}' is not understood. Use on or off.`);
}

const texts = ['key', 'label', 'issuer', 'clientId'] as const;
const mayTexts = [
  'labelFrench',
  'clientSecret',
  'scopes',
  'userNameClaim',
  'emailClaim',
  'groupsClaim',
] as const;
const others = ['roles', 'createsAccounts', 'mailDomains'] as const;
const names: ReadonlySet<string> = new Set([...texts, ...mayTexts, ...others]);

/** Error messages never repeat a value: it may be a secret. */
function readProviders(text: string | undefined): readonly GivenProvider[] {
  if (!text?.trim()) return [];
  const list = parse(text);
  if (!Array.isArray(list)) throw wrong('is not a JSON list');
  const providers = list.map(readProvider);
  if (new Set(providers.map(({ key }) => key)).size < providers.length)
    throw wrong('has two providers with the same key');
  return providers;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong('is not JSON');
  }
}

function readProvider(one: unknown, index: number): GivenProvider {
  const given = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
  const at = `entry ${index + 1}`;
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown) throw wrong(`${at} has an unknown member ${unknown}`);
  for (const name of texts)
    if (typeof given[name] !== 'string' || given[name] === '') throw wrong(`${at} has no text ${name}`);
  for (const name of mayTexts)
    if (given[name] !== undefined && typeof given[name] !== 'string')
      throw wrong(`${at}: ${name} is not a text`);
  if (!/^[a-z0-9-]{1,40}$/.test(String(given.key)))
    throw wrong(`${at}: key is not made of small letters, digits and -`);
  if (!/^https?:\/\//.test(String(given.issuer)) || !URL.canParse(String(given.issuer)))
    throw wrong(`${at}: issuer is not an address that begins with https://`);
  if (given.createsAccounts !== undefined && typeof given.createsAccounts !== 'boolean')
    throw wrong(`${at}: createsAccounts is not true or false`);
  if (given.mailDomains !== undefined && !isTexts(given.mailDomains))
    throw wrong(`${at}: mailDomains is not a list of texts`);
  const { roles } = given;
  if (roles !== undefined && !(isObject(roles) && Object.values(roles).every(isTexts)))
    throw wrong(`${at}: roles does not list roles by group`);
  return given as GivenProvider;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');

const wrong = (what: string): StartError =>
  new StartError(`OIDC_PROVIDERS ${what}. See "Company sign-in" in docs/mechanisms/running.md.`);
