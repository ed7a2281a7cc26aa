/** Everything that can be said about declarations before they run. */
import { type Compilation, type CompileOptions, compileModel } from '../model/compileModel.ts';
import type { DeclarationSet, Finding } from '../model/types.ts';
import { checkShape } from './checkShape.ts';

/** Findings, and the compiled model unless the shape is already wrong. */
export type Check = { readonly findings: readonly Finding[]; readonly compilation?: Compilation };

/** Checks shape first, then compiles and reviews: names, types, cycles, messages, features, placement. */
export function checkDeclarations(set: DeclarationSet, options: Pick<CompileOptions, 'parse'>): Check {
  const shape = checkShape(set);
  if (shape.some((finding) => finding.severity === 'error')) return { findings: shape };
  const compilation = compileModel(set, options);
  return { findings: [...shape, ...compilation.findings], compilation };
}
