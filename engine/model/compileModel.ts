/** Declarations → the frozen Model: assembled, frozen, reviewed. */
import { wholly } from '../parts.ts';
import type { DeclarationSet, Finding, Model } from '../types/modelTypes.ts';
import { assembleModel } from './assembleModel.ts';
import { compileQueries } from './compileQueries.ts';
import { compileRowAccess } from './compileRowAccess.ts';
import type { Compiler, Parse } from './compiler.ts';
import { freezeModel, versionOf } from './freeze.ts';
import { reviewModel } from './reviewModel.ts';

/** What compiling gives; with an error among the findings the model must not be run. */
export type Compilation = {
  readonly model: Model;
  readonly findings: readonly Finding[];
  readonly trees: Compiler['trees'];
};

export type CompileOptions = {
  readonly parse: Parse;
  /** Also check types, names, messages and cycles. Default true. */
  readonly review?: boolean;
};

/** Compiles declarations into a model and says what is wrong with them. */
export function compileModel(set: DeclarationSet, options: CompileOptions): Compilation {
  return wholly(compileSteps(set, options));
}

/** The same in small steps, for who must answer a key press in between; nothing of it shows before the last one. */
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
