/** The dependency graph: which rules must rerun when a value changes. */

import { stepReads } from '../rules/orderSteps.ts';
import type { EntityPlan, FieldPlan, Step } from '../rules/planTypes.ts';
import { patternsOf, type ReadPattern, readPatterns } from '../rules/readPatterns.ts';
import type { CheckRule } from '../types/modelTypes.ts';

/** Something to run for the record or for each row of `list`; nodes run in `order`. */
export type Node = {
  readonly order: number;
  readonly list?: string;
  readonly reads: readonly ReadPattern[];
} & (
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'required' | 'editable' | 'options'; readonly target: FieldPlan }
  | { readonly kind: 'check'; readonly rule: CheckRule }
);

/** A node affected by a change; `own` when only in the row of the change. */
type Dependent = { readonly node: Node; readonly own: boolean };

export type FormGraph = {
  readonly nodes: readonly Node[];
  /** Nodes from here on are checks; values are checked by themselves before that. */
  readonly firstCheck: number;
  readonly dependents: (pattern: string) => readonly Dependent[];
  /** The nodes that govern a field: steps, states, options. */
  readonly nodesOf: (target: FieldPlan) => readonly Node[];
  /** Nodes that run for the rows of a list. */
  readonly nodesIn: (list: string | undefined) => readonly Node[];
  /** Checks whose issues are shown at a field. */
  readonly checksAt: (pattern: string) => readonly Node[];
};

const graphs = new WeakMap<EntityPlan, FormGraph>();

/** The graph of an entity, built when its first form opens. */
export function graphOf(plan: EntityPlan): FormGraph {
  const known = graphs.get(plan);
  if (known) return known;
  const graph = makeGraph(plan);
  graphs.set(plan, graph);
  return graph;
}

type Draft = Node extends infer One ? (One extends Node ? Omit<One, 'order'> : never) : never;

function makeGraph(plan: EntityPlan): FormGraph {
  const before = [...stepNodes(plan), ...stateNodes(plan)];
  const nodes = [...before, ...checkNodes(plan)].map((draft, order) => ({ ...draft, order }) as Node);
  const byPattern = new Map<string, readonly Dependent[]>();
  return {
    nodes,
    firstCheck: before.length,
    dependents: (pattern) => remembered(byPattern, pattern, () => findDependents(nodes, pattern)),
    nodesOf: grouped(nodes, (node) => (node.kind === 'check' ? [] : [targetOf(node)])),
    nodesIn: grouped(nodes, (node) => [node.list]),
    checksAt: grouped(nodes, (node) => (node.kind === 'check' ? node.rule.at : [])),
  };
}

function targetOf(node: Exclude<Node, { kind: 'check' }>): FieldPlan {
  return node.kind === 'step' ? node.step.target : node.target;
}

function stepNodes(plan: EntityPlan): readonly Draft[] {
  return plan.steps.map((step) => {
    const list = step.kind === 'mirror' ? undefined : step.list;
    return { kind: 'step', step, list, reads: stepReads(step) };
  });
}

function stateNodes(plan: EntityPlan): readonly Draft[] {
  const states: Draft[] = [];
  const options: Draft[] = [];
  for (const target of plan.byPattern.values()) {
    const { list } = target;
    for (const kind of ['required', 'editable'] as const) {
      const when = kind === 'editable' ? target.value?.when : undefined;
      const reads = [
        ...target[kind].flatMap((rule) => readPatterns(rule.each, rule.expression)),
        ...readPatterns(target.value?.each, when),
      ];
      if (target[kind].length > 0 || when) states.push({ kind, target, list, reads });
    }
    const rule = target.options;
    if (rule)
      options.push({ kind: 'options', target, list, reads: patternsOf(rule.where?.reads ?? [], rule.each) });
  }
  return [...states, ...options];
}

function checkNodes(plan: EntityPlan): readonly Draft[] {
  return plan.checks.map((rule) => {
    const reads = readPatterns(rule.each, rule.expression, rule.when, ...Object.values(rule.params));
    return { kind: 'check', rule, list: rule.each, reads };
  });
}

// Computed once per pattern.
function findDependents(nodes: readonly Node[], pattern: string): readonly Dependent[] {
  return nodes.flatMap((node) => {
    const hits = node.reads.filter((read) => overlaps(read.pattern, pattern));
    return hits.length === 0 ? [] : [{ node, own: hits.every((read) => read.own) }];
  });
}

function overlaps(left: string, right: string): boolean {
  return left === '' || left === right || left.startsWith(`${right}.`) || right.startsWith(`${left}.`);
}

function remembered<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function grouped<Key>(
  nodes: readonly Node[],
  keysOf: (node: Node) => readonly Key[],
): (key: Key) => readonly Node[] {
  const groups = new Map<Key, Node[]>();
  for (const node of nodes)
    for (const key of keysOf(node)) groups.set(key, [...(groups.get(key) ?? []), node]);
  return (key) => groups.get(key) ?? none;
}

const none: readonly Node[] = [];
