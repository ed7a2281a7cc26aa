import type { DataRecord, Locale } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import type { StoreSession } from '../store/types.ts';
import { letterEntity, letterStates } from './letters.ts';

type OwnLetter = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: Locale;
  readonly attachments?: unknown;
};

/** The account of the caller, which must have an address. */
export async function selfWithAddress({ runtime, user }: OperationCall): Promise<DataRecord> {
  const person = await runtime.store.get('user', user.Id);
  if (!person?.Email) throw new Refusal('conflict', 'automation.problem.no-address', {});
  return person;
}

/** A test letter to the caller and to nobody else. */
export async function letterToSelf(
  { runtime: { ports }, user, now }: OperationCall,
  session: Pick<StoreSession, 'insert'>,
  { Id: UserId, Email: To }: DataRecord,
  { subject, text, html, language, attachments }: OwnLetter,
): Promise<void> {
  const stamp = { CreatedDate: now, CreatedBy: user.UserName, ModifiedDate: now, ModifiedBy: user.UserName };
  await session.insert(letterEntity, {
    ...{ Id: ports.newId(), Revision: 1, ...stamp, To, UserId, Language: language },
    ...{ Subject: subject.slice(0, 256), Text: text.slice(0, 8192), Html: html.slice(0, 32_768) },
    ...{ Attachments: attachments ?? null, Link: null, StateId: letterStates.waiting, Attempts: 0 },
    NextTry: ports.now().toISOString(),
  });
}
