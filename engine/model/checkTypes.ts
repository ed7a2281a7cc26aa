/** Type-checks expressions against all compiled entities, and records what they read. */
import { choiceProblems } from '../expression/checkChoice.ts';
import { checkTree, type ExpressionType, type TypeScope } from '../expression/checkTree.ts';
import type { FunctionTable } from '../expression/functionTypes.ts';
import { readsOf } from '../expression/readsOf.ts';
import { childrenOf } from '../expression/tree.ts';
import { familyOf } from '../expression/typeFacts.ts';
import type { Tree } from '../expression/types.ts';
import type { Parts } from '../parts.ts';
import type { EntityModel } from '../types/modelTypes.ts';
import type { CompileScope } from './compileMemory.ts';
import { type Compiler, codedProblem, type Noted } from './compiler.ts';
import { renewTypes } from './typeScope.ts';
import { fieldsRead } from './whereUsed.ts';

/** Type-checks everything compiled so far and records the fields it reads. */
export function* checkTypes(scope: CompileScope): Parts<void> {
  const { entities, units } = scope;
  const people = [...entities.values()].filter(({ ofUser }) => ofUser);
  renewTypes(scope.types);
  for (const unit of units) yield* scope.judge(unit, people, () => checkUnit(unit.told.noted, scope));
}

function* checkUnit(noted: readonly Noted[], { compiler, entities }: CompileScope): Parts<void> {
  const { functions, usage, error, warn } = compiler;
  for (const entry of noted) {
    yield;
    const around = entry.scope();
    checkNoted(entry, around, functions, { error, warn });
    for (const of of usedBy(entry.tree, around, functions, entities)) usage.push({ of, ...entry.place });
  }
}

function checkNoted(
  { place, text, tree, wants, isFilter }: Noted,
  around: TypeScope,
  functions: FunctionTable,
  { error, warn }: Pick<Compiler, 'error' | 'warn'>,
): void {
  const { type, problems: all } = checkTree(tree, { functions, ...around });
  const problems = all.filter(({ code, level }) => !(isFilter && code === 'list' && level === 'warning'));
  for (const problem of problems)
    (problem.level === 'warning' ? warn : error)(place, problem.message, codedProblem(problem, text));
  const asked = typeof wants === 'function' ? wants() : undefined;
  for (const problem of asked ? choiceProblems(asked, tree) : [])
    warn(place, problem.message, codedProblem(problem, text));
  const wanted = asked?.kind ?? (wants as ExpressionType['kind'] | undefined);
  if (wanted && problems.every(({ level }) => level === 'warning') && !fits(type, wanted))
    error(place, `This must give ${wanted}, but gives ${type.kind}.`, {
      code: 'expression-gives',
      params: { wants: wanted, gives: type.kind },
    });
}

/** The fields an expression reads and the features it asks for. */
export function usedBy(
  tree: Tree,
  around: TypeScope,
  functions: FunctionTable,
  entities: ReadonlyMap<string, EntityModel>,
): readonly string[] {
  const { reads } = readsOf(tree, functions);
  return [
    ...fieldsRead(reads, around, entities),
    ...featuresAsked(tree).map((feature) => `feature:${feature}`),
  ];
}

/** The features named in `$can('…')`. */
function featuresAsked(tree: Tree): readonly string[] {
  const own =
    tree.kind === 'call' && tree.name === 'can'
      ? tree.args.flatMap((argument) => (argument.kind === 'literal' ? [String(argument.value)] : []))
      : [];
  return [...own, ...childrenOf(tree).flatMap(featuresAsked)];
}

/** Expressions treat dates as texts. */
function fits(type: ExpressionType, wants: ExpressionType['kind']): boolean {
  const given = familyOf(type);
  return (
    given === familyOf({ kind: wants } as ExpressionType) ||
    given === 'any' ||
    given === 'nothing' ||
    wants === 'any'
  );
}
