/** Finds relevance conditions that depend on their own field, directly or in a cycle. */
import { patternsOf } from '../rules/readPatterns.ts';
import type { EntityModel, StateRule } from '../types/modelTypes.ts';

type RelevanceCircle = {
  /** The fields of the cycle, with the first one repeated at the end. */
  readonly names: readonly string[];
  /** The rule that closes it. */
  readonly rule: StateRule;
};

/**
 * Every cycle through at least one `relevant` rule. Irrelevant fields are empty, so a field that depends on
 * its own value never comes back. Testing for presence counts as reading.
 */
export function relevanceCircles(entity: EntityModel): readonly RelevanceCircle[] {
  const edges = edgesOf(entity);
  const circles: RelevanceCircle[] = [];
  const done = new Set<string>();
  const visit = (field: string, trail: readonly string[]): void => {
    const start = trail.indexOf(field);
    if (start >= 0) {
      const names = [...trail.slice(start), field];
      const rule = ruleWithin(names, edges);
      if (rule) circles.push({ names, rule });
      return;
    }
    if (done.has(field)) return;
    for (const { to } of edges.get(field) ?? []) visit(to, [...trail, field]);
    done.add(field);
  };
  for (const field of edges.keys()) visit(field, []);
  return circles;
}

/** From a field to what its relevance or value depends on; `rule` when that is a condition. */
type Edge = { readonly to: string; readonly rule?: StateRule };

function edgesOf(entity: EntityModel): ReadonlyMap<string, readonly Edge[]> {
  const { state, values } = entity.rules;
  const edges = new Map<string, Edge[]>();
  const add = (from: string, more: readonly Edge[]) => edges.set(from, [...(edges.get(from) ?? []), ...more]);
  for (const rule of state)
    if (rule.slot === 'relevant')
      for (const field of rule.fields)
        add(
          field,
          fieldsOf(entity, patternsOf(rule.expression.reads, rule.each)).map((to) => ({ to, rule })),
        );
  for (const { field, expression, when, each } of values) {
    const reads = patternsOf([...expression.reads, ...(when?.reads ?? [])], each);
    add(
      field,
      fieldsOf(entity, reads).map((to) => ({ to })),
    );
  }
  return new Map([...edges].map(([from, list]) => [from, list.filter(({ to }) => edges.has(to))]));
}

/** The fields that are read: the field itself, its list, the reference to its record. */
function fieldsOf(entity: EntityModel, reads: ReturnType<typeof patternsOf>): readonly string[] {
  const found = reads.flatMap(({ pattern }) => {
    const names = pattern.split('.');
    const own = names.map((_, index) => names.slice(0, index + 1).join('.'));
    const through = entity.fields.find(({ expand }) => expand?.as === names[0]);
    return [...own, ...(through ? [through.path] : [])].filter((path) => entity.fieldByPath.has(path));
  });
  return [...new Set(found)];
}

function ruleWithin(
  names: readonly string[],
  edges: ReadonlyMap<string, readonly Edge[]>,
): StateRule | undefined {
  for (const [index, from] of names.slice(0, -1).entries()) {
    const edge = edges.get(from)?.find(({ to, rule }) => to === names[index + 1] && rule);
    if (edge?.rule) return edge.rule;
  }
  return undefined;
}
