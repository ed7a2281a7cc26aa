/** Workflows: states are items of a lookup, and transitions the only way from one to another. */
import type { BehaviourDeclaration, EntityDeclaration, Field } from '../declaration/types.generated.ts';
import type { TransitionAsk, TransitionModel, WorkflowModel } from '../types/modelTypes.ts';
import { compileApproval } from './compileApproval.ts';
import { modelOf } from './entityDraft.ts';
import type { RulesPlace } from './ruleContext.ts';
import { ruleScope } from './typeScope.ts';

type Declared = NonNullable<BehaviourDeclaration['workflow']>;
type DeclaredTransition = Declared['transitions'][number];

/** Compiles the workflow of an entity. */
export function compileWorkflow(
  { workflow: declared, defaults = {} }: BehaviourDeclaration,
  place: RulesPlace,
): WorkflowModel | undefined {
  if (!declared) return undefined;
  const { compiler, draft, types, file } = place;
  const field = draft.fieldByPath.get(declared.field);
  const lookup = types.lookups.get(field?.lookup ?? '');
  const known = lookup && new Set(lookup.items.map((item) => item.Name));
  if (!lookup)
    compiler.error(
      { file, path: '/workflow/field' },
      `${declared.field} of ${draft.id} must be a field with x-lookup: its items are the states.`,
    );
  else if (field?.default === undefined && defaults[declared.field] === undefined)
    compiler.error(
      { file, path: '/workflow/field' },
      `${declared.field} of ${draft.id} has no default: it is the state of a new record.`,
    );
  const final = declared.final ?? [];
  const states: States = { known, final, lookup: lookup?.id ?? '' };
  for (const [index, state] of final.entries()) checkState(state, states, `/workflow/final/${index}`, place);
  return {
    field: declared.field,
    final,
    open: declared.open === true,
    moved: movedOf(declared, states, place),
    transitions: declared.transitions.map((transition, index) => {
      const at = `/workflow/transitions/${index}`;
      checkStates(transition, states, at, place);
      checkTwin(declared.transitions, index, place);
      return compileTransition(transition, at, place);
    }),
  };
}

/** The target must be a state; the source is one no longer, or the entry has no effect. */
function movedOf({ moved = {} }: Declared, states: States, place: RulesPlace): WorkflowModel['moved'] {
  const entries = Object.entries(moved).flatMap(([from, to]) =>
    to === undefined ? [] : [[from, to] as const],
  );
  for (const [from, to] of entries) checkState(to, states, `/workflow/moved/${from}`, place);
  return Object.fromEntries(entries);
}

/** Only transitions write the state, whatever its field says of itself. */
export function stateField(
  { properties }: EntityDeclaration,
  state: string | undefined,
): Readonly<Record<string, Field>> {
  const declared = properties[state ?? ''] as Field | undefined;
  return state === undefined || !declared ? {} : { [state]: { ...declared, readOnly: true } };
}

type States = {
  readonly known: ReadonlySet<string> | undefined;
  readonly final: readonly string[];
  readonly lookup: string;
};

function checkState(
  state: string,
  { known, lookup }: States,
  path: string,
  { compiler, file }: RulesPlace,
): void {
  if (known && !known.has(state))
    compiler.error(
      { file, path },
      `${state} is no item of lookup ${lookup}. Known: ${[...known].join(', ')}.`,
      { code: 'state-unknown', params: { state } },
    );
}

function checkStates({ id, from, to }: DeclaredTransition, states: States, at: string, place: RulesPlace) {
  for (const state of [...from, to]) checkState(state, states, at, place);
  for (const state of from)
    if (states.final.includes(state))
      place.compiler.error(
        { file: place.file, path: `${at}/from` },
        `${id} leaves ${state}, which is final. Take the state out of "final" or of "from".`,
        { code: 'state-final', params: { state } },
      );
}

function checkTwin(all: readonly DeclaredTransition[], index: number, { compiler, file }: RulesPlace): void {
  const id = all[index]?.id;
  if (all.findIndex((one) => one.id === id) < index)
    compiler.error(
      { file, path: `/workflow/transitions/${index}/id` },
      `There are two transitions ${id}. Rename one.`,
    );
}

function compileTransition(declared: DeclaredTransition, at: string, place: RulesPlace): TransitionModel {
  const { compiler, types, draft, file } = place;
  const scope = () => ruleScope(types, modelOf(types, draft));
  const refusal = declared.refusal ?? 'transition.refused';
  for (const message of [declared.guard && refusal, declared.refusal, declared.confirm, declared.label])
    if (message) compiler.use(`message:${message}`, { file, path: at });
  const set = Object.entries(declared.set ?? {}).map(([field, text]) => {
    compiler.use(`field:${draft.id}.${field}`, { file, path: `${at}/set/${field}` });
    if (!draft.fieldByPath.has(field))
      compiler.error({ file, path: `${at}/set` }, `${draft.id} has no field ${field}.`);
    return [field, compiler.expression(String(text), { file, path: `${at}/set/${field}` }, scope)] as const;
  });
  return {
    id: declared.id,
    from: declared.from,
    to: declared.to,
    access: compiler.access(declared.access, { file, path: `${at}/access` }),
    guard:
      declared.guard === undefined
        ? undefined
        : compiler.expression(declared.guard, { file, path: `${at}/guard` }, scope, 'boolean'),
    refusal,
    confirm: declared.confirm,
    label: declared.label,
    ...(declared.tone && { tone: declared.tone }),
    asks: asksOf(declared, at, place),
    ...(declared.note && { note: declared.note }),
    ...(declared.approval && {
      approval: compileApproval(declared.approval, { file, path: `${at}/approval` }, place),
    }),
    set: Object.fromEntries(set),
    then: declared.then,
    ...(declared.overlay && { overlay: declared.overlay }),
  };
}

function asksOf(
  { id, asks, set = {}, note }: DeclaredTransition,
  at: string,
  { compiler, draft, file }: RulesPlace,
): readonly TransitionAsk[] {
  if (note && !draft.history)
    compiler.error(
      { file, path: `${at}/note` },
      `${draft.id} has no x-history, which would keep the note of ${id}.`,
      { code: 'note-without-history' },
    );
  return (asks ?? []).map((ask, index) => {
    const { field, required = false } = typeof ask === 'string' ? { field: ask } : ask;
    const place = { file, path: `${at}/asks/${index}` };
    const found = draft.fields.find(({ name }) => name === field);
    if (!found?.stored || found.readOnly || found.sequence || found.records)
      compiler.error(place, `${draft.id} has no stored field ${field} that a person could fill in.`, {
        code: 'ask-unknown',
        params: { field },
      });
    compiler.use(`field:${draft.id}.${field}`, place);
    if (set[field] !== undefined)
      compiler.error(place, `${id} sets ${field} itself. Take it out of "set" or of "asks".`);
    return { field, required };
  });
}
