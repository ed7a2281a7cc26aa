/** Changes that build and edit a workflow in the draft. */
import {
  type Change,
  type ChoiceItem,
  type EntityModel,
  type FieldChange,
  featureOfTransition,
  featuresOfEntity,
  type PlaceChange,
  placeName,
  type RoleChange,
  type Texts,
  type TransitionChange,
  type WorkflowChange,
} from '#engine';

type Names = {
  readonly state: Texts;
  readonly states: Readonly<Record<string, Texts>>;
  readonly steps: Readonly<Record<string, Texts>>;
};

const tones = {
  Draft: 'neutral',
  Submitted: 'accent',
  Approved: 'positive',
  Refused: 'negative',
  Paid: 'positive',
} as const;

/** A workflow to start from, on a field of its own that the list shows: draft, submitted, approved or refused, paid. */
export function usualWorkflow(
  entity: EntityModel,
  names: Names,
  list?: { screen: string; block: string },
): readonly Change[] {
  const field = freeName('State', entity);
  const choices = Object.entries(tones).map(([name, tone]) => ({
    name,
    tone,
    title: names.states[name] as Texts,
  }));
  const [first, ...rest] = choices as [ChoiceItem, ...ChoiceItem[]];
  const step = (
    id: string,
    from: string,
    to: string,
    more: Partial<TransitionChange> = {},
  ): TransitionChange => ({
    ...{ id, label: names.steps[id] as Texts, from: [from], to },
    ...more,
  });
  const added: FieldChange = {
    ...{ kind: 'field', name: `${entity.id}.${field}`, type: 'choice', title: names.state },
    ...{ choices: [first, ...rest], default: first.name, required: true },
  };
  const workflow: WorkflowChange = {
    ...{ kind: 'workflow', name: entity.id, field, final: ['Refused', 'Paid'] },
    transitions: [
      step('submit', 'Draft', 'Submitted', { tone: 'primary' }),
      step('approve', 'Submitted', 'Approved', { tone: 'primary' }),
      step('refuse', 'Submitted', 'Refused', { tone: 'danger', ...(entity.history && { note: 'required' }) }),
      step('pay', 'Approved', 'Paid', { tone: 'primary' }),
    ],
  };
  return [added, workflow, ...(list ? [placeOf(list, field)] : [])];
}

function placeOf({ screen, block }: { screen: string; block: string }, field: string): PlaceChange {
  const place = { screen, block, as: 'column', field } as const;
  return { kind: 'place', name: placeName(place), ...place };
}

function freeName(name: string, { fields }: EntityModel): string {
  const taken = new Set(fields.map((field) => field.name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}${number}`;
    if (!taken.has(free.toLowerCase())) return free;
  }
}

/** Replaces a transition, or adds it. */
export function withTransition(change: WorkflowChange, one: TransitionChange): WorkflowChange {
  const isKnown = change.transitions.some(({ id }) => id === one.id);
  const transitions = isKnown
    ? change.transitions.map((known) => (known.id === one.id ? one : known))
    : [...change.transitions, one];
  return { ...change, transitions };
}

/** Removes a transition, and grants of its right, which roles could no longer hold. */
export function withoutTransition(
  change: WorkflowChange,
  id: string,
  roles: readonly RoleChange[],
): { readonly changes: readonly Change[] } {
  const left = { ...change, transitions: change.transitions.filter((one) => one.id !== id) };
  return { changes: [left, ...withoutGrants(roles, new Set([featureOfTransition(change.name, id)]))] };
}

/** The roles that name one of the features, without them. */
function withoutGrants(roles: readonly RoleChange[], features: ReadonlySet<string>): readonly RoleChange[] {
  return roles.flatMap((role) => {
    const add = (role.add ?? []).filter((feature) => !features.has(feature));
    if (add.length === (role.add ?? []).length) return [];
    const { add: _, ...rest } = role;
    return [add.length > 0 ? { ...rest, add: add as [string, ...string[]] } : rest];
  });
}

/** A free id for a new transition. */
export function freeId(wanted: string, { transitions }: WorkflowChange): string {
  const taken = new Set(transitions.map(({ id }) => id));
  const name = wanted === '' ? 'step' : wanted;
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(free)) return free;
  }
}

/** Removes a state: transitions no longer start there, those that lead there go, and records may move. */
export function withoutState(
  { field, workflow }: { readonly field: FieldChange; readonly workflow: WorkflowChange },
  state: string,
  moveTo: string | undefined,
): readonly [FieldChange, WorkflowChange] {
  const choices = (field.choices ?? []).filter(({ name }) => name !== state);
  const transitions = workflow.transitions
    .filter(({ to }) => to !== state)
    .map((one) => ({ ...one, from: one.from.filter((name) => name !== state) }))
    .filter(({ from }) => from.length > 0) as unknown as TransitionChange[];
  const final = (workflow.final ?? []).filter((name) => name !== state);
  const moved = moveTo === undefined ? workflow.moved : { ...workflow.moved, [state]: moveTo };
  return [
    { ...field, choices: choices as unknown as [ChoiceItem, ...ChoiceItem[]] },
    { ...workflow, transitions, final, ...(moved && { moved }) },
  ];
}

/** Anyone who may edit the record of an entity of one's own. */
export const editRight = (entity: string): string => featuresOfEntity(entity).edit;
