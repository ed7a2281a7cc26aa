/** Mentions: who is meant, and how they are told. */
import { type DataRecord, formatMessage, pageOfRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { languageOf, writeLetter } from '../mail/letters.ts';
import { isAllowed } from '../operations/authorize.ts';
import type { WriteScope } from '../operations/OperationCall.ts';
import { type Around, labelOf } from './aroundRecord.ts';
import { type All, type Reader, readerOf } from './readers.ts';

/** People mentioned in one comment. */
export const mostMentioned = 20;

/** The people with these ids, each as a reader of the record; refuses anyone who may not read it. */
export async function mentionedIn(
  all: All,
  { call, plan, id }: Around,
  mentions: readonly string[],
): Promise<readonly Reader[]> {
  const ids = [...new Set(mentions.map((one) => one.toLowerCase()))];
  if (ids.length > mostMentioned) throw refusals.tooManyMentions({ params: { limit: mostMentioned } });
  // With the row access of the caller: nobody mentions people they may not list.
  const people = ids.length > 0 ? await call.runtime.store.getMany('user', ids) : [];
  const known = new Map(people.map((person) => [String(person.Id).toLowerCase(), person]));
  const readers: Reader[] = [];
  for (const one of ids) {
    const person = known.get(one);
    const reader = person && (await readerOf(all, person, { entity: plan.entity, id }));
    // The same answer for people who do not exist, so that none is guessed.
    if (!reader) throw refusals.badMention();
    readers.push(reader);
  }
  return readers;
}

/** Characters of the comment in a notification. */
const longestExcerpt = 120;

/** The bell and an e-mail, each in the language of its reader. Nobody is told of their own comment. */
export async function tellMentioned(
  scope: WriteScope,
  { plan: { entity }, id }: Around,
  { Text, readers }: { readonly Text: string; readonly readers: readonly Reader[] },
): Promise<void> {
  const { call, session, changes } = scope;
  const { model, ports } = call.runtime;
  for (const { person, call: reading, record } of readers) {
    if (person.Id === call.user.Id) continue;
    const locale = await languageOf(session, person);
    const page = pageOfRecord(model, entity, record, (access) => isAllowed(access, reading.features));
    const name = labelOf(entity, record) || formatMessage(model, locale, entity.title);
    const excerpt = Text.length > longestExcerpt ? `${Text.slice(0, longestExcerpt)}…` : Text;
    const params = { author: call.user.DisplayName, record: name, text: excerpt };
    const About = formatMessage(model, locale, 'notification.mention.about', params).slice(0, 256);
    const notification = notificationOf(scope, { UserId: person.Id, Title: 'notification.mention', About });
    await session.insert('notification', { ...notification, To: page ? `${page}#${activityAnchor}` : null });
    changes.push({
      ...{ entity: 'notification', id: String(notification.Id), operation: 'create' },
      user: String(person.Id),
    });
    if (!person.Email) continue;
    const link = page ? `${ports.publicUrl}${page}#${activityAnchor}` : ports.publicUrl;
    await writeLetter(call.runtime, session, person, {
      about: 'mail.mention',
      params: { ...params, text: Text, name: person.DisplayName, address: link, id },
      by: call.user.UserName,
    });
  }
}

/** The block on a record's page. */
export const activityAnchor = 'record-activity';

/** A notification that is complete but for what is particular. */
export function notificationOf({ call }: Pick<WriteScope, 'call'>, fields: DataRecord): DataRecord {
  const { now, user, runtime } = call;
  return {
    ...{ Id: runtime.ports.newId(), Revision: 1, Kind: 'activity', Outcome: 'done', FindingCount: 0 },
    ...{ CreatedDate: now, CreatedBy: user.UserName, ModifiedDate: now, ModifiedBy: user.UserName },
    ...{ RowCount: null, Digest: null, To: null, FinishedDate: now, ReadDate: null },
    ...fields,
  };
}
