/** Evaluates a check rule at one place. */
import type { CheckRule, Level } from '../types/modelTypes.ts';
import { compute, decide } from './decide.ts';
import { isWithin } from './orderSteps.ts';
import { fieldPointer, type Place, readField } from './places.ts';
import type { EntityPlan, FieldPlan } from './planTypes.ts';
import { patternOf } from './pointers.ts';
import { readPatterns } from './readPatterns.ts';
import type { Issue } from './types.ts';

type CheckSource = {
  readonly plan: EntityPlan;
  readonly rule: CheckRule;
  readonly place: Place;
  readonly action: string;
  /** Whether the field at a pointer is relevant. */
  readonly isRelevant: (pointer: string) => boolean;
  /** Pointers of values with schema errors; called only when an expression fails. */
  readonly invalid: () => ReadonlySet<string>;
};

const none: readonly Issue[] = [];

/**
 * One issue per field that the rule names, or one for the record. A rule whose fields are all irrelevant is
 * skipped. A missing value counts as passed, since `required` reports it. A failing expression blocks.
 */
export function checkIssues(source: CheckSource): readonly Issue[] {
  const { rule, place } = source;
  if (rule.on.length > 0 && !rule.on.includes(source.action)) return none;
  const when = rule.when ? decide(rule.when, place.scope) : 'yes';
  if (when === 'no') return none;
  const holds = when === 'undecided' ? undefined : compute(rule.expression, place.scope);
  if (holds && 'value' in holds && (holds.value === true || holds.value === undefined)) return none;
  const at = pointersOf(source);
  if (at.length > 0 && !at.some(source.isRelevant)) return none;
  const failed = !holds || 'failed' in holds;
  // The invalid value is reported at its own field, so the failed comparison with it is not.
  if (failed && readsInvalid(source)) return none;
  const spots = at.length > 0 ? at.filter(source.isRelevant) : [place.pointer];
  return spots.map((path) => (failed ? undecidedIssue(rule, path) : brokenIssue(source, path)));
}

function readsInvalid({ rule, place, invalid }: CheckSource): boolean {
  const pointers = invalid();
  if (pointers.size === 0) return false;
  const reads = readPatterns(rule.each, rule.expression, rule.when);
  return [...pointers].some((pointer) =>
    reads.some(({ pattern, own }) => {
      return isWithin(patternOf(pointer), pattern) && (!own || pointer.startsWith(`${place.pointer}/`));
    }),
  );
}

/** The issue of a rule whose expression failed: a warning stays a warning, anything else blocks. */
export function undecidedIssue(rule: { readonly id: string; readonly level?: Level }, path: string): Issue {
  const level = rule.level === 'warning' ? 'warning' : 'error';
  return { rule: rule.id, path, level, message: 'rule.undecided', params: { rule: rule.id } };
}

function brokenIssue(source: CheckSource, path: string): Issue {
  const { rule, place } = source;
  const params: Record<string, unknown> = { ...firstValue(source) };
  for (const [name, expression] of Object.entries(rule.params)) {
    const computed = compute(expression, place.scope);
    params[name] = 'value' in computed ? computed.value : undefined;
  }
  return { rule: rule.id, path, level: rule.level, message: rule.message, params };
}

/** The value the issue is about, for messages that name it. */
function firstValue({ plan, rule, place }: CheckSource): Record<string, unknown> {
  const target = plan.byPattern.get(rule.at[0] ?? '');
  if (!target) return {};
  const value = target.list === rule.each ? readField(place.root, target) : undefined;
  return value === undefined || typeof value === 'object' ? {} : { value };
}

function pointersOf({ plan, rule, place }: CheckSource): readonly string[] {
  return rule.at.flatMap((pattern) => {
    const target = plan.byPattern.get(pattern);
    return target ? [pointerFor(target, rule.each, place)] : [];
  });
}

// The issue of a record rule about a row field is shown at the list.
function pointerFor(target: FieldPlan, each: string | undefined, place: Place): string {
  if (target.list === each) return fieldPointer(place, target);
  if (target.list === undefined) return `/${target.names.join('/')}`;
  return `/${target.list.replaceAll('.', '/')}`;
}
