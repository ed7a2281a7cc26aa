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

/** By the declarations they are laid over and the extensions in use: nothing else decides what an overlay makes of them. */
const knownOver = new WeakMap<DeclarationSet, WeakMap<Registry, Map<string, Promise<Candidate>>>>();

/** Files that have the shape of their kind: nearly all of a draft are those of the draft before. */
const sound = new WeakSet<object>();

/** What candidates are worked out over. */
type Known = Pick<ModelHolder, 'shipped' | 'inForce'> & { readonly extensions: Registry };

/** Works candidates out over the shipped declarations, and remembers those that were asked for last. */
export function createCandidates(over: Known, remembered = defaultSettings.compiledDrafts): Candidates {
  return {
    of: (changes) => {
      const known = rememberedOver(over);
      const key = JSON.stringify(changes);
      const candidate = known.get(key) ?? workOut(over, changes);
      // What was asked for last is forgotten last.
      known.delete(key);
      known.set(key, candidate);
      candidate.catch(() => known.delete(key));
      if (known.size > remembered) known.delete(known.keys().next().value as string);
      return candidate;
    },
  };
}

function rememberedOver({ shipped, extensions }: Known): Map<string, Promise<Candidate>> {
  const set = shipped();
  const byExtensions = knownOver.get(set) ?? new WeakMap<Registry, Map<string, Promise<Candidate>>>();
  knownOver.set(set, byExtensions);
  const known = byExtensions.get(extensions) ?? new Map<string, Promise<Candidate>>();
  byExtensions.set(extensions, known);
  return known;
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
