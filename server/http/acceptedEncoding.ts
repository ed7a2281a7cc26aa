import { parseAccept } from 'hono/utils/accept';

/** The content coding the caller likes best of those there are; undefined: as it is. `gzip;q=0` is a no. */
export function acceptedEncoding<Coding extends string>(
  header: string | null,
  codings: readonly Coding[],
): Coding | undefined {
  const wishes = new Map(parseAccept(header ?? '').map(({ type, q }) => [type.toLowerCase(), q]));
  const qualityOf = (coding: string): number => wishes.get(coding) ?? wishes.get('*') ?? 0;
  const liked = codings.filter((coding) => qualityOf(coding) > 0);
  return liked.sort((a, b) => qualityOf(b) - qualityOf(a))[0];
}
