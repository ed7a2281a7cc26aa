/** `$is('product.open')`: inlines a condition that an entity declares once. */
import type { Step } from '../expression/tree.ts';
import type { Problem, Tree } from '../expression/types.ts';
import type { Parse } from './compiler.ts';
import type { Sources } from './sources.ts';

/** `<entity>.<name>` → its expression. */
export type Conditions = ReadonlyMap<string, string>;

/** The conditions of all entities. */
export function conditionsOf({ behaviour }: Pick<Sources, 'behaviour'>): Conditions {
  return new Map(
    behaviour.flatMap(({ json }) =>
      Object.entries(json.conditions ?? {}).map(
        ([name, text]) => [`${json.for}.${name}`, String(text)] as const,
      ),
    ),
  );
}

/**
 * A parser that inlines `$is('<entity>.<name>')`, and `$is('<entity>.<name>', record)` for that record. Later
 * steps do not know that conditions have names.
 */
export function withConditions(parse: Parse, conditions: Conditions): Parse {
  return (text) => {
    const result = parse(text);
    if (!result.tree || !text.includes('$is(')) return result;
    const expansion = new Expansion(parse, conditions);
    const tree = expansion.of(result.tree, []);
    return expansion.problems.length > 0 ? { problems: expansion.problems } : { tree };
  };
}

class Expansion {
  readonly problems: Problem[] = [];
  readonly #parse: Parse;
  readonly #conditions: Conditions;

  constructor(parse: Parse, conditions: Conditions) {
    this.#parse = parse;
    this.#conditions = conditions;
  }

  /** `within` holds the enclosing conditions, to detect recursion, which has no value. */
  of(tree: Tree, within: readonly string[]): Tree {
    if (tree.kind === 'call' && tree.name === 'is') return this.#condition(tree, within);
    return mapMembers(tree, (part) => this.of(part, within));
  }

  #condition({ args, at }: Extract<Tree, { kind: 'call' }>, within: readonly string[]): Tree {
    const [named, record] = args;
    const name = named?.kind === 'literal' ? String(named.value) : '';
    const text = this.#conditions.get(name);
    if (text === undefined || args.length > 2 || within.includes(name)) {
      const known = [...this.#conditions.keys()].join(', ') || 'none';
      const message = within.includes(name)
        ? `The condition ${name} asks for itself.`
        : `There is no condition ${name}. Name one of ${known}, as a text.`;
      this.problems.push({ message, at, code: 'name' });
      return { kind: 'literal', value: false, at };
    }
    const { tree, problems = [] } = this.#parse(text) as { tree?: Tree; problems?: readonly Problem[] };
    if (!tree) {
      this.problems.push(...problems);
      return { kind: 'literal', value: false, at };
    }
    const condition = this.of(tree, [...within, name]);
    if (!record) return condition;
    const before = this.of(record, within);
    const steps = before.kind === 'path' ? before.steps : [{ of: before }];
    const isPlain = steps.every(({ of, filters = [] }) => filters.length === 0 && isNamed(of));
    // Written out name by name, so that an explanation can show each value.
    if (isPlain) return aboutRecord(condition, steps);
    return { kind: 'path', steps: [...steps, { of: { kind: 'block', of: [condition], at } }], at };
  }
}

function isNamed({ kind }: Tree): boolean {
  return kind === 'name' || kind === 'variable';
}

/** `$` and `$$`: in a condition both are the record. */
function isCurrent(tree: Tree): boolean {
  return tree.kind === 'variable' && (tree.name === '' || tree.name === '$');
}

/** Prefixes the names in the tree with steps to a record; names after a step belong to that step. */
function aboutRecord(tree: Tree, record: readonly Step[]): Tree {
  if (isCurrent(tree)) return { kind: 'path', steps: record, at: tree.at };
  if (tree.kind === 'filter') return { ...tree, of: aboutRecord(tree.of, record) };
  if (tree.kind !== 'path') return mapMembers(tree, (part) => aboutRecord(part, record));
  const [first, ...rest] = tree.steps;
  if (!first) return tree;
  if (first.of.kind === 'name') return { ...tree, steps: [...record, ...tree.steps] };
  if (isCurrent(first.of) && !first.filters?.length) return { ...tree, steps: [...record, ...rest] };
  return { ...tree, steps: [{ ...first, of: aboutRecord(first.of, record) }, ...rest] };
}

/** Maps each part of a tree, which is plain JSON. */
function mapMembers(tree: Tree, map: (part: Tree) => Tree): Tree {
  const mapped = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mapped);
    if (typeof value !== 'object' || value === null) return value;
    if ('kind' in value) return map(value as Tree);
    return Object.fromEntries(Object.entries(value).map(([word, member]) => [word, mapped(member)]));
  };
  return Object.fromEntries(
    Object.entries(tree).map(([word, member]) => [word, mapped(member)]),
  ) as unknown as Tree;
}
