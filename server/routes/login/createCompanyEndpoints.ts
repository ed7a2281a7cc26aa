/** `/sign-in`: the ways to sign in, and signing in with a provider (OpenID Connect, authorization code with PKCE). */
import { Refusal, refusals } from '../../errors/Refusal.ts';
import type { ApiCall } from '../../http/ApiCall.ts';
import type { Endpoint } from '../../http/Endpoint.ts';
import { empty, json } from '../../http/respond.ts';
import { may, type Static, sent, Type } from '../../http/sent.ts';
import { taking } from '../../http/Takes.ts';
import {
  callbackUrl,
  findProvider,
  isPasswordOff,
  listProviders,
  type Provider,
  sealOfSignIn,
} from '../../login/company/Provider.ts';
import {
  beginPending,
  clearedPending,
  type Pending,
  readPending,
} from '../../login/company/pendingSignIn.ts';
import type { Proven, ProviderClient } from '../../login/company/providerClient.ts';
import { type ProblemReason, SignInProblem } from '../../login/company/SignInProblem.ts';
import type { LoginLimits } from '../../login/createLoginLimits.ts';
import type { Origin, Sessions } from '../../login/createSessions.ts';
import { passkeySite } from '../../login/passkeys/passkeyAccess.ts';
import { refuseTooMany } from './checkPassword.ts';
import { accountOf } from './companyAccount.ts';
import { endFromProvider } from './endAtProvider.ts';

type Services = {
  readonly sessions: Sessions;
  readonly limits: LoginLimits;
  readonly client: ProviderClient;
};

export function createCompanyEndpoints(services: Services): readonly Endpoint[] {
  const open = { ids: [], access: { kind: 'public' }, isBeforePassword: true } as const;
  return [
    { ...open, method: 'GET', path: '/sign-in', handle: async (call) => json(await waysOf(call)) },
    {
      ...open,
      method: 'POST',
      path: '/sign-in/{key}',
      ...taking(beginBody, (call, body) => begin(services, call, body), { limit: 8192, isOptional: true }),
    },
    {
      ...open,
      method: 'GET',
      path: '/sign-in/{key}/callback',
      // Names and lengths of these are the provider's; the values are checked against the pending sign-in.
      asks: [],
      handle: (call) => finish(services, call),
    },
    {
      ...open,
      method: 'POST',
      path: '/sign-in/{key}/logout',
      takes: { kind: 'stream', media: 'application/x-www-form-urlencoded', schema: logoutForm },
      handle: (call) => endFromProvider(services, call),
    },
  ];
}

const logoutForm = {
  type: 'object',
  required: ['logout_token'],
  properties: { logout_token: { type: 'string' } },
};

const beginBody = sent({ ReturnTo: may(Type.String({ maxLength: 1024 })) });

async function waysOf({ runtime, settings }: ApiCall): Promise<object> {
  const providers = await listProviders(runtime, settings);
  return {
    HasPassword: !(await isPasswordOff(runtime, settings)),
    HasPasskeys: (await passkeySite(runtime, settings)) !== undefined,
    Providers: providers.map(({ key, labels }) => ({
      Key: key,
      Label: labels['en-CA'],
      LabelFrench: labels['fr-CA'],
    })),
  };
}

const providerOf = async ({ runtime, settings, params: { key = '' } }: ApiCall): Promise<Provider> => {
  const provider = await findProvider(runtime, settings, key);
  if (!provider) throw refusals.noSuchProvider();
  return provider;
};

/** Answers the address of the provider, where the browser goes next. */
async function begin({ client }: Services, call: ApiCall, body: Static<typeof beginBody>): Promise<Response> {
  const provider = await providerOf(call);
  const { isSecure, runtime, ports } = call;
  const { pending, cookie } = await beginPending(runtime, {
    ...{ provider: provider.key, issuer: provider.issuer, isSecure },
    returnTo: ownPath(body?.ReturnTo ?? ''),
  });
  const callback = callbackUrl(ports.publicUrl, provider.key);
  try {
    const Url = await client.begin(provider, { ...pending, callback });
    return json({ Url }, 200, { 'set-cookie': cookie });
  } catch (error) {
    throw refusalOf(call, provider, error);
  }
}

/** A page of this application, never an address elsewhere. */
const ownPath = (path: string): string => (/^\/(?![/\\])[\w\-./?=&%#:+,~]*$/.test(path) ? path : '/');

function refusalOf(call: ApiCall, provider: Provider, error: unknown): unknown {
  if (!(error instanceof SignInProblem)) return error;
  tell(call, provider, error);
  const code = error.reason === 'unreachable' ? 'internal' : 'conflict';
  const status = error.reason === 'unreachable' ? { status: 503 } : {};
  const params = { name: provider.labels[call.locale] };
  return new Refusal(code, `ui.sign-in.problem.${error.reason}`, { params, ...status });
}

/** The browser comes back: opens a login, or returns to the sign-in page with the reason. */
async function finish(services: Services, call: ApiCall): Promise<Response> {
  const state = call.query().get('state') ?? '';
  const key = call.params.key ?? '';
  const provider = await findProvider(call.runtime, call.settings, key);
  const pending = await readPending(call.runtime, { ...call, state });
  const cleared = state === '' ? [] : [clearedPending(state.replace(/[^\w-]/g, ''), call.isSecure)];
  if (!provider) return back({ reason: 'expired', cookies: cleared });
  const isOwn = pending?.provider === provider.key && pending.issuer === provider.issuer;
  if (!isOwn) {
    tell(call, provider, new SignInProblem('expired'));
    return back({ provider, reason: 'expired', cookies: cleared });
  }
  try {
    const cookie = await open(services, call, { provider, pending });
    return redirect(pending.returnTo, [cookie, ...cleared]);
  } catch (error) {
    if (!(error instanceof SignInProblem)) throw error;
    tell(call, provider, error);
    return back({ provider, reason: error.reason, cookies: cleared });
  }
}

type Opening = { readonly provider: Provider; readonly pending: Pending };

async function open(
  { sessions, limits, client }: Services,
  call: ApiCall,
  { provider, pending }: Opening,
): Promise<string> {
  const { address, request, isSecure, ports } = call;
  // Each pending sign-in has a few attempts, so that its cookie cannot be used to flood the provider.
  const begun = await limits.begin({ name: `sign-in ${pending.state}`, address });
  refuseTooMany(begun.wait);
  const secret = await secretOf(call, provider);
  const url = new URL(`${callbackUrl(ports.publicUrl, provider.key)}?${call.search}`);
  const proven = await client.finish(provider, { asked: pending, url, secret });
  const user = await accountOf(call, provider, proven.claims);
  await begun.succeed();
  const device = request.headers.get('user-agent') ?? '';
  const from = { address, device, provider: await traceOf(call, provider, proven) };
  const session = await sessions.open(user, from);
  if (!session) throw new SignInProblem('inactive');
  ports.log.info({ user: session.user.UserName, address, provider: provider.key }, 'login with a provider');
  return sessions.cookie(session, isSecure);
}

async function secretOf(
  { runtime }: ApiCall,
  { sealedSecret, secret }: Provider,
): Promise<string | undefined> {
  if (sealedSecret === undefined) return secret;
  try {
    return await (await sealOfSignIn(runtime, 'secret')).open(sealedSecret);
  } catch (error) {
    // Sealed with another SECRET: it must be entered again.
    throw new SignInProblem('settings', error);
  }
}

const longestToken = 15_000;

async function traceOf(
  { runtime }: ApiCall,
  { key }: Provider,
  { claims, idToken }: Proven,
): Promise<Origin['provider']> {
  const session = typeof claims.sid === 'string' ? claims.sid.slice(0, 255) : undefined;
  const seal = await sealOfSignIn(runtime, 'token');
  const token = idToken.length > longestToken ? undefined : await seal.close(idToken);
  return { key, subject: claims.sub.slice(0, 255), session, idToken: token };
}

type Back = {
  readonly provider?: Provider;
  readonly reason: ProblemReason;
  readonly cookies: readonly string[];
};

/** The sign-in page shows the message of the reason. */
function back({ provider, reason, cookies }: Back): Response {
  const query = new URLSearchParams({ 'sign-in': reason, ...(provider && { provider: provider.key }) });
  return redirect(`/?${query}`, cookies);
}

function redirect(location: string, cookies: readonly string[]): Response {
  const response = empty(303, { location, 'referrer-policy': 'no-referrer' });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}

/** Only messages: the errors of the client hold claims and codes. */
function tell({ ports, address }: ApiCall, { key }: Provider, problem: SignInProblem): void {
  const why: string[] = [];
  for (let at = problem.cause; at instanceof Error && why.length < 4; at = at.cause) why.push(at.message);
  const facts = {
    kind: `sign-in.${problem.reason}`,
    provider: key,
    address,
    why: why.join(': ').slice(0, 500),
  };
  ports.log.warn({ channel: 'refusals', ...facts }, 'refused');
}
