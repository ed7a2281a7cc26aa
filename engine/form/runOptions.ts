/** The choices of a reference as they are now, and what becomes of a choice that is no longer among them. */
import type { FilterTree } from '../expression/types.ts';
import {
  boundFilter,
  chosenRecords,
  type OptionVerdict,
  optionVerdict,
  refusedOption,
  staying,
} from '../rules/optionIssue.ts';
import { sameValue } from '../rules/sameValue.ts';
import { cellValue, placeOf, pointerOf } from './cells.ts';
import type { Cell, FormCore } from './FormCore.ts';
import { countErrors } from './rowIssues.ts';
import type { OptionsRequest } from './types.ts';
import { writeValue } from './values.ts';

/** Binds the row condition anew. */
export function runOptions(core: FormCore, cell: Cell): void {
  const rule = cell.plan.options;
  if (!rule) return;
  const filter = boundFilter(rule, placeOf(core, cell.row).scope) ?? nothing;
  const narrowed = cell.request !== undefined && !sameValue(cell.request.filter, filter);
  if (!cell.request || narrowed) {
    const { pageSize, find, through, minimumLength } = rule;
    cell.request = { entity: rule.from, filter, sort: rule.sort, pageSize, find, through, minimumLength };
    core.queue.views.add(cell);
  }
  judgeChoice(core, cell, filter, narrowed && !core.loading);
}

// What a condition that cannot be computed would offer is not known, so nothing is.
const nothing: FilterTree = { kind: 'constant', value: false };

function judgeChoice(core: FormCore, cell: Cell, filter: FilterTree, narrowed: boolean): void {
  const rule = cell.plan.options;
  if (!rule?.where) return;
  const value = cellValue(core, cell);
  const verdicts = verdictsOn(core, cell, filter);
  if (rule.onInvalid !== 'clear') setRefused(core, cell, verdicts.includes('refused'));
  else if (narrowed && value !== undefined) {
    if (verdicts.includes('refused')) writeValue(core, cell, withoutRefused(value, verdicts));
    else if (verdicts.includes('unknown') && !Array.isArray(value)) askServer(core, cell, value);
  }
}

function verdictsOn(core: FormCore, cell: Cell, filter: FilterTree): readonly OptionVerdict[] {
  const { plan, chosen } = cell;
  const value = cellValue(core, cell);
  if (value === undefined) return [];
  const records = chosenRecords({ plan, value, expanded: chosen, model: core.context.model });
  const stays = staying(plan, core.isNew ? undefined : core.stored);
  return records.map((record) => (stays(record?.Id) ? 'offered' : optionVerdict(filter, record)));
}

/** Of a list, the entries that are still offered. */
function withoutRefused(value: unknown, verdicts: readonly OptionVerdict[]): unknown {
  return Array.isArray(value) ? value.filter((_, at) => verdicts[at] !== 'refused') : undefined;
}

function setRefused(core: FormCore, cell: Cell, refused: boolean): void {
  const rule = cell.plan.options;
  const issue = refused && rule ? refusedOption(rule, pointerOf(core, cell)) : undefined;
  if (sameValue(issue, cell.option)) return;
  cell.option = issue;
  countErrors(core, cell);
}

/** Too little of the chosen record is known here: the server says whether it is still offered. */
function askServer(core: FormCore, cell: Cell, id: unknown): void {
  const { loadOptions } = core.options;
  const { request } = cell;
  if (!loadOptions || !request) return;
  const byId: FilterTree = { kind: 'compare', path: 'Id', operator: 'eq', value: id };
  const asked: OptionsRequest = { ...request, filter: { kind: 'and', of: [byId, request.filter] } };
  loadOptions(asked).then(
    (found) => {
      const stands = !core.destroyed && cell.request === request && cellValue(core, cell) === id;
      if (stands && !found.some((option) => option.Id === id))
        core.change(() => writeValue(core, cell, undefined));
    },
    // Without an answer the choice stays; the server checks it when it is saved.
    () => undefined,
  );
}
