import { nearestName } from '../text/nearestName.ts';
import { checkArity, signatureOf } from './compileCall.ts';
import { anyType, type FunctionRecord, type Parameter, type ParameterType } from './functionTypes.ts';
import { readIsoDate } from './isoDate.ts';
import type { Problem, Tree, TreeOf } from './tree.ts';
import { type Checking, type Family, familyOf, type Inferred, itemType, wordFor } from './typeFacts.ts';

/** Checks that the function exists and that number and types of the arguments fit. */
export function checkCall(checking: Checking, tree: TreeOf<'call'>, args: readonly Inferred[]): Inferred {
  const record = checking.functions.get(tree.name);
  if (!record) {
    checking.report(unknownFunction(tree, checking.suggest([...checking.functions.keys()])));
    return { type: anyType };
  }
  const arity = checkArity(record, args.length);
  if (arity) {
    const message = `$${tree.name} has ${args.length === 1 ? 'one argument' : `${args.length} arguments`} here. ${arity}`;
    checking.report({ message, at: tree.at, length: tree.name.length + 1, code: 'arity' });
  } else {
    for (const problem of argumentProblems(tree, record, args)) checking.report(problem);
  }
  const trap = traps[tree.name];
  if (trap)
    checking.report({
      message: trap,
      at: tree.at,
      length: tree.name.length + 1,
      code: 'trap',
      level: 'warning',
    });
  return resultOf(record, args);
}

/** Functions that behave like jsonata, which is not what most people expect. */
const traps: Readonly<Record<string, string>> = {
  round: '$round takes halves to the even neighbour (2.345 gives 2.34); for money use $money.',
  sum: '$sum gives nothing when there are no rows, and adds binary fractions; $total gives 0 and adds exactly.',
};

/** Functions that return a list as they found it. */
const handsOn = new Set(['distinct', 'default']);

function resultOf(record: FunctionRecord, args: readonly Inferred[]): Inferred {
  const type =
    typeof record.result === 'function' ? record.result(args.map((arg) => arg.type)) : record.result;
  const isFound = record.name === 'keys' || (handsOn.has(record.name) && args.some((arg) => arg.isFound));
  return { type, isFound };
}

function unknownFunction(tree: TreeOf<'call'>, known: readonly string[]): Problem {
  const near = nearestName(tree.name, known);
  const place = { at: tree.at, length: tree.name.length + 1, code: 'unknown-function' };
  if (near === undefined) return { message: `There is no function $${tree.name}.`, ...place };
  return { message: `There is no function $${tree.name}; did you mean $${near}?`, ...place, fix: `$${near}` };
}

function argumentProblems(
  tree: TreeOf<'call'>,
  record: FunctionRecord,
  args: readonly Inferred[],
): Problem[] {
  const parameters = parametersFor(record, args.length);
  return args.flatMap((arg, index) => {
    const parameter = parameters[Math.min(index, parameters.length - 1)];
    const part = tree.args[index] as Tree;
    return parameter ? argumentProblem(record, { parameter, arg, part }) : [];
  });
}

/** With too few arguments, the first is the current value. */
function parametersFor(record: FunctionRecord, count: number): readonly Parameter[] {
  const needed = record.parameters.filter((one) => !one.isOptional).length;
  return count < needed && record.parameters[0]?.isContext ? record.parameters.slice(1) : record.parameters;
}

type Given = { readonly parameter: Parameter; readonly arg: Inferred; readonly part: Tree };

function argumentProblem(record: FunctionRecord, { parameter, arg, part }: Given): Problem[] {
  const wanted = accepted[parameter.type];
  const isMany = parameter.type === 'numbers' || parameter.type === 'texts';
  const type = isMany ? itemType(arg.type) : arg.type;
  const family = familyOf(type);
  const place = { at: part.at, length: 1 };
  if (
    parameter.type === 'date' &&
    part.kind === 'literal' &&
    typeof part.value === 'string' &&
    !readIsoDate(part.value)
  ) {
    return [{ message: 'Write a date as "2026-01-31".', ...place, code: 'date' }];
  }
  const refused =
    part.kind === 'literal' && typeof part.value === 'string' ? record.refuses?.(part.value) : undefined;
  if (refused) return [{ message: refused, ...place, code: 'name' }];
  if (!wanted || family === 'any' || wanted.includes(family)) return [];
  const message = `${signatureOf(record)} takes ${nouns[parameter.type]} as ${parameter.name}, and this is ${wordFor(arg.type)}.`;
  // A list found by a path with one row is a single value, so the call may still work.
  return [
    arg.isFound && !isMany
      ? { message, ...place, code: 'list', level: 'warning' }
      : { message, ...place, code: 'type' },
  ];
}

const accepted: Partial<Record<ParameterType, readonly Family[]>> = {
  text: ['text'],
  number: ['number'],
  boolean: ['boolean'],
  scalar: ['number', 'text', 'boolean'],
  amount: ['number', 'text', 'nothing'],
  date: ['text', 'nothing'],
  object: ['object'],
  numbers: ['number'],
  texts: ['text'],
};

const nouns: Readonly<Record<ParameterType, string>> = {
  any: 'a value',
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  scalar: 'a number, a text, or true or false',
  amount: 'a number',
  date: 'a date',
  object: 'an object',
  list: 'a list',
  numbers: 'numbers',
  texts: 'texts',
};
