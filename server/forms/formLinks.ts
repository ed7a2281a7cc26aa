/** Links through which someone outside fills in fields of one record: unguessable, stored as a digest, limited. */
import type { DataRecord, PublicFormModel } from '#engine';
import { idOfDigest } from '../login/idOfDigest.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { OperationCall, Runtime } from '../operations/OperationCall.ts';
import type { StoreSession } from '../store/types.ts';

export const linkEntity = 'form-link';

const day = 24 * 3_600_000;

/** A new link in place of the earlier ones of this record. */
export async function makeLink(
  { runtime, user }: OperationCall,
  session: StoreSession,
  { form, recordId }: { readonly form: PublicFormModel; readonly recordId: string },
): Promise<{ readonly url: string; readonly expiresAt: string }> {
  const { ports } = runtime;
  await revokeLinks(session, form, recordId);
  const token = ports.randomToken();
  const now = ports.now();
  const expiresAt = new Date(now.getTime() + (form.link?.days ?? 1) * day).toISOString();
  const stamp = {
    ...{ CreatedDate: now.toISOString(), CreatedBy: user.UserName },
    ...{ ModifiedDate: now.toISOString(), ModifiedBy: user.UserName },
  };
  await session.insert(linkEntity, {
    ...{ Id: idOfDigest(await ports.digest(token)), Revision: 1, ...stamp },
    ...{ Form: form.id, Entity: form.entity, RecordId: recordId, ExpiresAt: expiresAt },
  });
  // In the fragment, so that no log and no other site receives it.
  return { url: `${ports.publicUrl}/f/${form.address}#${token}`, expiresAt };
}

/** Ends all links of a record through this form; gives how many. */
export async function revokeLinks(
  session: StoreSession,
  { id }: PublicFormModel,
  recordId: string,
): Promise<number> {
  const filter = allOf([equals('Form', id), equals('RecordId', recordId)]);
  const { items } = await session.find({ entity: linkEntity, filter });
  for (const { Id } of items) await session.remove(linkEntity, String(Id));
  return items.length;
}

/** The link of a token; undefined if it is unknown, of another form, used or expired. */
export async function linkOf(
  { ports }: Pick<Runtime, 'ports'>,
  session: Pick<StoreSession, 'get'>,
  { form, token }: { readonly form: PublicFormModel; readonly token: string },
): Promise<DataRecord | undefined> {
  if (!form.link) return undefined;
  const link = await session.get(linkEntity, idOfDigest(await ports.digest(token)));
  if (!link || link.Form !== form.id || link.Entity !== form.entity) return undefined;
  if (Date.parse(String(link.ExpiresAt)) <= ports.now().getTime()) return undefined;
  return form.link.once && link.UsedDate ? undefined : link;
}
