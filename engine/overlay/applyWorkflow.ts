/** Adds a workflow to an entity, or changes one that is open: transitions, routes, rights and texts. */
import type { BehaviourDeclaration, Field } from '../declaration/types.generated.ts';
import { behaviourOf } from './addRule.ts';
import { changeKey } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import { declaredFeatures } from './declaredFeatures.ts';
import { dropStepButtons } from './dropStepButtons.ts';
import { stateFindings } from './stateFindings.ts';
import type { Texts, TransitionChange, WorkflowChange } from './types.ts';

type Workflow = NonNullable<BehaviourDeclaration['workflow']>;
type Transition = Workflow['transitions'][number];

/** `expense-report`, `send-back` → Custom.ExpenseReport.SendBack: the right to take a transition. */
export function featureOfTransition(entity: string, id: string): string {
  const [of, step] = [entity, id].map((name) =>
    name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase()),
  );
  return `Custom.${of}.Step.${step}`;
}

/** Writes the workflow into the behaviour of its entity. */
export function applyWorkflow(change: WorkflowChange, draft: DeclarationDraft): void {
  const { name: id, field } = change;
  const entity = draft.seen('entity', id);
  const shipped = draft.seen('behaviour', id)?.workflow;
  const property = entity?.properties[field] as Field | undefined;
  const report = (code: string, at: string, params = {}) => draft.report(change, code, { at, params });
  if (!entity) report('no-entity', '/name', { entity: id });
  else if (shipped && shipped.open !== true) report('workflow-closed', '/name', { entity: id });
  else if (shipped && shipped.field !== field)
    report('workflow-field-other', '/field', { field: shipped.field });
  else if (!property?.['x-lookup'] || property.type === 'array')
    report('workflow-field', '/field', { field });
  else if (!shipped && property['x-overlay'] === undefined)
    report('workflow-field-shipped', '/field', { field });
  else if (!shipped && property.default === undefined) report('workflow-start', '/field', { field });
  else {
    writeWorkflow(change, shipped, draft);
    stateFindings(change, property, draft);
  }
}

function writeWorkflow(change: WorkflowChange, shipped: Workflow | undefined, draft: DeclarationDraft): void {
  const { name, field, final, moved, off = [] } = change;
  const taken = new Set([...off, ...change.transitions.map(({ id }) => id)]);
  for (const [index, id] of off.entries())
    if (!shipped?.transitions.some((one) => one.id === id))
      draft.report(change, 'no-transition', {
        at: `/off/${index}`,
        level: 'warning',
        params: { transition: id },
      });
  const own = change.transitions.map((one, index) =>
    draft.mark(transitionOf(one, change), change, `/transitions/${index}`),
  );
  const left = (shipped?.transitions ?? []).filter(({ id }) => !taken.has(id));
  const workflow: Workflow = {
    ...shipped,
    field,
    ...((final ?? shipped?.final) ? { final: [...(final ?? shipped?.final ?? [])] } : {}),
    ...(moved && { moved: { ...shipped?.moved, ...moved } }),
    transitions: [...left, ...own],
  };
  behaviourOf(name, draft).workflow = draft.mark(workflow, change);
  writeRoutes(change, off, draft);
  for (const [index, one] of change.transitions.entries())
    addTexts(one, change, `/transitions/${index}`, draft);
  addFeatures(change, draft);
  const kept = new Set(change.transitions.map(({ id }) => id));
  dropStepButtons({ entity: name, ids: new Set(off.filter((id) => !kept.has(id))) }, draft);
}

const keyOf = ({ name }: WorkflowChange, id: string, part?: string): string =>
  ['workflow', name, id, part].filter((one) => one !== undefined).join('.');

function transitionOf(declared: TransitionChange, change: WorkflowChange): Transition {
  const { id, label: _label, refusal, confirm, access, asks, from, ...words } = declared;
  return {
    ...words,
    id,
    from: from as Transition['from'],
    access: (access ?? featureOfTransition(change.name, id)) as Transition['access'],
    label: keyOf(change, id),
    ...(refusal && { refusal: keyOf(change, id, 'refusal') }),
    ...(confirm && { confirm: keyOf(change, id, 'confirm') }),
    ...(asks && asks.length > 0 && { asks: asks as unknown as NonNullable<Transition['asks']> }),
    overlay: changeKey(change),
  };
}

function addTexts(
  { id, label, refusal, confirm }: TransitionChange,
  change: WorkflowChange,
  at: string,
  draft: DeclarationDraft,
): void {
  draft.text(change, keyOf(change, id), label, `${at}/label`);
  if (refusal) draft.text(change, keyOf(change, id, 'refusal'), refusal, `${at}/refusal`);
  if (confirm) draft.text(change, keyOf(change, id, 'confirm'), confirm, `${at}/confirm`);
}

/** Each transition has a path of its own, below that of its record. */
function writeRoutes(change: WorkflowChange, off: readonly string[], draft: DeclarationDraft): void {
  const routes = draft.seen('api', change.name)?.routes ?? [];
  const base = routes.find(
    ({ operation, route }) => operation === 'get' && /^GET \/[^{]*\{\w+\}$/.test(route),
  );
  const path = base?.route.replace(/^GET /, '') ?? `/custom/${change.name}/{id}`;
  const known = new Set(routes.flatMap(({ transition }) => (transition ? [transition] : [])));
  const added = change.transitions
    .filter(({ id }) => !known.has(id))
    .map(({ id }) =>
      draft.mark(
        { route: `PUT ${path}/steps/${id}`, operation: 'transition' as const, transition: id },
        change,
      ),
    );
  const api = draft.named('api', change.name);
  if (!api) draft.report(change, 'no-entity', { at: '/name', params: { entity: change.name } });
  else
    api.json.routes = [
      ...api.json.routes.filter(({ transition = '' }) => !off.includes(transition)),
      ...added,
    ];
}

/** Held only by roles that name it. */
function addFeatures(change: WorkflowChange, draft: DeclarationDraft): void {
  const own = change.transitions.filter(({ access }) => access === undefined);
  if (own.length === 0) return;
  const { json } = draft.named('features') ?? draft.add('schemas/access/features.json', { features: [] });
  const known = new Set(declaredFeatures(draft).map(({ id }) => id));
  for (const { id, label } of own) {
    const feature = featureOfTransition(change.name, id);
    if (known.has(feature)) continue;
    const title = titleOf(change, label, draft);
    json.features = [...json.features, { id: feature, title: title['en-CA'], named: true as const }];
    draft.text(change, `feature.${feature}`, { 'fr-CA': title['fr-CA'] }, '/transitions');
  }
}

function titleOf({ name }: WorkflowChange, label: Texts, draft: DeclarationDraft): Texts {
  const entity = draft.seen('entity', name);
  const plural = entity?.['x-plural'] ?? entity?.title ?? name;
  const french = draft.textOf(`entity.${name}.plural`, 'fr-CA');
  return {
    'en-CA': `${label['en-CA']}: ${plural}`,
    'fr-CA': `${label['fr-CA']}\u00a0: ${typeof french === 'string' ? french : plural}`,
  };
}
