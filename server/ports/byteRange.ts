/** Parses `Range` headers for a content of known length. */

export type ByteRange = { readonly start: number /** Included. */; readonly end: number };

type RangeAsked =
  /** No range, or one that may be ignored: the whole content. */
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  /** Starts past the end: 416. */
  | { readonly kind: 'outside' };

/**
 * The part of `size` bytes a request asks for. `If-Range` with another tag means the caller holds a part of
 * an old version; multiple ranges are answered with the whole content, as HTTP allows.
 */
export function rangeAsked({ method, headers }: Request, size: number, tag: string): RangeAsked {
  const [header, held] = [headers.get('range'), headers.get('if-range')];
  if (header === null || method !== 'GET' || (held !== null && held.trim() !== tag)) return whole;
  const parts = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header);
  if (!parts || (parts[1] === '' && parts[2] === '')) return whole;
  const [first, last] = [parts[1] as string, parts[2] as string];
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return whole;
  return start < size && end >= start ? { kind: 'part', range: { start, end } } : { kind: 'outside' };
}

const whole = { kind: 'whole' } as const;

/** The headers of the response, in addition to those of the whole content. */
export function rangeHeaders(asked: RangeAsked, size: number): Readonly<Record<string, string>> {
  const common = { 'accept-ranges': 'bytes' };
  if (asked.kind === 'whole') return { ...common, 'content-length': String(size) };
  if (asked.kind === 'outside') return { ...common, 'content-range': `bytes */${size}` };
  const { start, end } = asked.range;
  return {
    ...common,
    'content-range': `bytes ${start}-${end}/${size}`,
    'content-length': String(end - start + 1),
  };
}
