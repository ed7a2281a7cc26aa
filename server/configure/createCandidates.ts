/** Compiles and checks overlays on the shipped declarations; results are cached. */
import {
  applySound,
  type Change,
  type Compilation,
  CompileMemory,
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

/** The application as it would be with these changes. */
export type Candidate = {
  readonly changes: readonly Change[];
  readonly set: DeclarationSet;
  readonly compilation: Compilation;
  readonly findings: readonly OverlayFinding[];
};

export type Candidates = { readonly of: (changes: readonly Change[]) => Promise<Candidate> };

type Remembered = {
  readonly candidates: Map<string, Promise<Candidate>>;
  /** Drafts differ little from each other: most of a compilation serves the next. */
  readonly memory: CompileMemory;
};

/** Keyed by declarations and extensions, which together with the overlay determine the result. */
const knownOver = new WeakMap<DeclarationSet, WeakMap<Registry, Remembered>>();

/** Files known to be valid: most files of a draft are the same as before. */
const sound = new WeakSet<object>();

/** What candidates are compiled against. */
type Known = Pick<ModelHolder, 'shipped' | 'inForce'> & { readonly extensions: Registry };

/** Compiles candidates and caches the most recent ones. */
export function createCandidates(over: Known, remembered = defaultSettings.compiledDrafts): Candidates {
  return {
    of: (changes) => {
      const { candidates: known, memory } = rememberedOver(over);
      const key = JSON.stringify(changes);
      const candidate = known.get(key) ?? workOut(over, changes, memory);
      // Moves the entry to the end: least recently used entries are evicted first.
      known.delete(key);
      known.set(key, candidate);
      candidate.catch(() => known.delete(key));
      if (known.size > remembered) known.delete(known.keys().next().value as string);
      return candidate;
    },
  };
}

function rememberedOver({ shipped, extensions }: Known): Remembered {
  const set = shipped();
  const byExtensions = knownOver.get(set) ?? new WeakMap<Registry, Remembered>();
  knownOver.set(set, byExtensions);
  const known = byExtensions.get(extensions) ?? { candidates: new Map(), memory: new CompileMemory() };
  byExtensions.set(extensions, known);
  return known;
}

async function workOut(known: Known, changes: readonly Change[], memory: CompileMemory): Promise<Candidate> {
  // Drafts may be large and are checked often: this yields to other calls but has no limit.
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
  // Most expressions exist in the release in force, so their syntax trees are reused.
  const parse = (text: string) => {
    const tree = trees.get(text);
    return tree ? { tree } : parseExpression(text);
  };
  const compilation = await budget.run(compileSteps(applied.set, { parse, memory }));
  await nextTurn();
  const more = [...shape, ...checkActions(compilation.model, known.extensions)];
  const findings = await budget.run(judgeOverlay(applied, compilation, changes, more));
  return { changes, set: applied.set, compilation, findings };
}
