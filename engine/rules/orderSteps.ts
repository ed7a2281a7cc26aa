/** Orders steps so that nothing is read before it is settled. */
import type { EntityModel } from '../types/modelTypes.ts';
import type { FieldPlan, Step } from './planTypes.ts';
import { readPatterns } from './readPatterns.ts';

/** Relevance, computed values and mirrors, each after the steps it depends on. */
export function orderSteps(entity: EntityModel, byPattern: ReadonlyMap<string, FieldPlan>): readonly Step[] {
  const steps = collectSteps(entity, byPattern);
  const ordered: Step[] = [];
  const visited = new Set<Step>();
  const visit = (step: Step): void => {
    // Revisiting a step means a cycle, which the declaration checks report.
    if (visited.has(step)) return;
    visited.add(step);
    for (const other of steps) if (other !== step && needs(step, other)) visit(other);
    ordered.push(step);
  };
  for (const step of steps) visit(step);
  return ordered;
}

/** The dotted patterns a step reads. */
export function stepReads(step: Step): readonly { readonly pattern: string; readonly own: boolean }[] {
  if (step.kind === 'relevant')
    return step.target.relevant.flatMap((rule) => readPatterns(rule.each, rule.expression));
  if (step.kind === 'value') return readPatterns(step.rule.each, step.rule.expression, step.rule.when);
  const { rule } = step;
  return [rule.key, rule.field].map((pattern) => ({ pattern, own: false }));
}

function collectSteps(entity: EntityModel, byPattern: ReadonlyMap<string, FieldPlan>): readonly Step[] {
  const steps: Step[] = [];
  for (const target of byPattern.values()) {
    if (target.relevant.length > 0) steps.push({ kind: 'relevant', list: target.list, target });
    if (target.value) steps.push({ kind: 'value', list: target.list, target, rule: target.value });
  }
  for (const rule of entity.rules.mirrors) {
    const target = byPattern.get(rule.field);
    if (target) steps.push({ kind: 'mirror', list: rule.each, target, rule });
  }
  return steps;
}

const rank = { relevant: 0, value: 1, mirror: 2 } satisfies Record<Step['kind'], number>;

function needs(step: Step, other: Step): boolean {
  // Within a field: relevance first, then value, then mirrored relations.
  if (step.target === other.target) return rank[other.kind] < rank[step.kind];
  const settled = other.target.field.path;
  return (
    isWithin(step.target.field.path, settled) ||
    stepReads(step).some(({ pattern }) => touches(pattern, other.target))
  );
}

/** Whether a read of `pattern` depends on the field: the field itself, something inside or around it. */
export function touches(pattern: string, target: FieldPlan): boolean {
  const { path } = target.field;
  if (isWithin(pattern, path) || isWithin(path, pattern)) return true;
  if (target.alias === undefined) return false;
  const expanded = [...path.split('.').slice(0, -1), target.alias].join('.');
  return isWithin(pattern, expanded);
}

/** `a.b` is within `a` and within `a.b`; everything is within ''. */
export function isWithin(pattern: string, ancestor: string): boolean {
  return ancestor === '' || pattern === ancestor || pattern.startsWith(`${ancestor}.`);
}
