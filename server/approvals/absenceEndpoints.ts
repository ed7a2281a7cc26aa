/** `/absence`: when the caller is away, and who approves in their place. */
import type { DataRecord } from '#engine';
import { type Refusal, refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { empty, json } from '../http/respond.ts';
import { sent, Type } from '../http/sent.ts';
import { nothing, taking } from '../http/Takes.ts';
import { absenceEntity } from '../operations/approvals/approvalNames.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { ApprovalServices } from './approvalEndpoints.ts';

export function absenceEndpoints(services: ApprovalServices): readonly Endpoint[] {
  const own = { ids: [], access: { kind: 'login' } } as const;
  return [
    { ...own, method: 'GET', path: '/absence', handle: (call) => list(services, call) },
    {
      ...own,
      method: 'POST',
      path: '/absence',
      ...taking(body, (call, given) => add(services, call, given)),
    },
    {
      ...{ ...own, ids: ['absenceId'], method: 'DELETE', path: '/absence/{absenceId}', takes: nothing },
      handle: (call) => remove(services, call),
    },
  ];
}

const date = Type.String({ format: 'date' });
const body = sent({ From: date, To: date, Substitute: Type.String({ minLength: 1, maxLength: 256 }) });

/** Past ones are kept for a year for those who ask who approved for whom. */
async function list({ runtime }: ApprovalServices, call: ApiCall): Promise<Response> {
  const { store } = runtime();
  const { items } = await store.find({
    entity: absenceEntity,
    filter: allOf([
      equals('UserId', call.session?.user.Id),
      { kind: 'compare', path: 'ToDate', operator: 'ge', value: operationCall(call).today },
    ]),
    sort: [{ path: 'FromDate', direction: 'asc' }],
  } as never);
  const people = new Map(
    (
      await store.getMany(
        'user',
        items.map(({ SubstituteId }) => String(SubstituteId)),
      )
    ).map((one) => [one.Id, one]),
  );
  const Items = items.map((item) => answerOf(item, people.get(item.SubstituteId)));
  return json({ Items, TotalItems: Items.length });
}

const answerOf = ({ Id, FromDate, ToDate }: DataRecord, substitute: DataRecord | undefined) => ({
  ...{ Id, From: FromDate, To: ToDate },
  ...{ Substitute: substitute?.UserName ?? null, SubstituteName: substitute?.DisplayName ?? null },
  IsActive: substitute?.IsActive === true,
});

const most = 50;

async function add(
  { runtime }: ApprovalServices,
  call: ApiCall,
  { From, To, Substitute }: { readonly From: string; readonly To: string; readonly Substitute: string },
): Promise<Response> {
  const { store, ports } = runtime();
  const { now, user, today } = operationCall(call);
  if (To < From) throw refuse('To', 'absence.backwards');
  if (To < today) throw refuse('To', 'absence.past');
  // With the row access of the caller: nobody learns of people they may not list.
  const { items } = await call.runtime.store.find({
    entity: 'user',
    filter: equals('UserName', Substitute),
  });
  const answer = await store.transaction(async (session) => {
    const substitute = items.find(({ UserName, IsActive }) => UserName === Substitute && IsActive === true);
    if (!substitute || substitute.IsService === true) throw refuse('Substitute', 'absence.nobody');
    if (substitute.Id === user.Id) throw refuse('Substitute', 'absence.yourself');
    if ((await session.count(absenceEntity, equals('UserId', user.Id))) >= most)
      throw refuse('From', 'absence.too-many');
    const stamp = {
      CreatedDate: now,
      CreatedBy: user.UserName,
      ModifiedDate: now,
      ModifiedBy: user.UserName,
    };
    const absence = {
      ...{ Id: ports.newId(), Revision: 1, ...stamp },
      ...{ UserId: user.Id, SubstituteId: substitute.Id, FromDate: From, ToDate: To },
    };
    await session.insert(absenceEntity, absence);
    return answerOf(absence, substitute);
  });
  return json(answer, 201);
}

const refuse = (field: string, message: string): Refusal =>
  refusals.invalid({ issues: [{ rule: message, path: `/${field}`, level: 'error', message, params: {} }] });

/** Another person's is refused like a missing one. */
async function remove({ runtime }: ApprovalServices, call: ApiCall): Promise<Response> {
  const id = call.params.absenceId ?? '';
  await runtime().store.transaction(async (session) => {
    const found = await session.get(absenceEntity, id);
    if (found?.UserId !== call.session?.user.Id || !found)
      throw refusals.noSuchRecord({ params: { entity: 'entity.absence', id } });
    await session.remove(absenceEntity, id);
  });
  return empty(204);
}
