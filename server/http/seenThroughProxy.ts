import type { TrustedProxies } from '../ports/ports.ts';

/** Where a call comes from behind a proxy; only trusted proxies are believed. */

export type Seen = {
  readonly address: string;
  /** Whether the person's browser uses TLS, to us or to the proxy. */
  readonly isSecure: boolean;
  /** Host of the address in the browser, if a proxy reports it. */
  readonly host?: string;
};

/** The facts about a call used by log, cookie, origin check and login limit. */
export function seenThroughProxy(request: Request, peer: string, trusted: TrustedProxies): Seen {
  const isSecure = request.url.startsWith('https:');
  if (trusted === 0 || (typeof trusted !== 'number' && !trusted.includes(plain(peer))))
    return { address: peer, isSecure };
  const listed = (name: string) => listOf(request.headers.get(name));
  const chain = [...listed('x-forwarded-for'), peer].map(plain);
  const scheme = atEdge(listed('x-forwarded-proto'), trusted)?.toLowerCase();
  return {
    address: farthest(chain, trusted),
    isSecure: scheme === undefined ? isSecure : scheme === 'https',
    host: atEdge(listed('x-forwarded-host'), trusted)?.toLowerCase(),
  };
}

/** Each proxy appends its caller's address; entries before the trusted ones may be forged. */
function farthest(chain: readonly string[], trusted: TrustedProxies): string {
  if (typeof trusted === 'number') return chain[Math.max(0, chain.length - 1 - trusted)] as string;
  return chain.findLast((address) => !trusted.includes(address)) ?? (chain[0] as string);
}

/** The value set by the outermost trusted proxy. */
function atEdge(values: readonly string[], trusted: TrustedProxies): string | undefined {
  return typeof trusted === 'number' ? values[Math.max(0, values.length - trusted)] : values[0];
}

function listOf(header: string | null): readonly string[] {
  const values = header?.split(',').map((value) => value.trim()) ?? [];
  return values.filter((value) => value !== '');
}

/** An IPv4-mapped IPv6 address is the same address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
