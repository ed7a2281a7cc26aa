/**
 * Due work: tells followers of changes, from the feed of changes. A record's changes are gathered in one unread
 * notification, a person's in one e-mail an hour. Each follower's right to read the record is checked again.
 */
import { type DataRecord, type FilterTree, formatMessage, type Locale, pageOfRecord } from '#engine';
import { languageOf, letterEntity, letterStates } from '../mail/letters.ts';
import { isAllowed } from '../operations/authorize.ts';
import { allOf, among, equals } from '../operations/filters.ts';
import type { OperationCall, Runtime } from '../operations/OperationCall.ts';
import { changeEntity, lastNumber } from '../operations/recordChanges.ts';
import { unlimited } from '../operations/rowAccess.ts';
import type { StoreSession } from '../store/types.ts';
import { nextTurn } from '../work/turns.ts';
import { labelOf } from './aroundRecord.ts';
import { activityAnchor, notificationOf } from './mentions.ts';
import { type Reader, readerOf } from './readers.ts';

type Working = {
  readonly runtime: Runtime;
  readonly zone: string;
  readonly stopping?: AbortSignal | undefined;
};

const stateEntity = 'activity-state';
const atOnce = 500;
/** Milliseconds for which an e-mail gathers changes. */
const gathers = 3_600_000;
/** Lines of an e-mail. */
const mostLines = 50;
/** What belongs to a record, and goes when it is removed. */
const belongings = ['record-comment', 'record-follower', 'record-file'] as const;

/** Returns how many people were told. */
export async function tellFollowers({ runtime, zone, stopping }: Working): Promise<number> {
  let told = 0;
  while (!stopping?.aborted) {
    const state = await startedState(runtime);
    const changes = await nextChanges(runtime, Number(state.Number));
    const last = changes.at(-1);
    if (!last) return told;
    const followed = await followedIn(runtime, changes);
    const readers = await readersOf({ runtime, zone }, followed);
    await runtime.store.transaction(async (session) => {
      const isMine = await session.update(
        ...([stateEntity, String(state.Id), { Number: last.Number }, Number(state.Revision)] as const),
      );
      if (!isMine) return;
      for (const change of changes) if (change.Operation === 'remove') await dropBelongings(session, change);
      for (const one of readers) await tell(runtime, session, one);
    });
    for (const { reader } of readers) {
      const user = String(reader.person.Id);
      runtime.events.announce('recordChanged', {
        entity: 'notification',
        id: user,
        operation: 'create',
        user,
      });
    }
    told += readers.length;
    // Others' calls come first.
    await nextTurn();
  }
  return told;
}

/** Where the last round ended; the first one begins with what comes next. */
async function startedState({ store, ports }: Runtime): Promise<DataRecord> {
  const found = async () =>
    (await store.find({ entity: stateEntity, filter: equals('Key', 'followers') })).items[0];
  const known = await found();
  if (known) return known;
  const now = ports.now().toISOString();
  const last = await lastNumber(store);
  await store.insert(stateEntity, {
    ...{ Id: ports.newId(), Revision: 1, CreatedDate: now, CreatedBy: 'server', ModifiedDate: now },
    ...{ ModifiedBy: 'server', Key: 'followers', Number: last },
  });
  return (await found()) as DataRecord;
}

async function nextChanges({ store }: Runtime, after: number): Promise<readonly DataRecord[]> {
  const { items } = await store.find({
    entity: changeEntity,
    filter: { kind: 'compare', path: 'Number', operator: 'gt', value: after },
    sort: [{ path: 'Number', direction: 'asc' }],
    page: { number: 1, size: atOnce },
  });
  return items;
}

/** Changes of one record, for one follower who made none of them. */
type Followed = {
  readonly entity: string;
  readonly id: string;
  readonly userId: string;
  readonly by: readonly string[];
};

async function followedIn(
  { store, model }: Runtime,
  changes: readonly DataRecord[],
): Promise<readonly Followed[]> {
  const changed = changes.filter(({ Operation, Entity }) => {
    const activity = model.entities.get(String(Entity))?.activity;
    return activity?.followers === true && Operation !== 'remove' && Operation !== 'create';
  });
  if (changed.length === 0) return [];
  const ids = [...new Set(changed.map(({ RecordId }) => String(RecordId)))];
  const { items } = await store.find({ entity: 'record-follower', filter: among('RecordId', ids) });
  const people = await store.getMany('user', [...new Set(items.map(({ UserId }) => String(UserId)))]);
  const names = new Map(people.map(({ Id, UserName }) => [Id, UserName]));
  return items.flatMap(({ Entity, RecordId, UserId }) => {
    const by = changed
      .filter((one) => one.Entity === Entity && one.RecordId === RecordId)
      .map(({ ChangedBy }) => String(ChangedBy))
      .filter((name) => name !== names.get(UserId));
    return by.length > 0
      ? [{ entity: String(Entity), id: String(RecordId), userId: String(UserId), by }]
      : [];
  });
}

type Telling = { readonly followed: Followed; readonly reader: Reader };

async function readersOf(
  all: { readonly runtime: Runtime; readonly zone: string },
  followed: readonly Followed[],
): Promise<readonly Telling[]> {
  const found: Telling[] = [];
  for (const one of followed) {
    const person = await all.runtime.store.get('user', one.userId);
    const entity = all.runtime.model.entities.get(one.entity);
    const reader = person && entity && (await readerOf(all, person, { entity, id: one.id }));
    if (reader) found.push({ followed: one, reader });
  }
  return found;
}

async function tell(runtime: Runtime, session: StoreSession, { followed, reader }: Telling): Promise<void> {
  const { person, call, record } = reader;
  const entity = runtime.planOf(followed.entity).entity;
  const locale = await languageOf(session, person);
  const name = labelOf(entity, record) || formatMessage(runtime.model, locale, entity.title);
  const page = pageOfRecord(runtime.model, entity, record, (access) => isAllowed(access, call.features));
  const told = { person, locale, name, page, count: followed.by.length };
  await keepNotification(call, session, followed, told);
  if (person.Email) await keepLetter(call, session, told);
}

type Told = {
  readonly person: DataRecord;
  readonly locale: Locale;
  readonly name: string;
  readonly page: string | undefined;
  readonly count: number;
};

/** One unread notification for each record, which counts. */
async function keepNotification(
  call: OperationCall,
  session: StoreSession,
  { entity, id }: Followed,
  { person, locale, name, page, count }: Told,
): Promise<void> {
  const { model, ports } = call.runtime;
  const Digest = `follow ${entity} ${id}`.slice(0, 512);
  const mine: FilterTree | undefined = allOf([
    equals('UserId', person.Id),
    equals('Digest', Digest),
    equals('ReadDate', null),
  ]);
  const [open] = (await session.find({ entity: 'notification', filter: mine })).items;
  const RowCount = count + Number(open?.RowCount ?? 0);
  const About = formatMessage(model, locale, 'notification.followed.about', {
    record: name,
    count: RowCount,
  });
  const fields = { RowCount: null, About: About.slice(0, 256), FinishedDate: ports.now().toISOString() };
  // The count is in the text: the bell shows RowCount as rows of a job.
  const Notes = null;
  if (open) {
    await session.update('notification', String(open.Id), { ...fields, RowCount });
    return;
  }
  const To = page ? `${page}#${activityAnchor}` : null;
  const own = { UserId: person.Id, Title: 'notification.followed', Digest, To, Notes };
  await session.insert('notification', notificationOf({ call }, { ...own, ...fields, RowCount }));
}

/** One waiting e-mail for each person, which lists the records. */
async function keepLetter(call: OperationCall, session: StoreSession, told: Told): Promise<void> {
  const { person, locale, name, page } = told;
  const { model, ports } = call.runtime;
  const Digest = `follow ${person.Id}`;
  const filter = allOf([
    equals('Digest', Digest),
    equals('StateId', letterStates.waiting),
    equals('Attempts', 0),
  ]);
  // The reader may be outside the row access of whoever changed the record.
  const letters = unlimited(session);
  const [open] = (await letters.find({ entity: letterEntity, filter })).items;
  const line = `- ${name}${page ? `: ${ports.publicUrl}${page}` : ''}`;
  const lines = String(open?.Text ?? '')
    .split('\n')
    .filter((one) => one.startsWith('- '));
  if (lines.includes(line)) return;
  if (lines.length < mostLines) lines.push(line);
  const count = Number(open?.DigestCount ?? 0) + 1;
  const say = (part: string) =>
    formatMessage(model, locale, `mail.followed.${part}`, { name: person.DisplayName, count });
  const text = {
    Subject: say('subject').slice(0, 256),
    Text: `${say('text')}\n\n${lines.join('\n')}`.slice(0, 8192),
  };
  if (open) {
    await letters.update(letterEntity, String(open.Id), { ...text, DigestCount: count });
    return;
  }
  const now = ports.now();
  const stamp = { CreatedDate: call.now, CreatedBy: 'server', ModifiedDate: call.now, ModifiedBy: 'server' };
  await letters.insert(letterEntity, {
    ...{ Id: ports.newId(), Revision: 1, ...stamp, To: person.Email, UserId: person.Id, Language: locale },
    ...{ ...text, Link: null, Digest, DigestCount: count, StateId: letterStates.waiting, Attempts: 0 },
    // One stops following on the page of the record.
    StopAt: page ? `${page}#${activityAnchor}` : null,
    NextTry: new Date(now.getTime() + gathers).toISOString(),
  });
}

/** Comments, followers and attachments of a removed record. */
async function dropBelongings(session: StoreSession, { Entity, RecordId }: DataRecord): Promise<void> {
  const filter = allOf([equals('Entity', Entity), equals('RecordId', RecordId)]);
  for (const entity of belongings) {
    const { items } = await session.find({ entity, filter });
    for (const { Id } of items) await session.remove(entity, String(Id));
  }
}
