import { createContext, useContext, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  type GridBlock,
  type GridState,
  gridAddress,
  readGridAddress,
  type ScreenModel,
  withGridAddress,
} from '#engine';
import { samePlace } from '../data/placeMemory.ts';
import { useGridSnapshot } from './useGridState.ts';

const ListContext = createContext<string | undefined>(undefined);

export const ListOfPageProvider = ListContext.Provider;

/** The list that keeps its state in the address: the only one on its screen, if it has filters. */
export function listOfPage({ blocks }: ScreenModel): string | undefined {
  const [only, ...others] = blocks.filter((block) => block.kind === 'grid');
  return only && others.length === 0 && (only.filters.length > 0 || only.layouts) && only.views.length === 0
    ? only.id
    : undefined;
}

/** The state of the list in the address; undefined if the address has none. */
export function useAskedByAddress(block: GridBlock) {
  const isListOfPage = useContext(ListContext) === block.id;
  const { search } = useLocation();
  return isListOfPage ? readGridAddress(block, search) : undefined;
}

/**
 * Synchronizes list and address. Changes by the person replace the address; back, forward and links change
 * the list. An address without list state leaves the list as it was.
 */
export function useGridAddress(grid: GridState): void {
  const { block } = grid;
  const isListOfPage = useContext(ListContext) === block.id;
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const wanted = gridAddress(block, useGridSnapshot(grid));
  const seen = useRef<string>(undefined);
  // Written addresses not yet seen in the router: several may be pending.
  const written = useRef<string[]>([]);
  const path = useRef(window.location.pathname);
  useEffect(() => {
    // During navigation to another page, writing would pull the person back.
    if (!isListOfPage || window.location.pathname !== path.current) return;
    const asked = readGridAddress(block, search);
    const there = new URLSearchParams(search).toString();
    if (search !== seen.current) {
      const isFirst = seen.current === undefined;
      seen.current = search;
      const at = written.current.indexOf(there);
      if (at >= 0) written.current.splice(0, at + 1);
      else if (asked && !isFirst) {
        written.current = [];
        return grid.ask(asked);
      }
    }
    const next = withGridAddress(block, search, wanted);
    const last = written.current.at(-1) ?? there;
    if (next.slice(1) === last) return;
    written.current.push(next.slice(1));
    void navigate({ search: next, hash }, { replace: true, state: samePlace });
  }, [grid, block, isListOfPage, search, hash, wanted, navigate]);
}
