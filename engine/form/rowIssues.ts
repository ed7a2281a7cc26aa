/** Issues that come and go with cells and rows. */

import { sameValue } from '../rules/sameValue.ts';
import type { Issue } from '../rules/types.ts';
import { cellNear, eachCell, rowPlace } from './cells.ts';
import type { Cell, CheckRun, FormCore, Row } from './FormCore.ts';
import type { Node } from './formGraph.ts';
import { enqueue } from './queue.ts';

/** Issues of a cell, whoever found them. */
export function issuesOf(cell: Cell): readonly Issue[] {
  const { own, option, failed, checks, server } = cell;
  if (!option && !failed && checks.size === 0 && server.length === 0) return own;
  const found = [...own, ...(failed ? [failed] : []), ...[...checks.values()].flat()];
  // What a rule says of a choice in its own words needs no second sentence that it is not offered.
  const isSaid = found.some(({ level }) => level === 'error');
  return [...found, ...(option && !isSaid ? [option] : []), ...server];
}

/** Counts the errors of a cell anew. */
export function countErrors(core: FormCore, cell: Cell): void {
  const issues = issuesOf(cell);
  const errors = issues.filter((issue) => issue.level === 'error').length;
  core.issues.errors += errors - cell.errors;
  cell.errors = errors;
  if (issues.length > 0) core.issues.faulty.add(cell);
  else core.issues.faulty.delete(cell);
  core.queue.views.add(cell);
}

/** A cell is gone, with all below it and everything that was found about it. */
export function dropCell(core: FormCore, dropped: Cell): void {
  eachCell(dropped, (cell) => {
    core.issues.errors -= cell.errors;
    for (const run of cell.checks.keys()) forgetRun(run, cell);
    cell.errors = 0;
    core.issues.faulty.delete(cell);
    core.stored.changed.delete(cell);
    core.queue.values.delete(cell);
    core.queue.views.delete(cell);
    for (const row of cell.rows) dropRuns(core, row);
  });
}

// The check will run again, and find that it has not been shown anywhere.
function forgetRun(run: CheckRun, cell: Cell): void {
  run.cells.delete(cell);
  run.issues = [];
}

/** What the checks of a row have left elsewhere goes with it. */
export function dropRuns(core: FormCore, row: Row): void {
  for (const run of row.runs.values()) placeIssues(core, run, []);
  row.runs.clear();
}

/** A row is new or stands elsewhere: every rule of it runs, every value is checked. */
export function refreshRow(core: FormCore, row: Row): void {
  row.place = rowPlace(core, row.list, row);
  row.snapshot = undefined;
  for (const node of core.graph.nodesIn(row.list.plan.field.path)) enqueue(core, node, row);
  for (const cell of row.cells.values()) {
    core.queue.values.add(cell);
    core.queue.views.add(cell);
    for (const inner of cell.rows) refreshRow(core, inner);
  }
}

/** Takes what a check found to the cells it is shown at, and away from where it was shown before. */
export function placeIssues(core: FormCore, run: CheckRun, issues: readonly Issue[]): void {
  if (issues.length === 0 && run.issues.length === 0) return;
  if (sameValue(issues, run.issues)) return;
  const before = new Set(run.cells);
  run.cells.clear();
  const byCell = new Map<Cell | undefined, Issue[]>();
  for (const issue of issues) {
    const cell = issue.path === '' ? undefined : cellNear(core, issue.path);
    byCell.set(cell, [...(byCell.get(cell) ?? []), issue]);
  }
  for (const [cell, found] of byCell) {
    setCheck(core, cell, run, found);
    run.cells.add(cell);
    before.delete(cell);
  }
  for (const cell of before) setCheck(core, cell, run, []);
  run.issues = issues;
}

function setCheck(core: FormCore, cell: Cell | undefined, run: CheckRun, issues: readonly Issue[]): void {
  const checks = cell ? cell.checks : core.issues.ofRecord;
  if (issues.length > 0) checks.set(run, issues);
  else checks.delete(run);
  if (cell) countErrors(core, cell);
}

/** The run of a check at a place, made when it first runs. */
export function runOf(core: FormCore, node: Node, row: Row | undefined): CheckRun {
  const runs = row ? row.runs : core.content.runs;
  const known = runs.get(node);
  if (known) return known;
  const run: CheckRun = { issues: [], cells: new Set() };
  runs.set(node, run);
  return run;
}
