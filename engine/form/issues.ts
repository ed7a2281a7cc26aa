/** Issues and where they are shown; they are added and removed with cells and rows. */
import { sameValue } from '../rules/sameValue.ts';
import type { Issue } from '../rules/types.ts';
import { cellNear, eachCell, pointerOf, rowPlace } from './cells.ts';
import type { Cell, CheckRun, FormCore, Row } from './FormCore.ts';
import type { Node } from './formGraph.ts';
import { enqueue } from './queue.ts';
import type { ServerError } from './types.ts';

/** All issues of a cell. */
export function issuesOf(cell: Cell): readonly Issue[] {
  const { own, option, failed, checks, server } = cell;
  if (!option && !failed && checks.size === 0 && server.length === 0) return own;
  const found = [...own, ...(failed ? [failed] : []), ...[...checks.values()].flat()];
  // If a rule already reports the choice, the generic "not on offer" is omitted.
  const isSaid = found.some(({ level }) => level === 'error');
  return [...found, ...(option && !isSaid ? [option] : []), ...server];
}

/** Recounts the errors of a cell. */
export function countErrors(core: FormCore, cell: Cell): void {
  const issues = issuesOf(cell);
  const errors = issues.filter((issue) => issue.level === 'error').length;
  core.issues.errors += errors - cell.errors;
  cell.errors = errors;
  if (!sameValue(issues, cell.said)) core.issues.changes += 1;
  cell.said = issues;
  if (issues.length > 0) core.issues.faulty.add(cell);
  else core.issues.faulty.delete(cell);
  core.queue.views.add(cell);
}

/** Removes a cell with everything below it and all its issues. */
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

// The check will run again and show its issues elsewhere.
function forgetRun(run: CheckRun, cell: Cell): void {
  run.cells.delete(cell);
  run.issues = [];
}

/** Removes issues that checks of the row have placed elsewhere. */
export function dropRuns(core: FormCore, row: Row): void {
  for (const run of row.runs.values()) placeIssues(core, run, []);
  row.runs.clear();
}

/** The row is new or has moved: reruns all its rules and checks. */
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

/** Moves the issues of a check to the cells that now show them. */
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

/** The run of a check at a place, created on first use. */
export function runOf(core: FormCore, node: Node, row: Row | undefined): CheckRun {
  const runs = row ? row.runs : core.content.runs;
  const known = runs.get(node);
  if (known) return known;
  const run: CheckRun = { issues: [], cells: new Set() };
  runs.set(node, run);
  return run;
}

/** Replaces all server issues. */
export function applyServerIssues(core: FormCore, found: readonly (Issue | ServerError)[]): void {
  dropServerIssues(core);
  for (const issue of found.map(toIssue)) addServerIssue(core, issue);
}

/** Adds one server issue. */
export function addServerIssue(core: FormCore, issue: Issue): void {
  const cell = issue.path === '' ? undefined : cellNear(core, issue.path);
  if (!cell) {
    core.issues.ofServer = [...core.issues.ofServer, issue];
    return;
  }
  cell.server = [...cell.server.filter((known) => known.rule !== issue.rule), issue];
  countErrors(core, cell);
}

/** The field changes, which clears the server issues of the field and of the record. */
export function clearServerIssues(core: FormCore, cell: Cell): void {
  core.issues.ofServer = [];
  setServerIssues(core, cell, []);
  for (const unique of core.plan.entity.unique) {
    if (![...unique.fields, ...unique.within].includes(cell.plan.field.path)) continue;
    const at = core.content.cells.get(unique.at);
    if (at)
      setServerIssues(
        core,
        at,
        at.server.filter((issue) => issue.rule !== unique.id),
      );
  }
}

/** Clears all server issues. */
export function dropServerIssues(core: FormCore): void {
  core.issues.ofServer = [];
  for (const cell of [...core.issues.faulty]) setServerIssues(core, cell, []);
}

/** Replaces the server issues of a cell. */
export function setServerIssues(core: FormCore, cell: Cell, issues: readonly Issue[]): void {
  if (issues.length === 0 && cell.server.length === 0) return;
  cell.server = issues;
  countErrors(core, cell);
}

function toIssue(found: Issue | ServerError): Issue {
  if ('level' in found) return found;
  const path = found.Path ?? (found.Key ? `/${found.Key.replaceAll('.', '/')}` : '');
  // A complete sentence: it has no message text, so the key itself is shown.
  return { rule: found.Rule ?? 'server', path, level: 'error', message: found.Value, params: {} };
}

/** The pointer of the first cell with an error: placed fields in order, then the others. */
export function firstError(core: FormCore): string | undefined {
  const faulty = [...core.issues.faulty].filter((cell) => cell.errors > 0);
  if (faulty.length === 0) return undefined;
  const order = new Map(
    [...(core.placed ?? core.plan.byPattern.keys())].map((pattern, place) => [pattern, place]),
  );
  const rank = (cell: Cell) => rankOf(cell, order);
  const first = faulty.reduce((best, cell) => (compareRanks(rank(cell), rank(best)) < 0 ? cell : best));
  return pointerOf(core, first);
}

function rankOf(cell: Cell, order: ReadonlyMap<string, number>): readonly number[] {
  const own = order.get(cell.plan.field.path);
  const inner = cell.row ? [cell.row.index, own ?? Number.MAX_SAFE_INTEGER] : [];
  const top = cell.row ? topOf(cell) : cell;
  return [order.get(top.plan.field.path) ?? own ?? Number.MAX_SAFE_INTEGER, ...inner];
}

function topOf(cell: Cell): Cell {
  return cell.row ? topOf(cell.row.list) : cell;
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? -1) - (right[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
