/** A person changes a field. */
import type { Compiled, Scope } from '../expression/types.ts';
import type { DataRecord, EffectRule } from '../model/types.ts';
import { compute, decide } from '../rules/decide.ts';
import { isRecord, type MutableRecord, withoutEmpty } from '../rules/values.ts';
import { cellAt, matters, placeOf } from './cells.ts';
import type { Cell, FormCore, Row } from './FormCore.ts';
import { enqueue, targetCell } from './queue.ts';
import { clearServerIssues } from './serverIssues.ts';
import { settleForm } from './settleForm.ts';
import { noteSeen, writeValue } from './values.ts';

/** Sets a value as a person does: a computed one is overruled, effects run. `option` is the record chosen. */
export function changeValue(core: FormCore, pointer: string, value: unknown, option?: DataRecord): void {
  const cell = cellAt(core, pointer);
  if (!cell) return;
  clearServerIssues(core, cell);
  if (cell.plan.value?.override && !cell.overridden) {
    cell.overridden = true;
    noteSeen(core, cell);
  }
  const changed = writeValue(core, cell, value, option);
  // What does not matter, or is computed, is brought to order again.
  for (const node of core.graph.nodesOf(cell.plan))
    if (node.kind === 'step' && node.list === cell.row?.list.plan.field.path) enqueue(core, node, cell.row);
  if (changed && cell.plan.effects.length > 0) runEffects(core, cell, option);
}

/** Back to what the rule says. */
export function resetDerived(core: FormCore, pointer: string): void {
  const cell = cellAt(core, pointer);
  if (!cell?.overridden) return;
  cell.overridden = false;
  noteSeen(core, cell);
  for (const node of core.graph.nodesOf(cell.plan)) enqueue(core, node, cell.row);
}

/** Effects see the form settled with the new value; what they set sets off no effects itself. */
function runEffects(core: FormCore, cell: Cell, option: DataRecord | undefined): void {
  settleForm(core);
  const { scope } = placeOf(core, cell.row);
  const vars = { ...scope.vars, option: option && withoutEmpty(option) };
  for (const rule of cell.plan.effects)
    runEffect(core, rule, { row: cell.row, option, scope: { root: scope.root, vars } });
}

type Effect = {
  readonly row: Row | undefined;
  readonly option: DataRecord | undefined;
  readonly scope: Scope;
};

function runEffect(core: FormCore, rule: EffectRule, effect: Effect): void {
  if (rule.when && decide(rule.when, effect.scope) !== 'yes') return;
  for (const [pattern, expression] of Object.entries(rule.set))
    setAt(core, { pattern, expression, row: effect.row }, effect);
  for (const row of effect.row?.list.rows ?? [])
    for (const [pattern, expression] of Object.entries(rule.others))
      if (row !== effect.row) setAt(core, { pattern, expression, row }, effect);
}

type Setting = {
  readonly pattern: string;
  readonly expression: Compiled;
  readonly row: Row | undefined;
};

function setAt(core: FormCore, { pattern, expression, row }: Setting, { scope, option }: Effect): void {
  const target = core.plan.byPattern.get(pattern);
  const cell = target && targetCell(core, target, target.list === undefined ? undefined : row);
  const computed = cell && isOpen(core, cell) ? compute(expression, scope) : undefined;
  if (!cell || !computed || !('value' in computed)) return;
  if (cell.plan.value?.override && !cell.overridden) {
    cell.overridden = true;
    noteSeen(core, cell);
  }
  writeValue(core, cell, computed.value, recordIn(option, cell, computed.value));
}

// An effect may not do what the person may not.
function isOpen(core: FormCore, cell: Cell): boolean {
  if (core.options.locked || !matters(cell)) return false;
  for (let at: Cell | undefined = cell; at; at = at.outer) if (at.locks.length > 0) return false;
  return true;
}

/** The record behind an id that an effect sets, where the chosen record carries it: the group's brand. */
function recordIn(option: DataRecord | undefined, { plan }: Cell, id: unknown): MutableRecord | undefined {
  const expanded = plan.alias === undefined ? undefined : option?.[plan.alias];
  return isRecord(expanded) && expanded.Id === id ? expanded : undefined;
}
