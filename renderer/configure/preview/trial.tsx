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

/** The application as it would be with what is being typed: nothing of it is in the draft yet. */
type Trial = { readonly model: Model; readonly say: Say };
type Tried = {
  readonly findings: readonly OverlayFinding[];
  /** What is being typed. */
  readonly changes: readonly Change[];
};

const nothing: Tried = { findings: [], changes: [] };
// Two, since the one stays the same while somebody types and the other does not.
const TrialContext = createContext<Trial | undefined>(undefined);
const TriedContext = createContext(nothing);

/** The application on trial; where nothing is tried, the draft. */
export function useTrial(): Trial {
  const work = useWork();
  return useContext(TrialContext) ?? work;
}

/** What is being typed, and what is wrong with it. */
export function useTried(): Tried {
  return useContext(TriedContext);
}

type Props = { readonly changes: readonly Change[]; readonly children: ReactNode };
type Made = Pick<Trial, 'model'> & Pick<Tried, 'findings'>;

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

/** A pause in typing as long as this is worth a compilation. */
const pause = 300;

/** A text once it has stopped changing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (settled === text) return;
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [settled, text]);
  return settled;
}
