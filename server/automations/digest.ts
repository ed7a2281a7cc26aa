/** Keeps a burst from flooding people: beyond the first few of an hour, the rest is gathered in one. */
import { type DataRecord, formatMessage, type Locale } from '#engine';
import { letterEntity, letterStates } from '../mail/letters.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { Running } from './Run.ts';

/** Who tells: an automation, or the server about something of its own. */
export type Telling = Pick<Running, 'raw' | 'base'> & {
  readonly scope: Pick<Running['scope'], 'call' | 'changes'>;
  readonly automation: Pick<Running['automation'], 'id' | 'title'>;
  /** The kind and the title of notifications; absent: those of automations. */
  readonly notice?: { readonly kind: string; readonly title: string };
};

/** Told one by one per automation, person and hour. */
export const mostSingle = 10;
const hour = 3_600_000;
/** Milliseconds for which a digest gathers. */
const gathers = 15 * 60_000;
/** Lines of a digest. */
const mostLines = 50;

type Letter = {
  readonly to: string;
  readonly reader?: DataRecord | undefined;
  readonly language: Locale;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Left out of a digest. */
  readonly attachments?: readonly object[];
};

export async function keepLetter(running: Telling, letter: Letter): Promise<void> {
  const {
    scope: { call },
    raw: session,
    automation,
  } = running;
  const Digest = `${automation.id} ${letter.to.toLowerCase()}`.slice(0, 512);
  const now = call.runtime.ports.now();
  if ((await countSince(running, letterEntity, { Digest, now })) < mostSingle)
    return session.insert(letterEntity, {
      ...letterOf(running, { ...letter, Digest, at: now }),
      ...(letter.attachments?.length && { Attachments: letter.attachments }),
    });
  const filter = allOf([equals('Digest', Digest), equals('StateId', letterStates.waiting)]);
  const { items } = await session.find({ entity: letterEntity, filter });
  const open = items.find(({ DigestCount, Attempts }) => Number(DigestCount) > 0 && Number(Attempts) === 0);
  if (!open) {
    const gathering = {
      ...gathered(running, letter, 1, `- ${letter.subject}`),
      Digest,
      at: new Date(now.getTime() + gathers),
    };
    return session.insert(letterEntity, {
      ...letterOf(running, { ...letter, ...gathering }),
      DigestCount: 1,
    });
  }
  const DigestCount = Number(open.DigestCount) + 1;
  const lines = String(open.Text)
    .split('\n')
    .filter((line) => line.startsWith('- '));
  if (lines.length < mostLines) lines.push(`- ${letter.subject}`);
  const {
    subject: Subject,
    text: Text,
    html: Html,
  } = gathered(running, letter, DigestCount, lines.join('\n'));
  await session.update(letterEntity, String(open.Id), {
    DigestCount,
    Subject,
    Text: Text.slice(0, 8192),
    Html,
  });
}

function gathered({ base, automation }: Telling, { language }: Letter, count: number, lines: string) {
  const params = { title: automation.title[language], count };
  const say = (key: string) => formatMessage(base.model, language, key, params);
  const subject = say('automation.digest.subject').slice(0, 256);
  const text = `${say('automation.digest.text')}\n\n${lines}`;
  return { subject, text, html: '' };
}

function letterOf(
  { scope: { call } }: Telling,
  {
    to,
    reader,
    language,
    subject,
    text,
    html,
    Digest,
    at,
  }: Letter & { readonly Digest: string; readonly at: Date },
): DataRecord {
  const { now, user, runtime } = call;
  const stamp = { CreatedDate: now, CreatedBy: user.UserName, ModifiedDate: now, ModifiedBy: user.UserName };
  return {
    ...{ Id: runtime.ports.newId(), Revision: 1, ...stamp },
    ...{ To: to.slice(0, 256), UserId: reader?.Id ?? null, Language: language, Digest, DigestCount: 0 },
    ...{ Subject: subject.slice(0, 256), Text: text.slice(0, 8192), Html: html.slice(0, 32_768), Link: null },
    ...{ StateId: letterStates.waiting, Attempts: 0, NextTry: at.toISOString() },
  };
}

export async function keepNotification(
  running: Telling,
  {
    reader,
    text,
    to,
  }: { readonly reader: DataRecord; readonly text: string; readonly to: string | undefined },
): Promise<void> {
  const { scope, raw: session, automation } = running;
  const { call } = scope;
  const UserId = String(reader.Id);
  const now = call.runtime.ports.now();
  const Digest = `${automation.id} ${UserId}`.slice(0, 512);
  const isSingle = (await countSince(running, 'notification', { Digest, now })) < mostSingle;
  const filter = allOf([equals('Digest', Digest), equals('ReadDate', null)]);
  const open = isSingle
    ? undefined
    : (await session.find({ entity: 'notification', filter })).items.find(isRecent(now));
  const RowCount = isSingle ? null : Number(open?.RowCount ?? 0) + 1;
  const About = (isSingle ? text : `${automation.title[languageIn(reader)]} (+${RowCount})`).slice(0, 256);
  const stamp = {
    CreatedDate: call.now,
    CreatedBy: call.user.UserName,
    ModifiedDate: call.now,
    ModifiedBy: call.user.UserName,
  };
  const id = open ? String(open.Id) : call.runtime.ports.newId();
  if (open) await session.update('notification', id, { RowCount, About, FinishedDate: now.toISOString() });
  else
    await session.insert('notification', {
      ...{
        Id: id,
        Revision: 1,
        UserId,
        Kind: running.notice?.kind ?? 'automation',
        Title: running.notice?.title ?? 'notification.automation',
        About,
        Digest,
        ...stamp,
      },
      ...{ Outcome: 'done', RowCount, FindingCount: 0, To: (isSingle && to) || null },
      ...{ FinishedDate: now.toISOString(), ReadDate: null },
    });
  scope.changes.push({ entity: 'notification', id, operation: open ? 'update' : 'create', user: UserId });
}

const languageIn = ({ Language }: DataRecord): Locale => (Language === 'fr-CA' ? 'fr-CA' : 'en-CA');

const isRecent =
  (now: Date) =>
  ({ RowCount, CreatedDate }: DataRecord): boolean =>
    Number(RowCount ?? 0) > 0 && Date.parse(String(CreatedDate)) > now.getTime() - hour;

function countSince(
  { raw: session }: Telling,
  entity: string,
  { Digest, now }: { readonly Digest: string; readonly now: Date },
): Promise<number> {
  const since = new Date(now.getTime() - hour).toISOString();
  return session.count(
    entity,
    allOf([equals('Digest', Digest), { kind: 'compare', path: 'CreatedDate', operator: 'gt', value: since }]),
  );
}
