/** E-mails to people: written in the transaction they report on, sent when due. */
import { type DataRecord, formatMessage, type Locale, locales } from '#engine';
import { type Branding, readBranding } from '../operations/branding.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { OperationCall, Runtime } from '../operations/OperationCall.ts';
import { unlimited } from '../operations/rowAccess.ts';
import { type Content, LetterRefused, type OutgoingLetter } from '../ports/Mail.ts';
import type { StoreSession } from '../store/types.ts';
import { frameLetter } from './frameLetter.ts';
import { type Ending, oneClickUrl } from './oneClick.ts';

export const letterEntity = 'letter';

/** Ids of `letter-state`. */
export const letterStates = { waiting: 1, sent: 2, failed: 3, cancelled: 4 } as const;

/** Placeholder for the link, which is stored separately. */
export const linkMark = '{link}';

export type Draft = {
  /** Messages `<about>.subject` and `<about>.text`. */
  readonly about: string;
  readonly params: DataRecord;
  /** A secret that opens an account: stored apart from the text, and deleted once sent. */
  readonly link?: string;
  /** The user name of the author. */
  readonly by: string;
  /** A file owned by another record. */
  readonly attachment?: { readonly id: string; readonly name: string };
  /** Of a letter that repeats: the page on which its reader ends it. */
  readonly stopAt?: string;
  /** Of a letter that repeats: what its reader removes with one click. */
  readonly ends?: Ending;
};

/** The language of a person's screens, or else of their account. */
export async function languageOf(session: StoreSession, person: DataRecord): Promise<Locale> {
  const filter = allOf([equals('UserId', person.Id), equals('Key', 'display')]);
  const { items } = await session.find({ entity: 'preference', filter });
  const { locale } = (items[0]?.Value ?? {}) as { readonly locale?: unknown };
  return locales.find((one) => one === locale) ?? (person.Language === 'fr-CA' ? 'fr-CA' : 'en-CA');
}

/** Writes an e-mail in the person's language, in the transaction it reports on. */
export async function writeLetter(
  { model, ports }: Pick<Runtime, 'model' | 'ports'>,
  session: StoreSession,
  person: DataRecord,
  { about, params, link, by, attachment, stopAt, ends }: Draft,
): Promise<string> {
  const locale = await languageOf(session, person);
  const { name: brand } = await readBranding(model, session);
  const all = { brand, ...params, ...(link && { link: linkMark }) };
  const say = (part: string) => formatMessage(model, locale, `${about}.${part}`, all);
  const [Id, now] = [ports.newId(), ports.now().toISOString()];
  // The reader may be outside the row access of whoever causes the letter.
  await unlimited(session).insert(letterEntity, {
    ...{ Id, Revision: 1, CreatedDate: now, CreatedBy: by, ModifiedDate: now, ModifiedBy: by },
    ...{ To: person.Email, UserId: person.Id, Language: locale },
    ...{ Subject: say('subject').slice(0, 256), Text: say('text').slice(0, 8192), Link: link ?? null },
    ...{ StateId: letterStates.waiting, Attempts: 0, NextTry: now, StopAt: stopAt ?? null },
    ...(ends && { Ends: ends }),
    ...(attachment && { AttachmentId: attachment.id, AttachmentName: attachment.name }),
  });
  return Id;
}

const minute = 60_000;
const hour = 60 * minute;
/** The time after which an undelivered e-mail is given up. */
const triedFor = 72 * hour;
/** E-mails sent per round. */
const atOnce = 50;

type Sending = { readonly runtime: Runtime; readonly stopping?: AbortSignal | undefined };

/** Makes what a letter names as its attachments. */
type Attach = (attachments: unknown) => Promise<readonly Content[]>;

/**
 * Sends e-mails that are due; returns how many were sent. Each is claimed first, so no two rounds send it.
 */
export async function sendLetters({ runtime, stopping }: Sending, attach: Attach): Promise<number> {
  const { store, ports } = runtime;
  if (!ports.mail) return 0;
  const { items } = await store.find({
    entity: letterEntity,
    filter: { kind: 'and', of: [equals('StateId', letterStates.waiting), dueAt(ports.now().toISOString())] },
    sort: [{ path: 'NextTry', direction: 'asc' }],
    page: { number: 1, size: atOnce },
  });
  let count = 0;
  for (const letter of items) if (!stopping?.aborted && (await sendOne(runtime, letter, attach))) count += 1;
  return count;
}

const dueAt = (value: string) => ({ kind: 'compare', path: 'NextTry', operator: 'le', value }) as const;

/** Retries after one minute, two, four, and at most every six hours. */
const waitAfter = (attempts: number): number => Math.min(minute * 2 ** Math.min(attempts - 1, 20), 6 * hour);

/** Milliseconds for which a claim holds: no attempt takes longer. */
const longestSending = 6 * minute;

/** Mail servers accept no larger attachments; the text then says where the file is. */
export const largestAttachments = 15 * 1024 ** 2;

async function contentsOf(
  { files }: Runtime['ports'],
  { AttachmentId, AttachmentName, Attachments }: DataRecord,
  attach: Attach,
): Promise<readonly Content[]> {
  if (Attachments) return attach(Attachments);
  if (!AttachmentId) return [];
  const content = await files.bytes(String(AttachmentId));
  if (!content) throw new LetterRefused('The attachment is gone.');
  return content.length > largestAttachments ? [] : [{ name: String(AttachmentName), content }];
}

const stopOf = ({ publicUrl }: Pick<Runtime['ports'], 'publicUrl'>, { StopAt }: DataRecord) =>
  StopAt ? `${publicUrl}${StopAt}` : undefined;

/** The page that ends the letters, or with TLS an address that ends them at once. */
async function unsubscribeOf(
  of: Pick<Runtime, 'ports' | 'signer'>,
  letter: DataRecord,
): Promise<Pick<OutgoingLetter, 'unsubscribe' | 'isOneClick'>> {
  const stop = stopOf(of.ports, letter);
  if (letter.Ends && of.ports.publicUrl.startsWith('https:')) {
    const ending = { ...(letter.Ends as Ending), page: String(letter.StopAt ?? '/') };
    return { unsubscribe: await oneClickUrl(of, ending), isOneClick: true };
  }
  return stop ? { unsubscribe: stop } : {};
}

type Framed = Pick<Runtime, 'model' | 'ports'> & { readonly brand: Branding };

function framed({ model, ports, brand }: Framed, letter: DataRecord): string {
  const language = letter.Language === 'fr-CA' ? 'fr-CA' : 'en-CA';
  const [html, subject] = [String(letter.Html), String(letter.Subject)];
  const unsubscribe = stopOf(ports, letter);
  const { publicUrl } = ports;
  return frameLetter({ model, language, subject, html, publicUrl, unsubscribe, brand });
}

/** The HTML of a letter that is not written yet, as it would leave; its logo comes from the caller's own server. */
export async function framedPreview(
  { runtime: { model, ports, store } }: OperationCall,
  { subject, html, language }: { readonly subject: string; readonly html: string; readonly language: Locale },
): Promise<string> {
  const [brand, { publicUrl }] = [await readBranding(model, store), ports];
  return frameLetter({ model, language, subject, html, publicUrl, brand, picturesAt: '' });
}

async function sendOne(
  { store, ports, events, model, signer }: Runtime,
  letter: DataRecord,
  attach: Attach,
): Promise<boolean> {
  const id = String(letter.Id);
  const announce = () => events.announce('recordChanged', { entity: letterEntity, id, operation: 'update' });
  const now = ports.now().getTime();
  const Attempts = Number(letter.Attempts ?? 0) + 1;
  const at = (milliseconds: number) => new Date(now + milliseconds).toISOString();
  const claim = { Attempts, NextTry: at(Math.max(waitAfter(Attempts), longestSending)) };
  if (!(await store.update(letterEntity, id, claim, Number(letter.Revision)))) return false;
  const text = String(letter.Text).replaceAll(linkMark, () => String(letter.Link ?? ''));
  try {
    if (!letter.Link && String(letter.Text).includes(linkMark))
      throw new LetterRefused('The link of this letter no longer works.');
    const attachments = await contentsOf(ports, letter, attach);
    const [to, subject] = [String(letter.To), String(letter.Subject)];
    const brand = await readBranding(model, store);
    const html = letter.Html ? { html: framed({ model, ports, brand }, letter) } : {};
    const unsubscribe = await unsubscribeOf({ ports, signer }, letter);
    await ports.mail?.send({
      id,
      to,
      ...(brand.isOwn && { sender: brand.name }),
      subject,
      text,
      ...html,
      ...unsubscribe,
      ...(attachments.length > 0 && { attachments }),
    });
  } catch (error) {
    const isOver = error instanceof LetterRefused || now - Date.parse(String(letter.CreatedDate)) > triedFor;
    const LastError = (error instanceof Error ? error.message : String(error)).slice(0, 512);
    // A link that reached nobody is no longer needed.
    const end = isOver ? { StateId: letterStates.failed, Link: null } : { NextTry: at(waitAfter(Attempts)) };
    await store.update(letterEntity, id, { LastError, ...end });
    announce();
    ports.log.warn({ letter: id, attempts: Attempts, reason: LastError }, 'letter not sent');
    return false;
  }
  const SentDate = ports.now().toISOString();
  await store.update(letterEntity, id, { StateId: letterStates.sent, SentDate, LastError: null, Link: null });
  announce();
  return true;
}
