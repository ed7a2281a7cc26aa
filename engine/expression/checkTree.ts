import { nearestName } from '../text/nearestName.ts';
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

/** What an expression may read: the type of `$`, and of each variable by name without `$`. */
export type TypeScope = {
  readonly root: ExpressionType;
  readonly vars: Readonly<Record<string, ExpressionType>>;
  readonly functions?: FunctionTable;
};

type Context = ExpressionType;
type Checkers = { [Kind in TreeKind]: (tree: TreeOf<Kind>, context: Context) => Inferred };

/** Finds unknown names, type mismatches and known traps; infers the type of the result. */
export function checkTree(tree: Tree, scope: TypeScope): { type: ExpressionType; problems: Problem[] } {
  const problems: Problem[] = [];
  const { type, isFound } = new TypeChecker(scope, (problem) => problems.push(problem)).infer(
    tree,
    scope.root,
  );
  if (isFound && type.kind === 'list') {
    const message =
      'With one row this gives the value itself, and with none nothing; write $list(…) around it to get a list.';
    problems.push({ message, at: tree.at, code: 'one-row', level: 'warning' });
  }
  return { type, problems };
}

/** Searching for similar names is slow, and after many mistakes nobody reads on. */
const maximumSuggestions = 20;

class TypeChecker {
  private readonly scope: TypeScope;
  private readonly checking: Checking;
  private readonly bound: { name: string; inferred: Inferred }[] = [];

  constructor(scope: TypeScope, report: Checking['report']) {
    this.scope = scope;
    let left = maximumSuggestions;
    this.checking = {
      report,
      functions: this.scope.functions ?? defaultFunctions,
      suggest: (known) => (left-- > 0 ? known : []),
    };
  }

  infer(tree: Tree, context: Context): Inferred {
    return (this.checkers[tree.kind] as (tree: Tree, context: Context) => Inferred)(tree, context);
  }

  private variable(tree: TreeOf<'variable'>, context: Context): Inferred {
    if (tree.name === '') return { type: context };
    if (tree.name === '$') return { type: this.scope.root };
    const binding = this.bound.findLast((one) => one.name === tree.name);
    if (binding) return binding.inferred;
    if (Object.hasOwn(this.scope.vars, tree.name)) return { type: this.scope.vars[tree.name] ?? anyType };
    const known = [...Object.keys(this.scope.vars), ...this.bound.map((one) => one.name)];
    this.checking.report(
      unknown(tree, `There is no variable $${tree.name} here`, {
        known: this.checking.suggest(known),
        prefix: '$',
      }),
    );
    return { type: anyType };
  }

  private path(tree: TreeOf<'path'>, context: Context): Inferred {
    let current: Inferred = { type: context };
    for (const [index, step] of tree.steps.entries()) {
      const isMapped = index > 0 && current.type.kind === 'list';
      const inferred = this.inferStep(step, isMapped ? itemType(current.type) : current.type);
      current = isMapped ? foundList(inferred.type) : inferred;
    }
    return current;
  }

  private inferStep(step: Step, context: Context): Inferred {
    const inferred = step.of.kind === 'name' ? this.field(step.of, context) : this.infer(step.of, context);
    return this.filtered(inferred, step.filters ?? []);
  }

  private field(tree: TreeOf<'name'>, context: Context): Inferred {
    if (context.kind === 'list') return foundList(this.field(tree, context.of()).type);
    if (context.kind === 'any' || context.kind === 'nothing') return { type: anyType };
    if (context.kind !== 'object') {
      const message = `${tree.name} cannot be read here: the value before it is ${wordFor(context)}, which has no fields.`;
      this.checking.report({ message, at: tree.at, length: tree.name.length, code: 'no-fields' });
      return { type: anyType };
    }
    const found = Object.hasOwn(context.fields, tree.name) ? context.fields[tree.name] : undefined;
    if (found) return { type: found() };
    if (!context.open) {
      const message = `There is no field ${tree.name}${context.name ? ` in ${context.name}` : ' here'}`;
      this.checking.report(
        unknown(tree, message, {
          known: this.checking.suggest(Object.keys(context.fields)),
          prefix: '',
        }),
      );
    }
    return { type: anyType };
  }

  private filtered(of: Inferred, filters: readonly Tree[]): Inferred {
    let current = of;
    for (const filter of filters) {
      const item = itemType(current.type);
      const isPlace = filter.kind === 'literal' && typeof filter.value === 'number';
      const { type } = isPlace ? { type: numberType } : this.infer(filter, item);
      if (isPlace || type.kind === 'number') current = { type: item };
      else current = current.type.kind === 'list' ? foundList(item) : { type: item };
    }
    return current;
  }

  private binary(tree: TreeOf<'binary'>, context: Context): Inferred {
    const left = this.infer(tree.left, context);
    const right = this.infer(tree.right, context);
    return this.operators[tree.operator](tree, left, right);
  }

  private logic(tree: TreeOf<'logic'>, context: Context): Inferred {
    for (const part of tree.of) {
      this.infer(part, context);
      if (part.kind === 'literal')
        this.checking.report(
          constantPart(
            part,
            `A fixed ${printTree(part)} in ${tree.operator} decides nothing or everything; remove it.`,
          ),
        );
    }
    return { type: booleanType };
  }

  private negate(tree: TreeOf<'negate'>, context: Context): Inferred {
    const { type } = this.infer(tree.of, context);
    const family = familyOf(type);
    if (family !== 'number' && family !== 'any') {
      this.checking.report({
        message: `Only a number can be made negative; this is ${wordFor(type)}.`,
        at: tree.at,
        length: 1,
        code: 'type',
      });
    }
    return { type: numberType };
  }

  private condition(tree: TreeOf<'condition'>, context: Context): Inferred {
    this.infer(tree.test, context);
    if (tree.test.kind === 'literal')
      this.checking.report(constantPart(tree.test, 'The test is fixed; write the part that is meant.'));
    const parts = [this.infer(tree.yes, context), ...(tree.no ? [this.infer(tree.no, context)] : [])];
    return { type: eitherType(parts.map((part) => part.type)), isFound: parts.some((part) => part.isFound) };
  }

  private block(tree: TreeOf<'block'>, context: Context): Inferred {
    const outer = this.bound.length;
    const last = tree.of.map((statement) => this.infer(statement, context)).at(-1);
    this.bound.length = outer;
    return last ?? { type: nothingType };
  }

  private bind(tree: TreeOf<'bind'>, context: Context): Inferred {
    const inferred = this.infer(tree.value, context);
    this.bound.push({ name: tree.name, inferred });
    return inferred;
  }

  private object(tree: TreeOf<'object'>, context: Context): Inferred {
    const fields: Record<string, () => ExpressionType> = {};
    let isOpen = false;
    for (const [key, value] of tree.pairs) {
      this.infer(key, context);
      const { type } = this.infer(value, context);
      if (key.kind === 'literal') fields[String(key.value)] = () => type;
      else isOpen = true;
    }
    return { type: { kind: 'object', fields, ...(isOpen ? { open: true } : {}) } };
  }

  private list(tree: TreeOf<'list'>, context: Context): Inferred {
    const items = tree.of.map((item) => this.infer(item, context).type);
    return {
      type: listType(
        eitherType(items.map((item, index) => (tree.of[index]?.kind === 'list' ? item : itemType(item)))),
      ),
    };
  }

  private readonly operators: Record<
    BinaryOperator,
    (tree: TreeOf<'binary'>, left: Inferred, right: Inferred) => Inferred
  > = {
    '+': (...sides) => checkArithmetic(this.checking, ...sides),
    '-': (...sides) => checkArithmetic(this.checking, ...sides),
    '*': (...sides) => checkArithmetic(this.checking, ...sides),
    '/': (...sides) => checkArithmetic(this.checking, ...sides),
    '%': (...sides) => checkArithmetic(this.checking, ...sides),
    '=': (...sides) => checkEquality(this.checking, ...sides),
    '!=': (...sides) => checkEquality(this.checking, ...sides),
    '<': (...sides) => checkComparison(this.checking, ...sides),
    '<=': (...sides) => checkComparison(this.checking, ...sides),
    '>': (...sides) => checkComparison(this.checking, ...sides),
    '>=': (...sides) => checkComparison(this.checking, ...sides),
    in: (...sides) => checkMembership(this.checking, ...sides),
    '&': () => ({ type: textType }),
  };

  private readonly checkers: Checkers = {
    literal: ({ value }) => ({ type: literalType(value) }),
    name: (tree, context) => this.field(tree, context),
    variable: (tree, context) => this.variable(tree, context),
    path: (tree, context) => this.path(tree, context),
    filter: (tree, context) => this.filtered(this.infer(tree.of, context), tree.by),
    binary: (tree, context) => this.binary(tree, context),
    logic: (tree, context) => this.logic(tree, context),
    negate: (tree, context) => this.negate(tree, context),
    list: (tree, context) => this.list(tree, context),
    range: () => ({ type: listType(numberType) }),
    object: (tree, context) => this.object(tree, context),
    condition: (tree, context) => this.condition(tree, context),
    block: (tree, context) => this.block(tree, context),
    bind: (tree, context) => this.bind(tree, context),
    call: (tree, context) =>
      checkCall(
        this.checking,
        tree,
        tree.args.map((arg) => this.infer(arg, context)),
      ),
  };
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
