/** A real OpenID Connect provider on loopback, whose answers a test may falsify. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as jose from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

export type Someone = { readonly sub: string } & Readonly<Record<string, unknown>>;

/** What the provider does to the next answers. */
type How = {
  /** The person at the provider who signs in. */
  someone: Someone;
  /** Changes the claims of the ID token, which is then signed again. */
  falsify?: ((claims: jose.JWTPayload) => jose.JWTPayload) | undefined;
  /** Signs with a key that the provider does not publish. */
  isForged: boolean;
  isSilent: boolean;
};

const client = { id: 'formwright', secret: 'a secret that only both sides know' };

const newKey = async (kid: string) => {
  const { privateKey, publicKey } = await jose.generateKeyPair('RS256', { extractable: true });
  const about = { kid, alg: 'RS256', use: 'sig' };
  const [secret, open] = [await jose.exportJWK(privateKey), await jose.exportJWK(publicKey)];
  return { kid, privateKey, secret: { ...secret, ...about }, open: { ...open, ...about } };
};

export async function startOidcProvider(callback: string) {
  let key = await newKey('first');
  const forged = await newKey('first');
  const how: How = { someone: { sub: 'nobody' }, isForged: false, isSilent: false };
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, configurationOf(how, { callback, keys: [key.secret] }));
  // biome-ignore lint/suspicious/noExplicitAny: the context of koa.
  provider.use(async (context: any, next: () => Promise<void>) => {
    await next();
    if (context.path === '/jwks') context.body = { keys: [key.open] };
    if (context.path !== '/token' || !context.body?.id_token) return;
    const claims = jose.decodeJwt(context.body.id_token);
    const changed = how.falsify?.(claims) ?? claims;
    const used = how.isForged ? forged : key;
    context.body.id_token = await new jose.SignJWT(changed)
      .setProtectedHeader({ alg: 'RS256', kid: used.kid })
      .sign(used.privateKey);
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (how.isSilent) return;
    if (request.url?.startsWith('/interaction/')) void interact(provider, how, request, response);
    else void answer(request, response);
  });
  return {
    ...{ issuer, how, client },
    rotate: async () => {
      key = await newKey('second');
    },
    /** A logout token as the provider signs it. */
    logoutToken: (claims: jose.JWTPayload) =>
      new jose.SignJWT({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'logout+jwt' })
        .setIssuer(issuer)
        .sign(key.privateKey),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Setting = { readonly callback: string; readonly keys: readonly jose.JWK[] };

function configurationOf(how: How, { callback, keys }: Setting): Configuration {
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [callback],
        post_logout_redirect_uris: [new URL('/', callback).href],
      },
    ],
    jwks: { keys: keys as never },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'name', 'groups'],
    },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...how.someone, sub: id }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['only for tests'] },
    pkce: { required: () => true },
  };
}

/** The person signs in and consents at once. */
async function interact(
  provider: Provider,
  how: How,
  ...exchange: Parameters<Provider['interactionDetails']>
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(...exchange);
  if (prompt.name === 'login')
    return provider.interactionFinished(...exchange, { login: { accountId: how.someone.sub } });
  const grant = new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  return provider.interactionFinished(...exchange, { consent: { grantId: await grant.save() } });
}

/** Follows the provider's pages in a browser of its own; returns the address it sends the person back to. */
export async function visitProvider(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let step = 0; step < 12; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (!location) throw new Error(`${answer.status} at ${url}: ${await answer.text()}`);
    url = new URL(location, url).href;
    if (new URL(url).pathname.startsWith('/api/')) return url;
  }
  throw new Error('the provider goes in circles');
}
