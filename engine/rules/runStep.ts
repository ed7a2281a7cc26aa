/** Runs one step at one place: relevance or a computed value. */
import { undecidedIssue } from './checkIssues.ts';
import { computeFor, decide } from './decide.ts';
import { fieldPointer, readField } from './places.ts';
import type { Step } from './planTypes.ts';
import { relevanceOf } from './relevanceOf.ts';
import type { RuleCell, WorkingMemory } from './ruleCell.ts';
import { sameValue } from './sameValue.ts';

/** Runs a step at a cell; mirrors, which concern all rows of a list, use `runMirror`. */
export function runStep<Cell extends RuleCell>(memory: WorkingMemory<Cell>, step: Step, cell: Cell): void {
  if (step.kind === 'relevant') runRelevance(memory, cell);
  else if (step.kind === 'value' && cell.relevant) runValue(memory, cell);
}

/** When relevance changes, the value is removed or restored as declared. */
function runRelevance<Cell extends RuleCell>(memory: WorkingMemory<Cell>, cell: Cell): void {
  const { relevant, retain, reasons } = relevanceOf(cell.plan, memory.placeOf(cell).scope);
  const turned = relevant !== cell.relevant;
  cell.relevant = relevant;
  if (!sameValue(reasons, cell.relevance)) {
    cell.relevance = reasons;
    memory.note(cell, 'relevance');
  }
  if (relevant) comeBack(memory, cell);
  else putAside(memory, cell, retain);
  if (turned) memory.note(cell, 'turned');
}

function comeBack<Cell extends RuleCell>(memory: WorkingMemory<Cell>, cell: Cell): void {
  const { aside } = cell;
  if (!aside) return;
  cell.aside = undefined;
  memory.note(cell, 'aside');
  if (isNothing(readField(memory.placeOf(cell).root, cell.plan)))
    memory.write(cell, aside.value, aside.chosen);
}

function putAside<Cell extends RuleCell>(
  memory: WorkingMemory<Cell>,
  cell: Cell,
  retain: 'clear' | 'keep' | 'stash',
): void {
  const value = readField(memory.placeOf(cell).root, cell.plan);
  const isList = Array.isArray(value);
  if (value === undefined || (isList && isNothing(value))) return;
  cell.aside = retain === 'clear' ? undefined : { retain, value, chosen: cell.chosen };
  memory.write(cell, isList && retain !== 'keep' ? [] : undefined);
}

function isNothing(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function runValue<Cell extends RuleCell>(memory: WorkingMemory<Cell>, cell: Cell): void {
  const rule = cell.plan.value;
  if (!rule || (rule.override && cell.overridden)) return;
  const place = memory.placeOf(cell);
  if (rule.when && decide(rule.when, place.scope) !== 'yes') return;
  const computed = computeFor(cell.plan.field, rule.expression, place.scope);
  const failed =
    'failed' in computed
      ? undecidedIssue({ id: rule.id, level: 'warning' }, fieldPointer(place, cell.plan))
      : undefined;
  if (!sameValue(failed, cell.failed)) {
    cell.failed = failed;
    memory.note(cell, 'failed');
  }
  if ('value' in computed) memory.write(cell, computed.value);
}
