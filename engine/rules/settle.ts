/** Brings a record to order: what does not matter is taken out, what is computed computed, relations made mutual. */
import type { DataRecord, MirrorRule } from '../model/types.ts';
import { createScopes } from './createScopes.ts';
import { computeFor, decide } from './decide.ts';
import { entriesOf, listedIds } from './mirrorEntries.ts';
import { ownCopy } from './ownCopy.ts';
import {
  aliasOf,
  createPlaces,
  fieldPointer,
  type Place,
  type Places,
  readField,
  writeField,
} from './places.ts';
import type { EntityPlan, FieldPlan, Step } from './planTypes.ts';
import { patternOf, valueAt, withValueAt } from './pointers.ts';
import { relevanceOf } from './relevanceOf.ts';
import { sameValue } from './sameValue.ts';
import { firstByKey, type MirrorRow, type Relations, settleMirror } from './settleMirror.ts';
import type { Reason, RuleContext } from './types.ts';
import { isRecord, type MutableRecord } from './values.ts';

export type Settled = {
  /** The record brought to order; the same object when nothing had to change. */
  readonly record: DataRecord;
  readonly places: Places;
  /** Why a field does not matter, or could not be decided, by pointer. */
  readonly reasons: ReadonlyMap<string, readonly Reason[]>;
  readonly irrelevant: ReadonlySet<string>;
  /** Computed fields whose rule failed: pointer → rule. */
  readonly failed: ReadonlyMap<string, string>;
  /** Values kept out of sight while they do not matter, by pointer. */
  readonly kept: ReadonlyMap<string, unknown>;
};

type Work = {
  readonly plan: EntityPlan;
  readonly context: RuleContext;
  readonly record: DataRecord;
  readonly places: Places;
  readonly reasons: Map<string, readonly Reason[]>;
  readonly irrelevant: Set<string>;
  readonly failed: Map<string, string>;
  readonly stash: Map<string, unknown>;
  readonly kept: Map<string, unknown>;
  readonly overrides: ReadonlySet<string>;
  readonly changes: Map<string, unknown>;
};

const settledRecords = new WeakMap<
  DataRecord,
  { readonly settled: Settled; readonly context: RuleContext }
>();

/** The record brought to order; one that this very context has settled already is not settled twice. */
export function settledOf(plan: EntityPlan, record: DataRecord, context: RuleContext): Settled {
  const known = settledRecords.get(record);
  if (known?.context === context) return known.settled;
  const settled = settle(plan, record, context);
  settledRecords.set(record, { settled, context });
  if (settled.record !== record) settledRecords.set(settled.record, { settled, context });
  return settled;
}

/** Runs the steps of the plan over a record. */
function settle(plan: EntityPlan, record: DataRecord, context: RuleContext): Settled {
  const seen = ownCopy(record, plan.structured);
  const scopes = createScopes(seen, context, plan.variables);
  const work: Work = {
    plan,
    context,
    record,
    places: createPlaces(plan, seen, scopes),
    reasons: new Map(),
    irrelevant: new Set(),
    failed: new Map(),
    stash: new Map(stashOf(plan, record)),
    kept: new Map(),
    overrides: new Set(overridesOf(plan, record)),
    changes: new Map(),
  };
  for (const step of plan.steps) runStep(work, step);
  const { places, reasons, irrelevant, failed, kept } = work;
  return { record: changedRecord(work), places, reasons, irrelevant, failed, kept };
}

/** What the record remembers of fields that do not matter, as far as the rules let it: pointer → value. */
export function stashOf(plan: EntityPlan, record: DataRecord): readonly (readonly [string, unknown])[] {
  if (!isRecord(record.$stash)) return [];
  return Object.entries(record.$stash).filter(([pointer]) =>
    plan.byPattern.get(patternOf(pointer))?.relevant.some((rule) => rule.retain === 'stash'),
  );
}

/** Pointers of computed fields that a person has overruled. */
export function overridesOf(plan: EntityPlan, record: DataRecord): readonly string[] {
  const listed = Array.isArray(record.$overrides) ? record.$overrides : [];
  return listed.filter((pointer) => {
    return typeof pointer === 'string' && plan.byPattern.get(patternOf(pointer))?.value?.override === true;
  });
}

function runStep(work: Work, step: Step): void {
  if (step.kind === 'mirror') {
    runMirror(work, step.target, step.rule);
    return;
  }
  for (const place of work.places.of(step.list)) {
    if (step.kind === 'relevant') runRelevance(work, step.target, place);
    else if (!isOff(work, fieldPointer(place, step.target))) runValue(work, step, place);
  }
}

function runRelevance(work: Work, target: FieldPlan, place: Place): void {
  const pointer = fieldPointer(place, target);
  const { relevant, retain, reasons } = relevanceOf(target, place.scope);
  if (reasons.length > 0) work.reasons.set(pointer, reasons);
  const current = readField(place.root, target);
  if (relevant) {
    if (work.stash.has(pointer) && isNothing(current)) restore(work, target, place);
    work.stash.delete(pointer);
    return;
  }
  work.irrelevant.add(pointer);
  const empty = Array.isArray(current) && listKinds.has(target.field.kind) ? [] : undefined;
  if (current === undefined || (empty && isNothing(current))) return;
  if (retain === 'stash') work.stash.set(pointer, current);
  if (retain === 'keep') hide(work, target, place, pointer);
  else set(work, target, place, empty);
}

/** A list sent for a field that holds none goes altogether: an empty one would be no value of it, either. */
const listKinds: ReadonlySet<string> = new Set(['rows', 'references', 'json']);

/** The remembered value, and with it what an answer knew of the record it refers to. */
function restore(work: Work, target: FieldPlan, place: Place): void {
  const value = restored(target, work.stash.get(fieldPointer(place, target)));
  set(work, target, place, value);
  const alias = aliasOf(target);
  const named = alias && namedIn(work.record, fieldPointer(place, alias));
  if (!alias || !isRecord(named) || named.Id !== value) return;
  work.changes.set(fieldPointer(place, alias), named);
  writeField(place.root, alias, named);
}

/** The object of a remembered reference: `/Brand` beside `/BrandId`. */
export function namedIn({ $stash }: DataRecord, pointer: string): unknown {
  return isRecord($stash) ? $stash[pointer] : undefined;
}

/** A stash that came over the wire holds ids; rules read references as objects. */
function restored(target: FieldPlan, value: unknown): unknown {
  if (target.field.kind !== 'references' || !Array.isArray(value)) return value;
  return value.map((entry) => (typeof entry === 'string' ? { Id: entry } : entry));
}

function isNothing(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

// Kept in the record, but out of sight of every expression.
function hide(work: Work, target: FieldPlan, place: Place, pointer: string): void {
  work.kept.set(pointer, readField(place.root, target));
  write(work, target, place, undefined);
}

function runValue(work: Work, step: Step & { kind: 'value' }, place: Place): void {
  const { target, rule } = step;
  const pointer = fieldPointer(place, target);
  if (rule.override && work.overrides.has(pointer)) return;
  if (rule.when && decide(rule.when, place.scope) !== 'yes') return;
  const computed = computeFor(target.field, rule.expression, place.scope);
  if ('failed' in computed) work.failed.set(pointer, rule.id);
  else set(work, target, place, computed.value);
}

function set(work: Work, target: FieldPlan, place: Place, value: unknown): void {
  if (sameValue(readField(place.root, target), value)) return;
  const alias = aliasOf(target);
  work.changes.set(fieldPointer(place, target), value ?? null);
  if (alias && readField(place.root, alias) !== undefined) work.changes.set(fieldPointer(place, alias), null);
  write(work, target, place, value);
}

function write(work: Work, target: FieldPlan, place: Place, value: unknown): void {
  const alias = aliasOf(target);
  writeField(place.root, target, value ?? undefined);
  if (alias) writeField(place.root, alias, undefined);
  if (target.structured.size > 0 || target.field.kind === 'rows') work.places.forget();
}

function isOff({ irrelevant }: Work, pointer: string): boolean {
  return irrelevant.size > 0 && irrelevant.has(pointer);
}

function runMirror(work: Work, target: FieldPlan, rule: MirrorRule): void {
  const key = work.plan.byPattern.get(rule.key);
  const places = work.places.of(rule.each);
  if (!key || places.length === 0) return;
  const rows = places.map((place) => mirrorRow(work, place, target, key));
  const results = settleMirror(rows, relationsOf(work.context.previous, rule, target, key));
  const source = { target, key, rows: places.map((place) => place.root) };
  for (const [at, result] of results.entries()) {
    const place = places[at] as Place;
    const row = rows[at] as MirrorRow;
    const before = readField(place.root, target);
    if (result.ids !== row.ids) set(work, target, place, entriesOf(result.ids, before, source));
    if (result.stash !== row.stash) remember(work, fieldPointer(place, target), result.stash, source);
  }
}

function mirrorRow(work: Work, place: Place, target: FieldPlan, key: FieldPlan): MirrorRow {
  const pointer = fieldPointer(place, target);
  return {
    key: readField(place.root, key),
    relevant: !isOff(work, pointer),
    ids: listedIds(readField(place.root, target)),
    stash: listedIds(work.stash.get(pointer) ?? work.kept.get(pointer)),
  };
}

function remember(
  work: Work,
  pointer: string,
  ids: readonly unknown[],
  source: Parameters<typeof entriesOf>[2],
): void {
  if (work.kept.has(pointer)) {
    work.changes.set(pointer, entriesOf(ids, work.kept.get(pointer), source));
  } else if (source.target.relevant.some((rule) => rule.retain === 'stash')) {
    work.stash.set(pointer, entriesOf(ids, work.stash.get(pointer), source));
  }
}

/** The relations of a record, as ids by key. */
export function relationsOf(
  record: DataRecord | undefined,
  rule: MirrorRule,
  target: FieldPlan,
  key: FieldPlan,
): Relations | undefined {
  const rows = record && valueAt(record, `/${rule.each.replaceAll('.', '/')}`);
  if (!Array.isArray(rows)) return undefined;
  return firstByKey(
    rows.filter(isRecord).map((row) => [row[key.field.name], listedIds(row[target.field.name])]),
  );
}

function changedRecord(work: Work): DataRecord {
  let { record } = work;
  for (const [pointer, value] of work.changes) {
    if (!sameValue(valueAt(record, pointer), value)) record = withValueAt(record, pointer, value);
  }
  for (const pointer of work.stash.keys()) if (!work.irrelevant.has(pointer)) work.stash.delete(pointer);
  record = withMember(record, '$stash', work.stash.size === 0 ? undefined : Object.fromEntries(work.stash));
  return withMember(record, '$overrides', work.overrides.size === 0 ? undefined : [...work.overrides]);
}

function withMember(record: DataRecord, name: string, value: unknown): DataRecord {
  if (sameValue(record[name], value)) return record;
  const { [name]: _before, ...others } = record;
  return value === undefined ? others : ({ ...others, [name]: value } as MutableRecord);
}
