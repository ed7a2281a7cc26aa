/** `/notification`: results of the jobs a person started, visible to that person only. */
import { type DataRecord, formatMessage, type SheetValue } from '#engine';
import { sayIssue } from '../errors/errorBody.ts';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedPage } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import { nothing } from '../http/Takes.ts';
import type { JobProblem, JobResult } from '../jobs/Job.ts';
import { problemOf } from '../jobs/problemOf.ts';
import { allOf, equals } from '../operations/filters.ts';
import { sheetResponse } from '../sheets/sheetResponse.ts';
import { sayNotes } from './jobEndpoints.ts';

/** Lists newest first; marks one or all as read; downloads findings as a file. */
export function notificationEndpoints(): readonly Endpoint[] {
  const own = { ids: ['notificationId'], access: { kind: 'login' } } as const;
  return [
    { ...own, ids: [], method: 'GET', path: '/notification', asks: askedPage, handle: list },
    {
      ...own,
      ids: [],
      method: 'POST',
      takes: nothing,
      path: '/notification/read',
      handle: (call) => read(call, unread(call)),
    },
    {
      ...own,
      method: 'POST',
      takes: nothing,
      path: '/notification/{notificationId}/read',
      handle: async (call) => read(call, allOf([unread(call), equals('Id', (await ownOne(call)).Id)])),
    },
    { ...own, method: 'GET', path: '/notification/{notificationId}/findings', handle: findings },
  ];
}

const mostAtOnce = 100;

async function list(call: ApiCall): Promise<Response> {
  const { store } = call.runtime;
  const [number = 1, size = 20] = ['page', 'pageSize'].map((name) => numberIn(call, name));
  const { items, total } = await store.find({
    entity: 'notification',
    filter: mine(call),
    sort: [{ path: 'FinishedDate', direction: 'desc' }],
    page: { number, size: Math.min(size, mostAtOnce) },
    total: true,
  });
  const Unread = await store.count('notification', unread(call));
  return json({ Items: items.map((item) => answerOf(call, item)), TotalItems: total, Unread });
}

function numberIn(call: ApiCall, name: string): number | undefined {
  const text = call.query().get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw refusals.badAddress();
  return value;
}

const mine = ({ session }: ApiCall) => equals('UserId', session?.user.Id);
const unread = (call: ApiCall) => allOf([mine(call), equals('ReadDate', null)]);

/** Another person's notification is refused like a missing one. */
async function ownOne(call: ApiCall): Promise<DataRecord> {
  const id = call.params.notificationId ?? '';
  const found = await call.runtime.store.get('notification', id);
  if (found?.UserId !== call.session?.user.Id || !found)
    throw refusals.noSuchRecord({ params: { entity: 'entity.notification', id } });
  return found;
}

/** Also notifies other windows of the same person. */
async function read(call: ApiCall, filter: ReturnType<typeof unread>): Promise<Response> {
  const ReadDate = call.ports.now().toISOString();
  const count = await call.runtime.store.transaction(async (session) => {
    const { items } = await session.find({ entity: 'notification', filter });
    for (const { Id } of items) await session.update('notification', String(Id), { ReadDate });
    return items.length;
  });
  const { events } = call.runtime;
  const [id, user] = [call.params.notificationId ?? '', call.session?.user.Id];
  if (count > 0)
    events.announce('recordChanged', {
      entity: 'notification',
      id,
      operation: 'read',
      ...(user ? { user } : {}),
    });
  return json({ Read: count });
}

function answerOf(call: ApiCall, item: DataRecord): DataRecord {
  const { model } = call.runtime;
  const Problem = item.Problem ? problemOf(call, item.Problem as JobProblem) : null;
  return {
    Id: item.Id,
    Kind: item.Kind,
    Title: formatMessage(model, call.locale, String(item.Title)),
    About: item.About ?? null,
    Outcome: item.Outcome,
    RowCount: item.RowCount ?? null,
    Notes: sayNotes(call, item.Notes as JobResult['Notes']),
    Problems: Problem?.ErrorMessages ?? [],
    FindingCount: item.FindingCount,
    To: item.To ?? null,
    FinishedDate: item.FinishedDate,
    ReadDate: item.ReadDate ?? null,
  };
}

/** All findings that were kept, one per line: cell and problem. */
async function findings(call: ApiCall): Promise<Response> {
  const { Id, Title } = await ownOne(call);
  const { model, store } = call.runtime;
  const say = (key: string, params?: DataRecord) => formatMessage(model, call.locale, key, params);
  const problem = ((await store.get('job', String(Id)))?.Problem ?? {}) as Partial<JobProblem>;
  const { entity, findings: { kept, count } = { kept: problem.issues ?? [], count: 0 } } = problem;
  function* rows(): Generator<readonly SheetValue[]> {
    for (const { cell, ...issue } of kept)
      yield [
        cell ?? '',
        sayIssue({ model, locale: call.locale, ...(entity ? { entity } : {}) }, issue).Value,
      ];
    if (count > kept.length) yield ['', say('notification.more-findings', { count: count - kept.length })];
  }
  const columns = ['notification.cell', 'notification.finding'].map(
    (key) => ({ title: say(key), format: 'text' }) as const,
  );
  return sheetResponse({ name: say(String(Title)), columns, rows: rows() }, 'csv');
}
