/** Settles a record: removes irrelevant values, computes values, makes relations symmetric. */

import { kinds } from '../fields/registry.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { createScopes } from './createScopes.ts';
import { createMirrorMemory } from './mirrorMemory.ts';
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
import type { EntityPlan, FieldPlan } from './planTypes.ts';
import { parentOf, patternOf, valueAt, withValueAt } from './pointers.ts';
import type { RuleCell, WorkingMemory } from './ruleCell.ts';
import { runMirror } from './runMirror.ts';
import { runStep } from './runStep.ts';
import { sameValue } from './sameValue.ts';
import type { RuleContext } from './types.ts';
import { isRecord, type MutableRecord } from './values.ts';

export type Settled = {
  /** The settled record; the same object when nothing changed. */
  readonly record: DataRecord;
  readonly places: Places;
  /** Results of the rules by pointer; fields without steps have none. */
  readonly cells: ReadonlyMap<string, SettledCell>;
  /** Pointers of irrelevant fields. */
  readonly irrelevant: ReadonlySet<string>;
  /** Fields that are irrelevant anywhere, to avoid pointer look-ups for all others. */
  readonly off: ReadonlySet<FieldPlan>;
};

type SettledCell = RuleCell & { readonly pointer: string; place: Place };

type Work = {
  readonly plan: EntityPlan;
  readonly record: DataRecord;
  readonly places: Places;
  readonly cells: Map<string, SettledCell>;
  readonly irrelevant: Set<string>;
  readonly off: Set<FieldPlan>;
  readonly stash: ReadonlyMap<string, unknown>;
  readonly overrides: ReadonlySet<string>;
  readonly changes: Map<string, unknown>;
};

const settledRecords = new WeakMap<
  DataRecord,
  { readonly settled: Settled; readonly context: RuleContext }
>();

/** Settles a record; cached for the same record and context. */
export function settledOf(plan: EntityPlan, record: DataRecord, context: RuleContext): Settled {
  const known = settledRecords.get(record);
  if (known?.context === context) return known.settled;
  const settled = settle(plan, record, context);
  settledRecords.set(record, { settled, context });
  if (settled.record !== record) settledRecords.set(settled.record, { settled, context });
  return settled;
}

/** Runs every step of the plan once, in order, at all its places. */
function settle(plan: EntityPlan, record: DataRecord, context: RuleContext): Settled {
  const seen = ownCopy(record, plan.structured);
  const scopes = createScopes(seen, context, plan.variables);
  const work: Work = {
    plan,
    record,
    places: createPlaces(plan, seen, scopes),
    cells: new Map(),
    irrelevant: new Set(),
    off: new Set(),
    stash: new Map(stashOf(plan, record)),
    overrides: new Set(overridesOf(plan, record)),
    changes: new Map(),
  };
  const memory = memoryOf(work, context);
  for (const step of plan.steps) {
    if (step.kind === 'mirror') runMirror(memory, step.rule);
    else
      for (const place of work.places.of(step.list)) runStep(memory, step, cellAt(work, step.target, place));
  }
  const { places, cells, irrelevant, off } = work;
  return { record: changedRecord(work), places, cells, irrelevant, off };
}

function memoryOf(work: Work, { previous }: RuleContext): WorkingMemory<SettledCell> {
  const { plan } = work;
  return {
    plan,
    mirrors: createMirrorMemory(plan, previous),
    placeOf: ({ place }) => place,
    write: (cell, value, chosen) => write(work, cell, value, chosen),
    note: (cell, found) => {
      if (found === 'turned') {
        work.irrelevant.add(cell.pointer);
        work.off.add(cell.plan);
      }
      if (found === 'aside' && cell.aside?.retain === 'keep')
        work.changes.set(cell.pointer, cell.aside.value);
    },
    rowsOf: ({ each, field }) => {
      const target = plan.byPattern.get(field) as FieldPlan;
      return work.places.of(each).map((place) => ({ root: place.root, cell: cellAt(work, target, place) }));
    },
  };
}

function cellAt(work: Work, plan: FieldPlan, place: Place): SettledCell {
  const pointer = fieldPointer(place, plan);
  const known = work.cells.get(pointer);
  if (known) {
    known.place = place;
    return known;
  }
  const cell: SettledCell = {
    plan,
    pointer,
    place,
    relevant: true,
    relevance: none,
    aside: rememberedAt(work, pointer, plan),
    overridden: work.overrides.has(pointer),
    failed: undefined,
    chosen: undefined,
  };
  work.cells.set(pointer, cell);
  return cell;
}

const none: readonly never[] = [];

/** The stashed value of a field, with the known part of the referenced record. */
function rememberedAt({ record, stash }: Work, pointer: string, plan: FieldPlan): RuleCell['aside'] {
  return stash.has(pointer) ? asideOf(record, { pointer, plan, value: stash.get(pointer) }) : undefined;
}

type Remembered = { readonly pointer: string; readonly plan: FieldPlan; readonly value: unknown };

/** A stashed value; the expansion of a reference is stored next to it: `/Brand` beside `/BrandId`. */
export function asideOf({ $stash }: DataRecord, { pointer, plan, value }: Remembered): RuleCell['aside'] {
  const chosen = isRecord($stash) && plan.alias && $stash[`${parentOf(pointer)}/${plan.alias}`];
  return { retain: 'stash', value, ...(isRecord(chosen) && chosen.Id === value ? { chosen } : {}) };
}

/** The stashed values that rules allow: pointer → value. */
export function stashOf(plan: EntityPlan, record: DataRecord): readonly (readonly [string, unknown])[] {
  if (!isRecord(record.$stash)) return [];
  return Object.entries(record.$stash).filter(([pointer]) =>
    plan.byPattern.get(patternOf(pointer))?.relevant.some((rule) => rule.retain === 'stash'),
  );
}

/** Pointers of computed fields that a person has overridden. */
export function overridesOf(plan: EntityPlan, record: DataRecord): readonly string[] {
  const listed = Array.isArray(record.$overrides) ? record.$overrides : [];
  return listed.filter((pointer) => {
    return typeof pointer === 'string' && plan.byPattern.get(patternOf(pointer))?.value?.override === true;
  });
}

function write(work: Work, cell: SettledCell, given: unknown, chosen: DataRecord | undefined): void {
  const { plan, place, pointer } = cell;
  const value = kinds[plan.field.kind].elements === 'ids' ? asEntries(given) : given;
  if (sameValue(readField(place.root, plan), value)) return;
  const alias = aliasOf(plan);
  writeField(place.root, plan, value ?? undefined);
  if (alias) writeAlias(work, cell, alias, chosen);
  // A kept value stays in the record, hidden only from expressions.
  if (cell.aside?.retain !== 'keep') work.changes.set(pointer, value ?? null);
  if (plan.structured.size > 0 || plan.field.kind === 'rows') work.places.forget();
}

function writeAlias(work: Work, { place, aside }: SettledCell, alias: FieldPlan, chosen?: DataRecord): void {
  const before = readField(place.root, alias);
  writeField(place.root, alias, chosen);
  if (aside?.retain !== 'keep' && (chosen || before !== undefined))
    work.changes.set(fieldPointer(place, alias), chosen ?? null);
}

/** A stash sent by a client holds ids; rules read references as objects. */
function asEntries(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((entry) => (typeof entry === 'string' ? { Id: entry } : entry));
}

function changedRecord(work: Work): DataRecord {
  const { changes, overrides } = work;
  let { record } = work;
  const stash: MutableRecord = {};
  for (const { pointer, aside } of work.cells.values())
    if (aside?.retain === 'stash') stash[pointer] = aside.value;
  for (const [pointer, value] of changes) {
    if (!sameValue(valueAt(record, pointer), value)) record = withValueAt(record, pointer, value);
  }
  record = withMember(record, '$stash', Object.keys(stash).length === 0 ? undefined : stash);
  return withMember(record, '$overrides', overrides.size === 0 ? undefined : [...overrides]);
}

function withMember(record: DataRecord, name: string, value: unknown): DataRecord {
  if (sameValue(record[name], value)) return record;
  const { [name]: _before, ...others } = record;
  return value === undefined ? others : ({ ...others, [name]: value } as MutableRecord);
}
