import { refusals } from '../errors/Refusal.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * CSRF protection: other sites can make a browser send the cookie but cannot forge `Origin`. Only hosts are
 * compared, because behind a TLS proxy our own address has the scheme `http`.
 */
export function refuseForeignOrigin(request: Request, forwardedHost?: string): void {
  if (safeMethods.has(request.method)) return;
  refuseForeignPage(request, forwardedHost);
}

/** For any method: browsers let every page open a WebSocket to any host. */
export function refuseForeignPage(request: Request, forwardedHost?: string): void {
  const origin = request.headers.get('origin');
  if (origin === null || hostOf(origin) === (forwardedHost ?? hostOf(request.url))) return;
  throw refusals.foreignOrigin({ params: { origin } });
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined;
}
