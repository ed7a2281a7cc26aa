import { useMemo, useState } from 'react';
import type { GridBlock } from '#engine';

/** Which rows of a grid are expanded. */
export type RowDetails = {
  readonly isOpen: (id: string) => boolean;
  readonly toggle: (id: string) => void;
};

/** Expandable rows; undefined if the grid declares no detail. */
export function useRowDetails({ expand }: GridBlock): RowDetails | undefined {
  // Rows that differ from the declared initial state.
  const [turned, setTurned] = useState<readonly string[]>(none);
  return useMemo(() => {
    if (!expand) return undefined;
    return {
      isOpen: (id) => turned.includes(id) !== expand.open,
      toggle: (id) =>
        setTurned((before) => {
          if (before.includes(id)) return before.filter((one) => one !== id);
          return expand.single ? [id] : [...before, id];
        }),
    };
  }, [expand, turned]);
}

const none: readonly string[] = [];
