import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { samePlace } from './placeMemory.ts';

/**
 * The selected one of several tabs. With a `place` it is kept in the address, as `tab.<place>`, over reloads
 * and Back; the first tab needs no parameter.
 */
export function useAddressTab(place: string | undefined, ids: readonly string[]) {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const name = `tab.${place}`;
  const there = place === undefined ? null : new URLSearchParams(search).get(name);
  // At once, as a field of the tab may get the focus; the address follows.
  const [wanted, select] = useState(there);
  const [seen, setSeen] = useState(there);
  if (there !== seen) {
    setSeen(there);
    select(there);
  }
  const [first = ''] = ids;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a choice changes the address
  useEffect(() => {
    const next = wanted === first ? null : wanted;
    if (place === undefined || next === there) return;
    const parameters = new URLSearchParams(search);
    if (next === null) parameters.delete(name);
    else parameters.set(name, next);
    void navigate({ search: parameters.toString(), hash }, { replace: true, state: samePlace });
  }, [wanted]);
  return [ids.find((id) => id === wanted) ?? first, select as (id: string) => void] as const;
}
