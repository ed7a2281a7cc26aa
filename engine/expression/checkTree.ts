import { nearestName } from '../query/nearestName.ts';
import { checkCall } from './checkCall.ts';
import { checkArithmetic, checkComparison, checkEquality, checkMembership } from './checkOperands.ts';
import { defaultFunctions } from './functions.ts';
import {
  anyType,
  booleanType,
  type ExpressionType,
  type FunctionTable,
  listType,
  nothingType,
  numberType,
  textType,
} from './functionTypes.ts';
import { printTree } from './printTree.ts';
import type { BinaryOperator, Problem, Step, Tree, TreeKind, TreeOf } from './tree.ts';
import {
  type Checking,
  eitherType,
  familyOf,
  foundList,
  type Inferred,
  itemType,
  wordFor,
} from './typeFacts.ts';

export type { ExpressionType };

/** What an expression may read: the type of `$` and of each variable, by name without `$`. */
export type TypeScope = {
  readonly root: ExpressionType;
  readonly vars: Readonly<Record<string, ExpressionType>>;
  readonly functions?: FunctionTable;
};

type Context = ExpressionType;
type Checkers = { [Kind in TreeKind]: (tree: TreeOf<Kind>, context: Context) => Inferred };

/** Finds unknown names, types that do not fit and the known traps, and says what the expression gives. */
export function checkTree(tree: Tree, scope: TypeScope): { type: ExpressionType; problems: Problem[] } {
  const problems: Problem[] = [];
  const { type, isFound } = createChecker(scope, problems)(tree, scope.root);
  if (isFound && type.kind === 'list') {
    const message =
      'With one row this gives the value itself, and with none nothing; write $list(…) around it to get a list.';
    problems.push({ message, at: tree.at, code: 'one-row', level: 'warning' });
  }
  return { type, problems };
}

function createChecker(scope: TypeScope, problems: Problem[]): (tree: Tree, context: Context) => Inferred {
  const checking: Checking = {
    report: (problem) => problems.push(problem),
    functions: scope.functions ?? defaultFunctions,
  };
  const bound: { name: string; inferred: Inferred }[] = [];

  const infer = (tree: Tree, context: Context): Inferred =>
    (checkers[tree.kind] as (tree: Tree, context: Context) => Inferred)(tree, context);

  function variable(tree: TreeOf<'variable'>, context: Context): Inferred {
    if (tree.name === '') return { type: context };
    if (tree.name === '$') return { type: scope.root };
    const binding = bound.findLast((one) => one.name === tree.name);
    if (binding) return binding.inferred;
    if (Object.hasOwn(scope.vars, tree.name)) return { type: scope.vars[tree.name] ?? anyType };
    const known = [...Object.keys(scope.vars), ...bound.map((one) => one.name)];
    checking.report(unknown(tree, `There is no variable $${tree.name} here`, { known, prefix: '$' }));
    return { type: anyType };
  }

  function path(tree: TreeOf<'path'>, context: Context): Inferred {
    let current: Inferred = { type: context };
    for (const [index, step] of tree.steps.entries()) {
      const isMapped = index > 0 && current.type.kind === 'list';
      const inferred = inferStep(step, isMapped ? itemType(current.type) : current.type);
      current = isMapped ? foundList(inferred.type) : inferred;
    }
    return current;
  }

  function inferStep(step: Step, context: Context): Inferred {
    const inferred = step.of.kind === 'name' ? field(step.of, context) : infer(step.of, context);
    return filtered(inferred, step.filters ?? []);
  }

  function field(tree: TreeOf<'name'>, context: Context): Inferred {
    if (context.kind === 'list') return foundList(field(tree, context.of()).type);
    if (context.kind === 'any' || context.kind === 'nothing') return { type: anyType };
    if (context.kind !== 'object') {
      const message = `${tree.name} cannot be read here: the value before it is ${wordFor(context)}, which has no fields.`;
      checking.report({ message, at: tree.at, length: tree.name.length, code: 'no-fields' });
      return { type: anyType };
    }
    const found = Object.hasOwn(context.fields, tree.name) ? context.fields[tree.name] : undefined;
    if (found) return { type: found() };
    if (!context.open) {
      const message = `There is no field ${tree.name}${context.name ? ` in ${context.name}` : ' here'}`;
      checking.report(unknown(tree, message, { known: Object.keys(context.fields), prefix: '' }));
    }
    return { type: anyType };
  }

  function filtered(of: Inferred, filters: readonly Tree[]): Inferred {
    let current = of;
    for (const filter of filters) {
      const item = itemType(current.type);
      const isPlace = filter.kind === 'literal' && typeof filter.value === 'number';
      const { type } = isPlace ? { type: numberType } : infer(filter, item);
      if (isPlace || type.kind === 'number') current = { type: item };
      else current = current.type.kind === 'list' ? foundList(item) : { type: item };
    }
    return current;
  }

  function binary(tree: TreeOf<'binary'>, context: Context): Inferred {
    const left = infer(tree.left, context);
    const right = infer(tree.right, context);
    return operators[tree.operator](tree, left, right);
  }

  function logic(tree: TreeOf<'logic'>, context: Context): Inferred {
    for (const part of tree.of) {
      infer(part, context);
      if (part.kind === 'literal')
        checking.report(
          constantPart(
            part,
            `A fixed ${printTree(part)} in ${tree.operator} decides nothing or everything; remove it.`,
          ),
        );
    }
    return { type: booleanType };
  }

  function negate(tree: TreeOf<'negate'>, context: Context): Inferred {
    const { type } = infer(tree.of, context);
    const family = familyOf(type);
    if (family !== 'number' && family !== 'any') {
      checking.report({
        message: `Only a number can be made negative; this is ${wordFor(type)}.`,
        at: tree.at,
        length: 1,
        code: 'type',
      });
    }
    return { type: numberType };
  }

  function condition(tree: TreeOf<'condition'>, context: Context): Inferred {
    infer(tree.test, context);
    if (tree.test.kind === 'literal')
      checking.report(constantPart(tree.test, 'The test is fixed; write the part that is meant.'));
    const parts = [infer(tree.yes, context), ...(tree.no ? [infer(tree.no, context)] : [])];
    return { type: eitherType(parts.map((part) => part.type)), isFound: parts.some((part) => part.isFound) };
  }

  function block(tree: TreeOf<'block'>, context: Context): Inferred {
    const outer = bound.length;
    const last = tree.of.map((statement) => infer(statement, context)).at(-1);
    bound.length = outer;
    return last ?? { type: nothingType };
  }

  function bind(tree: TreeOf<'bind'>, context: Context): Inferred {
    const inferred = infer(tree.value, context);
    bound.push({ name: tree.name, inferred });
    return inferred;
  }

  function object(tree: TreeOf<'object'>, context: Context): Inferred {
    const fields: Record<string, () => ExpressionType> = {};
    let isOpen = false;
    for (const [key, value] of tree.pairs) {
      infer(key, context);
      const { type } = infer(value, context);
      if (key.kind === 'literal') fields[String(key.value)] = () => type;
      else isOpen = true;
    }
    return { type: { kind: 'object', fields, ...(isOpen ? { open: true } : {}) } };
  }

  function list(tree: TreeOf<'list'>, context: Context): Inferred {
    const items = tree.of.map((item) => infer(item, context).type);
    return {
      type: listType(
        eitherType(items.map((item, index) => (tree.of[index]?.kind === 'list' ? item : itemType(item)))),
      ),
    };
  }

  const operators: Record<
    BinaryOperator,
    (tree: TreeOf<'binary'>, left: Inferred, right: Inferred) => Inferred
  > = {
    '+': (...sides) => checkArithmetic(checking, ...sides),
    '-': (...sides) => checkArithmetic(checking, ...sides),
    '*': (...sides) => checkArithmetic(checking, ...sides),
    '/': (...sides) => checkArithmetic(checking, ...sides),
    '%': (...sides) => checkArithmetic(checking, ...sides),
    '=': (...sides) => checkEquality(checking, ...sides),
    '!=': (...sides) => checkEquality(checking, ...sides),
    '<': (...sides) => checkComparison(checking, ...sides),
    '<=': (...sides) => checkComparison(checking, ...sides),
    '>': (...sides) => checkComparison(checking, ...sides),
    '>=': (...sides) => checkComparison(checking, ...sides),
    in: (...sides) => checkMembership(checking, ...sides),
    '&': () => ({ type: textType }),
  };

  const checkers: Checkers = {
    literal: ({ value }) => ({ type: literalType(value) }),
    name: field,
    variable,
    path,
    filter: (tree, context) => filtered(infer(tree.of, context), tree.by),
    binary,
    logic,
    negate,
    list,
    range: () => ({ type: listType(numberType) }),
    object,
    condition,
    block,
    bind,
    call: (tree, context) =>
      checkCall(
        checking,
        tree,
        tree.args.map((arg) => infer(arg, context)),
      ),
  };

  return infer;
}

function constantPart(tree: Tree, message: string): Problem {
  return { message, at: tree.at, length: 1, code: 'constant', level: 'warning' };
}

type Suggestion = { readonly known: readonly string[]; readonly prefix: string };

/** "There is no field Nme in product; did you mean Name?" */
function unknown(
  tree: TreeOf<'name'> | TreeOf<'variable'>,
  message: string,
  { known, prefix }: Suggestion,
): Problem {
  const near = nearestName(tree.name, known);
  const place = { at: tree.at, length: tree.name.length + prefix.length, code: 'unknown-name' };
  if (near === undefined) return { message: `${message}.`, ...place };
  return { message: `${message}; did you mean ${prefix}${near}?`, ...place, fix: `${prefix}${near}` };
}

function literalType(value: TreeOf<'literal'>['value']): ExpressionType {
  if (value === null) return nothingType;
  if (typeof value === 'string') return textType;
  return typeof value === 'number' ? numberType : booleanType;
}
