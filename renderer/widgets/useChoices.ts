import { useCallback, useEffect, useRef, useState } from 'react';
import type { Choice } from './types.ts';

type Find = (search: string) => Promise<readonly Choice[]>;

type FoundChoices = {
  readonly choices: readonly Choice[];
  readonly isLoading: boolean;
  /** True when the last search failed: the list may not be trusted to be whole. */
  readonly hasFailed: boolean;
  readonly search: (text: string) => void;
};

/** Choices from the server while a person types: waits for a pause, and shows the answer to the last question only. */
export function useChoices(find: Find | undefined, pause = 150): FoundChoices {
  const [found, setFound] = useState<Omit<FoundChoices, 'search'>>(nothing);
  const latest = useRef(find);
  const asked = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  latest.current = find;
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = useCallback(
    (text: string) => {
      asked.current += 1;
      const question = asked.current;
      const answer = (result: Partial<FoundChoices>) =>
        question === asked.current && setFound((before) => ({ ...before, isLoading: false, ...result }));
      setFound((before) => ({ ...before, isLoading: true }));
      clearTimeout(timer.current);
      timer.current = setTimeout(
        () =>
          latest.current?.(text).then(
            (choices) => answer({ choices, hasFailed: false }),
            // What an earlier question found is no answer to this one.
            () => answer({ choices: [], hasFailed: true }),
          ),
        text === '' ? 0 : pause,
      );
    },
    [pause],
  );
  return { ...found, search };
}

const nothing = { choices: [], isLoading: false, hasFailed: false } as const;
