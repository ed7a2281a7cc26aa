/** `/configure/draft/steps`: which transitions a person could take on stored records under the draft, and why not. */
import {
  type Compiled,
  type DataRecord,
  statesOfModel,
  type TransitionModel,
  traceLines,
  traceOf,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import { needsApproval } from '../operations/approvals/requestApproval.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { hiddenRead } from '../operations/hiddenReads.ts';
import { type OperationCall, ruleContext } from '../operations/OperationCall.ts';
import type { Person } from '../operations/rowLimits.ts';
import { type ConfigureServices, callAt } from './ConfigureServices.ts';
import { configuring, draftAt } from './draftEndpoints.ts';
import { personNamed } from './personNamed.ts';

/** As many records as a person compares at a glance. */
const most = 10;

export function stepsEndpoint(services: ConfigureServices): Endpoint {
  return {
    ...configuring,
    method: 'GET',
    path: '/configure/draft/steps',
    asks: [
      askedText('entity', 'The entity whose records are tried.'),
      askedText('person', 'The user name of the person.'),
      askedText('record', 'The id of one record. Absent: the newest.'),
    ],
    handle: (call) => steps(services, call),
  };
}

/** Only records that the caller sees are tried, and nothing is told of fields that they may not see. */
async function steps(services: ConfigureServices, call: ApiCall): Promise<Response> {
  const at = callAt(services, call);
  const query = call.query();
  const id = query.get('entity') ?? '';
  const { model } = (await at.candidates.of((await draftAt(at)).changes)).compilation;
  const entity = model.entities.get(id);
  if (!entity?.workflow) throw refusals.noSuchRecord({ params: { entity: 'configure.entity', id } });
  const person = await personNamed(at, model, query.get('person') ?? '');
  const stored = at.call.runtime.model.entities.get(id);
  if (stored) authorize(stored.policy.view, call.session?.features);
  const records = stored ? await recordsOf(at.call, id, query.get('record')) : [];
  const features = call.session?.features ?? new Set();
  // A draft may open a field to its author; the release in force may not.
  const judges = [{ model, features }, ...(stored ? [{ model: at.call.runtime.model, features }] : [])];
  const isHidden = (reads: Reads): boolean =>
    judges.some((reader) => {
      const of = reader.model.entities.get(id);
      return of !== undefined && hiddenRead(reader, of, [reads]) !== undefined;
    });
  const isNamed = !isHidden({ reads: [{ from: '$', path: [entity.labelField] }] });
  const states = statesOfModel(model, entity);
  const items = records.map((record) => {
    const value = record[entity.workflow?.field ?? ''];
    // A field of the draft is not stored yet; its records will start in the default.
    const start = value ?? entity.fieldByPath.get(entity.workflow?.field ?? '')?.default;
    const state = states.find(({ Id }) => Id === start)?.Name ?? null;
    const tried: Tried = { record, state, person, isHidden, call: at.call };
    return {
      Id: record.Id,
      Name: isNamed ? (record[entity.labelField] ?? null) : null,
      State: state,
      Steps: (entity.workflow?.transitions ?? []).map((step) => verdictOf(step, tried)),
    };
  });
  return json({ May: isAllowed(entity.policy.view, person.features), Items: items });
}

async function recordsOf({ runtime }: OperationCall, entity: string, id: string | null) {
  const { store } = runtime;
  if (id) {
    const record = await store.get(entity, id);
    if (!record) throw refusals.noSuchRecord({ params: { entity: `entity.${entity}`, id } });
    return [record];
  }
  const sort = [{ path: 'CreatedDate', direction: 'desc' }] as const;
  return (await store.find({ entity, sort, page: { number: 1, size: most } })).items;
}

type Reads = Pick<Compiled, 'reads'>;

type Tried = {
  readonly record: DataRecord;
  readonly state: string | null;
  readonly person: Person;
  readonly isHidden: (reads: Reads) => boolean;
  readonly call: OperationCall;
};

/** Every reason against the transition: the state, the right, the guard. */
function verdictOf(step: TransitionModel, tried: Tried) {
  const { access } = step;
  const { features } = tried.person;
  const Right = isAllowed(access, features);
  const guard = guardVerdict(step, tried);
  const State = tried.state !== null && step.from.includes(tried.state);
  return {
    Id: step.id,
    May: Right && State && guard.Guard !== false,
    State,
    Right,
    Rights: Right || access.kind !== 'feature' ? [] : access.anyOf,
    ...guard,
    Approval: approvalOf(step, tried),
  };
}

/** Who would have to approve; absent if nobody, also where the condition reads hidden fields. */
function approvalOf({ approval, id }: TransitionModel, tried: Tried) {
  if (!approval) return null;
  const { record, person, call } = tried;
  const isHidden = approval.if !== undefined && tried.isHidden(approval.if);
  const context = ruleContext(
    { ...call, user: person.user },
    { action: `transition:${id}`, previous: record },
  );
  const Needed = isHidden ? null : needsApproval({ approval }, record, context) !== undefined;
  const By = approval.by.map(({ role, field, superior }) => ({
    Role: role ?? null,
    Field: field ?? null,
    Superior: superior === true,
  }));
  return { Needed, By };
}

type GuardVerdict = {
  /** Null: not told, since the guard reads fields that the caller may not see. */
  readonly Guard: boolean | null;
  readonly Parts: readonly { readonly Text: string; readonly Value: unknown }[];
};

function guardVerdict(step: TransitionModel, { record, person, isHidden, call }: Tried): GuardVerdict {
  const { guard } = step;
  if (!guard) return { Guard: true, Parts: [] };
  if (isHidden(guard)) return { Guard: null, Parts: [] };
  const context = ruleContext(
    { ...call, user: person.user },
    { action: `transition:${step.id}`, previous: record },
  );
  const scope = { root: record, vars: { ...context, record } as Record<string, unknown> };
  const trace = traceOf(guard, scope);
  const Parts = (trace ? traceLines(trace) : []).map(({ text, value }) => ({
    Text: text,
    Value: value ?? null,
  }));
  try {
    return { Guard: guard.evaluate(scope) === true, Parts };
  } catch {
    return { Guard: false, Parts };
  }
}
