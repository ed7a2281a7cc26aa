import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import {
  applyOverlay,
  type Change,
  checkMeaning,
  compileSteps,
  declarationFindings,
  type Model,
  type ModelBundle,
  type OverlayFinding,
  parseExpression,
} from '#engine';
import { type Say, useLocale } from '../../data/messages.tsx';
import { createSay } from '../../shell/publicMessages.ts';
import { useShippedBundle } from '../useDraft.ts';
import { useWork } from '../work.tsx';
import { runInSlices } from './runInSlices.ts';
import { useSettled } from './useSettled.ts';

/** The application as it would be with what is being typed: nothing of it is in the draft yet. */
export type Trial = {
  readonly model: Model;
  readonly say: Say;
  readonly findings: readonly OverlayFinding[];
  /** What is being typed. */
  readonly changes: readonly Change[];
};

const TrialContext = createContext<Trial | undefined>(undefined);

/** The application on trial; where nothing is tried, the draft. */
export function useTrial(): Pick<Trial, 'model' | 'say'> {
  const work = useWork();
  return useContext(TrialContext) ?? work;
}

const nothing = { findings: [], changes: [] };

/** What is being typed, and what is wrong with it. */
export function useTried(): Pick<Trial, 'findings' | 'changes'> {
  return useContext(TrialContext) ?? nothing;
}

type Props = { readonly changes: readonly Change[]; readonly children: ReactNode };
type Made = Pick<Trial, 'model' | 'findings'>;

/** Lays changes over the draft, a moment after they stop changing, and compiles that between key presses. */
export function TrialProvider({ changes, children }: Props) {
  const { draft, model, say, bundle } = useWork();
  const locale = useLocale();
  const { data: shipped } = useShippedBundle();
  const settled = useSettled(JSON.stringify(changes));
  const [made, setMade] = useState<Made>();
  useEffect(() => {
    if (!shipped) return;
    if (settled === '[]') return setMade(undefined);
    const tried = merged(draft.Changes, JSON.parse(settled) as readonly Change[]);
    // What is typed meanwhile makes this one worthless: it is given up.
    const run = runInSlices(tryOn(shipped, bundle, tried));
    run.result.then(
      // Drawing it may be interrupted by a key press, too.
      (next) => next && startTransition(() => setMade(next)),
      // Half a thing may be more than the compiler can make sense of; the last whole one stays.
      () => undefined,
    );
    return run.stop;
  }, [shipped, bundle, draft, settled]);
  const trial = useMemo<Trial>(() => {
    if (!made) return { model, say, findings: [], changes };
    return { ...made, changes, say: createSay(made.model.messages, locale) };
  }, [made, model, say, locale, changes]);
  return <TrialContext value={trial}>{children}</TrialContext>;
}

function merged(drafted: readonly Change[], tried: readonly Change[]): readonly Change[] {
  const isTried = (change: Change) =>
    tried.some(({ kind, name }) => kind === change.kind && name === change.name);
  return [...drafted.filter((change) => !isTried(change)), ...tried];
}

/** The model of the shipped declarations with changes laid over them, in steps. */
function* tryOn(
  shipped: ModelBundle,
  drafted: ModelBundle,
  changes: readonly Change[],
): Generator<void, Made> {
  const files = { files: shipped.files };
  const meant = checkMeaning(files, changes);
  const { set, findings: applied, provenance } = applyOverlay(files, changes);
  yield;
  const known = [shipped.trees, drafted.trees];
  const parse = (text: string) => {
    const trees = known.find((one) => Object.hasOwn(one, text));
    const tree = trees?.[text];
    return tree ? { tree } : parseExpression(text);
  };
  const { model, findings: compiled } = yield* compileSteps(set, { parse, review: false });
  const declared = declarationFindings(compiled, provenance, model);
  return { model, findings: [...meant, ...applied, ...declared] };
}
