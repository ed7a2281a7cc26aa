/** Warnings about the states of a workflow: unreachable ones, and those without a way out. */
import type { Field } from '../declaration/types.generated.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { WorkflowChange } from './types.ts';

/** Reports states that no record reaches and states that none leaves. */
export function stateFindings(change: WorkflowChange, property: Field, draft: DeclarationDraft): void {
  const lookup = property['x-lookup'] ?? '';
  const items = (draft.seen('lookup', lookup)?.items ?? []) as readonly { Id: unknown; Name: string }[];
  const workflow = draft.seen('behaviour', change.name)?.workflow;
  if (!workflow) return;
  const start = items.find(({ Id }) => Id === property.default)?.Name;
  const reached = reachedFrom(start, workflow.transitions);
  const left = new Set(workflow.transitions.flatMap(({ from }) => from));
  const final = new Set(workflow.final ?? []);
  const warn = (code: string, state: string) =>
    draft.report(change, code, { at: '/field', level: 'warning', params: { state } });
  for (const { Name } of items) {
    if (!reached.has(Name)) warn('state-unreachable', Name);
    else if (!left.has(Name) && !final.has(Name)) warn('state-stuck', Name);
  }
}

type Step = { readonly from: readonly string[]; readonly to: string };

/** The states that a record can get into. */
function reachedFrom(start: string | undefined, steps: readonly Step[]): ReadonlySet<string> {
  const reached = new Set(start === undefined ? [] : [start]);
  for (let before = -1; before < reached.size; ) {
    before = reached.size;
    for (const { from, to } of steps) if (from.some((state) => reached.has(state))) reached.add(to);
  }
  return reached;
}
