/** Stored record → record as rules read it → answer as the caller may see it. */
import { computeFor, type DataRecord, type FieldModel, locales, type RuleContext, redact } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import { lookupItem } from './lookupItem.ts';
import { type OperationCall, ruleContext } from './OperationCall.ts';
import { withShippedTexts } from './shippedTexts.ts';

/**
 * Adds lookup names in the caller's language and all derived values, as rules read them. Works in place,
 * because records come fresh from the store or a merge and copying would cost more.
 */
export function completeRecord(
  call: OperationCall,
  plan: EntityPlan,
  record: DataRecord,
  owner?: DataRecord,
): DataRecord {
  if (plan.lookupFields.length === 0 && plan.derived.length === 0) return record;
  const complete = record as Record<string, unknown>;
  expandLookups(call, plan.lookupFields, complete);
  if (plan.derived.length > 0) derive(plan, complete, ruleContext(call, { action: 'get', owner }));
  if (plan.derivedChoices.length > 0) expandLookups(call, plan.derivedChoices, complete);
  return complete;
}

const [firstLocale] = locales;

/** The answer: the completed record without what its policy hides from the caller. */
export function answerOf(
  call: OperationCall,
  plan: EntityPlan,
  record: DataRecord,
  owner?: DataRecord,
): DataRecord {
  const full = completeRecord(call, plan, record, owner);
  const isTranslated = plan.hasShippedTexts && call.locale !== firstLocale;
  const complete = isTranslated ? withShippedTexts(call, plan, full) : full;
  return plan.hasHiddenFields
    ? redact(call.runtime.model.entities, plan.entity, complete, call.user)
    : complete;
}

function expandLookups(
  call: OperationCall,
  fields: readonly FieldModel[],
  holder: Record<string, unknown>,
): void {
  for (const field of fields) {
    const value = holder[field.name];
    if (value === undefined || value === null) continue;
    if (field.fields) holder[field.name] = expandInside(call, field.fields, value);
    else if (field.lookup && field.expand) holder[field.expand.as] = expansion(call, field, value);
  }
}

function expandInside(call: OperationCall, fields: readonly FieldModel[], value: unknown): unknown {
  if (!fields.some((field) => field.fields || (field.lookup && field.expand))) return value;
  const expandOne = (row: unknown) => {
    // Spreading a long string would split it into characters.
    if (typeof row !== 'object') return row;
    const copy = { ...(row as Record<string, unknown>) };
    expandLookups(call, fields, copy);
    return copy;
  };
  return Array.isArray(value) ? value.map(expandOne) : expandOne(value);
}

/** The same few items appear in every record of a list, so each is trimmed once. */
const expansions = new WeakMap<FieldModel, Map<string, DataRecord>>();

function expansion(call: OperationCall, field: FieldModel, id: unknown): DataRecord | null {
  if (typeof id === 'object') return null;
  const known = expansions.get(field) ?? new Map<string, DataRecord>();
  expansions.set(field, known);
  const key = `${call.locale} ${typeof id} ${id}`;
  const before = known.get(key);
  if (before) return before;
  const item = lookupItem(call.runtime.model, call.locale, field.lookup as string, id);
  if (!item) return null;
  const names = field.expand?.fields ?? [];
  const made = Object.freeze(Object.fromEntries(names.map((name) => [name, item[name] ?? null])));
  known.set(key, made);
  return made;
}

/** Evaluation budget for all derived values of one record; they are computed without yielding. */
const recordWork = 500_000;

/** In declaration order, so that a derived value may use an earlier one. */
function derive(plan: EntityPlan, record: Record<string, unknown>, context: RuleContext): void {
  const vars = {
    record,
    owner: context.owner,
    previous: context.previous,
    user: context.user,
    today: context.today,
    now: context.now,
    action: context.action,
  };
  const work = { left: recordWork };
  for (const { field, expression } of plan.derived) {
    const computed = computeFor(plan.entity.fieldByPath.get(field) ?? unscaled, expression, {
      ...{ root: record, vars, work },
    });
    // A failing expression leaves the value empty instead of failing the answer.
    record[field] = 'value' in computed ? (computed.value ?? null) : null;
  }
}

const unscaled = { kind: 'decimal' } as const;
