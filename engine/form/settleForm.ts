/** Runs pending rules until none are left. The evaluation itself is in `engine/rules`. */

import { checkIssues } from '../rules/checkIssues.ts';
import { isSchemaIssue, requiredBy } from '../rules/evaluateRecord.ts';
import { fieldIssues, valueIssues } from '../rules/fieldIssues.ts';
import { editableReasons, requiredReasons } from '../rules/fieldState.ts';
import { readField } from '../rules/places.ts';
import { runMirror } from '../rules/runMirror.ts';
import { runStep } from '../rules/runStep.ts';
import { sameValue } from '../rules/sameValue.ts';
import { cellAt, eachCell, matters, placeOf, pointerOf } from './cells.ts';
import type { Cell, FormCore, Row } from './FormCore.ts';
import type { Node } from './formGraph.ts';
import { countErrors, placeIssues, runOf } from './issues.ts';
import { cancel, dequeue, targetCell } from './queue.ts';
import { runOptions } from './runOptions.ts';

/** Settles the form. Cyclic rules are stopped instead of hanging the page. */
export function settleForm(core: FormCore): void {
  const { queue, graph } = core;
  let left = 10_000 + queue.count * 10;
  queue.low = 0;
  while (left > 0 && (queue.count > 0 || queue.values.size > 0)) {
    left -= 1;
    if (queue.values.size > 0 && (queue.count === 0 || nextIsCheck(core, graph.firstCheck))) runValues(core);
    const next = dequeue(core);
    if (next) runNode(core, next.node, next.row);
  }
}

function nextIsCheck({ queue }: FormCore, firstCheck: number): boolean {
  for (; queue.low < firstCheck; queue.low += 1) if ((queue.waiting[queue.low]?.size ?? 0) > 0) return false;
  return true;
}

function runValues(core: FormCore): void {
  const cells = [...core.queue.values];
  core.queue.values.clear();
  for (const cell of cells) runOwn(core, cell);
}

/** The row was removed while pending; issues of its rules would stay forever. */
function isGone(row: Row | undefined): boolean {
  return row !== undefined && (row.list.rows[row.index] !== row || isGone(row.list.row));
}

/** Runs a node for the record or for a row. */
function runNode(core: FormCore, node: Node, row: Row | undefined): void {
  if (isGone(row)) return;
  if (node.kind === 'check') {
    runCheck(core, node, row);
    return;
  }
  if (node.kind === 'step' && node.step.kind === 'mirror') {
    runMirror(core.memory, node.step.rule);
    cancel(core, node, undefined);
    return;
  }
  const cell = targetCell(core, node.kind === 'step' ? node.step.target : node.target, row);
  if (!cell) return;
  if (node.kind === 'step') runStep(core.memory, node.step, cell);
  else runners[node.kind](core, cell);
}

const runners = { required: runRequired, editable: runEditable, options: runOptions };

function runRequired(core: FormCore, cell: Cell): void {
  const { holds, reasons } = requiredReasons(cell.plan, placeOf(core, cell.row).scope);
  if (sameValue(reasons, cell.requiredReasons) && holds === cell.required) return;
  cell.required = holds;
  cell.requiredReasons = reasons;
  cell.requiredBy = requiredBy(cell.plan, reasons);
  core.queue.values.add(cell);
  core.queue.views.add(cell);
}

function runEditable(core: FormCore, cell: Cell): void {
  const { plan, row } = cell;
  const { scope } = placeOf(core, row);
  const locks = editableReasons({ plan, scope, context: core.context, relevant: true, reasons: [] });
  if (sameValue(locks, cell.locks)) return;
  cell.locks = locks;
  eachCell(cell, (inner) => core.queue.views.add(inner));
}

/** Checks a value by itself. */
function runOwn(core: FormCore, cell: Cell): void {
  const issues = ownIssues(core, cell);
  if (sameValue(issues, cell.own)) return;
  cell.own = issues;
  countErrors(core, cell);
}

function ownIssues(core: FormCore, cell: Cell): Cell['own'] {
  const { plan, aside } = cell;
  if (plan.field.readOnly || cell.readable.length > 0) return [];
  const { validators } = core.options;
  const { context } = core;
  const pointer = pointerOf(core, cell);
  // A hidden value that is kept is saved too, so it must be valid.
  if (!cell.relevant && aside?.retain === 'keep')
    return valueIssues({ plan, value: aside.value, pointer, validators, context });
  if (!matters(cell)) return [];
  const { root, scope } = placeOf(core, cell.row);
  const { required, requiredBy } = cell;
  const value = readField(root, plan);
  return fieldIssues({ plan, scope, value, pointer, required, requiredBy, validators, context });
}

function runCheck(core: FormCore, node: Node & { kind: 'check' }, row: Row | undefined): void {
  const issues = checkIssues({
    plan: core.plan,
    rule: node.rule,
    place: placeOf(core, row),
    action: core.context.action,
    isRelevant: (pointer) => isRelevantAt(core, pointer),
    invalid: () => invalidPointers(core),
  });
  placeIssues(core, runOf(core, node, row), issues);
}

function isRelevantAt(core: FormCore, pointer: string): boolean {
  const cell = cellAtPointer(core, pointer);
  return !cell || matters(cell);
}

function cellAtPointer(core: FormCore, pointer: string): Cell | undefined {
  const name = pointer.slice(1);
  return core.content.cells.get(name) ?? cellAt(core, pointer);
}

function invalidPointers(core: FormCore): ReadonlySet<string> {
  const cells = [...core.issues.faulty].filter((cell) => cell.own.some(isSchemaIssue));
  return new Set(cells.map((cell) => pointerOf(core, cell)));
}
