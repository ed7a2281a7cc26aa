import { useLocation, useNavigationType } from 'react-router';
import { isSamePlace } from './placeMemory.ts';

/** A page as it was left, and the one from which it was opened. */
type Visit = { readonly address: string; readonly pathname: string; readonly opener: Visit | undefined };

/** By the key of the history entry; for this window only. */
const visits = new Map<string, Visit>();
/** Filters that are typed count as well: each changes the address. */
const mostVisits = 500;
let current: Visit | undefined;

/** State of a navigation from a page that is finished, such as a form that was saved: nobody returns to it. */
export const finished = { isFinished: true };
/** State of a navigation back to where a page was opened. */
export const wayBack = { isWayBack: true };

/** Follows the person from page to page; to be called above all pages. */
export function useTrail(): void {
  const location = useLocation();
  const way = useNavigationType();
  // While rendering, as links of the page below need it; a repeated render finds it noted.
  const known = visits.get(location.key);
  const { pathname, search, hash } = location;
  const visit = known ?? {
    ...{ address: pathname + search + hash, pathname },
    opener: openerOf(location.state, way, pathname),
  };
  visits.set(location.key, visit);
  const [oldest] = visits.keys();
  if (oldest !== undefined && visits.size > mostVisits) visits.delete(oldest);
  current = visit;
}

function openerOf(state: unknown, way: string, pathname: string): Visit | undefined {
  const from = current;
  const { isFinished, isWayBack } = (state ?? {}) as Partial<typeof finished & typeof wayBack>;
  if (!from || way === 'POP') return undefined;
  if (isWayBack) return from.opener?.opener;
  // Another section or tab of the same page, or a redirect.
  if (isFinished || isSamePlace(state) || way === 'REPLACE' || from.pathname === pathname) return from.opener;
  return from;
}

/** The address from which this page was opened, in this window; undefined after a reload. */
export function useOpener(): string | undefined {
  const { key, pathname } = useLocation();
  const opener = visits.get(key)?.opener;
  return opener && opener.pathname !== pathname ? opener.address : undefined;
}

/** `up`, in the state in which the person left it if they came from there. */
export function asLeft(up: string, opener: string | undefined): string {
  const pathOf = (address: string) => address.split(/[?#]/)[0];
  return opener !== undefined && !/[?#]/.test(up) && pathOf(opener) === pathOf(up) ? opener : up;
}
