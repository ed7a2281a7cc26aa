/**
 * A sign-in under way, sealed in a cookie of the browser that began it: any process can finish it, also after a
 * restart, and no other browser can.
 */
import type { Runtime } from '../../operations/OperationCall.ts';
import { sealOfSignIn } from './Provider.ts';
import type { Asked } from './providerClient.ts';

export type Pending = Asked & {
  readonly provider: string;
  readonly issuer: string;
  readonly returnTo: string;
  /** Milliseconds since 1970. */
  readonly ends: number;
};

const lasts = 10 * 60_000;

type Of = Pick<Runtime, 'ports' | 'signer'>;

/** One cookie per sign-in, so that two tabs do not disturb each other. */
const nameOf = (state: string, isSecure: boolean): string =>
  `${isSecure ? '__Host-' : ''}formwright-sign-in-${state.slice(0, 12)}`;

export async function beginPending(
  of: Of,
  { isSecure, ...about }: Pick<Pending, 'provider' | 'issuer' | 'returnTo'> & { readonly isSecure: boolean },
): Promise<{ readonly pending: Pending; readonly cookie: string }> {
  const { ports } = of;
  const pending: Pending = {
    ...about,
    ...{ state: ports.randomToken(), nonce: ports.randomToken(), verifier: ports.randomToken() },
    ends: ports.now().getTime() + lasts,
  };
  const sealed = await (await sealOfSignIn(of, 'pending')).close(JSON.stringify(pending));
  return { pending, cookie: cookieText(nameOf(pending.state, isSecure), { value: sealed, isSecure }) };
}

/** Undefined if this browser has not begun it, or too long ago. */
export async function readPending(
  of: Of,
  {
    request,
    isSecure,
    state,
  }: { readonly request: Request; readonly isSecure: boolean; readonly state: string },
): Promise<Pending | undefined> {
  const name = `${nameOf(state, isSecure)}=`;
  const sent = request.headers
    .get('cookie')
    ?.split('; ')
    .find((cookie) => cookie.startsWith(name));
  if (!sent) return undefined;
  const seal = await sealOfSignIn(of, 'pending');
  const text = await seal.open(decodeURIComponent(sent.slice(name.length))).catch(() => undefined);
  const pending = text === undefined ? undefined : (JSON.parse(text) as Pending);
  return pending && pending.state === state && pending.ends > of.ports.now().getTime() ? pending : undefined;
}

export const clearedPending = (state: string, isSecure: boolean): string =>
  cookieText(nameOf(state, isSecure), { value: '', isSecure, maxAge: 0 });

type Cookie = { readonly value: string; readonly isSecure: boolean; readonly maxAge?: number };

function cookieText(name: string, { value, isSecure, maxAge = lasts / 1000 }: Cookie): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}
