/** `/approval`: what waits for the caller, what they asked for, and their decisions. */
import { type DataRecord, normalText, stepNote } from '#engine';
import { readAs } from '../activity/aroundRecord.ts';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { may, revision, sent, Type } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { type ApprovalState, approvalEntity, taskEntity } from '../operations/approvals/approvalNames.ts';
import { allOf, among, equals } from '../operations/filters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { rolesOf } from '../operations/rightsOver.ts';
import { approvalAnswer, type Looking, looking } from './approvalAnswer.ts';
import { decideApproval, type Verdict } from './decide.ts';

/** `runtime`: the release in force, without anyone's row access. */
export type ApprovalServices = { readonly runtime: () => Runtime };

export function approvalEndpoints(services: ApprovalServices): readonly Endpoint[] {
  const own = { ids: [], access: { kind: 'login' } } as const;
  const about = { ...own, ids: ['approvalId'] } as const;
  const entity = askedText('entity', 'Only approvals of records of this entity.');
  const deciding = (verdict: Verdict) => ({
    ...about,
    ...{ method: 'POST' as const, path: `/approval/{approvalId}/${verdict}` },
    ...taking(decisionBody, (call, body) =>
      decide(services, call, { verdict, Note: body[stepNote], RecordRevision: body.RecordRevision }),
    ),
  });
  return [
    { ...own, method: 'GET', path: '/approval', asks: [entity], handle: (call) => waiting(services, call) },
    {
      ...{ ...own, method: 'GET', path: '/approval/requested', asks: [entity] },
      handle: (call) => requested(services, call),
    },
    {
      ...{ ...own, ids: ['id'], method: 'GET', path: '/approval/record/{entity}/{id}' },
      handle: (call) => ofRecord(services, call),
    },
    deciding('approve'),
    deciding('send-back'),
    deciding('withdraw'),
  ];
}

const decisionBody = sent({ [stepNote]: may(Type.String({ maxLength: 2000 })), RecordRevision: revision });

/** Tasks looked at, and approvals answered. */
const [mostTasks, most] = [500, 200];

const look = ({ runtime }: ApprovalServices, call: ApiCall): Promise<Looking | undefined> =>
  looking(runtime(), call, operationCall(call).today);

/** Those that the caller may decide, the most urgent first. */
async function waiting(services: ApprovalServices, call: ApiCall): Promise<Response> {
  const at = await look(services, call);
  if (!at?.base.model.entities.has(taskEntity)) return json({ Items: [], TotalItems: 0 });
  const people = [at.person, ...at.deciders.absent];
  const roles = [...new Set(people.flatMap(rolesOf))];
  const { items } = await at.base.store.find({
    entity: taskEntity,
    filter: allOf([
      equals('State', 'waiting'),
      {
        kind: 'or',
        of: [
          among(
            'UserId',
            people.map(({ Id }) => Id),
          ),
          ...(roles.length > 0 ? [among('Role', roles)] : []),
        ],
      },
    ]) as never,
    sort: [{ path: 'CreatedDate', direction: 'asc' }],
    page: { number: 1, size: mostTasks },
  });
  const ids = [...new Set(items.map(({ ApprovalId }) => String(ApprovalId)))];
  const approvals = await at.base.store.getMany(approvalEntity, ids);
  const wanted = call.query().get('entity');
  const own = approvals.filter(({ Entity }) => wanted === null || Entity === wanted);
  const answers = (await answersOf(at, own)).filter(({ MayDecide }) => MayDecide === true);
  return listed(answers.toSorted((one, other) => urgencyOf(one).localeCompare(urgencyOf(other))));
}

const urgencyOf = ({ DueDate, RequestedDate }: DataRecord): string => `${DueDate ?? '9999'} ${RequestedDate}`;

async function requested(services: ApprovalServices, call: ApiCall): Promise<Response> {
  const at = await look(services, call);
  if (!at?.base.model.entities.has(approvalEntity)) return json({ Items: [], TotalItems: 0 });
  const wanted = call.query().get('entity');
  const { items } = await at.base.store.find({
    entity: approvalEntity,
    filter: allOf([
      equals('RequestedBy', at.person.Id),
      equals('State', 'waiting' satisfies ApprovalState),
      wanted === null ? undefined : equals('Entity', wanted),
    ]) as never,
    sort: [{ path: 'CreatedDate', direction: 'desc' }],
    page: { number: 1, size: most },
  });
  return listed(await answersOf(at, items));
}

/** Newest first. */
async function ofRecord(services: ApprovalServices, call: ApiCall): Promise<Response> {
  const { entity = '', id = '' } = call.params;
  const about = call.runtime.model.entities.get(entity);
  if (!about) throw refusals.noSuchPath({ params: { path: call.path } });
  const at = await look(services, call);
  if (!at?.base.model.entities.has(approvalEntity)) return json({ Items: [], TotalItems: 0 });
  const { items } = await at.base.store.find({
    entity: approvalEntity,
    filter: allOf([equals('RecordId', id), equals('Entity', entity)]) as never,
    sort: [{ path: 'CreatedDate', direction: 'desc' }],
    page: { number: 1, size: 20 },
  });
  const answers = await answersOf(at, items);
  // Who has asked sees that without the record; for others one that they may not read does not exist.
  if (answers.length === 0) await readAs(operationCall(call), about, id);
  return listed(answers);
}

async function answersOf(at: Looking, approvals: readonly DataRecord[]): Promise<readonly DataRecord[]> {
  const answers: DataRecord[] = [];
  for (const approval of approvals) {
    const answer = await approvalAnswer(at, approval);
    if (answer) answers.push(answer);
    if (answers.length >= most) break;
    if (at.call.budget.isDue()) await at.call.budget.yieldTurn();
  }
  return answers;
}

const listed = (Items: readonly DataRecord[]): Response => json({ Items, TotalItems: Items.length });

type Sent = {
  readonly verdict: Verdict;
  readonly Note?: string | null | undefined;
  readonly RecordRevision?: number | null | undefined;
};

async function decide(
  { runtime }: ApprovalServices,
  call: ApiCall,
  { verdict, Note, RecordRevision }: Sent,
): Promise<Response> {
  const note = normalText(Note ?? '', { multiline: true }).trim();
  const Outcome = await decideApproval(runtime(), operationCall(call), {
    ...{ id: call.params.approvalId ?? '', verdict },
    ...(note !== '' && { note }),
    ...(typeof RecordRevision === 'number' && { revision: RecordRevision }),
  });
  return json({ Id: call.params.approvalId, Outcome });
}
