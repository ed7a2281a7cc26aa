/** Compiles declarations to a frozen, reviewed model. */
import { type Parts, wholly } from '../parts.ts';
import type { DeclarationSet, Finding, Model } from '../types/modelTypes.ts';
import { assembleModel } from './assembleModel.ts';
import { CompileMemory } from './compileMemory.ts';
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
  /** Of earlier compilations of this application: what did not change since is not compiled again. */
  readonly memory?: CompileMemory;
};

/** Compiles declarations to a model with findings. */
export function compileModel(set: DeclarationSet, options: CompileOptions): Compilation {
  return wholly(compileSteps(set, options));
}

/** Compiles in small steps, so that callers can respond to input in between; no result until the end. */
export function* compileSteps(
  set: DeclarationSet,
  { parse, review = true, memory = new CompileMemory() }: CompileOptions,
): Generator<void, Compilation> {
  return yield* memory.using((own) => compileWith(own, set, { parse, review }));
}

function* compileWith(
  memory: CompileMemory,
  declared: DeclarationSet,
  { parse, review }: Required<Pick<CompileOptions, 'parse' | 'review'>>,
): Parts<Compilation> {
  const set = memory.known(declared);
  const { draft, sources, scope } = yield* assembleModel(set, {
    parse,
    memory,
    onServer: { queries: compileQueries, rowAccess: compileRowAccess },
  });
  const { compiler } = scope;
  const version = versionOf(set);
  yield;
  const model = yield* freezeModel({ version, ...draft });
  if (review) yield* reviewModel(model, sources, scope);
  return { model, findings: compiler.findings, trees: compiler.trees };
}
