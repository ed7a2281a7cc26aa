/** Converts a rule tree to groups of conditions and back. Parts that the builder cannot show are kept. */
import { operandName, type Tree, withoutBrackets } from '#engine';
import {
  changedName,
  changedTree,
  daysFromToday,
  dayTree,
  isOfPerson,
  personList,
  personTree,
} from './aroundRule.ts';
import type { RuleParts } from './RuleParts.ts';
import type { RuleOperand } from './ruleTypes.ts';

/** Props of the builder and its parts. */
export type BuilderProps = RuleParts & { readonly onText: (text: string) => void };

export type NodeProps<Node extends BuilderNode> = BuilderProps & {
  readonly node: Node;
  readonly operands: readonly RuleOperand[];
  readonly replace: (id: number, next: BuilderNode | undefined) => void;
};

/** Operators, and functions of one text. */
export const comparisons = ['=', '!=', '<', '<=', '>', '>=', 'in', 'has', 'empty'] as const;
const ofTexts = ['contains', 'startsWith'] as const;
/** `changed`: compared with the stored record; `includes`: a list of the person contains the value. */
export type Comparison = (typeof comparisons)[number] | (typeof ofTexts)[number] | 'changed' | 'includes';
export type ConditionValue = string | number | boolean | null | readonly (string | number | boolean | null)[];

export type Condition = {
  readonly kind: 'condition';
  readonly id: number;
  readonly name: string;
  readonly comparison: Comparison;
  readonly value: ConditionValue;
  /** Compares with a percentage of another operand instead of a value. */
  readonly share?: Share | undefined;
  /** Compares with the day so many days after today; negative: before. */
  readonly days?: number | undefined;
};
/** 100 percent means the operand itself. */
export type Share = { readonly of: string; readonly percent: number };
export type Group = {
  readonly kind: 'group';
  readonly id: number;
  readonly operator: 'and' | 'or';
  readonly isNot: boolean;
  readonly items: readonly BuilderNode[];
};
/** A part that only the text can show. */
type TextPart = { readonly kind: 'text'; readonly id: number; readonly tree: Tree };
export type BuilderNode = Condition | Group | TextPart;

let count = 0;
export const nextId = (): number => ++count;

/** The builder's view of a tree; an empty group without one. */
export function groupOf(tree: Tree | null | undefined): Group {
  if (!tree) return emptyGroup();
  const node = nodeOf(tree);
  return node.kind === 'group' ? node : { ...emptyGroup(), items: [node] };
}

export function emptyGroup(operator: 'and' | 'or' = 'and'): Group {
  return { kind: 'group', id: nextId(), operator, isNot: false, items: [] };
}

function nodeOf(tree: Tree): BuilderNode {
  const bare = withoutBrackets(tree);
  if (bare.kind === 'logic')
    return { kind: 'group', id: nextId(), operator: bare.operator, isNot: false, items: bare.of.map(nodeOf) };
  return negatedOf(bare) ?? conditionOf(bare) ?? { kind: 'text', id: nextId(), tree };
}

function negatedOf(tree: Tree): BuilderNode | undefined {
  const [of] = tree.kind === 'call' && tree.name === 'not' && tree.args.length === 1 ? tree.args : [];
  if (!of) return undefined;
  const bare = withoutBrackets(of);
  const name = operandName(bare);
  if (name !== undefined) return condition(name, '=', false);
  const node = nodeOf(bare);
  if (node.kind === 'group') return node.isNot ? { ...wrap(node), isNot: true } : { ...node, isNot: true };
  return node.kind === 'condition' ? { ...wrap(node), isNot: true } : undefined;
}

function wrap(node: BuilderNode): Group {
  return { ...emptyGroup(), items: [node] };
}

function conditionOf(tree: Tree): Condition | undefined {
  const name = operandName(tree);
  if (name !== undefined) return condition(name, '=', true);
  if (tree.kind === 'call') return presenceOf(tree) ?? specialCall(tree);
  if (tree.kind !== 'binary' || !isComparison(tree.operator)) return undefined;
  const held = personList(tree);
  if (held) return condition(held.name, 'includes', held.value);
  const left = operandName(withoutBrackets(tree.left));
  const right = withoutBrackets(tree.right);
  const days = daysFromToday(right);
  if (left !== undefined && days !== undefined) return { ...condition(left, tree.operator, null), days };
  const share = shareOf(right);
  if (left !== undefined && share && tree.operator !== 'in')
    return { ...condition(left, tree.operator, null), share };
  const value = writtenValue(right, tree.operator);
  return left === undefined || value === undefined ? undefined : condition(left, tree.operator, value);
}

/** Reads `Price`, or `0.05 * Price` in either order. */
function shareOf(tree: Tree): Share | undefined {
  const whole = operandName(tree);
  if (whole !== undefined) return { of: whole, percent: 100 };
  if (tree.kind !== 'binary' || tree.operator !== '*') return undefined;
  const sides = [withoutBrackets(tree.left), withoutBrackets(tree.right)];
  const factor = sides.map(scalarOf).find((value) => typeof value === 'number');
  const of = sides.map(operandName).find((name) => name !== undefined);
  if (typeof factor !== 'number' || of === undefined) return undefined;
  return { of, percent: rounded(factor * 100) };
}

/** Rounds 5 % to 0.05 instead of 0.05000000000000001. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

function presenceOf(tree: Extract<Tree, { kind: 'call' }>): Condition | undefined {
  const [of] = tree.args;
  if ((tree.name !== 'has' && tree.name !== 'empty') || tree.args.length !== 1 || !of) return undefined;
  const name = operandName(of);
  return name === undefined ? undefined : condition(name, tree.name, null);
}

function specialCall(tree: Extract<Tree, { kind: 'call' }>): Condition | undefined {
  const changed = changedName(tree);
  if (changed !== undefined) return condition(changed, 'changed', null);
  const comparison = ofTexts.find((one) => one === tree.name);
  const [of, text] = tree.args.map(withoutBrackets);
  const name = of && operandName(of);
  if (!comparison || !text || name === undefined || tree.args.length !== 2) return undefined;
  const value = scalarOf(text);
  return typeof value === 'string' ? condition(name, comparison, value) : undefined;
}

function isComparison(operator: string): operator is Comparison {
  return (comparisons as readonly string[]).includes(operator);
}

function writtenValue(tree: Tree, operator: Comparison): ConditionValue | undefined {
  if (operator !== 'in') return scalarOf(tree);
  if (tree.kind !== 'list') return undefined;
  const values = tree.of.map((item) => scalarOf(item));
  return values.includes(undefined) ? undefined : (values as ConditionValue);
}

function scalarOf(tree: Tree): string | number | boolean | null | undefined {
  return tree.kind === 'literal' ? tree.value : undefined;
}

function condition(name: string, comparison: Comparison, value: ConditionValue): Condition {
  return { kind: 'condition', id: nextId(), name, comparison, value };
}

/** The tree of a group; undefined without conditions. */
export function treeOf(node: BuilderNode): Tree | undefined {
  if (node.kind === 'text') return node.tree;
  if (node.kind === 'condition') return conditionTree(node);
  const parts = node.items.map(treeOf).filter((part) => part !== undefined);
  const [first] = parts;
  if (!first) return undefined;
  const whole: Tree =
    parts.length === 1 ? first : { kind: 'logic', operator: node.operator, of: parts, at: 0 };
  return node.isNot ? { kind: 'call', name: 'not', args: [whole], at: 0 } : whole;
}

/** The tree of a condition; undefined while it is unfinished. */
function conditionTree(node: Condition): Tree | undefined {
  const { name, comparison, value, share, days } = node;
  if (name === '') return undefined;
  const left = pathTree(name);
  if (comparison === 'changed') return changedTree(name, left);
  if (comparison === 'has' || comparison === 'empty')
    return { kind: 'call', name: comparison, args: [left], at: 0 };
  if (isOrder(comparison)) {
    if (days !== undefined)
      return { kind: 'binary', operator: comparison, left, right: dayTree(days), at: 0 };
    if (share) return shareTree(left, comparison, share);
  }
  return value === '' || value === null ? undefined : valueTree(left, { name, comparison, value });
}

type Ordering = '=' | '!=' | '<' | '<=' | '>' | '>=';

const isOrder = (comparison: Comparison): comparison is Ordering =>
  (['=', '!=', '<', '<=', '>', '>='] as readonly string[]).includes(comparison);

function valueTree(
  left: Tree,
  { name, comparison, value }: Pick<Condition, 'name' | 'comparison' | 'value'>,
) {
  if (Array.isArray(value))
    return value.length === 0
      ? undefined
      : binary('in', left, { kind: 'list', of: value.map(literal), at: 0 });
  const right = literal(value as string);
  if (comparison === 'contains' || comparison === 'startsWith') return call(comparison, left, right);
  if (comparison === 'includes') return binary('in', right, personTree(name));
  if (comparison === '=' && value === true) return left;
  if (comparison === '=' && value === false) return call('not', left);
  return isOrder(comparison) ? binary(comparison, left, right) : undefined;
}

const call = (name: string, ...args: readonly Tree[]): Tree => ({ kind: 'call', name, args, at: 0 });
const binary = (operator: Ordering | 'in', left: Tree, right: Tree): Tree => ({
  ...{ kind: 'binary', operator, left, right, at: 0 },
});

function shareTree(left: Tree, comparison: Ordering, { of, percent }: Share): Tree | undefined {
  if (of === '') return undefined;
  const other = pathTree(of);
  const right: Tree =
    percent === 100
      ? other
      : { kind: 'binary', operator: '*', left: literal(rounded(percent / 100)), right: other, at: 0 };
  return { kind: 'binary', operator: comparison, left, right, at: 0 };
}

function literal(value: string | number | boolean | null): Tree {
  return { kind: 'literal', value, at: 0 };
}

function pathTree(name: string): Tree {
  const steps = name.split('.').map((step) => ({ of: { kind: 'name', name: step, at: 0 } as const }));
  return { kind: 'path', steps, at: 0 };
}

/** Comparisons that suit an operand. */
export function comparisonsFor(operand: RuleOperand | undefined, hasPrevious = false): readonly Comparison[] {
  if (operand && isOfPerson(operand.SourceName)) return ['includes'];
  const changed = hasPrevious ? (['changed'] as const) : [];
  if (operand?.Type === 'boolean') return ['=', 'has', 'empty', ...changed];
  const texts = operand?.Values.length === 0 ? ofTexts : [];
  if (operand?.Type === 'text') return ['=', '!=', 'in', ...texts, 'has', 'empty', ...changed];
  return ['=', '!=', '<', '<=', '>', '>=', 'in', 'has', 'empty', ...changed];
}

/** A new condition for a chosen operand. */
export function freshCondition(id: number, operand: RuleOperand): Condition {
  const value = operand.Type === 'boolean' ? true : null;
  const comparison = isOfPerson(operand.SourceName) ? 'includes' : '=';
  return { kind: 'condition', id, name: operand.SourceName, comparison, value };
}

/** Replaces or removes a node of the group. */
export function replaceNode(group: Group, id: number, next: BuilderNode | undefined): Group {
  const items = group.items.flatMap((item): readonly BuilderNode[] => {
    if (item.id === id) return next ? [next] : [];
    return item.kind === 'group' ? [replaceNode(item, id, next)] : [item];
  });
  return { ...group, items };
}
