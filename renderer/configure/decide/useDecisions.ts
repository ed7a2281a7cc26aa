import { useState } from 'react';
import { errorText } from '../../data/errorText.ts';
import { useMessage } from '../../data/messages.tsx';
import type { ChangeKind } from '../draftTypes.ts';

type Named = { readonly Kind: ChangeKind; readonly Name: string };

/** Holds the decisions made so far, and runs the call that applies them. */
export function useDecisions<Take extends string>() {
  const say = useMessage();
  const [takes, setTakes] = useState<Readonly<Record<string, Take>>>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** Runs the call and reports its failure. */
  const run = async (call: () => Promise<void>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await call();
    } catch (error) {
      setFailure(errorText(error, say));
    } finally {
      setBusy(false);
    }
  };
  return {
    takeOf: (change: Named): Take | undefined => takes[keyOf(change)],
    choose: (change: Named, take: Take) => setTakes((before) => ({ ...before, [keyOf(change)]: take })),
    forget: () => setTakes({}),
    run,
    failure,
    isBusy,
  };
}

export const keyOf = ({ Kind, Name }: Named): string => `${Kind}/${Name}`;
