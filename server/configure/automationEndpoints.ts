/** `/configure/automations`: what automations there are, what they did, and what one would do. */
import { type DataRecord, formatMessage, kinds } from '#engine';
import type { Attached } from '../automations/attachments.ts';
import { againRun, automationsOf } from '../automations/controlRuns.ts';
import type { StepResult } from '../automations/Run.ts';
import { tryAutomation } from '../automations/tryAutomation.ts';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedPage, askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { anId, flag, may, sent } from '../http/sent.ts';
import { nothing, taking } from '../http/Takes.ts';
import { letterToSelf, selfWithAddress } from '../mail/letterToSelf.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { type RunState, runEntity } from '../operations/automationEvents.ts';
import { allOf, equals } from '../operations/filters.ts';
import { mayHear } from '../operations/mayHear.ts';
import { type At, type ConfigureServices, callAt } from './ConfigureServices.ts';
import { configuring, draftAt } from './draftEndpoints.ts';

export function automationEndpoints(services: ConfigureServices): readonly Endpoint[] {
  const path = '/configure/automations';
  return [
    { ...configuring, method: 'GET', path, handle: (call) => list(call) },
    {
      ...{ ...configuring, method: 'GET', path: `${path}/runs` },
      asks: [
        ...askedPage,
        askedText('automation', 'Only runs of this automation.'),
        askedText('state', 'Only runs in this state: waiting, done, stopped, failed or cancelled.'),
      ],
      handle: runs,
    },
    {
      ...{ ...configuring, method: 'GET', path: `${path}/records` },
      asks: [
        askedText('entity', 'The entity whose newest records are listed.'),
        askedText('search', 'Only records whose name contains this text.'),
      ],
      handle: records,
    },
    {
      ...{ ...configuring, method: 'POST', path: `${path}/{name}/trial` },
      ...taking(trialBody, (call, body) => trial(callAt(services, call), call, body)),
    },
    {
      ...{ ...configuring, ids: ['runId'], method: 'POST', path: `${path}/runs/{runId}/again` },
      takes: nothing,
      handle: again,
    },
  ];
}

const trialBody = sent({ RecordId: anId, Send: may(flag) });

async function list(call: ApiCall): Promise<Response> {
  const { store } = call.runtime;
  const items = automationsOf(call.runtime).map(async ({ id, entity, title, when, off, owner, overlay }) => {
    const of = (state: RunState) =>
      store.count(runEntity, allOf([equals('Automation', id), equals('State', state)]));
    const sort = [{ path: 'CreatedDate', direction: 'desc' }] as const;
    const last = await store.find({
      ...{ entity: runEntity, filter: equals('Automation', id), sort },
      page: { number: 1, size: 1 },
    });
    const [run] = last.items;
    return {
      ...{ Id: id, Entity: entity, Title: title[call.locale], On: when.on, IsOff: off },
      ...{ Owner: owner ?? null, IsShipped: overlay === undefined },
      ...{ Waiting: await of('waiting'), Failed: await of('failed') },
      LastRun: run ? { State: run.State, Date: run.FinishedDate ?? run.CreatedDate } : null,
    };
  });
  return json({ Items: await Promise.all(items) });
}

async function runs(call: ApiCall): Promise<Response> {
  const query = call.query();
  const [automation, state] = [query.get('automation'), query.get('state')];
  const { items, total } = await call.runtime.store.find({
    entity: runEntity,
    filter: allOf([
      automation ? equals('Automation', automation) : undefined,
      state ? equals('State', state) : undefined,
    ]) as never,
    sort: [{ path: 'CreatedDate', direction: 'desc' }],
    page: { number: pageIn(query.get('page'), 1), size: Math.min(pageIn(query.get('pageSize'), 20), 100) },
    total: true,
  });
  return json({ Items: await Promise.all(items.map((run) => runAnswer(call, run))), TotalItems: total });
}

function pageIn(text: string | null, usual: number): number {
  const value = text === null ? usual : Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw refusals.badAddress();
  return value;
}

/** Values of a record only for those who may see all of it. */
async function runAnswer(call: ApiCall, run: DataRecord): Promise<DataRecord> {
  const isSeen = await seesAll(call, run);
  const steps = (run.Steps ?? []) as readonly StepResult[];
  return {
    ...{ Id: run.Id, Automation: run.Automation, Entity: run.Entity, Event: run.Event, State: run.State },
    ...{ RecordId: run.RecordId ?? null, RecordName: isSeen ? (run.RecordName ?? null) : null },
    ...{ CausedBy: run.CausedBy ?? null, Depth: run.Depth, Attempts: run.Attempts, Date: run.CreatedDate },
    ...{ NextTry: run.State === 'waiting' ? run.NextTry : null, FinishedDate: run.FinishedDate ?? null },
    ...{ Milliseconds: run.Milliseconds ?? null, Problem: said(call, run.Problem as Reason | null) },
    ...{
      Input: isSeen ? (run.Input ?? null) : null,
      Steps: steps.map((step) => stepAnswer(call, step, isSeen)),
    },
  };
}

type Reason = { readonly key: string; readonly params: DataRecord };

const said = (call: ApiCall, reason: Reason | null | undefined): string | null =>
  reason ? formatMessage(call.runtime.model, call.locale, reason.key, reason.params) : null;

function stepAnswer(call: ApiCall, { Reason, Values, ...step }: StepResult, isSeen: boolean): DataRecord {
  return { ...step, Values: isSeen ? (Values ?? null) : null, Reason: said(call, Reason) };
}

async function seesAll(call: ApiCall, { Entity, RecordId }: DataRecord): Promise<boolean> {
  const entity = call.runtime.model.entities.get(String(Entity));
  const { session } = call;
  if (!entity || !session) return false;
  const isOpen = Object.values(entity.policy.fields).every(
    ({ view }) => !view || isAllowed(view, session.features),
  );
  if (!isOpen || !isAllowed(entity.policy.view, session.features)) return false;
  if (!entity.rowAccess && !RecordId) return true;
  return (await mayHear(call.runtime, { entity: entity.id, id: String(RecordId) }, session)) === 'yes';
}

async function records(call: ApiCall): Promise<Response> {
  const entity = call.runtime.model.entities.get(call.query().get('entity') ?? '');
  if (!entity) return json({ Items: [] });
  authorize(entity.policy.view, call.session?.features);
  const isNamed = isAllowed(
    entity.policy.fields[entity.labelField]?.view ?? { kind: 'login' },
    call.session?.features,
  );
  const search = (call.query().get('search') ?? '').slice(0, 200);
  const label = entity.fieldByPath.get(entity.labelField);
  const canSearch = label?.stored && kinds[label.kind].filter.operators.includes('contains');
  if (search !== '' && !(isNamed && canSearch)) return json({ Items: [] });
  const { items } = await call.runtime.store.find({
    entity: entity.id,
    ...(search !== '' && {
      filter: { kind: 'compare', path: entity.labelField, operator: 'contains', value: search },
    }),
    sort: [{ path: 'ModifiedDate', direction: 'desc' }],
    page: { number: 1, size: 50 },
  });
  return json({
    Items: items.map((item) => ({
      Id: item.Id,
      Name: isNamed ? String(item[entity.labelField] ?? item.Id) : String(item.Id),
    })),
  });
}

/** Of the draft, on a record of the release in force. */
async function trial(
  at: At,
  call: ApiCall,
  { RecordId, Send }: { RecordId: string; Send?: boolean | null | undefined },
): Promise<Response> {
  const name = call.params.name ?? '';
  const { model } = (await at.candidates.of((await draftAt(at)).changes)).compilation;
  const automation = model.entities.get(name.split('.')[0] ?? '')?.automations.find(({ id }) => id === name);
  const live = automation && call.runtime.model.entities.get(automation.entity);
  if (!automation || !live)
    throw refusals.noSuchRecord({ params: { entity: 'configure.kind.automation', id: name } });
  authorize(live.policy.view, call.session?.features);
  const found = await tryAutomation(at.call.runtime, at.call, {
    automation,
    id: RecordId,
    zone: at.call.zone,
  });
  if (Send) await sendToMyself(at, found.steps);
  return json({
    Holds: found.holds ?? null,
    Reason: said(call, found.reason as Reason | undefined),
    Steps: found.steps.map((step) => stepAnswer(call, step, true)),
    Sent: Send === true,
  });
}

const mostSent = 5;

/** Prints of a trial show what the person who tries it may see. */
const attachmentsFor = (as: string, attachments: unknown): unknown =>
  (attachments as readonly Attached[] | undefined)?.map((one) =>
    one.kind === 'print' ? { ...one, as } : one,
  ) ?? null;

/** The letters of a trial, to the person who tries it and to nobody else. */
async function sendToMyself({ call }: At, steps: readonly StepResult[]): Promise<void> {
  const person = await selfWithAddress(call);
  const letters = steps
    .filter((step) => step.Do === 'mail')
    .flatMap(({ Values }) => (Values?.told ?? []) as readonly DataRecord[])
    .filter(({ Subject }) => Subject !== undefined)
    .slice(0, mostSent);
  for (const { Subject, Text, Html, Attachments } of letters)
    await letterToSelf(call, call.runtime.store, person, {
      ...{ subject: String(Subject), text: String(Text), html: String(Html ?? ''), language: call.locale },
      attachments: attachmentsFor(call.user.Id, Attachments),
    });
}

/** Runs a failed one again, as if its event had just happened. */
async function again(call: ApiCall): Promise<Response> {
  return json(await runAnswer(call, await againRun(operationCall(call), call.params.runId ?? '')));
}
