/** Keeps relations between rows of a list symmetric. */
import type { MirrorRule } from '../types/modelTypes.ts';
import { entriesOf, listedIds } from './mirrorEntries.ts';
import { readField } from './places.ts';
import type { FieldPlan } from './planTypes.ts';
import type { MirroredRow, RuleCell, WorkingMemory } from './ruleCell.ts';
import { firstByKey, type MirrorRow, settleMirror } from './settleMirror.ts';

type Mirroring<Cell extends RuleCell> = {
  readonly memory: WorkingMemory<Cell>;
  readonly rule: MirrorRule;
  readonly rows: readonly MirroredRow<Cell>[];
  readonly target: FieldPlan;
  readonly key: FieldPlan;
};

/**
 * Runs one mirror rule; its own writes do not trigger it again. The previous relations distinguish removals
 * from additions.
 */
export function runMirror<Cell extends RuleCell>(memory: WorkingMemory<Cell>, rule: MirrorRule): void {
  const target = memory.plan.byPattern.get(rule.field);
  const key = memory.plan.byPattern.get(rule.key);
  if (!target || !key) return;
  const mirroring = { memory, rule, rows: memory.rowsOf(rule), target, key };
  bringBack(mirroring);
  const before = mirroring.rows.map((row) => mirrorRow(mirroring, row));
  const results = settleMirror(before, memory.mirrors.relations.get(rule));
  for (const [at, { ids, stash }] of results.entries()) {
    const row = mirroring.rows[at];
    const old = before[at];
    if (!row?.cell || !old) continue;
    if (ids !== old.ids) memory.write(row.cell, entries(mirroring, ids, readField(row.root, target)));
    if (stash !== old.stash) remember(memory, row.cell, entries(mirroring, stash, row.cell.aside?.value));
  }
  keepRelations(mirroring);
}

function entries<Cell extends RuleCell>(
  { target, key, rows }: Mirroring<Cell>,
  ids: readonly unknown[],
  before: unknown,
): readonly unknown[] {
  return entriesOf(ids, before, { target, key, rows: rows.map(({ root }) => root) });
}

function mirrorRow<Cell extends RuleCell>(
  { memory, rule, target, key }: Mirroring<Cell>,
  { root, cell }: MirroredRow<Cell>,
): MirrorRow {
  const id = readField(root, key);
  return {
    key: id,
    recalled: memory.mirrors.resting.get(rule)?.get(id),
    relevant: cell?.relevant ?? false,
    ids: listedIds(readField(root, target)),
    stash: listedIds(cell?.aside?.value),
  };
}

function remember<Cell extends RuleCell>(
  memory: WorkingMemory<Cell>,
  cell: Cell,
  value: readonly unknown[],
): void {
  const retain = cell.aside?.retain ?? cell.plan.relevant.find((rule) => rule.retain !== 'clear')?.retain;
  if (retain !== 'stash' && retain !== 'keep') return;
  cell.aside = { retain, value };
  memory.note(cell, 'aside');
}

function keepRelations<Cell extends RuleCell>(mirroring: Mirroring<Cell>): void {
  const { rule } = mirroring;
  const { relations, former, resting } = mirroring.memory.mirrors;
  const settled = mirroring.rows.map((row) => mirrorRow(mirroring, row));
  const now = firstByKey(settled.map(({ key, ids, stash, relevant }) => [key, relevant ? ids : stash]));
  const gone = former.get(rule) ?? new Map<unknown, readonly unknown[]>();
  for (const [key, ids] of relations.get(rule) ?? []) if (!now.has(key)) gone.set(key, ids);
  former.set(rule, gone);
  relations.set(rule, now);
  const off = settled.filter(({ relevant }) => !relevant);
  resting.set(rule, firstByKey(off.map(({ key, stash }) => [key, stash])));
}

/** An item removed from the list and added again gets its relations back. */
function bringBack<Cell extends RuleCell>(mirroring: Mirroring<Cell>): void {
  const { memory, rule, rows, target, key } = mirroring;
  const former = memory.mirrors.former.get(rule);
  if (!former || former.size === 0) return;
  const before = memory.mirrors.relations.get(rule);
  const present = new Set(rows.map(({ root }) => readField(root, key)));
  for (const { root, cell } of rows) {
    const id = readField(root, key);
    const ids = former.get(id)?.filter((other) => present.has(other));
    if (!cell || !ids || before?.has(id)) continue;
    former.delete(id);
    if (listedIds(readField(root, target)).length > 0 || ids.length === 0) continue;
    if (cell.relevant) memory.write(cell, entries(mirroring, ids, undefined));
    else remember(memory, cell, entries(mirroring, ids, undefined));
  }
}
