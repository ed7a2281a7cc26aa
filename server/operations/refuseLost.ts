/** Refuses a write that would succeed but silently drop part of its input. */
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
  /** The input, under the entity's field names. */
  readonly sent: DataRecord;
  /** The fields that the call writes; absent: all. */
  readonly fields?: readonly string[];
  /** Fields that may be sent along because another call saves them. */
  readonly leaves?: readonly string[] | undefined;
  /** Fields set by the path or the route. */
  readonly set?: readonly string[];
};

type Written = {
  readonly previous?: DataRecord;
  /** The record as stored now. */
  readonly record: DataRecord;
};

/**
 * Refuses, by name, a value that the call does not write or that a rule replaced. An unchanged value is fine:
 * the client sent back what it read.
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
  // A field that is always computed ignores input, so it may be sent back.
  if (rule && !rule.override) return undefined;
  const isWritten = !set.includes(name) && (!fields || fields.includes(name));
  if (!isWritten) return 'validation.not-written-here';
  // Values that no longer apply are cleared by declaration; only a replaced value counts as lost.
  return rule && !rule.when ? 'validation.computed' : undefined;
}

function isServers(
  { order }: EntityModel,
  { name, readOnly, stored }: FieldModel,
  rule: ValueRule | undefined,
): boolean {
  // A value that a person may override is theirs even when it is not stored.
  const isTheirs = stored || rule?.override === true;
  return readOnly || !isTheirs || systemFields.has(name) || order?.field === name;
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
