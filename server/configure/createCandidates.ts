/** Overlays laid over the shipped declarations, compiled and checked: each is worked out once, however often it is asked about. */
import {
  applySound,
  type Change,
  type Compilation,
  checkShape,
  compileSteps,
  type DeclarationSet,
  judgeOverlay,
  type OverlayFinding,
  parseExpression,
} from '#engine';
import { checkActions } from '../actions/index.ts';
import { defaultSettings, type ModelHolder } from '../ports/ports.ts';
import { nextTurn } from '../work/turns.ts';
import { WorkBudget } from '../work/WorkBudget.ts';

/** What the application would be with these changes. */
export type Candidate = {
  readonly changes: readonly Change[];
  readonly set: DeclarationSet;
  readonly compilation: Compilation;
  readonly findings: readonly OverlayFinding[];
};

export type Candidates = { readonly of: (changes: readonly Change[]) => Promise<Candidate> };

/** By what they are laid over: nothing else decides what an overlay makes of it. */
const knownOver = new WeakMap<DeclarationSet, Map<string, Promise<Candidate>>>();

/** Files that have the shape of their kind: nearly all of a draft are those of the draft before. */
const sound = new WeakSet<object>();

/** Works candidates out over the shipped declarations, and remembers those that were asked for last. */
export function createCandidates(
  models: Pick<ModelHolder, 'shipped' | 'inForce'>,
  remembered = defaultSettings.compiledDrafts,
): Candidates {
  return {
    of: (changes) => {
      const shipped = models.shipped();
      const known = knownOver.get(shipped) ?? new Map<string, Promise<Candidate>>();
      knownOver.set(shipped, known);
      const key = JSON.stringify(changes);
      const candidate = known.get(key) ?? workOut(models, changes);
      // What was asked for last is forgotten last.
      known.delete(key);
      known.set(key, candidate);
      candidate.catch(() => known.delete(key));
      if (known.size > remembered) known.delete(known.keys().next().value as string);
      return candidate;
    },
  };
}

async function workOut(
  models: Pick<ModelHolder, 'shipped' | 'inForce'>,
  changes: readonly Change[],
): Promise<Candidate> {
  // Of a draft as large as one may be, asked about again and again: others go first, but it has no limit.
  const budget = new WorkBudget();
  const applied = await budget.run(applySound(models.shipped(), changes));
  await nextTurn();
  const shape: ReturnType<typeof checkShape>[number][] = [];
  for (const file of applied.set.files) {
    if (sound.has(file.json as object)) continue;
    const wrong = checkShape({ files: [file] }).filter(({ severity }) => severity === 'error');
    if (wrong.length === 0) sound.add(file.json as object);
    shape.push(...wrong);
    await budget.yieldTurn();
  }
  const { trees } = models.inForce().compilation;
  // Nearly all expressions stand in what is in force: they are not parsed again.
  const parse = (text: string) => {
    const tree = trees.get(text);
    return tree ? { tree } : parseExpression(text);
  };
  const compilation = await budget.run(compileSteps(applied.set, { parse }));
  await nextTurn();
  const more = [...shape, ...checkActions(compilation.model)];
  const findings = await budget.run(judgeOverlay(applied, compilation, changes, more));
  return { changes, set: applied.set, compilation, findings };
}
