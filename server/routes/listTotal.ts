/** Whether a list is counted exactly, which is done only on request. */
import { refusals } from '../errors/Refusal.ts';

/** `$total=exact` counts all records. */
export function countedAs(params: URLSearchParams): true | 'capped' {
  const asked = [...params].find(([name]) => name.toLowerCase() === '$total')?.[1];
  const way = asked?.toLowerCase() || 'capped';
  if (way === 'capped') return 'capped';
  if (way === 'exact') return true;
  throw refusals.badQuery({ message: 'query.total', params: { value: asked } });
}

/** Marks a `TotalItems` that is only a lower bound. */
export const cappedMark = (isCapped: boolean | undefined): { readonly IsTotalCapped?: true } =>
  isCapped ? { IsTotalCapped: true } : {};
