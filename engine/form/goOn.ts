/** Continues a form under new declarations: known values are kept, others are reported as lost. */

import { sameValue } from '../rules/sameValue.ts';
import { isEmpty, isRecord, type MutableRecord } from '../rules/values.ts';
import type { DataRecord, FieldModel } from '../types/modelTypes.ts';
import { cellAt } from './cells.ts';
import type { FormCore } from './FormCore.ts';
import { loadChanged } from './loadRecord.ts';
import type { FormState, LostField } from './types.ts';

/** Takes over stored values, edits, choices and touched state; new fields start with their defaults. */
export function goOn(core: FormCore, before: FormState): void {
  const was = before.entity.fields;
  const now = core.plan.entity.fields;
  const known = new Set(was.map(({ name }) => name));
  const added = Object.fromEntries(
    now.flatMap(({ name, default: value }) =>
      known.has(name) || value === undefined ? [] : [[name, value]],
    ),
  );
  const [stored, record] = [before.stored(), before.record()];
  core.lost = [...before.lost(), ...lostFields(was, now, { stored, record })];
  loadChanged(core, { ...added, ...declared(was, now, stored) }, { ...added, ...declared(was, now, record) });
  for (const name of known) {
    const cell = cellAt(core, `/${name}`);
    if (cell) cell.touched = before.view(`/${name}`).touched;
  }
  core.progress.touchedAny = [...core.content.cells.values()].some(({ touched }) => touched);
  core.progress.submitted = before.status().submitted;
}

type Fields = readonly FieldModel[];

/** The record without members of removed fields, also within rows and objects. */
function declared(was: Fields, now: Fields, record: DataRecord): DataRecord {
  const copy: MutableRecord = { ...record };
  for (const field of was) {
    const same = now.find(({ name }) => name === field.name);
    if (!same) {
      delete copy[field.name];
      if (field.expand && !now.some(({ name }) => name === field.expand?.as)) delete copy[field.expand.as];
    } else if (field.fields && same.fields)
      copy[field.name] = declaredWithin(field.fields, same.fields, copy[field.name]);
  }
  return copy;
}

function declaredWithin(was: Fields, now: Fields, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((row) => declaredWithin(was, now, row));
  return isRecord(value) ? declared(was, now, value) : value;
}

type Sides = { readonly stored: unknown; readonly record: unknown };

/** Removed fields whose entered value differs from the stored one. */
function lostFields(was: Fields, now: Fields, { stored, record }: Sides): readonly LostField[] {
  if (!isRecord(record)) return [];
  const before = isRecord(stored) ? stored : {};
  return was.flatMap((field) => {
    const sides = { stored: before[field.name], record: record[field.name] };
    const same = now.find(({ name }) => name === field.name);
    if (same) return lostWithin(field, same, sides);
    const isTyped = !field.readOnly && !isEmpty(sides.record) && !sameValue(sides.record, sides.stored);
    return isTyped ? [{ field, value: sides.record }] : [];
  });
}

function lostWithin(
  { fields }: FieldModel,
  same: FieldModel,
  { stored, record }: Sides,
): readonly LostField[] {
  if (!fields || !same.fields) return [];
  const inner = same.fields;
  if (!Array.isArray(record)) return lostFields(fields, inner, { stored, record });
  const rows = Array.isArray(stored) ? stored : [];
  return record.flatMap((row, at) => lostFields(fields, inner, { stored: rows[at], record: row }));
}
