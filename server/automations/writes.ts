/** The steps that write records; each asks for the rights that the same write by hand needs. */
import { accessOfRoute, type DataRecord, type EntityModel, type Model, type StepModel } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { createWithin } from '../operations/createRecord.ts';
import { equals } from '../operations/filters.ts';
import { transitionWithin } from '../operations/transitionRecord.ts';
import { updateWithin } from '../operations/updateRecord.ts';
import { type Carrying, mostRecords, type Outcome, type Running, type Subject } from './Run.ts';
import { loadSeen, reloaded, valuesOf } from './values.ts';

export async function set(running: Running, step: StepModel, carrying: Carrying): Promise<Outcome> {
  const { plan, record } = carrying.subject;
  const Values = valuesOf(step, carrying);
  await update(running, { plan, id: String(record.Id), input: Values });
  return { Outcome: 'done', Values, record: await reloaded(running, carrying.subject) };
}

export async function create(running: Running, step: StepModel, carrying: Carrying): Promise<Outcome> {
  const { scope } = running;
  const plan = scope.call.runtime.planOf(step.entity ?? '');
  const Values = valuesOf(step, carrying);
  const Id = await insert(running, plan, Values);
  return { Outcome: 'done', Values: { ...Values, Id } };
}

/** Creates a record with the rights that the same write by hand needs; returns its id. */
export async function insert(running: Running, plan: Subject['plan'], values: DataRecord): Promise<string> {
  refuseUnlessAllowed(running, plan.entity, 'create');
  count(running);
  return String((await createWithin(running.scope, plan, values)).Id);
}

export async function change(running: Running, step: StepModel, carrying: Carrying): Promise<Outcome> {
  const id = carrying.subject.record[step.through ?? ''];
  if (typeof id !== 'string' || id === '')
    return { Outcome: 'skipped', Reason: { key: 'automation.reason.no-record', params: {} } };
  const plan = running.scope.call.runtime.planOf(step.target ?? '');
  const Values = valuesOf(step, carrying);
  await update(running, { plan, id, input: Values });
  return { Outcome: 'done', Values };
}

export async function transition(running: Running, step: StepModel, { subject }: Carrying): Promise<Outcome> {
  const { plan, record } = subject;
  const found = plan.entity.workflow?.transitions.find(({ id }) => id === step.transition);
  if (!found)
    throw new Refusal('validation', 'automation.problem.transition', { params: { name: step.transition } });
  count(running);
  await transitionWithin(running.scope, plan, { id: String(record.Id), transition: found });
  return { Outcome: 'done', Values: { transition: found.id }, record: await reloaded(running, subject) };
}

export async function each(
  running: Running,
  step: StepModel,
  { subject }: Carrying,
  run: (record: DataRecord, index: number) => Promise<void>,
): Promise<Outcome> {
  const { scope } = running;
  const plan = scope.call.runtime.planOf(step.entity ?? '');
  const filter = equals(step.through ?? '', subject.record.Id);
  const page = { number: 1, size: mostRecords + 1 };
  const { items } = await scope.session.find({ entity: plan.entity.id, filter, page });
  if (items.length > mostRecords)
    throw new Refusal('validation', 'automation.problem.records', { params: { limit: mostRecords } });
  for (const [index, { Id }] of items.entries()) await run(await loadSeen(running, plan, String(Id)), index);
  return { Outcome: 'done', Values: { count: items.length } };
}

type Updating = { readonly plan: Subject['plan']; readonly id: string; readonly input: DataRecord };

export async function update(running: Running, { plan, id, input }: Updating): Promise<void> {
  refuseUnlessAllowed(running, plan.entity, 'update');
  count(running);
  await updateWithin(running.scope, plan, { id, input, fields: Object.keys(input) });
}

function count({ spent }: Running): void {
  spent.records += 1;
  if (spent.records > mostRecords)
    throw new Refusal('validation', 'automation.problem.records', { params: { limit: mostRecords } });
}

function refuseUnlessAllowed(
  { scope: { call } }: Running,
  entity: EntityModel,
  operation: 'create' | 'update',
): void {
  if (mayWrite(call.runtime.model, entity, operation, call.features)) return;
  authorize(entity.policy[operation], call.features);
  throw refusals.nobodyMay();
}

/** By the policy of the entity, or by a call that has its own. */
export function mayWrite(
  model: Model,
  entity: EntityModel,
  operation: 'create' | 'update',
  features: ReadonlySet<string>,
): boolean {
  return (
    isAllowed(entity.policy[operation], features) ||
    model.routes.some(
      (route) =>
        route.entity === entity.id &&
        route.operation === operation &&
        !route.any &&
        isAllowed(accessOfRoute(model, route), features),
    )
  );
}

export function refuseRemoved({ isRemoved }: Subject): void {
  if (isRemoved) throw new Refusal('validation', 'automation.problem.removed', {});
}
