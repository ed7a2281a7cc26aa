/** The current choices of a reference, and what happens to a choice no longer among them. */
import type { FilterTree } from '../expression/types.ts';
import { boundFilter, choiceVerdicts, type OptionVerdict, refusedOption } from '../rules/optionIssue.ts';
import { sameValue } from '../rules/sameValue.ts';
import { cellValue, placeOf, pointerOf } from './cells.ts';
import type { Cell, FormCore } from './FormCore.ts';
import { countErrors } from './issues.ts';
import type { OptionsRequest } from './types.ts';
import { writeValue } from './values.ts';

/** Rebinds the row condition. */
export function runOptions(core: FormCore, cell: Cell): void {
  const rule = cell.plan.options;
  if (!rule) return;
  const bound = boundFilter(rule, placeOf(core, cell.row).scope);
  const filter = bound ?? nothing;
  const narrowed = cell.request !== undefined && !sameValue(cell.request.filter, filter);
  if (!cell.request || narrowed) {
    const { pageSize, find, through, minimumLength } = rule;
    cell.request = { entity: rule.from, filter, sort: rule.sort, pageSize, find, through, minimumLength };
    core.queue.views.add(cell);
  }
  if (!rule.where) return;
  if (rule.onInvalid !== 'clear') setRefused(core, cell, verdictsOn(core, cell, bound).includes('refused'));
  else if (narrowed && !core.progress.loading) clearRefused(core, cell, filter);
}

// A condition that fails to compute offers nothing.
const nothing: FilterTree = { kind: 'constant', value: false };

function clearRefused(core: FormCore, cell: Cell, filter: FilterTree): void {
  const value = cellValue(core, cell);
  if (value === undefined) return;
  const verdicts = verdictsOn(core, cell, filter);
  if (verdicts.includes('refused')) writeValue(core, cell, withoutRefused(value, verdicts));
  else if (verdicts.includes('unknown') && !Array.isArray(value)) askServer(core, cell, value);
}

function verdictsOn(core: FormCore, cell: Cell, filter: FilterTree | undefined): readonly OptionVerdict[] {
  const { plan, chosen } = cell;
  return choiceVerdicts(filter, {
    plan,
    value: cellValue(core, cell),
    expanded: chosen,
    context: core.context,
  });
}

/** The entries of a list that are still on offer. */
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

/** Not enough of the chosen record is known, so the server decides. */
function askServer(core: FormCore, cell: Cell, id: unknown): void {
  const { loadOptions } = core.options;
  const { request } = cell;
  if (!loadOptions || !request) return;
  const byId: FilterTree = { kind: 'compare', path: 'Id', operator: 'eq', value: id };
  const asked: OptionsRequest = { ...request, filter: { kind: 'and', of: [byId, request.filter] } };
  loadOptions(asked).then(
    (found) => {
      const stands = !core.progress.destroyed && cell.request === request && cellValue(core, cell) === id;
      if (stands && !found.some((option) => option.Id === id))
        core.change(() => writeValue(core, cell, undefined));
    },
    // If the request fails the choice stays; the server checks it on save.
    () => undefined,
  );
}
