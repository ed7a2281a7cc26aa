import { refusals } from '../errors/Refusal.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A page of another site can make a browser send the cookie, but not hide where it comes from. The hosts are
 * compared and not the schemes, because a proxy that ends TLS leaves `http` in our own address.
 */
export function refuseForeignOrigin(request: Request, forwardedHost?: string): void {
  if (safeMethods.has(request.method)) return;
  refuseForeignPage(request, forwardedHost);
}

/** Whatever the method: a browser lets any page open a socket to any host. */
export function refuseForeignPage(request: Request, forwardedHost?: string): void {
  const origin = request.headers.get('origin');
  if (origin === null || hostOf(origin) === (forwardedHost ?? hostOf(request.url))) return;
  throw refusals.foreignOrigin({ params: { origin } });
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined;
}
