/** Overlays laid over the shipped declarations, compiled and checked: each is worked out once, however often it is asked about. */
import {
  applyOverlay,
  type Change,
  type Compilation,
  compileModel,
  type DeclarationSet,
  type Finding,
  type OverlayFinding,
  type Provenance,
  parseExpression,
} from '#engine';
import { checkActions } from '../actions/index.ts';
import { othersFirst } from '../othersFirst.ts';
import type { ModelHolder } from '../ports.ts';

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

/** Works candidates out over the shipped declarations. */
export function createCandidates(models: Pick<ModelHolder, 'shipped' | 'inForce'>): Candidates {
  const known = new Map<string, Promise<Candidate>>();
  return {
    of: (changes) => {
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
  const { set, findings, provenance } = applyOverlay(models.shipped(), changes);
  await othersFirst();
  const { trees } = models.inForce().compilation;
  // Nearly all expressions stand in what is in force: they are not parsed again.
  const parse = (text: string) => {
    const tree = trees.get(text);
    return tree ? { tree } : parseExpression(text);
  };
  const compilation = compileModel(set, { parse });
  const problems = [...compilation.findings, ...checkActions(compilation.model)];
  await othersFirst();
  const found = problems.flatMap((problem) => findingOf(problem, provenance));
  return { changes, set, compilation, findings: [...findings, ...found] };
}

/** What compiling found, at the change that says it; warnings about what was shipped are not the configurator's. */
function findingOf(
  { severity, file, path, message }: Finding,
  provenance: readonly Provenance[],
): readonly OverlayFinding[] {
  const [nearest] = provenance
    .filter((place) => place.file === file && `${path}/`.startsWith(`${place.path}/`))
    .sort((one, other) => other.path.length - one.path.length);
  if (!nearest && severity !== 'error') return [];
  const at = nearest ? `${nearest.at}${path.slice(nearest.path.length)}` : '';
  const change = nearest ? { change: nearest.change } : {};
  return [{ ...change, at, level: severity, code: 'declaration', params: { file, path, message } }];
}
