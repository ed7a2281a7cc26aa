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
  CompileMemory,
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

/** The application with the changes being typed, which are not in the draft yet. */
type Trial = { readonly model: Model; readonly say: Say };
type Tried = {
  readonly findings: readonly OverlayFinding[];
  /** The changes being typed. */
  readonly changes: readonly Change[];
};

const nothing: Tried = { findings: [], changes: [] };
// Two contexts, as the trial changes less often than the input.
const TrialContext = createContext<Trial | undefined>(undefined);
const TriedContext = createContext(nothing);

/** The trial application; outside a trial, the draft. */
export function useTrial(): Trial {
  const work = useWork();
  return useContext(TrialContext) ?? work;
}

/** The changes being typed, and their findings. */
export function useTried(): Tried {
  return useContext(TriedContext);
}

type Props = { readonly changes: readonly Change[]; readonly children: ReactNode };
type Made = Pick<Trial, 'model'> & Pick<Tried, 'findings'>;

/** Debounces changes, applies them to the draft and compiles the result between key presses. */
export function TrialProvider({ changes, children }: Props) {
  const { draft, model, say, bundle } = useWork();
  const locale = useLocale();
  const { data: shipped } = useShippedBundle();
  const settled = useSettled(JSON.stringify(changes));
  const [made, setMade] = useState<Made>();
  const [memory] = useState(() => new CompileMemory());
  useEffect(() => {
    if (!shipped) return;
    if (settled === '[]') return setMade(undefined);
    const tried = merged(draft.Changes, JSON.parse(settled) as readonly Change[]);
    // Further input cancels this run.
    const run = runInSlices(tryOn(shipped, bundle, tried, memory));
    run.result.then(
      // As a transition, so that a key press can interrupt the rendering.
      (next) => next && startTransition(() => setMade(next)),
      // Half-typed input may break the compiler; keep the last good trial.
      () => undefined,
    );
    return run.stop;
  }, [shipped, bundle, draft, settled, memory]);
  const trial = useMemo<Trial>(() => {
    return made ? { model: made.model, say: createSay(made.model.messages, locale) } : { model, say };
  }, [made, model, say, locale]);
  const tried = useMemo<Tried>(() => ({ findings: made?.findings ?? [], changes }), [made, changes]);
  return (
    <TrialContext value={trial}>
      <TriedContext value={tried}>{children}</TriedContext>
    </TrialContext>
  );
}

function merged(drafted: readonly Change[], tried: readonly Change[]): readonly Change[] {
  const isTried = (change: Change) =>
    tried.some(({ kind, name }) => kind === change.kind && name === change.name);
  return [...drafted.filter((change) => !isTried(change)), ...tried];
}

/** Compiles the shipped declarations with the changes applied, in steps. */
function* tryOn(
  shipped: ModelBundle,
  drafted: ModelBundle,
  changes: readonly Change[],
  memory: CompileMemory,
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
  const { model, findings: compiled } = yield* compileSteps(set, { parse, review: false, memory });
  const declared = declarationFindings(compiled, provenance, model);
  return { model, findings: [...meant, ...applied, ...declared] };
}

/** Debounce before compilation, in milliseconds. */
const pause = 300;

/** A debounced text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (settled === text) return;
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [settled, text]);
  return settled;
}
