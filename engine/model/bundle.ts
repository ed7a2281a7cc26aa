/** What is sent to the browser: declarations and parsed expressions, so that it needs no parser. */

import type { WidgetDeclaration } from '../declaration/types.generated.ts';
import type { Problem } from '../expression/types.ts';
import { wholly } from '../parts.ts';
import type { DeclarationFile, DeclarationSet, Model, ModelBundle } from '../types/modelTypes.ts';
import { assembleModel } from './assembleModel.ts';
import { CompileMemory } from './compileMemory.ts';
import type { Compilation } from './compileModel.ts';
import { kindOfFile } from './sources.ts';

const staysHere = /\/(seed|cases)\.json$|\/queries\/[^/]+\.json$/;

/** Creates the bundle; seeds, cases, queries and the schemas of widgets stay on the server. */
export function createBundle(
  set: DeclarationSet,
  { model, trees }: Pick<Compilation, 'model' | 'trees'>,
): ModelBundle {
  return {
    version: model.version,
    files: set.files.filter(({ file }) => !staysHere.test(file)).flatMap(sent),
    trees: Object.fromEntries(trees),
  };
}

/** Of widgets, those that configurators may add to a screen: whether a change may name one is said there too. */
function sent(entry: DeclarationFile): readonly DeclarationFile[] {
  if (kindOfFile(entry.file) !== 'widget') return [entry];
  const { description, canvas } = entry.json as WidgetDeclaration;
  return canvas ? [{ file: entry.file, json: { description, canvas } }] : [];
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
