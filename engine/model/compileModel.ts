/** Compiles declarations to a frozen, reviewed model. */
import { wholly } from '../parts.ts';
import type { DeclarationSet, Finding, Model } from '../types/modelTypes.ts';
import { assembleModel } from './assembleModel.ts';
import { compileQueries } from './compileQueries.ts';
import { compileRowAccess } from './compileRowAccess.ts';
import type { Compiler, Parse } from './compiler.ts';
import { freezeModel, versionOf } from './freeze.ts';
import { reviewModel } from './reviewModel.ts';

/** The result of compiling; a model with errors among its findings must not be run. */
export type Compilation = {
  readonly model: Model;
  readonly findings: readonly Finding[];
  readonly trees: Compiler['trees'];
};

export type CompileOptions = {
  readonly parse: Parse;
  /** Also check types, names, messages and cycles. Default: true. */
  readonly review?: boolean;
};

/** Compiles declarations to a model with findings. */
export function compileModel(set: DeclarationSet, options: CompileOptions): Compilation {
  return wholly(compileSteps(set, options));
}

/** Compiles in small steps, so that callers can respond to input in between; no result until the end. */
export function* compileSteps(
  set: DeclarationSet,
  { parse, review = true }: CompileOptions,
): Generator<void, Compilation> {
  const { draft, sources, compiler } = yield* assembleModel(set, {
    parse,
    onServer: { queries: compileQueries, rowAccess: compileRowAccess },
  });
  const version = versionOf(set);
  yield;
  const model = yield* freezeModel({ version, ...draft });
  if (review) yield* reviewModel(model, sources, compiler);
  return { model, findings: compiler.findings, trees: compiler.trees };
}
