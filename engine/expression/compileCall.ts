import type { Run } from './Evaluation.ts';
import { ExpressionError } from './ExpressionError.ts';
import { fitArguments } from './fitArguments.ts';
import type { FunctionRecord, FunctionTable, Parameter } from './functions.ts';
import { Operand } from './Operand.ts';
import { isTrue } from './semantics.ts';
import type { Tree, TreeOf } from './tree.ts';

/** Compiles `$name(…)`. */
export function compileCall(tree: TreeOf<'call'>, args: readonly Run[], functions: FunctionTable): Run {
  const record = functions.get(tree.name);
  if (!record) throw new ExpressionError('unexpected', tree.at, `There is no function $${tree.name}.`);
  const problem = checkArity(record, args.length);
  if (problem) throw new ExpressionError('T0410', tree.at, problem);
  const [only] = args;
  if (only && tree.name === 'not') return compileNot(new Operand(tree.args[0] as Tree, only), tree.at);
  if (only && args.length === 1 && record.parameters.length === 1 && record.parameters[0]?.type === 'any')
    return compileOfAny(tree, record, only);
  return record.isStrict ? compileStrict(tree, record, args) : compileFree(tree, record, args);
}

/** The message for a wrong number of arguments, if it is wrong. */
export function checkArity(record: FunctionRecord, count: number): string | undefined {
  const least = record.parameters.filter((one) => !one.isOptional && !one.isContext).length;
  const most = record.parameters.at(-1)?.isRest ? Number.POSITIVE_INFINITY : record.parameters.length;
  if (count >= least && count <= most) return undefined;
  return `Write ${signatureOf(record)}.`;
}

/** The signature of a function, such as `$round(number, [precision])`. */
export function signatureOf(record: FunctionRecord): string {
  const names = record.parameters.map(nameOf);
  return `$${record.name}(${names.join(', ')})`;
}

function nameOf(parameter: Parameter): string {
  const name = parameter.isRest ? `${parameter.name}…` : parameter.name;
  return parameter.isOptional ? `[${name}]` : name;
}

/** `$not(…)` is compiled like an operator, because rules use it so often. */
function compileNot(of: Operand, at: number): Run {
  return (input, evaluation) => {
    const value = of.read(input, evaluation);
    return value === undefined ? undefined : !isTrue(value, at);
  };
}

/** A single argument of any type needs no conversion; `$has` and similar functions are in most rules. */
function compileOfAny({ at }: TreeOf<'call'>, { evaluate }: FunctionRecord, arg: Run): Run {
  return (input, evaluation) => {
    const value = arg(input, evaluation);
    evaluation.at = at;
    return evaluate([value], evaluation);
  };
}

function compileStrict(tree: TreeOf<'call'>, record: FunctionRecord, args: readonly Run[]): Run {
  const fitted = fitArguments(record.parameters);
  return (input, evaluation) => {
    const values = args.map((arg) => arg(input, evaluation));
    evaluation.at = tree.at;
    return record.evaluate(fitted(values, input, evaluation), evaluation);
  };
}

function compileFree(tree: TreeOf<'call'>, record: FunctionRecord, args: readonly Run[]): Run {
  return (input, evaluation) => {
    const values = args.map((arg) => arg(input, evaluation));
    evaluation.at = tree.at;
    return record.evaluate(values, evaluation);
  };
}
