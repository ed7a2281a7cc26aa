/** One run of a rule at one place of a form. The judgement itself is that of `engine/rules`. */
import { checkIssues, undecidedIssue } from '../rules/checkIssues.ts';
import { computeFor, decide } from '../rules/decide.ts';
import { isSchemaIssue, requiredBy } from '../rules/evaluateRecord.ts';
import { fieldIssues } from '../rules/fieldIssues.ts';
import { editableReasons, requiredReasons } from '../rules/fieldState.ts';
import { readField } from '../rules/places.ts';
import type { Step } from '../rules/planTypes.ts';
import { valueAt } from '../rules/pointers.ts';
import { relevanceOf } from '../rules/relevanceOf.ts';
import { sameValue } from '../rules/sameValue.ts';
import { cellAt, cellValue, eachCell, matters, placeOf, pointerOf } from './cells.ts';
import type { Cell, FormCore, Row } from './FormCore.ts';
import type { Node } from './formGraph.ts';
import { cancel, enqueue, enqueueEverywhere, targetCell } from './queue.ts';
import { countErrors, placeIssues, runOf } from './rowIssues.ts';
import { runMirror } from './runMirror.ts';
import { runOptions } from './runOptions.ts';
import { noteSeen, writeValue } from './values.ts';

/** A row that was taken away while it waited: what a rule says of it would stay behind for good. */
function isGone(row: Row | undefined): boolean {
  return row !== undefined && (row.list.rows[row.index] !== row || isGone(row.list.row));
}

/** Runs a node at the record or at a row. */
export function runNode(core: FormCore, node: Node, row: Row | undefined): void {
  if (isGone(row)) return;
  if (node.kind === 'check') {
    runCheck(core, node, row);
    return;
  }
  if (node.kind === 'step' && node.step.kind === 'mirror') {
    runMirror(core, node.step.rule);
    cancel(core, node, undefined);
    return;
  }
  const cell = targetCell(core, node.kind === 'step' ? node.step.target : node.target, row);
  if (!cell) return;
  if (node.kind === 'step') runStep(core, node.step, cell);
  else runners[node.kind](core, cell);
}

const runners = { required: runRequired, editable: runEditable, options: runOptions };

function runStep(core: FormCore, step: Step, cell: Cell): void {
  if (step.kind === 'relevant') runRelevant(core, cell);
  else if (step.kind === 'value' && cell.relevant) runValue(core, cell);
}

/** A field begins or ceases to matter; its value goes or comes back as declared. */
function runRelevant(core: FormCore, cell: Cell): void {
  const { relevant, retain, reasons } = relevanceOf(cell.plan, placeOf(core, cell.row).scope);
  const turned = relevant !== cell.relevant;
  cell.relevant = relevant;
  if (!sameValue(reasons, cell.relevance)) {
    cell.relevance = reasons;
    core.queue.views.add(cell);
  }
  if (relevant) comeBack(core, cell);
  else putAside(core, cell, retain);
  if (turned) noteTurned(core, cell);
}

function comeBack(core: FormCore, cell: Cell): void {
  const { aside } = cell;
  if (!aside) return;
  cell.aside = undefined;
  core.snapshot = undefined;
  if (isNothing(cellValue(core, cell))) writeValue(core, cell, aside.value, aside.chosen);
}

function putAside(core: FormCore, cell: Cell, retain: 'clear' | 'keep' | 'stash'): void {
  const value = cellValue(core, cell);
  if (isNothing(value)) return;
  cell.aside = retain === 'clear' ? undefined : { retain, value, chosen: cell.chosen };
  writeValue(core, cell, retain !== 'keep' && Array.isArray(value) ? [] : undefined);
}

function isNothing(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function noteTurned(core: FormCore, cell: Cell): void {
  noteSeen(core, cell);
  core.structure += 1;
  eachCell(cell, (inner) => {
    core.queue.values.add(inner);
    core.queue.views.add(inner);
  });
  for (const node of core.graph.nodesOf(cell.plan)) {
    // A row that relates again may be named by others already, without any value changing.
    if (node.kind === 'step' && node.step.kind === 'mirror') enqueue(core, node, undefined);
    else if (node.kind !== 'step' || node.step.kind === 'value') enqueue(core, node, cell.row);
  }
  for (const node of core.graph.checksAt(cell.plan.field.path)) enqueueEverywhere(core, node);
}

function runValue(core: FormCore, cell: Cell): void {
  const rule = cell.plan.value;
  if (!rule || (rule.override && cell.overridden)) return;
  const { scope } = placeOf(core, cell.row);
  if (rule.when && decide(rule.when, scope) !== 'yes') return;
  const computed = computeFor(cell.plan.field, rule.expression, scope);
  const failed =
    'failed' in computed
      ? undecidedIssue({ id: rule.id, level: 'warning' }, pointerOf(core, cell))
      : undefined;
  if (!sameValue(failed, cell.failed)) {
    cell.failed = failed;
    countErrors(core, cell);
  }
  if ('value' in computed) writeValue(core, cell, computed.value);
}

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
export function runOwn(core: FormCore, cell: Cell): void {
  const issues = ownIssues(core, cell);
  if (sameValue(issues, cell.own)) return;
  cell.own = issues;
  countErrors(core, cell);
}

function ownIssues(core: FormCore, cell: Cell): Cell['own'] {
  const { plan } = cell;
  // What is kept out of sight is saved with the rest, so it must be a value of its field, too.
  const kept = !cell.relevant && cell.aside?.retain === 'keep' ? cell.aside : undefined;
  if (plan.field.readOnly || cell.readable.length > 0 || !(kept || matters(cell))) return [];
  const pointer = pointerOf(core, cell);
  const place = placeOf(core, cell.row);
  return fieldIssues({
    plan,
    scope: place.scope,
    value: kept ? kept.value : readField(place.root, plan),
    pointer,
    required: !kept && cell.required,
    requiredBy: cell.requiredBy,
    validators: core.options.validators,
    model: core.context.model,
    storedBefore: plan.field.keepUnknown ? valueAt(core.context.previous, pointer) : undefined,
  });
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
  return core.cells.get(name) ?? cellAt(core, pointer);
}

function invalidPointers(core: FormCore): ReadonlySet<string> {
  const cells = [...core.faulty].filter((cell) => cell.own.some(isSchemaIssue));
  return new Set(cells.map((cell) => pointerOf(core, cell)));
}
