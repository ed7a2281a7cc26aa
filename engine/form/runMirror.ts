/** Keeps the relations between the rows of a list mutual while a person works on them. */
import type { MirrorRule } from '../model/types.ts';
import { entriesOf, listedIds } from '../rules/mirrorEntries.ts';
import { readField } from '../rules/places.ts';
import type { FieldPlan } from '../rules/planTypes.ts';
import { firstByKey, type MirrorRow, type Relations, settleMirror } from '../rules/settleMirror.ts';
import { cellValue, rowsOf } from './cells.ts';
import type { Cell, FormCore, Row } from './FormCore.ts';
import { writeValue } from './values.ts';

type Mirror = { readonly rule: MirrorRule; readonly target: FieldPlan; readonly key: FieldPlan };

/**
 * Settles one mirror rule, once: what it writes itself does not call for it again. What the relations were before
 * tells a removal from an addition.
 */
export function runMirror(core: FormCore, rule: MirrorRule): void {
  const target = core.plan.byPattern.get(rule.field);
  const key = core.plan.byPattern.get(rule.key);
  if (!target || !key) return;
  const mirror = { rule, target, key };
  const rows = rowsOf(core, rule.each);
  if (!core.loading) bringBack(core, mirror, rows);
  const before = rows.map((row) => mirrorRow(core, mirror, row));
  const results = settleMirror(before, core.relations.get(rule));
  const source = { target, key, rows: rows.map((row) => row.root) };
  for (const [at, result] of results.entries()) {
    const cell = rows[at]?.cells.get(target.field.name);
    const old = before[at];
    if (!cell || !old) continue;
    if (result.ids !== old.ids) writeValue(core, cell, entriesOf(result.ids, cellValue(core, cell), source));
    if (result.stash !== old.stash) remember(core, cell, entriesOf(result.stash, cell.aside?.value, source));
  }
  keepRelations(core, mirror, rows);
}

function mirrorRow(core: FormCore, { rule, target, key }: Mirror, row: Row): MirrorRow {
  const cell = row.cells.get(target.field.name);
  const id = readField(row.root, key);
  return {
    key: id,
    recalled: core.remembered.get(rule)?.get(id),
    relevant: cell?.relevant ?? false,
    ids: cell ? listedIds(cellValue(core, cell)) : [],
    stash: listedIds(cell?.aside?.value),
  };
}

function remember(core: FormCore, cell: Cell, value: readonly unknown[]): void {
  const retain = cell.aside?.retain ?? cell.plan.relevant.find((rule) => rule.retain !== 'clear')?.retain;
  if (retain !== 'stash' && retain !== 'keep') return;
  cell.aside = { retain, value };
  core.snapshot = undefined;
}

function keepRelations(core: FormCore, mirror: Mirror, rows: readonly Row[]): void {
  const settled = rows.map((row) => mirrorRow(core, mirror, row));
  const now = firstByKey(settled.map(({ key, ids, stash, relevant }) => [key, relevant ? ids : stash]));
  const former = core.formerRelations.get(mirror.rule) ?? new Map<unknown, readonly unknown[]>();
  for (const [key, ids] of core.relations.get(mirror.rule) ?? noRelations)
    if (!now.has(key)) former.set(key, ids);
  core.formerRelations.set(mirror.rule, former);
  core.relations.set(mirror.rule, now);
  const resting = settled.filter(({ relevant }) => !relevant);
  core.remembered.set(mirror.rule, firstByKey(resting.map(({ key, stash }) => [key, stash])));
}

const noRelations: Relations = new Map();

/** An item that was taken out of the list and is put in again has its relations again. */
function bringBack(core: FormCore, { rule, target, key }: Mirror, rows: readonly Row[]): void {
  const former = core.formerRelations.get(rule);
  const before = core.relations.get(rule);
  if (!former || former.size === 0) return;
  const source = { target, key, rows: rows.map((row) => row.root) };
  const present = new Set(rows.map((row) => readField(row.root, key)));
  for (const row of rows) {
    const id = readField(row.root, key);
    const cell = row.cells.get(target.field.name);
    const ids = former.get(id)?.filter((other) => present.has(other));
    if (!cell || !ids || before?.has(id)) continue;
    former.delete(id);
    if (listedIds(cellValue(core, cell)).length > 0 || ids.length === 0) continue;
    if (cell.relevant) writeValue(core, cell, entriesOf(ids, undefined, source));
    else remember(core, cell, entriesOf(ids, undefined, source));
  }
}
