import { expressionLimits, type Problem, type Step, type Tree } from './tree.ts';

/** The used part of a node of jsonata's tree. */
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

type ConvertOptions = {
  /** The start of the token that ends at a position, because jsonata reports ends. */
  readonly startOf: (end: number) => number;
  /** Function names, so that `$count` without brackets is refused. */
  readonly isFunction: (name: string) => boolean;
};

/** Thrown during conversion; `parseExpression` turns it into data. */
export class ProblemFound extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

type Converter = (node: SourceNode) => Tree;

/** Converts jsonata's tree to ours and refuses anything outside the profile. */
export function convertTree(root: SourceNode, options: ConvertOptions): Tree {
  return new TreeConverter(options).convert(root);
}

class TreeConverter {
  private readonly options: ConvertOptions;
  private nodes = 0;
  private depth = 0;

  constructor(options: ConvertOptions) {
    this.options = options;
  }

  private at(node: SourceNode): number {
    return this.options.startOf(node.position ?? 0);
  }

  convert(node: SourceNode | undefined): Tree {
    if (!node) return refuse('Something is missing here.', 0, 'syntax');
    const place = node.position === undefined ? 0 : this.at(node);
    if (++this.nodes > expressionLimits.nodes)
      return refuse('The expression has too many parts; split the rule.', place, 'limit');
    if (++this.depth > expressionLimits.depth)
      return refuse('The expression is nested too deep; split the rule.', place, 'limit');
    const converter = Object.hasOwn(this.converters, node.type) ? this.converters[node.type] : undefined;
    const tree = converter ? converter(node) : refuse('This is not available in an expression.', place);
    this.depth--;
    return this.filtered(tree, node.predicate);
  }

  private filtered(of: Tree, predicates: readonly SourceNode[] | undefined): Tree {
    if (!predicates) return of;
    if (of.kind === 'literal') return refuse('A fixed value cannot be filtered; put it in a list.', of.at);
    return { kind: 'filter', of, by: this.filtersOf(predicates), at: of.at };
  }

  private filtersOf(stages: readonly SourceNode[]): Tree[] {
    return stages.map((stage) => this.convert(stage.expr));
  }

  private convertStep(node: SourceNode): Step {
    const of = this.convert(node);
    return node.stages ? { of, filters: this.filtersOf(node.stages) } : { of };
  }

  private convertName(node: SourceNode): Tree {
    const name = String(node.value);
    if (name.includes('`')) return refuse('A name cannot contain a backquote.', this.at(node));
    return { kind: 'name', name, at: this.at(node) };
  }

  private convertPath(node: SourceNode): Tree {
    const steps = (node.steps ?? []).map((step) => this.convertStep(step));
    return { kind: 'path', steps, at: steps[0]?.of.at ?? 0 };
  }

  private convertVariable(node: SourceNode): Tree {
    const name = String(node.value);
    if (this.options.isFunction(name)) {
      return refuse(`$${name} is a function; write $${name}(…).`, this.at(node), 'call');
    }
    return { kind: 'variable', name, at: this.at(node) };
  }

  private convertUnary(node: SourceNode): Tree {
    if (node.value === '-') return { kind: 'negate', of: this.convert(node.expression), at: this.at(node) };
    if (node.value === '{') return this.convertObject(node);
    return {
      kind: 'list',
      of: (node.expressions ?? []).map((item) => this.convertItem(item)),
      at: this.at(node),
    };
  }

  private convertObject(node: SourceNode): Tree {
    const pairs = (node.lhs ?? []) as readonly (readonly [SourceNode, SourceNode])[];
    return {
      kind: 'object',
      pairs: pairs.map(([key, value]) => [this.convert(key), this.convert(value)]),
      at: this.at(node),
    };
  }

  private convertItem(item: SourceNode): Tree {
    if (item.type !== 'binary' || item.value !== '..') return this.convert(item);
    const from = this.wholeNumber(item.lhs as SourceNode, item);
    const to = this.wholeNumber(item.rhs, item);
    if (to - from >= expressionLimits.rangeSize) {
      return refuse(
        `A range may hold ${expressionLimits.rangeSize} numbers at most.`,
        this.at(item),
        'limit',
      );
    }
    return { kind: 'range', from, to, at: this.at(item) };
  }

  private wholeNumber(node: SourceNode | undefined, range: SourceNode): number {
    if (node?.type === 'number' && !node.predicate && Number.isSafeInteger(node.value))
      return node.value as number;
    return refuse('Give whole numbers, written out, as the ends of a range.', this.at(range));
  }

  private convertBinary(node: SourceNode): Tree {
    const operator = String(node.value);
    if (operator === 'and' || operator === 'or') return this.convertLogic(node, operator);
    const left = this.convert(node.lhs as SourceNode);
    return {
      kind: 'binary',
      operator: operator as '+',
      left,
      right: this.convert(node.rhs),
      at: this.at(node),
    };
  }

  /** jsonata nests `a and b and c` to the left; flattened, a long rule is not deep. */
  private convertLogic(node: SourceNode, operator: 'and' | 'or'): Tree {
    const parts: SourceNode[] = [];
    let left: SourceNode = node;
    while (left.type === 'binary' && left.value === operator && !left.predicate) {
      parts.unshift(left.rhs as SourceNode);
      left = left.lhs as SourceNode;
    }
    return {
      kind: 'logic',
      operator,
      of: [left, ...parts].map((part) => this.convert(part)),
      at: this.at(node),
    };
  }

  private convertBlock(node: SourceNode): Tree {
    const statements = node.expressions ?? [];
    if (statements.length === 0)
      return refuse('Write something between the brackets.', this.at(node), 'syntax');
    const of = statements.map((statement, index) => {
      if (statement.type === 'bind') return this.convertBind(statement);
      if (index < statements.length - 1)
        return refuse('Before a ; only $name := … is useful.', this.at(node));
      return this.convert(statement);
    });
    if (of.at(-1)?.kind === 'bind')
      return refuse('End the brackets with the value to give, after the last ;.', this.at(node));
    return { kind: 'block', of, at: this.at(node) };
  }

  private convertBind(node: SourceNode): Tree {
    const name = String((node.lhs as SourceNode).value);
    if (this.options.isFunction(name) || name === '' || name === '$') {
      return refuse(`$${name} has a meaning already; choose another name.`, this.at(node));
    }
    this.nodes++;
    return { kind: 'bind', name, value: this.convert(node.rhs), at: this.at(node) };
  }

  private convertCall(node: SourceNode): Tree {
    const procedure = node.procedure;
    if (procedure?.type !== 'variable' || procedure.predicate) {
      return refuse('Only a function can be called, as $name(…).', this.at(node), 'call');
    }
    const args = (node.arguments ?? []).map((part) => this.convert(part));
    return { kind: 'call', name: String(procedure.value), args, at: this.at(procedure) };
  }

  private convertCondition(node: SourceNode): Tree {
    const test = this.convert(node.condition);
    const yes = this.convert(node.then);
    const whole = { kind: 'condition', test, yes, at: this.at(node) } as const;
    return node.else ? { ...whole, no: this.convert(node.else) } : whole;
  }

  private readonly literal: Converter = (node) => ({
    kind: 'literal',
    value: node.value as string,
    at: this.at(node),
  });

  private readonly converters: Readonly<Record<string, Converter>> = {
    string: this.literal,
    number: this.literal,
    value: this.literal,
    name: (node) => this.convertName(node),
    path: (node) => this.convertPath(node),
    variable: (node) => this.convertVariable(node),
    unary: (node) => this.convertUnary(node),
    binary: (node) => this.convertBinary(node),
    block: (node) => this.convertBlock(node),
    function: (node) => this.convertCall(node),
    condition: (node) => this.convertCondition(node),
    bind: (node) => refuse('Bind a variable only inside brackets: ($x := …; …).', this.at(node)),
    partial: (node) => refuse('Give every argument of the function.', this.at(node), 'call'),
  };
}

function refuse(message: string, at: number, code = 'outside-profile'): never {
  throw new ProblemFound({ message, at, length: 1, code });
}
