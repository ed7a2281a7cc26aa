import { useCallback, useEffect, useRef, useState } from 'react';
import type { MoreOptions } from '../parts/control.ts';
import type { Choice, FindChoices } from './types.ts';

type FoundChoices = {
  readonly choices: readonly Choice[];
  /** Waiting for the first page of a new search. */
  readonly isLoading: boolean;
  /** The last search failed, so the list may be incomplete. */
  readonly hasFailed: boolean;
  readonly search: (text: string) => void;
  /** Absent: the list is complete. */
  readonly more?: MoreOptions;
};

type State = Pick<FoundChoices, 'choices' | 'isLoading' | 'hasFailed'> & {
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly total?: number;
};

/** Debounced search for choices on the server; outdated answers are dropped. `pause` in milliseconds. */
export function useChoices(find: FindChoices | undefined, pause = 150): FoundChoices {
  const [found, setFound] = useState<State>(nothing);
  const latest = useRef(find);
  const asked = useRef({ question: 0, text: '', page: 1, isWaiting: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  latest.current = find;
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = useCallback(
    (text: string) => {
      const question = asked.current.question + 1;
      asked.current = { question, text, page: 1, isWaiting: true };
      const answer = (result: Partial<State>) => {
        if (question !== asked.current.question) return;
        asked.current.isWaiting = false;
        setFound(({ choices }) => ({ ...nothing, choices, ...result }));
      };
      setFound((before) => ({ ...before, isLoading: true, isLoadingMore: false }));
      clearTimeout(timer.current);
      timer.current = setTimeout(
        () =>
          latest.current?.(text, 1).then(
            (page) => answer(page),
            // Results of an earlier search do not answer this one.
            () => answer({ choices: [], hasFailed: true }),
          ),
        text === '' ? 0 : pause,
      );
    },
    [pause],
  );

  const loadMore = useCallback(() => {
    const { question, text, page, isWaiting } = asked.current;
    if (isWaiting) return;
    asked.current.isWaiting = true;
    const answer = (result: (before: State) => Partial<State>) => {
      if (question !== asked.current.question) return;
      asked.current = { ...asked.current, isWaiting: false };
      setFound((before) => ({ ...before, isLoadingMore: false, ...result(before) }));
    };
    setFound((before) => ({ ...before, isLoadingMore: true }));
    latest.current?.(text, page + 1).then(
      (next) => {
        if (question === asked.current.question) asked.current.page = page + 1;
        answer(({ choices }) => ({ ...next, choices: withoutTwice([...choices, ...next.choices]) }));
      },
      () => answer(() => ({ hasFailed: true })),
    );
  }, []);

  const { hasMore, isLoadingMore, total, choices, isLoading, hasFailed } = found;
  const more = hasMore && { shown: choices.length, total, isLoading: isLoadingMore, onLoad: loadMore };
  return { choices, isLoading, hasFailed, search, ...(more ? { more } : {}) };
}

/** Removes duplicates: a record that moved between page loads appears twice. */
function withoutTwice(choices: readonly Choice[]): readonly Choice[] {
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}

const nothing: State = {
  choices: [],
  isLoading: false,
  hasFailed: false,
  hasMore: false,
  isLoadingMore: false,
};
