/** `/activity/{entity}/{id}`: comments, followers, files and what else surrounds a record. */
import type { DataRecord } from '#engine';
import { type Around, aroundRecord, refuseUnread } from '../activity/aroundRecord.ts';
import { attach, attachmentEntity, detach, listAttachments, mayAttach } from '../activity/attachments.ts';
import {
  commentEntity,
  commentVersions,
  editComment,
  listComments,
  removeComment,
  writeComment,
} from '../activity/comments.ts';
import { duplicate, mayDuplicate } from '../activity/duplicate.ts';
import { follow, followersOf, unfollow } from '../activity/followers.ts';
import { mostMentioned } from '../activity/mentions.ts';
import { type All, findReaders } from '../activity/readers.ts';
import { relatedCounts, relatedRecords } from '../activity/related.ts';
import { mayRestore, restore } from '../activity/restore.ts';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedPage, askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { empty, json } from '../http/respond.ts';
import { anId, flag, listOf, may, oneOf, revision, sent, text } from '../http/sent.ts';
import { nothing, taking } from '../http/Takes.ts';
import { isAllowed } from '../operations/authorize.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { fileForm } from './fileForm.ts';

const bodyLimit = 64 * 1024;
const mentions = may(listOf(anId, { maxItems: mostMentioned }));
const commentBody = sent({ Text: text, Mentions: mentions });
const editBody = sent({ Text: text, Mentions: mentions, Revision: revision });
const restoreBody = sent({
  ...{ Entry: anId, What: oneOf('field', 'record'), IsTrial: may(flag), Revision: revision },
});

/** The runtime reads people without the caller's row access; the record is read with it. */
export function activityEndpoints(runtime: Runtime): readonly Endpoint[] {
  if (!runtime.model.entities.has(commentEntity)) return [];
  const here = (call: ApiCall): All => ({ runtime, zone: call.settings.timeZone });
  return [
    ...commentEndpoints(here),
    ...followEndpoints(here),
    ...fileEndpoints(here),
    ...otherEndpoints(here),
  ];
}

type Here = (call: ApiCall) => All;

const at = (below: string, ...ids: readonly string[]) =>
  ({
    path: `/activity/{entity}/{id}${below}`,
    ids: ['id', ...ids],
    access: { kind: 'login' },
    opens: refuseUnread,
  }) as const;
/** All effects are in its transactions. */
const writing = { isReplayable: true } as const;

function commentEndpoints(here: Here): readonly Endpoint[] {
  const [list, one] = [at('/comment'), at('/comment/{commentId}', 'commentId')];
  const idOf = ({ params }: ApiCall) => params.commentId ?? '';
  return [
    {
      ...{ ...list, method: 'GET', asks: askedPage },
      handle: async (call) =>
        json(await listComments(here(call), await aroundRecord(call, 'comments'), pageOf(call))),
    },
    {
      ...{ ...list, ...writing, method: 'POST' },
      ...taking(
        commentBody,
        async (call, body) =>
          json(await writeComment(here(call), await aroundRecord(call, 'comments'), body), 201),
        { limit: bodyLimit },
      ),
    },
    {
      ...{ ...one, ...writing, method: 'PUT' },
      ...taking(
        editBody,
        async (call, body) =>
          json(await editComment(here(call), await aroundRecord(call, 'comments'), idOf(call), body)),
        { limit: bodyLimit },
      ),
    },
    {
      ...{ ...one, ...writing, method: 'DELETE' },
      handle: async (call) => {
        await removeComment(await aroundRecord(call, 'comments'), idOf(call));
        return empty();
      },
    },
    {
      ...{ ...at('/comment/{commentId}/version', 'commentId'), method: 'GET' },
      handle: async (call) => {
        const around = await aroundRecord(call, 'comments');
        return listed(await commentVersions(here(call), around, idOf(call)));
      },
    },
    {
      ...{ ...at('/reader'), method: 'GET', asks: [askedText('name', 'A part of the name.')] },
      handle: async (call) => {
        const around = await aroundRecord(call, 'comments');
        const people = await findReaders(here(call), around, nameAsked(call));
        return listed(people.map(({ Id, DisplayName }) => ({ Id, DisplayName })));
      },
    },
  ];
}

function followEndpoints(here: Here): readonly Endpoint[] {
  const answer = async (call: ApiCall, around: Around) => json(await followersOf(here(call), around));
  return [
    {
      ...{ ...at('/follower'), method: 'GET' },
      handle: async (call) => answer(call, await aroundRecord(call, 'followers')),
    },
    {
      ...{ ...at('/follower'), ...writing, method: 'PUT', takes: nothing },
      handle: async (call) => {
        const around = await aroundRecord(call, 'followers');
        await follow(around);
        return answer(call, around);
      },
    },
    {
      ...{ ...at('/follower'), ...writing, method: 'DELETE' },
      handle: async (call) => {
        const around = await aroundRecord(call, 'followers');
        await unfollow(around);
        return answer(call, around);
      },
    },
  ];
}

function fileEndpoints(here: Here): readonly Endpoint[] {
  return [
    {
      ...{ ...at('/file'), method: 'GET' },
      handle: async (call) => listed(await listAttachments(here(call), await aroundRecord(call, 'files'))),
    },
    {
      ...{ ...at('/file'), method: 'POST', takes: fileForm },
      handle: async (call) => json(await attach(call, await aroundRecord(call, 'files')), 201),
    },
    {
      ...{ ...at('/file/{fileId}', 'fileId'), ...writing, method: 'DELETE' },
      handle: async (call) => {
        await detach(await aroundRecord(call, 'files'), call.params.fileId ?? '');
        return empty();
      },
    },
  ];
}

function otherEndpoints(here: Here): readonly Endpoint[] {
  return [
    { ...{ ...at(''), method: 'GET' }, handle: async (call) => json(await summary(here(call), call)) },
    {
      ...{ ...at('/related'), method: 'GET' },
      handle: async (call) => listed(await relatedCounts(await aroundRecord(call, 'related'))),
    },
    {
      ...{ ...at('/related/{of}'), method: 'GET', asks: askedPage },
      handle: async (call) => {
        const around = await aroundRecord(call, 'related');
        return json(await relatedRecords(around, call.params.of ?? '', pageOf(call).number));
      },
    },
    {
      ...{ ...at('/restore'), ...writing, method: 'POST' },
      ...taking(restoreBody, async (call, body) =>
        json(await restore(here(call), await aroundRecord(call, 'restore'), body)),
      ),
    },
    {
      ...{ ...at('/duplicate'), ...writing, method: 'POST', takes: nothing },
      handle: async (call) => json(await duplicate(await aroundRecord(call, 'duplicate')), 201),
    },
  ];
}

/** What there is, and what the caller may do. */
async function summary({ runtime }: All, call: ApiCall): Promise<DataRecord> {
  const around = await aroundRecord(call);
  const { activity, plan, id } = around;
  const filter = {
    kind: 'and',
    of: [
      { kind: 'compare', path: 'Entity', operator: 'eq', value: plan.entity.id },
      { kind: 'compare', path: 'RecordId', operator: 'eq', value: id },
    ],
  } as const;
  const mayComment =
    activity.comments !== undefined && isAllowed(activity.comments.write, around.call.features);
  return {
    Comments: activity.comments ? await runtime.store.count(commentEntity, filter) : null,
    Files: activity.files ? await runtime.store.count(attachmentEntity, filter) : null,
    MayComment: mayComment,
    MayAttach: mayAttach(around),
    MayRestore: mayRestore(around),
    MayDuplicate: mayDuplicate(around),
  };
}

const listed = (Items: readonly DataRecord[]) => json({ Items, TotalItems: Items.length });

const largestPage = 100;

function pageOf(call: ApiCall): { readonly number: number; readonly size: number } {
  const [number = 1, size = 20] = ['page', 'pageSize'].map((name) => {
    const asked = call.query().get(name);
    if (asked === null) return undefined;
    const value = Number(asked);
    if (!Number.isSafeInteger(value) || value < 1) throw refusals.badAddress();
    return value;
  });
  return { number, size: Math.min(size, largestPage) };
}

const nameAsked = (call: ApiCall): string => (call.query().get('name') ?? '').trim().slice(0, 100);
