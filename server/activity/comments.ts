/** Comments on a record: listed, written, edited and deleted by their authors. */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { authorize } from '../operations/authorize.ts';
import { recordEvents } from '../operations/automationEvents.ts';
import { allOf, equals } from '../operations/filters.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import { inTransaction, type WriteScope } from '../operations/OperationCall.ts';
import { insertRecord, updateRecord } from '../operations/writeRecord.ts';
import type { StoreSession } from '../store/types.ts';
import { type Around, about, refuseGone } from './aroundRecord.ts';
import { commentText } from './commentText.ts';
import { mentionedIn, tellMentioned } from './mentions.ts';
import type { All } from './readers.ts';

export const commentEntity = 'record-comment';

/** Comments of a record, and of a person in an hour. */
const [mostOfRecord, mostPerHour] = [5000, 200];
const hour = 3_600_000;

type CommentSent = { readonly Text: string; readonly Mentions?: readonly string[] | null };

/** One page, newest first. */
export async function listComments(all: All, around: Around, page: { number: number; size: number }) {
  const { items, total } = await all.runtime.store.find({
    ...{ entity: commentEntity, filter: about(around), page, total: true },
    sort: [{ path: 'CreatedDate', direction: 'desc' }],
  });
  return { Items: await answersOf(all, around, items), TotalItems: total };
}

export async function writeComment(all: All, around: Around, sent: CommentSent): Promise<DataRecord> {
  const { call, plan, activity, id } = around;
  authorizeComment(around);
  const { newId } = call.runtime.ports;
  const Text = commentText(sent.Text);
  const readers = await mentionedIn(all, around, sent.Mentions ?? []);
  const comment = await inTransaction(call, async (scope) => {
    await refuseGone(scope, around);
    await refuseMany(scope, around);
    const record = {
      ...{ Id: newId(), Entity: plan.entity.id, RecordId: id, AuthorId: call.user.Id, Text },
      ...{ Mentions: readers.map(({ person }) => person.Id), EditedDate: null, RemovedDate: null },
    };
    await insertRecord(scope, scope.call.runtime.planOf(commentEntity), record);
    noteActivity(scope, around, 'comment');
    await startAutomations(scope, around, Text);
    if (activity.followers) await followOnce(scope, around);
    await tellMentioned(scope, around, { Text, readers });
    return storedComment(scope.session, around, record.Id);
  });
  return (await answersOf(all, around, [comment]))[0] as DataRecord;
}

/** Those that wait for a comment read it as `$event`. */
async function startAutomations(scope: WriteScope, { plan, id }: Around, Text: string): Promise<void> {
  if (!plan.entity.automations.some(({ off, when }) => !off && when.on === 'comment')) return;
  const next = await loadRecord(scope, plan, id);
  const { Id, DisplayName } = scope.call.user;
  const given = { Text, AuthorId: Id, Author: DisplayName };
  await recordEvents(scope, plan, { operation: 'comment', previous: next, next, given });
}

export async function editComment(
  all: All,
  around: Around,
  commentId: string,
  { Revision, ...sent }: CommentSent & { readonly Revision?: number | null },
): Promise<DataRecord> {
  const { call } = around;
  authorizeComment(around);
  const Text = commentText(sent.Text);
  const readers = await mentionedIn(all, around, sent.Mentions ?? []);
  const comment = await inTransaction(call, async (scope) => {
    const previous = await ownComment(scope.session, around, commentId);
    if ((Revision ?? previous.Revision) !== previous.Revision) throw refusals.staleRevision();
    const before = idsOf(previous.Mentions);
    const Mentions = readers.map(({ person }) => String(person.Id));
    const isSame = previous.Text === Text && same(before, Mentions);
    if (!isSame) {
      await change(scope, previous, { Text, Mentions, EditedDate: call.now });
      noteActivity(scope, around, 'comment');
      const added = readers.filter(({ person }) => !before.includes(String(person.Id)));
      await tellMentioned(scope, around, { Text, readers: added });
    }
    return storedComment(scope.session, around, commentId);
  });
  return (await answersOf(all, around, [comment]))[0] as DataRecord;
}

/** The text is gone for readers; the history keeps it. */
export async function removeComment(around: Around, commentId: string): Promise<void> {
  await inTransaction(around.call, async (scope) => {
    const previous = await ownComment(scope.session, around, commentId);
    await change(scope, previous, { Text: '', Mentions: [], RemovedDate: around.call.now });
    noteActivity(scope, around, 'comment');
  });
}

/** Earlier texts, newest first; those of a deleted comment are for its author. */
export async function commentVersions(all: All, around: Around, commentId: string) {
  const comment = await storedComment(all.runtime.store, around, commentId);
  if (comment.RemovedDate && comment.AuthorId !== around.call.user.Id) throw refusals.commentOfOther();
  const { items } = await all.runtime.store.find({
    entity: 'history',
    filter: allOf([equals('Entity', commentEntity), equals('RecordId', comment.Id), equals('Field', 'Text')]),
    sort: [{ path: 'ChangedAt', direction: 'desc' }],
    page: { number: 1, size: 100 },
  });
  return items.map(({ PreviousValue, ChangedAt }) => ({ Text: PreviousValue ?? '', ChangedAt }));
}

function authorizeComment({ activity, call }: Around): void {
  if (activity.comments) authorize(activity.comments.write, call.features);
}

/** A change of the record in the feed and for open pages: anyone who may read it hears of it. */
export function noteActivity({ changes }: WriteScope, { plan, id }: Around, operation: string): void {
  changes.push({ entity: plan.entity.id, id, operation });
}

async function change(scope: WriteScope, previous: DataRecord, fields: DataRecord): Promise<void> {
  const plan = scope.call.runtime.planOf(commentEntity);
  const next = { ...previous, ...fields };
  const revision = previous.Revision as number;
  const written = await updateRecord(scope, plan, { previous, next, operation: 'update', revision });
  if (!written) throw refusals.staleRevision();
}

/** A comment of this record; one of another record does not exist here. */
async function storedComment(
  session: Pick<StoreSession, 'get'>,
  { plan, id: recordId }: Around,
  id: string,
): Promise<DataRecord> {
  const found = await session.get(commentEntity, id);
  if (!found || found.Entity !== plan.entity.id || found.RecordId !== recordId)
    throw refusals.noSuchRecord({ params: { entity: `entity.${commentEntity}`, id } });
  return found;
}

async function ownComment(session: StoreSession, around: Around, id: string): Promise<DataRecord> {
  const found = await storedComment(session, around, id);
  if (found.AuthorId !== around.call.user.Id) throw refusals.commentOfOther();
  if (found.RemovedDate) throw refusals.commentRemoved();
  return found;
}

async function refuseMany({ session, call }: WriteScope, around: Around): Promise<void> {
  if ((await session.count(commentEntity, about(around))) >= mostOfRecord)
    throw refusals.tooManyComments({ params: { limit: mostOfRecord } });
  const since = new Date(Date.parse(call.now) - hour).toISOString();
  const recent = allOf([
    equals('AuthorId', call.user.Id),
    { kind: 'compare', path: 'CreatedDate', operator: 'gt', value: since },
  ]);
  if ((await session.count(commentEntity, recent)) >= mostPerHour)
    throw refusals.tooManyOwnComments({ params: { limit: mostPerHour }, headers: { 'retry-after': '600' } });
}

/** Anyone who comments hears of the answers. */
async function followOnce(scope: WriteScope, around: Around): Promise<void> {
  const { user } = scope.call;
  const filter = allOf([about(around), equals('UserId', user.Id)]);
  if ((await scope.session.count('record-follower', filter)) > 0) return;
  await insertRecord(scope, scope.call.runtime.planOf('record-follower'), {
    ...{ Id: scope.call.runtime.ports.newId(), Entity: around.plan.entity.id },
    ...{ RecordId: around.id, UserId: user.Id },
  });
}

async function answersOf({ runtime }: All, { call }: Around, comments: readonly DataRecord[]) {
  const ids = comments.flatMap(({ Mentions, AuthorId }) => [...idsOf(Mentions), String(AuthorId)]);
  const people = await runtime.store.getMany('user', [...new Set(ids)]);
  const names = new Map(people.map(({ Id, DisplayName }) => [String(Id), String(DisplayName)]));
  return comments.map((one) => ({
    ...{ Id: one.Id, Text: one.Text ?? '', CreatedDate: one.CreatedDate, CreatedBy: one.CreatedBy },
    ...{ Author: names.get(String(one.AuthorId)) ?? null, IsMine: one.AuthorId === call.user.Id },
    ...{ EditedDate: one.EditedDate ?? null, RemovedDate: one.RemovedDate ?? null, Revision: one.Revision },
    Mentions: idsOf(one.Mentions).flatMap((Id) => {
      const DisplayName = names.get(Id);
      return DisplayName === undefined ? [] : [{ Id, DisplayName }];
    }),
  }));
}

const idsOf = (mentions: unknown): readonly string[] => (Array.isArray(mentions) ? mentions.map(String) : []);

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
