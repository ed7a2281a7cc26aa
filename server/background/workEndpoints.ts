/** `/background-work`: what ran, runs, failed and is due, of all sources; `/background-work/schedule`: what repeats. */
import { refusals } from '../errors/Refusal.ts';
import type { Registry } from '../extensions/compileExtensions.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedNumber, askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { nothing } from '../http/Takes.ts';
import { continueWork, pauseEntity, pausesOf, pauseWork } from '../jobs/pauses.ts';
import {
  type WorkItem,
  type WorkSource,
  type WorkState,
  type WorkVerb,
  workStates,
} from '../jobs/WorkSource.ts';
import type { OperationCall, Runtime } from '../operations/OperationCall.ts';
import { peopleSeen } from '../operations/peopleSeen.ts';
import { automationWork } from './automationWork.ts';
import { deliveryWork } from './deliveryWork.ts';
import { jobWork } from './jobWork.ts';
import { letterWork } from './letterWork.ts';
import { listWork, type WorkPlace } from './listWork.ts';
import { serviceWork } from './serviceWork.ts';

type Worked = Pick<Registry, 'jobs' | 'work' | 'dueWork'>;

const sourcesOf = ({ jobs, work, dueWork }: Worked): readonly WorkSource[] => [
  ...[jobWork(jobs), automationWork, ...work, letterWork, deliveryWork, serviceWork(dueWork)],
];

/** The entities whose changes show on the page. */
export const workEntities = (worked: Worked): ReadonlySet<string> =>
  new Set([pauseEntity, ...sourcesOf(worked).flatMap(({ records }) => records?.entity ?? [])]);

export function workEndpoints(worked: Worked): readonly Endpoint[] {
  const sources = sourcesOf(worked);
  const own = { ids: [], access: { kind: 'login' } } as const;
  const sends = { ...own, method: 'POST', takes: nothing } as const;
  return [
    {
      ...own,
      method: 'GET',
      path: '/background-work',
      asks: listAsks,
      handle: (call) => list(sources, call),
    },
    { ...own, method: 'GET', path: '/background-work/schedule', handle: (call) => schedules(sources, call) },
    ...(['cancel', 'again', 'now'] as const).map((verb) => ({
      ...{ ...sends, ids: ['workId'], path: `/background-work/{source}/{workId}/${verb}` },
      handle: (call: ApiCall) => act(sources, call, verb),
    })),
    ...(['now', 'pause', 'continue'] as const).map((verb) => ({
      ...{ ...sends, path: `/background-work/schedule/{source}/{name}/${verb}` },
      handle: (call: ApiCall) => steer(sources, call, verb),
    })),
  ];
}

const [usual, most] = [50, 100];
const moment = { type: 'string', format: 'date-time' } as const;

const listAsks = [
  askedText('source', 'Only work of this source.'),
  { name: 'state', schema: { enum: [...workStates] }, description: 'Only work in this state.' },
  askedText('person', 'Only work of the person with this user name.'),
  { name: 'since', schema: moment, description: 'Only work that began at this moment or later.' },
  { name: 'until', schema: moment, description: 'Only work that began before this moment.' },
  askedText('after', 'The rows after this place, as `Next` named it.'),
  askedNumber('pageSize', 'Rows of a page.', { minimum: 1, maximum: most, default: usual }),
];

const isThere = ({ needs }: WorkSource, { model }: Pick<Runtime, 'model'>): boolean =>
  needs.every((id) => model.entities.has(id));

async function list(sources: readonly WorkSource[], call: ApiCall): Promise<Response> {
  const query = call.query();
  const asked = (name: string) => query.get(name) ?? undefined;
  const operation = operationCall(call);
  const size = Number(asked('pageSize') ?? usual);
  const wanted = {
    ...{ state: asked('state') as WorkState | undefined, person: asked('person') },
    ...{ since: momentIn(asked('since')), until: momentIn(asked('until')) },
    ...{ after: placeIn(asked('after')), size: size + 1 },
  };
  const found: (WorkItem & { readonly Source: string })[] = [];
  for (const source of sources) {
    const { id, records } = source;
    if (!records || !isThere(source, call.runtime) || (asked('source') ?? id) !== id) continue;
    for (const item of await listWork(operation, records, wanted)) found.push({ ...item, Source: id });
    await call.budget.yieldTurn();
  }
  found.sort((one, other) => (placeText(one) < placeText(other) ? 1 : -1));
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  return json({ Items: shown.map(itemOf), Next: found.length > size && last ? placeText(last) : null });
}

const placeText = ({ Date: began, Id }: WorkItem): string => `${began} ${Id}`;
const place = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([0-9a-f-]{36})$/;

function placeIn(text: string | undefined): WorkPlace | undefined {
  if (text === undefined) return undefined;
  const [, date, id] = place.exec(text) ?? [];
  if (!date || !id) throw refusals.badAddress();
  return { date, id };
}

/** Compared as text, as they are stored. */
function momentIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (Number.isNaN(Date.parse(text))) throw refusals.badAddress();
  return new Date(text).toISOString();
}

/** Every member, so that readers need not tell null from absent. */
function itemOf(item: WorkItem & { readonly Source: string }) {
  const none = { About: null, Person: null, NextDate: null, FinishedDate: null, Milliseconds: null };
  const { Date: began, FinishedDate } = item;
  const spent = FinishedDate ? Date.parse(String(FinishedDate)) - Date.parse(String(began)) : null;
  return {
    ...{ ...none, Attempts: null, Done: null, Share: null, Reason: null, To: null },
    ...withoutUndefined(item),
    Milliseconds: item.Milliseconds ?? (spent === null ? null : Math.max(0, spent)),
  };
}

const withoutUndefined = (item: object) =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

async function schedules(sources: readonly WorkSource[], call: ApiCall): Promise<Response> {
  const operation = operationCall(call);
  const pauses = await pausesOf(call.runtime);
  const Items = [];
  for (const source of sources) {
    if (!source.scheduled || !isThere(source, call.runtime)) continue;
    for (const one of await source.scheduled(operation)) {
      const pause = pauses.get(`${source.id} ${one.Id}`);
      const left = pause ? 'pause' : 'continue';
      Items.push({
        ...{ Person: null, NextDate: null, LastDate: null, LastState: null, Waiting: null, To: null },
        ...{ About: null, ...withoutUndefined(one), Source: source.id },
        ...{ PausedBy: pause?.by ?? null, PausedDate: pause?.since ?? null },
        Verbs: one.Verbs.filter((verb) => verb !== left),
      });
    }
  }
  const Sources = sources
    .filter((one) => one.records && isThere(one, call.runtime) && one.records.seen(operation))
    .map(({ id }) => id);
  return json({ Items, Sources });
}

function sourceOf(sources: readonly WorkSource[], call: ApiCall): WorkSource {
  const source = sources.find(({ id }) => id === call.params.source);
  if (!source || !isThere(source, call.runtime)) throw refusals.noSuchPath({ params: { path: call.path } });
  return source;
}

async function act(sources: readonly WorkSource[], call: ApiCall, verb: WorkVerb): Promise<Response> {
  const source = sourceOf(sources, call);
  const { [verb]: work } = source.verbs ?? {};
  if (!work) throw refusals.noSuchPath({ params: { path: call.path } });
  const operation = operationCall(call);
  const Id = call.params.workId ?? '';
  await refuseUnseen(operation, source, Id);
  await work(operation, Id);
  return json({ Id });
}

/** Work of people whom row access hides does not exist for the caller. */
async function refuseUnseen(call: OperationCall, { id: name, records }: WorkSource, id: string) {
  const record = records && (await call.runtime.store.get(records.entity, id.toLowerCase()));
  if (!records || !record) return;
  const people = await peopleSeen(call, [record[records.person]]);
  if (!people.has(record[records.person]))
    throw refusals.noSuchRecord({ params: { entity: `work.source.${name}`, id } });
}

/** What the caller may steer is what is listed for them. */
async function steer(
  sources: readonly WorkSource[],
  call: ApiCall,
  verb: 'now' | 'pause' | 'continue',
): Promise<Response> {
  const source = sourceOf(sources, call);
  const operation = operationCall(call);
  const Id = call.params.name ?? '';
  const found = (await source.scheduled?.(operation))?.find((one) => one.Id === Id);
  if (!found?.Verbs.includes(verb))
    throw refusals.noSuchRecord({ params: { entity: `work.source.${source.id}`, id: Id } });
  const work = `${source.id} ${Id}`;
  if (verb === 'now') await source.now?.(operation, Id);
  if (verb === 'pause') await pauseWork(call.runtime, work, operation.user.UserName);
  if (verb === 'continue' && (await continueWork(call.runtime, work)))
    await source.continued?.(operation, Id);
  call.runtime.events.announce('recordChanged', { entity: pauseEntity, id: '', operation: verb });
  return json({ Id });
}
