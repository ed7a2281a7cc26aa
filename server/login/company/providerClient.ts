/** Talks to a provider: its metadata, the authorization request, the code, the claims. */
import type * as Oidc from 'openid-client';
import type { OutgoingPost, OutgoingReply, Post } from '../../ports/Outgoing.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Provider } from './Provider.ts';
import { SignInProblem } from './SignInProblem.ts';

/** Loaded when the first person signs in this way. */
const load = (): Promise<typeof Oidc> => import('openid-client');

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

export type Asked = { readonly state: string; readonly nonce: string; readonly verifier: string };

export type Proven = { readonly claims: Claims; readonly idToken: string };

/** Milliseconds and bytes of each call to a provider. */
const limits = { timeoutMs: 5000, maxBytes: 262_144 } as const;
/** Milliseconds for which the metadata of a provider are used again; keys are always read again. */
const metadataFor = 5 * 60_000;
const mostKnown = 50;
/** Seconds that the clocks of both sides may differ. */
const tolerance = 30;

export type ProviderClient = {
  /** Reads the metadata, whatever is known. */
  readonly test: (provider: Provider) => Promise<void>;
  readonly begin: (provider: Provider, asked: Asked & { readonly callback: string }) => Promise<string>;
  readonly finish: (
    provider: Provider,
    answered: { readonly asked: Asked; readonly url: URL; readonly secret: string | undefined },
  ) => Promise<Proven>;
  /** Where the person signs out of the provider; undefined if it has no such page. */
  readonly endUrl: (
    provider: Provider,
    session: { readonly idToken: string | undefined; readonly returnTo: string },
  ) => Promise<string | undefined>;
  /** Whom a logout token signs out; throws unless the provider has signed it for this application. */
  readonly readLogout: (provider: Provider, token: string, now: Date) => Promise<LoggedOut>;
};

type LoggedOut = { readonly subject: string | undefined; readonly session: string | undefined };

type Known = { readonly at: number; readonly metadata: Promise<Oidc.ServerMetadata> };

export function createProviderClient(ports: Pick<Ports, 'post'>): ProviderClient {
  const ask = fetchThrough(ports);
  const metadataOf = createMetadata(ask);
  /** A new configuration per sign-in, because it keeps the keys it has read. */
  const configure = async (provider: Provider, secret?: string): Promise<Oidc.Configuration> => {
    const [oidc, metadata] = [await load(), await metadataOf(provider)];
    const config = new oidc.Configuration(
      metadata,
      provider.clientId,
      { [oidc.clockTolerance]: tolerance },
      authenticationOf(oidc, metadata, secret),
    );
    prepare(oidc, config, { provider, fetch: ask });
    return config;
  };

  return {
    test: async (provider) => {
      const metadata = await metadataOf(provider, true);
      if (!metadata.jwks_uri || !metadata.token_endpoint || !metadata.authorization_endpoint)
        throw new SignInProblem('settings');
    },
    begin: async (provider, { state, nonce, verifier, callback }) => {
      const oidc = await load();
      const config = await configure(provider);
      const challenge = await oidc.calculatePKCECodeChallenge(verifier);
      return oidc.buildAuthorizationUrl(config, {
        ...{ redirect_uri: callback, scope: provider.scopes, state, nonce },
        ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      }).href;
    },
    finish: async (provider, { asked, url, secret }) => {
      const oidc = await load();
      const config = await configure(provider, secret);
      return prove(oidc, config, { provider, asked, url });
    },
    endUrl: async (provider, { idToken, returnTo }) => {
      const oidc = await load();
      const config = await configure(provider);
      if (!config.serverMetadata().end_session_endpoint) return undefined;
      return oidc.buildEndSessionUrl(config, {
        post_logout_redirect_uri: returnTo,
        ...(idToken && { id_token_hint: idToken }),
      }).href;
    },
    readLogout: async (provider, token, now) => {
      const { issuer, jwks_uri } = await metadataOf(provider);
      const answer = await ask(String(jwks_uri), {
        ...{ body: undefined, headers: { accept: 'application/json' }, method: 'GET', redirect: 'manual' },
      });
      return verifyLogout(token, { keys: await answer.json(), issuer, audience: provider.clientId, now });
    },
  };
}

type ReadMetadata = (provider: Provider, isFresh?: boolean) => Promise<Oidc.ServerMetadata>;

/** What providers say about themselves, for some minutes. */
function createMetadata(fetch: Oidc.CustomFetch): ReadMetadata {
  const known = new Map<string, Known>();
  return (provider, isFresh = false) => {
    const before = known.get(provider.issuer);
    const now = performance.now();
    if (before && !isFresh && now - before.at < metadataFor) return before.metadata;
    if (known.size >= mostKnown) known.delete(known.keys().next().value as string);
    const metadata = discover(provider, fetch);
    const entry = { at: now, metadata };
    known.set(provider.issuer, entry);
    // A provider that is down is asked again.
    metadata.catch(() => known.get(provider.issuer) === entry && known.delete(provider.issuer));
    return metadata;
  };
}

async function discover(provider: Provider, fetch: Oidc.CustomFetch): Promise<Oidc.ServerMetadata> {
  const oidc = await load();
  if (!URL.canParse(provider.issuer)) throw new SignInProblem('settings');
  try {
    const config = await oidc.discovery(new URL(provider.issuer), provider.clientId, undefined, oidc.None(), {
      [oidc.customFetch]: fetch,
      timeout: limits.timeoutMs / 1000,
      ...(isPlain(provider) && { execute: [oidc.allowInsecureRequests] }),
    });
    const { supportsPKCE: _, ...metadata } = config.serverMetadata();
    return metadata;
  } catch (error) {
    throw problemOf(error);
  }
}

/** Only hosts that the operator allows are called without encryption. */
const isPlain = ({ issuer }: Provider): boolean => /^http:/i.test(issuer);

type Preparing = { readonly provider: Provider; readonly fetch: Oidc.CustomFetch };

function prepare(oidc: typeof Oidc, config: Oidc.Configuration, { provider, fetch }: Preparing): void {
  config[oidc.customFetch] = fetch;
  config.timeout = limits.timeoutMs / 1000;
  // Verifies the signature of the ID token, although it comes over TLS.
  oidc.enableNonRepudiationChecks(config);
  if (isPlain(provider)) oidc.allowInsecureRequests(config);
}

function authenticationOf(
  oidc: typeof Oidc,
  { token_endpoint_auth_methods_supported: methods }: Oidc.ServerMetadata,
  secret: string | undefined,
): Oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const isBasic = methods === undefined || methods.includes('client_secret_basic');
  return isBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}

type Proving = { readonly provider: Provider; readonly asked: Asked; readonly url: URL };

async function prove(
  oidc: typeof Oidc,
  config: Oidc.Configuration,
  { provider, asked, url }: Proving,
): Promise<Proven> {
  try {
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      ...{ pkceCodeVerifier: asked.verifier, expectedState: asked.state, expectedNonce: asked.nonce },
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new SignInProblem('answer');
    const wanted = [provider.claims.userName, provider.claims.email, provider.claims.groups];
    const isWhole = wanted.every((path) => path === '' || claimAt(claims, path) !== undefined);
    const hasMore = !isWhole && config.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
    return { claims: { ...more, ...claims }, idToken: tokens.id_token };
  } catch (error) {
    throw problemOf(error);
  }
}

type Verifying = {
  readonly keys: unknown;
  readonly issuer: string;
  readonly audience: string;
  readonly now: Date;
};

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. */
async function verifyLogout(token: string, { keys, issuer, audience, now }: Verifying): Promise<LoggedOut> {
  const jose = await import('jose');
  const { payload } = await jose.jwtVerify(token, jose.createLocalJWKSet(keys as never), {
    ...{ issuer, audience, currentDate: now, clockTolerance: tolerance, maxTokenAge: '10m' },
    algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
  });
  const { events, nonce, sub, sid } = payload;
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent);
  const session = typeof sid === 'string' ? sid : undefined;
  if (!isLogout || nonce !== undefined || (sub === undefined && session === undefined))
    throw new Error('This is not a logout token.');
  return { subject: sub, session };
}

/** A claim by its name, or by its path. */
export function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (path === '') return undefined;
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      claims,
    );
}

class Unreachable extends Error {}

/** Every call goes through the port that refuses addresses inside the network. */
function fetchThrough({ post }: Pick<Ports, 'post'>): Oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    if (!post) throw new Unreachable('This server makes no outgoing calls.');
    const sent = body === undefined || body === null ? '' : String(body);
    const asked = {
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: sent,
      ...limits,
    } as const;
    const reply = await reach(post, asked);
    if (reply.status >= 500 || reply.isCut) throw new Unreachable(`answered ${reply.status}`);
    const type = new Headers(reply.contentType ? { 'content-type': reply.contentType } : undefined);
    const isEmpty = [204, 205, 304].includes(reply.status);
    return new Response(isEmpty ? null : reply.text, { status: reply.status, headers: type });
  };
}

async function reach(post: Post, asked: OutgoingPost): Promise<OutgoingReply> {
  try {
    return await post(asked);
  } catch (error) {
    throw new Unreachable(String(error), { cause: error });
  }
}

/** What the person is told; the log has the rest. */
function problemOf(error: unknown): SignInProblem {
  if (error instanceof SignInProblem) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Unreachable || cause.name === 'TimeoutError' || cause.name === 'AbortError')
      return new SignInProblem('unreachable', error);
    if (cause.name === 'AuthorizationResponseError') return new SignInProblem('declined', error);
    const { error: said } = cause as { readonly error?: unknown };
    if (said === 'invalid_grant') return new SignInProblem('expired', error);
    if (said === 'invalid_client' || said === 'unauthorized_client')
      return new SignInProblem('settings', error);
  }
  return new SignInProblem('answer', error);
}
