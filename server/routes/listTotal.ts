/** How far the records of a list are counted: to the end only for who asks for that. */
import { refusals } from '../errors/Refusal.ts';

/** `$total=exact` counts all of them, however many. */
export function countedAs(params: URLSearchParams): true | 'capped' {
  const asked = [...params].find(([name]) => name.toLowerCase() === '$total')?.[1];
  const way = asked?.toLowerCase() || 'capped';
  if (way === 'capped') return 'capped';
  if (way === 'exact') return true;
  throw refusals.badQuery({ message: 'query.total', params: { value: asked } });
}

/** Beside a `TotalItems` that says only how many there are at least. */
export const cappedMark = (isCapped: boolean | undefined): { readonly IsTotalCapped?: true } =>
  isCapped ? { IsTotalCapped: true } : {};
