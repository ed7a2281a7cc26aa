import { createContext, type ReactNode, useContext, useMemo } from 'react';
import {
  applyOverlay,
  type Change,
  compileModel,
  type Model,
  type ModelBundle,
  type OverlayFinding,
  parseExpression,
} from '#engine';
import { type Say, useLocale } from '../../data/messages.tsx';
import { createSay } from '../../shell/publicMessages.ts';
import { useShippedBundle } from '../useDraft.ts';
import { useWork } from '../work.tsx';
import { useSettled } from './useSettled.ts';

/** The application as it would be with what is being typed: nothing of it is in the draft yet. */
export type Trial = {
  readonly model: Model;
  readonly say: Say;
  readonly findings: readonly OverlayFinding[];
  /** The declarations as shipped are still on their way: the trial shows the draft. */
  readonly isWaiting: boolean;
};

const TrialContext = createContext<Trial | undefined>(undefined);

/** The application on trial; where nothing is tried, the draft. */
export function useTrial(): Pick<Trial, 'model' | 'say'> {
  const work = useWork();
  return useContext(TrialContext) ?? work;
}

/** The findings of what is being typed. */
export function useTrialFindings(): readonly OverlayFinding[] {
  return useContext(TrialContext)?.findings ?? [];
}

type Props = { readonly changes: readonly Change[]; readonly children: ReactNode };

/** Lays changes over the draft, a moment after they stop changing, and compiles that in the browser. */
export function TrialProvider({ changes, children }: Props) {
  const { draft, model, say, bundle } = useWork();
  const locale = useLocale();
  const { data: shipped } = useShippedBundle();
  const settled = useSettled(JSON.stringify(changes));
  const made = useMemo(() => {
    if (!shipped || settled === '[]') return undefined;
    const tried = merged(draft.Changes, JSON.parse(settled) as readonly Change[]);
    return tryOn(shipped, bundle, tried);
  }, [shipped, bundle, draft, settled]);
  const trial = useMemo<Trial>(() => {
    if (!made) return { model, say, findings: [], isWaiting: !shipped };
    const findings = made.findings;
    return { model: made.model, say: createSay(made.model.messages, locale), findings, isWaiting: false };
  }, [made, model, say, shipped, locale]);
  return <TrialContext value={trial}>{children}</TrialContext>;
}

function merged(drafted: readonly Change[], tried: readonly Change[]): readonly Change[] {
  const isTried = (change: Change) =>
    tried.some(({ kind, name }) => kind === change.kind && name === change.name);
  return [...drafted.filter((change) => !isTried(change)), ...tried];
}

/** The model of the shipped declarations with changes laid over them. */
function tryOn(shipped: ModelBundle, drafted: ModelBundle, changes: readonly Change[]) {
  const { set, findings } = applyOverlay({ files: shipped.files }, changes);
  const known = [shipped.trees, drafted.trees];
  const parse = (text: string) => {
    const trees = known.find((one) => Object.hasOwn(one, text));
    const tree = trees?.[text];
    return tree ? { tree } : parseExpression(text);
  };
  try {
    return { model: compileModel(set, { parse, review: false }).model, findings };
  } catch {
    // Half a thing may be more than the compiler can make sense of; the draft is shown until it is whole.
    return undefined;
  }
}
