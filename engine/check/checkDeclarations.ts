/** Static checks of declarations. */
import { type Compilation, type CompileOptions, compileModel } from '../model/compileModel.ts';
import type { DeclarationSet, Finding } from '../types/modelTypes.ts';
import { checkExamples } from './checkExamples.ts';
import { checkSeeds } from './checkSeeds.ts';
import { checkShape } from './checkShape.ts';
import { checkWidgets } from './checkWidgets.ts';

/** Findings, and the compiled model unless the shape is invalid. */
export type Check = { readonly findings: readonly Finding[]; readonly compilation?: Compilation };

/** Checks shape first, then compiles and reviews: names, types, cycles, messages, features, placement. */
export function checkDeclarations(
  set: DeclarationSet,
  options: Pick<CompileOptions, 'parse' | 'memory'>,
): Check {
  const shape = checkShape(set);
  if (shape.some((finding) => finding.severity === 'error')) return { findings: shape };
  const compilation = compileModel(set, options);
  const { model, findings } = compilation;
  const named = [...checkWidgets(set, model), ...checkExamples(set, model), ...checkSeeds(set, model)];
  return { findings: [...shape, ...findings, ...named], compilation };
}
