/** What is sent to the browser: declarations and parsed expressions, so that it needs no parser. */

import type { Problem } from '../expression/types.ts';
import { wholly } from '../parts.ts';
import type { DeclarationSet, Model, ModelBundle } from '../types/modelTypes.ts';
import { assembleModel } from './assembleModel.ts';
import { CompileMemory } from './compileMemory.ts';
import type { Compilation } from './compileModel.ts';

const staysHere = /\/(seed|cases)\.json$|\/queries\/[^/]+\.json$|(^|\/)widgets\//;

/** Creates the bundle; seeds, cases, queries and widget schemas stay on the server. */
export function createBundle(
  set: DeclarationSet,
  { model, trees }: Pick<Compilation, 'model' | 'trees'>,
): ModelBundle {
  return {
    version: model.version,
    files: set.files.filter(({ file }) => !staysHere.test(file)),
    trees: Object.fromEntries(trees),
  };
}

/** Compiles a bundle in the browser; the server has already checked it. */
export function compileBundle(bundle: ModelBundle): Model {
  const parse = (text: string) => {
    const tree = Object.hasOwn(bundle.trees, text) ? bundle.trees[text] : undefined;
    return tree ? { tree } : { problems: [missing(text)] };
  };
  const { draft } = wholly(
    assembleModel({ files: bundle.files }, { parse, isLate: true, memory: new CompileMemory() }),
  );
  return { ...draft, version: bundle.version };
}

function missing(text: string): Problem {
  return { code: 'missing-tree', at: 0, message: `The bundle has no tree of ${text}` };
}
