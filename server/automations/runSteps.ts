/** Carries out the steps of an automation within one transaction. */
import type { DataRecord, StepModel } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { ruleContext } from '../operations/OperationCall.ts';
import { ownerAsSeen } from './asSeen.ts';
import { answered, requestOf, shownRequest } from './callOutside.ts';
import type { CallRequest, Carrying, Outcome, Running, Subject } from './Run.ts';
import { mail, notify } from './tell.ts';
import { evaluated } from './values.ts';
import { change, create, each, refuseRemoved, set, transition } from './writes.ts';

/** `at`: the step to go on with after a wait. */
export type Ended =
  | { readonly kind: 'done' | 'stopped' }
  | { readonly kind: 'calling'; readonly at: number; readonly request: CallRequest }
  | { readonly kind: 'waiting'; readonly at: number; readonly minutes: number };

export async function runSteps(
  running: Running,
  steps: readonly StepModel[],
  given: Subject,
  { from = 0, path = '' }: { readonly from?: number; readonly path?: string } = {},
): Promise<Ended> {
  const { results, isTrial, scope } = running;
  let subject = given;
  for (const [index, step] of steps.entries()) {
    if (index < from) continue;
    const Step = `${path}${index}`;
    const began = performance.now();
    const note = (outcome: Outcome) => {
      const { record: _record, ...said } = outcome;
      results.push({ Do: step.do, Step, ...said, Milliseconds: Math.round(performance.now() - began) });
    };
    try {
      if (scope.call.budget.isDue()) await scope.call.budget.yieldTurn();
      const vars = await varsOf(running, subject, step);
      if (step.if && evaluated(step.if, subject, vars) !== true) {
        note({ Outcome: 'skipped', Reason: { key: 'automation.reason.condition', params: {} } });
        continue;
      }
      if (step.do === 'stop') {
        note({ Outcome: 'stopped' });
        return { kind: 'stopped' };
      }
      if (step.do === 'wait') {
        note({ Outcome: isTrial ? 'skipped' : 'waiting', Values: { minutes: step.minutes } });
        if (!isTrial) return { kind: 'waiting', at: index + 1, minutes: step.minutes };
        continue;
      }
      if (step.do === 'call') {
        const reply = answered(running, index);
        const request = reply ? undefined : requestOf(running, step, { subject, vars, path: Step });
        if (request && !isTrial) return { kind: 'calling', at: index, request };
        note(reply ?? notCalled(request as CallRequest));
        continue;
      }
      const outcome = await carryOut(running, step, { subject, vars, path: Step });
      note(outcome);
      if (outcome.record) subject = { ...subject, record: outcome.record };
    } catch (error) {
      note({ Outcome: 'failed', Reason: reasonOf(error) });
      throw error;
    }
  }
  return { kind: 'done' };
}

const notCalled = (request: CallRequest): Outcome => ({
  Outcome: 'skipped',
  Values: shownRequest(request),
  Reason: { key: 'automation.reason.not-called', params: {} },
});

async function carryOut(running: Running, step: StepModel, carrying: Carrying): Promise<Outcome> {
  if (step.do === 'set' || step.do === 'transition') refuseRemoved(carrying.subject);
  switch (step.do) {
    case 'set':
      return set(running, step, carrying);
    case 'create':
      return create(running, step, carrying);
    case 'change':
      return change(running, step, carrying);
    case 'transition':
      return transition(running, step, carrying);
    case 'notify':
      return notify(running, step, carrying);
    case 'mail':
      return mail(running, step, carrying);
    case 'each':
      return each(running, step, carrying, async (record, index) => {
        const plan = running.scope.call.runtime.planOf(step.entity ?? '');
        const inner = { plan, record, previous: record, outer: carrying.subject };
        await runSteps(running, step.then, inner, { path: `${carrying.path}/${index}/` });
      });
    default:
      throw new Error(`There is no step '${step.do}'.`);
  }
}

/** What the expressions of a step read besides the record. */
async function varsOf(
  running: Running,
  { plan, record, previous, outer }: Subject,
  step: StepModel,
): Promise<Readonly<Record<string, unknown>>> {
  const { scope, given } = running;
  const read = [step.if, ...Object.values(step.fields)].some((one) =>
    one?.reads.some(({ from }) => from === 'owner'),
  );
  const owner = read ? await ownerAsSeen(scope, plan, record) : undefined;
  const context = ruleContext(scope.call, { action: 'update', owner, previous });
  return { ...context, record, outer: outer?.record, ...given };
}

/** A refusal as it is, with its first finding; anything else without its details. */
export function reasonOf(error: unknown): { readonly key: string; readonly params: DataRecord } {
  if (!(error instanceof Refusal)) return { key: 'automation.problem.internal', params: {} };
  const [issue] = error.details.issues ?? [];
  const { key, params = {} } = issue
    ? { key: issue.message, params: issue.params }
    : { key: error.key, params: error.details.params };
  return { key, params: JSON.parse(JSON.stringify(params)) as DataRecord };
}
