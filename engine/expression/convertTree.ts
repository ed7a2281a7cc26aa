import { expressionLimits, type Problem, type Step, type Tree } from './tree.ts';

/** A node of jsonata's tree, as far as it is looked at. */
export type SourceNode = {
  readonly type: string;
  readonly value?: unknown;
  readonly position?: number;
  readonly steps?: readonly SourceNode[];
  readonly stages?: readonly SourceNode[];
  readonly predicate?: readonly SourceNode[];
  readonly expressions?: readonly SourceNode[];
  readonly arguments?: readonly SourceNode[];
  readonly procedure?: SourceNode;
  readonly expression?: SourceNode;
  readonly expr?: SourceNode;
  readonly lhs?: SourceNode | readonly (readonly [SourceNode, SourceNode])[];
  readonly rhs?: SourceNode;
  readonly condition?: SourceNode;
  readonly then?: SourceNode;
  readonly else?: SourceNode;
};

export type ConvertOptions = {
  /** Where the token starts that ends at a position: jsonata's positions are ends. */
  readonly startOf: (end: number) => number;
  /** Names that are functions, so that `$count` without brackets is refused. */
  readonly isFunction: (name: string) => boolean;
};

/** Thrown inside the conversion; `parseExpression` turns it into data. */
export class ProblemFound extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

type Converter = (node: SourceNode) => Tree;

/** Turns jsonata's tree into ours, refusing what is outside the profile. */
export function convertTree(root: SourceNode, options: ConvertOptions): Tree {
  let nodes = 0;
  let depth = 0;

  const at = (node: SourceNode): number => options.startOf(node.position ?? 0);

  function convert(node: SourceNode | undefined): Tree {
    if (!node) return refuse('Something is missing here.', 0, 'syntax');
    const place = node.position === undefined ? 0 : at(node);
    if (++nodes > expressionLimits.nodes)
      return refuse('The expression has too many parts; split the rule.', place, 'limit');
    if (++depth > expressionLimits.depth)
      return refuse('The expression is nested too deep; split the rule.', place, 'limit');
    const converter = Object.hasOwn(converters, node.type) ? converters[node.type] : undefined;
    const tree = converter ? converter(node) : refuse('This is not available in an expression.', place);
    depth--;
    return filtered(tree, node.predicate);
  }

  function filtered(of: Tree, predicates: readonly SourceNode[] | undefined): Tree {
    if (!predicates) return of;
    if (of.kind === 'literal') return refuse('A fixed value cannot be filtered; put it in a list.', of.at);
    return { kind: 'filter', of, by: filtersOf(predicates), at: of.at };
  }

  const filtersOf = (stages: readonly SourceNode[]): Tree[] => stages.map((stage) => convert(stage.expr));

  function convertStep(node: SourceNode): Step {
    const of = convert(node);
    return node.stages ? { of, filters: filtersOf(node.stages) } : { of };
  }

  function convertName(node: SourceNode): Tree {
    const name = String(node.value);
    if (name.includes('`')) return refuse('A name cannot contain a backquote.', at(node));
    return { kind: 'name', name, at: at(node) };
  }

  function convertPath(node: SourceNode): Tree {
    const steps = (node.steps ?? []).map(convertStep);
    return { kind: 'path', steps, at: steps[0]?.of.at ?? 0 };
  }

  function convertVariable(node: SourceNode): Tree {
    const name = String(node.value);
    if (options.isFunction(name)) {
      return refuse(`$${name} is a function; write $${name}(…).`, at(node), 'call');
    }
    return { kind: 'variable', name, at: at(node) };
  }

  function convertUnary(node: SourceNode): Tree {
    if (node.value === '-') return { kind: 'negate', of: convert(node.expression), at: at(node) };
    if (node.value === '{') return convertObject(node);
    return { kind: 'list', of: (node.expressions ?? []).map(convertItem), at: at(node) };
  }

  function convertObject(node: SourceNode): Tree {
    const pairs = (node.lhs ?? []) as readonly (readonly [SourceNode, SourceNode])[];
    return {
      kind: 'object',
      pairs: pairs.map(([key, value]) => [convert(key), convert(value)]),
      at: at(node),
    };
  }

  function convertItem(item: SourceNode): Tree {
    if (item.type !== 'binary' || item.value !== '..') return convert(item);
    const from = wholeNumber(item.lhs as SourceNode, item);
    const to = wholeNumber(item.rhs, item);
    if (to - from >= expressionLimits.rangeSize) {
      return refuse(`A range may hold ${expressionLimits.rangeSize} numbers at most.`, at(item), 'limit');
    }
    return { kind: 'range', from, to, at: at(item) };
  }

  function wholeNumber(node: SourceNode | undefined, range: SourceNode): number {
    if (node?.type === 'number' && !node.predicate && Number.isSafeInteger(node.value))
      return node.value as number;
    return refuse('Give whole numbers, written out, as the ends of a range.', at(range));
  }

  function convertBinary(node: SourceNode): Tree {
    const operator = String(node.value);
    if (operator === 'and' || operator === 'or') return convertLogic(node, operator);
    const left = convert(node.lhs as SourceNode);
    return { kind: 'binary', operator: operator as '+', left, right: convert(node.rhs), at: at(node) };
  }

  /** `a and b and c` hangs left in jsonata's tree; flat, a long rule is no deep one. */
  function convertLogic(node: SourceNode, operator: 'and' | 'or'): Tree {
    const parts: SourceNode[] = [];
    let left: SourceNode = node;
    while (left.type === 'binary' && left.value === operator && !left.predicate) {
      parts.unshift(left.rhs as SourceNode);
      left = left.lhs as SourceNode;
    }
    return { kind: 'logic', operator, of: [left, ...parts].map(convert), at: at(node) };
  }

  function convertBlock(node: SourceNode): Tree {
    const statements = node.expressions ?? [];
    if (statements.length === 0) return refuse('Write something between the brackets.', at(node), 'syntax');
    const of = statements.map((statement, index) => {
      if (statement.type === 'bind') return convertBind(statement);
      if (index < statements.length - 1) return refuse('Before a ; only $name := … is useful.', at(node));
      return convert(statement);
    });
    if (of.at(-1)?.kind === 'bind')
      return refuse('End the brackets with the value to give, after the last ;.', at(node));
    return { kind: 'block', of, at: at(node) };
  }

  function convertBind(node: SourceNode): Tree {
    const name = String((node.lhs as SourceNode).value);
    if (options.isFunction(name) || name === '' || name === '$') {
      return refuse(`$${name} has a meaning already; choose another name.`, at(node));
    }
    nodes++;
    return { kind: 'bind', name, value: convert(node.rhs), at: at(node) };
  }

  function convertCall(node: SourceNode): Tree {
    const procedure = node.procedure;
    if (procedure?.type !== 'variable' || procedure.predicate) {
      return refuse('Only a function can be called, as $name(…).', at(node), 'call');
    }
    const args = (node.arguments ?? []).map(convert);
    return { kind: 'call', name: String(procedure.value), args, at: at(procedure) };
  }

  function convertCondition(node: SourceNode): Tree {
    const test = convert(node.condition);
    const yes = convert(node.then);
    const whole = { kind: 'condition', test, yes, at: at(node) } as const;
    return node.else ? { ...whole, no: convert(node.else) } : whole;
  }

  const literal: Converter = (node) => ({ kind: 'literal', value: node.value as string, at: at(node) });

  const converters: Readonly<Record<string, Converter>> = {
    string: literal,
    number: literal,
    value: literal,
    name: convertName,
    path: convertPath,
    variable: convertVariable,
    unary: convertUnary,
    binary: convertBinary,
    block: convertBlock,
    function: convertCall,
    condition: convertCondition,
    bind: (node) => refuse('Bind a variable only inside brackets: ($x := …; …).', at(node)),
    partial: (node) => refuse('Give every argument of the function.', at(node), 'call'),
  };

  return convert(root);
}

function refuse(message: string, at: number, code = 'outside-profile'): never {
  throw new ProblemFound({ message, at, length: 1, code });
}
