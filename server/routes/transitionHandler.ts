import type { DataRecord, RouteModel, TransitionModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { member } from '../http/member.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import type { OperationCall, RuntimeOfAll } from '../operations/OperationCall.ts';
import { stateOf, statesOf } from '../operations/stateOf.ts';
import { transitionRecord } from '../operations/transitionRecord.ts';
import { answerRecord } from './answerRecord.ts';
import type { Handler, Served } from './Handler.ts';
import { readRevision } from './readRecord.ts';
import { transitionBody, transitionTakes } from './transitionTakes.ts';

/** `PUT /product/{id}/launch`, or `PUT /product/{id}/state` with the target state in the body. */
export function transitionHandler(route: RouteModel, runtime: RuntimeOfAll): Served {
  const plan = runtime.planOf(route.entity);
  const handle: Handler = async (call) => {
    const operation = operationCall(call);
    const id = call.params[route.idParameter ?? ''] ?? '';
    const { input, filled, note } = transitionBody(call, plan.entity, route);
    const transition = route.transition
      ? plan.entity.workflow?.transitions.find((candidate) => candidate.id === route.transition)
      : await chosen(route, { plan, operation, id, name: stateNamed(route, { plan, operation, input }) });
    if (!transition) throw new Error(`${plan.entity.id} has no transition ${route.transition}.`);
    const seen = readRevision(call, input);
    const back = route.transitionFrom ? undefined : input;
    let approval: string | undefined;
    const onWaiting = (waiting: string) => {
      approval = waiting;
    };
    const record = await transitionRecord(operation, plan, {
      ...{ id, transition, revision: seen, sent: back, asks: true, filled, onWaiting },
      ...(note !== undefined && { note }),
    });
    // Not done yet: it waits for approval.
    if (approval) return json({ Id: id, Approval: approval }, 202);
    return answerRecord(call, route, record);
  };
  return { takes: transitionTakes(route, runtime), handle };
}

/** The target state in a body: by name, otherwise by id. */
function stateNamed(
  { transitionFrom = '' }: RouteModel,
  { plan, operation, input }: Pick<Choice, 'plan' | 'operation'> & { readonly input: DataRecord },
): unknown {
  const [name, id] = [member(input, transitionFrom), member(input, 'Id')];
  if ((name ?? '') !== '' || (id ?? '') === '') return name;
  const states = statesOf(operation.runtime.model, plan);
  const wanted = typeof id === 'string' ? id : JSON.stringify(id);
  return states.find((state) => String(state.Id) === wanted)?.Name ?? wanted;
}

type Choice = {
  readonly plan: EntityPlan;
  readonly operation: OperationCall;
  readonly id: string;
  readonly name: unknown;
};

/** The transition to the named state from the current one; otherwise any, whose refusal gives the reason. */
async function chosen(route: RouteModel, { plan, operation, id, name }: Choice): Promise<TransitionModel> {
  const all = plan.entity.workflow?.transitions ?? [];
  const open = all.filter((transition) => transition.to === name && !route.except.includes(transition.id));
  if (open.length > 1) {
    const record = await loadRecord({ call: operation, session: operation.runtime.store }, plan, id);
    return (
      open.find((transition) =>
        transition.from.includes(stateOf(operation.runtime.model, plan, record) ?? ''),
      ) ?? (open[0] as TransitionModel)
    );
  }
  if (open[0]) return open[0];
  const states = [
    ...new Set(all.filter(({ id: known }) => !route.except.includes(known)).map(({ to }) => to)),
  ];
  const isBarred = all.some((transition) => transition.to === name);
  if (isBarred) throw refusals.barredTransition({ params: { name: String(name) } });
  throw refusals.noSuchState({ params: { name: typeof name === 'string' ? name : '', names: states } });
}
