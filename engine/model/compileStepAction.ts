/** The button of a workflow step: takes what the step declares, so that screens need not repeat it. */
import type { Action } from '../declaration/types.generated.ts';
import type { Compiled } from '../expression/types.ts';
import type { EntityModel, StepAskModel, TransitionModel } from '../types/modelTypes.ts';
import type { RouteModel } from '../types/routeTypes.ts';
import type { ScreenContext } from './compileScreenParts.ts';

/** What a step, or an automation, adds to its button. */
export type StepAction = {
  readonly declared: Action;
  readonly label: string;
  readonly access: TransitionModel['access'];
  /** A condition in the scope of the screen; absent when the screen has its own or there is none. */
  readonly enabled?: Compiled;
  /** Who sees it, and when, besides what the screen says. */
  readonly shown?: Compiled | undefined;
  /** The confirmation of the API, which the button asks instead. */
  readonly asks?: { readonly rule: string; readonly message: string };
  /** What the step has filled in. */
  readonly step?: StepAskModel;
  readonly waits?: string;
};

/** Turns a step button into a call; reports and returns undefined when no callable step is named. */
export function stepAction(
  action: Action,
  context: ScreenContext,
  path: string,
  row?: string,
): StepAction | undefined {
  const entity = context.types.entities.get(entityOf(action, context, row) ?? '');
  const step = entity?.workflow?.transitions.find(({ id }) => id === action.transition);
  const route = entity && step && routeOf(context.routes, entity, step);
  if (!entity || !step || !route) {
    report(action, { entity, step }, context, path);
    return undefined;
  }
  const { record, transition: _, ...declared } = action;
  const at = record === undefined ? '' : `$data.${record}.`;
  const visible = inState(entity, step, at, context);
  const rule = stepRule(entity, step);
  return {
    declared: {
      ...declared,
      kind: 'call',
      call: `${route.method} ${filledPath(route, record)}` as Action['call'],
      ...(route.transitionFrom ? { body: `{ '${route.transitionFrom}': '${step.to}' }` } : {}),
      visible: declared.visible === undefined ? visible : `(${visible}) and (${declared.visible})`,
      ...((declared.refused ?? step.guard) ? { refused: declared.refused ?? step.refusal } : {}),
      ...((declared.then ?? step.then) ? { then: declared.then ?? step.then } : {}),
      ...(step.confirm ? { confirm: withQuestion(declared.confirm, step.confirm) } : {}),
      ...((declared.tone ?? step.tone) ? { tone: declared.tone ?? step.tone } : {}),
    },
    label: declared.label ?? step.label,
    access: step.access,
    ...(declared.enabled === undefined && step.guard ? { enabled: onRecord(step.guard, record) } : {}),
    ...(step.confirm ? { asks: { rule, message: step.confirm } } : {}),
    ...(step.asks.length > 0 || step.note ? { step: askedOf(entity, step, record) } : {}),
    ...(step.approval && { waits: step.id }),
  };
}

const askedOf = ({ id }: EntityModel, step: TransitionModel, record: string | undefined): StepAskModel => ({
  entity: id,
  transition: step.id,
  ...(record !== undefined && { record }),
  fields: step.asks,
  ...(step.note && { note: step.note }),
});

/** The member of a body, and the field of a history entry, that holds the note of a step. */
export const stepNote = '$note';

/** The message of a history entry that is about no field: a note, or what became of an approval. */
export function historyMark(field: string): string | undefined {
  if (field === stepNote) return 'history.step-note';
  return field.startsWith('$approval.') ? `history.${field.slice(1)}` : undefined;
}

/** The rule name of a step's question in the API. */
export const stepRule = ({ id }: Pick<EntityModel, 'id'>, step: Pick<TransitionModel, 'id'>): string =>
  `${id}.${step.id}`;

function entityOf({ record }: Action, { dataTypes }: ScreenContext, row?: string): string | undefined {
  return record === undefined ? row : dataTypes[record];
}

/** The path for this step alone, otherwise one whose body names the state. */
function routeOf(routes: ScreenContext['routes'], entity: EntityModel, step: TransitionModel) {
  const own = routes.ask((all) =>
    all.filter((route) => route.operation === 'transition' && route.entity === entity.id),
  );
  const isOpen = ({ transition, except }: RouteModel) => !transition && !except.includes(step.id);
  return own.find(({ transition }) => transition === step.id) ?? own.find(isOpen);
}

export function filledPath(
  { path, idParameter = '' }: Pick<RouteModel, 'path' | 'idParameter'>,
  record: string | undefined,
): string {
  return path.replace(`{${idParameter}}`, record === undefined ? '{Id}' : `{data.${record}.Id}`);
}

/** The start states as a condition of the screen. */
function inState(
  entity: EntityModel,
  { from }: TransitionModel,
  at: string,
  { types }: ScreenContext,
): string {
  const field = entity.fieldByPath.get(entity.workflow?.field ?? '');
  const as = field?.expand?.fields.includes('Name') ? field.expand.as : undefined;
  if (as) return `${at}${as}.Name in ${listOf(from)}`;
  const items = types.lookups.get(field?.lookup ?? '')?.items ?? [];
  return `${at}${field?.name} in ${listOf(items.filter(({ Name }) => from.includes(Name)).map(({ Id }) => Id))}`;
}

const listOf = (values: readonly (string | number)[]): string =>
  `[${values.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', ')}]`;

/** Evaluates a condition on the record of the button. */
export function onRecord(guard: Compiled, record: string | undefined): Compiled {
  if (record === undefined) return guard;
  return {
    ...guard,
    evaluate: ({ root: _, vars }) => {
      const own = (vars.data as Readonly<Record<string, unknown>> | undefined)?.[record];
      return guard.evaluate({ root: own, vars: { ...vars, record: own, previous: own } });
    },
    reads: guard.reads.map(({ from, path }) =>
      from === '$' || from === 'record' || from === 'previous'
        ? { from: 'data', path: [record, ...path] }
        : { from, path },
    ),
  };
}

/** Asked last, unless the screen words the question itself. */
function withQuestion(given: Action['confirm'], message: string): Action['confirm'] {
  const own = [given ?? []].flat();
  const isAsked = own.some((one) => (typeof one === 'string' ? one : one.message) === message);
  return (isAsked ? own : [...own, message]) as Action['confirm'];
}

type Found = { readonly entity?: EntityModel; readonly step?: TransitionModel };

function report(
  { id, record, transition = '' }: Action,
  { entity, step }: Found,
  { compiler, file, dataTypes }: ScreenContext,
  path: string,
): void {
  const steps = entity?.workflow?.transitions.map((one) => one.id).join(', ') || 'none';
  if (!entity)
    compiler.error(
      { file, path },
      record === undefined
        ? `Action ${id} is a transition of a row, but is not in a list. Name the "record" it takes.`
        : `There is no record ${record} in "data". Known: ${Object.keys(dataTypes).join(', ') || 'none'}.`,
    );
  else if (!step)
    compiler.error({ file, path }, `${entity.id} has no transition “${transition}”. Known: ${steps}.`);
  else
    compiler.error(
      { file, path },
      `No route takes ${entity.id} through ${transition}. Add one with "operation": "transition" to its api.json.`,
    );
}
