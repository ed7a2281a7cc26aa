/** The record that an incoming webhook is about: found or created with the rights of the owner. */
import type { DataRecord } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { authorize } from '../operations/authorize.ts';
import { equals } from '../operations/filters.ts';
import { ruleContext } from '../operations/OperationCall.ts';
import type { Running, Subject } from './Run.ts';
import { loadSeen } from './values.ts';
import { insert, update } from './writes.ts';

/** Undefined when its condition does not hold, or when no record matches and none is to be created. */
export async function receive(running: Running): Promise<Subject | undefined> {
  const { scope, automation, given } = running;
  const { call } = scope;
  const { when, if: condition } = automation;
  const plan = call.runtime.planOf(automation.entity);
  const empty: DataRecord = {};
  const vars = { ...ruleContext(call, { action: 'create' }), record: empty, event: given.event };
  if (condition && condition.evaluate({ root: empty, vars: vars as Record<string, unknown> }) !== true)
    return note(running, 'stopped', { Reason: { key: 'automation.reason.condition', params: {} } });
  const values = Object.fromEntries(
    Object.entries(when.values).map(([name, value]) => [
      name,
      value.evaluate({ root: empty, vars: vars as Record<string, unknown> }) ?? null,
    ]),
  );
  const known = when.match === undefined ? undefined : await matching(running, plan, values[when.match]);
  if (!known && when.unmatched === 'skip')
    return note(running, 'stopped', {
      Values: values,
      Reason: { key: 'automation.reason.no-record', params: {} },
    });
  if (known) await update(running, { plan, id: known, input: values });
  const id = known ?? (await insert(running, plan, values));
  note(running, 'done', { Values: values });
  const record = await loadSeen(running, plan, id);
  return { plan, record, previous: record };
}

async function matching(
  { scope, automation: { when } }: Running,
  plan: Subject['plan'],
  value: unknown,
): Promise<string | undefined> {
  if (value === null || value === undefined || value === '') return undefined;
  authorize(plan.entity.policy.view, scope.call.features);
  const page = { number: 1, size: 2 };
  const filter = equals(when.match ?? '', value);
  const { items } = await scope.session.find({ entity: plan.entity.id, filter, page });
  if (items.length > 1)
    throw new Refusal('validation', 'automation.problem.ambiguous', {
      params: { field: when.match, value: String(value).slice(0, 100) },
    });
  return items[0] && String(items[0].Id);
}

function note(
  { results }: Running,
  Outcome: 'done' | 'stopped',
  more: Pick<Running['results'][number], 'Values' | 'Reason'>,
): undefined {
  results.push({ Do: 'receive', Step: '-1', Outcome, Milliseconds: 0, ...more });
}
