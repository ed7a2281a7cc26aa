import { useSearchParams } from 'react-router';
import type { ChosenValues } from './types.ts';

const prefix = 'only-';

/** Chosen values as part of an address. */
export function chosenQuery(chosen: ChosenValues): URLSearchParams {
  const query = new URLSearchParams();
  for (const [id, values] of Object.entries(chosen))
    for (const value of values) query.append(prefix + id, value);
  return query;
}

/** Chosen filter values, kept in the address, so that a link shows the same. */
export function useChosen(): readonly [ChosenValues, (filter: string, values: readonly string[]) => void] {
  const [query, setQuery] = useSearchParams();
  const chosen: Record<string, string[]> = {};
  for (const [name, value] of query)
    if (name.startsWith(prefix)) {
      const id = name.slice(prefix.length);
      chosen[id] = [...(chosen[id] ?? []), value];
    }
  const choose = (filter: string, values: readonly string[]) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(prefix + filter);
        for (const value of values) next.append(prefix + filter, value);
        return next;
      },
      { replace: true },
    );
  return [chosen, choose];
}
