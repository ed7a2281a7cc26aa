import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { DataRecord } from '#engine';
import { type AskOptions, InlineAsksContext } from '../data/dialogs.tsx';
import { lazyComponent } from '../data/fetched.tsx';

const AskInline = lazyComponent(async () => (await import('./AskDialog.tsx')).AskInline);

type Request = {
  readonly id: number;
  readonly options: AskOptions;
  readonly answer: (answers: DataRecord | undefined) => void;
};

/** Lets the actions of one list ask in the list, one at a time. */
export function InlineAsksHost({ children }: { readonly children: ReactNode }) {
  const [request, setRequest] = useState<Request>();
  const current = useRef<Request>(undefined);
  const last = useRef(0);
  const ask = useCallback(
    (options: AskOptions) =>
      new Promise<DataRecord | undefined>((resolve) => {
        // Another question of the list takes its place.
        current.current?.answer(undefined);
        const answer = (answers: DataRecord | undefined) => {
          if (current.current === next) {
            current.current = undefined;
            setRequest(undefined);
          }
          resolve(answers);
        };
        last.current += 1;
        const next: Request = { id: last.current, options, answer };
        current.current = next;
        setRequest(next);
      }),
    [],
  );
  const view = request && <AskInline key={request.id} options={request.options} onAnswer={request.answer} />;
  return (
    <InlineAsksContext value={useMemo(() => ({ ask, view }), [ask, view])}>{children}</InlineAsksContext>
  );
}
