import type { TrustedProxies } from '../ports/ports.ts';

/** Where a call comes from and how it was sent, when a proxy stands between: only a trusted one is believed. */

export type Seen = {
  readonly address: string;
  /** The person's browser speaks TLS, to us or to the proxy. */
  readonly isSecure: boolean;
  /** Host of the address the person sees, where a proxy says it. */
  readonly host?: string;
};

/** What of a call the log, the cookie, the origin check and the limit of logins go by. */
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

/** Each proxy adds at the end whom it was called by: what stands before the trusted ones, anybody may have written. */
function farthest(chain: readonly string[], trusted: TrustedProxies): string {
  if (typeof trusted === 'number') return chain[Math.max(0, chain.length - 1 - trusted)] as string;
  return chain.findLast((address) => !trusted.includes(address)) ?? (chain[0] as string);
}

/** The word of the outermost trusted proxy. */
function atEdge(values: readonly string[], trusted: TrustedProxies): string | undefined {
  return typeof trusted === 'number' ? values[Math.max(0, values.length - trusted)] : values[0];
}

function listOf(header: string | null): readonly string[] {
  const values = header?.split(',').map((value) => value.trim()) ?? [];
  return values.filter((value) => value !== '');
}

/** An IPv4 address that came in over IPv6 is the same address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
