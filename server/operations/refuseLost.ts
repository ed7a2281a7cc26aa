/** Refuses a write that would answer well and lose something of what it was sent. */
import {
  type DataRecord,
  type EntityModel,
  type FieldModel,
  type Issue,
  sameValue,
  systemFields,
  type ValueRule,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { EntityPlan } from './EntityPlan.ts';

export type Sent = {
  /** As it came, under the names of the entity. */
  readonly sent: DataRecord;
  /** All that the call writes; absent: every field. */
  readonly fields?: readonly string[];
  /** What may come along because another call saves it. */
  readonly leaves?: readonly string[] | undefined;
  /** What the path or the route says. */
  readonly set?: readonly string[];
};

type Written = {
  readonly previous?: DataRecord;
  /** As it is stored now. */
  readonly record: DataRecord;
};

/**
 * A value of a field that the call does not write, or that a rule put another in place of, is refused by name, unless
 * it is what was there before: then somebody sent back what they read.
 */
export function refuseLost({ entity }: EntityPlan, asked: Sent, written: Written): void {
  const issues = entity.fields.flatMap((field): readonly Issue[] => {
    const message = lossOf(entity, field, { ...asked, ...written });
    const { name } = field;
    return message ? [{ rule: message, path: `/${name}`, level: 'error', message, params: {} }] : [];
  });
  if (issues.length > 0) throw refusals.invalid({ issues, entity: entity.id });
}

function lossOf(
  entity: EntityModel,
  field: FieldModel,
  { sent, fields, leaves = [], set = [], previous, record }: Sent & Written,
): string | undefined {
  const { name } = field;
  const value = sent[name];
  const rule = entity.rules.values.find((one) => !one.each && one.field === name);
  if (sameValue(value, record[name]) || sameValue(value, previous?.[name])) return undefined;
  if (isNothing(value) || isServers(entity, field, rule) || leaves.includes(name)) return undefined;
  // What is always computed is taken from nobody, and may be sent back.
  if (rule && !rule.override) return undefined;
  const isWritten = !set.includes(name) && (!fields || fields.includes(name));
  if (!isWritten) return 'validation.not-written-here';
  // What does not apply is cleared, as declared: only a value with another in its place is lost.
  return rule && !rule.when ? 'validation.computed' : undefined;
}

function isServers(
  { order }: EntityModel,
  { name, readOnly, stored }: FieldModel,
  rule: ValueRule | undefined,
): boolean {
  // A value that a person may overrule need not be stored to be theirs.
  const isTheirs = stored || rule?.override === true;
  return readOnly || !isTheirs || systemFields.has(name) || order?.field === name;
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
