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
import { checkActions } from '../extensions/checkActions.ts';
import type { Registry } from '../extensions/compileExtensions.ts';
import type { ModelHolder } from '../ports/ports.ts';
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

/** A person goes back and forth between a few overlays: theirs, and the one in force. */
const remembered = 4;

/** Files that have the shape of their kind: nearly all of a draft are those of the draft before. */
const sound = new WeakSet<object>();

/** What candidates are worked out over. */
type Known = Pick<ModelHolder, 'shipped' | 'inForce'> & { readonly extensions: Registry };

/** Works candidates out over the shipped declarations. */
export function createCandidates(known: Known): Candidates {
  const candidates = new Map<string, Promise<Candidate>>();
  return {
    of: (changes) => {
      const key = JSON.stringify(changes);
      const candidate = candidates.get(key) ?? workOut(known, changes);
      // What was asked for last is forgotten last.
      candidates.delete(key);
      candidates.set(key, candidate);
      candidate.catch(() => candidates.delete(key));
      if (candidates.size > remembered) candidates.delete(candidates.keys().next().value as string);
      return candidate;
    },
  };
}

async function workOut(known: Known, changes: readonly Change[]): Promise<Candidate> {
  // Of a draft as large as one may be, asked about again and again: others go first, but it has no limit.
  const budget = new WorkBudget();
  const applied = await budget.run(applySound(known.shipped(), changes));
  await nextTurn();
  const shape: ReturnType<typeof checkShape>[number][] = [];
  for (const file of applied.set.files) {
    if (sound.has(file.json as object)) continue;
    const wrong = checkShape({ files: [file] }).filter(({ severity }) => severity === 'error');
    if (wrong.length === 0) sound.add(file.json as object);
    shape.push(...wrong);
    await budget.yieldTurn();
  }
  const { trees } = known.inForce().compilation;
  // Nearly all expressions stand in what is in force: they are not parsed again.
  const parse = (text: string) => {
    const tree = trees.get(text);
    return tree ? { tree } : parseExpression(text);
  };
  const compilation = await budget.run(compileSteps(applied.set, { parse }));
  await nextTurn();
  const more = [...shape, ...checkActions(compilation.model, known.extensions)];
  const findings = await budget.run(judgeOverlay(applied, compilation, changes, more));
  return { changes, set: applied.set, compilation, findings };
}
