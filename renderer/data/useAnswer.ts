import { useEffect, useState } from 'react';

type Answer<Result> = { readonly result?: Result; readonly problem?: string };

/** Debounce of keystrokes, in milliseconds. */
const pause = 200;

/** The latest answer to a debounced question; the previous answer stays until then. */
export function useAnswer<Result>(
  question: string,
  ask: ((signal: AbortSignal) => Promise<Result>) | undefined,
): Answer<Result> {
  const [answer, setAnswer] = useState<Answer<Result>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question covers what `ask` depends on
  useEffect(() => {
    if (!ask) return;
    const gone = new AbortController();
    const timer = setTimeout(() => {
      ask(gone.signal)
        .then((result) => gone.signal.aborted || setAnswer({ result }))
        .catch((error: Error) => {
          if (!gone.signal.aborted) setAnswer({ problem: error.message });
        });
    }, pause);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [question, ask === undefined]);
  return answer;
}
