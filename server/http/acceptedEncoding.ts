import { parseAccept } from 'hono/utils/accept';

/** The available content coding the caller prefers; undefined: none. `gzip;q=0` excludes gzip. */
export function acceptedEncoding<Coding extends string>(
  header: string | null,
  codings: readonly Coding[],
): Coding | undefined {
  const wishes = new Map(parseAccept(header ?? '').map(({ type, q }) => [type.toLowerCase(), q]));
  const qualityOf = (coding: string): number => wishes.get(coding) ?? wishes.get('*') ?? 0;
  const liked = codings.filter((coding) => qualityOf(coding) > 0);
  return liked.sort((a, b) => qualityOf(b) - qualityOf(a))[0];
}
