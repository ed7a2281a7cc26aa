/** The links between an account and the people at providers who sign in to it. */
import type { DataRecord } from '#engine';
import { Refusal } from '../../errors/Refusal.ts';
import { allOf, equals } from '../../operations/filters.ts';
import type { WriteScope } from '../../operations/OperationCall.ts';
import { takeOut } from '../../operations/takeOut.ts';
import type { StoreSession } from '../../store/types.ts';

const entity = 'sign-in-identity';

export async function companyLinksOf(
  store: Pick<StoreSession, 'find'>,
  userId: string,
): Promise<readonly DataRecord[]> {
  return (await store.find({ entity, filter: equals('UserId', userId) })).items;
}

type Removing = {
  readonly userId: string;
  readonly id: string;
  /** This login continues. */
  readonly except?: string | undefined;
};

/** Removes a link and ends the logins that it opened. */
export async function removeCompanyLink(scope: WriteScope, { userId, id, except }: Removing): Promise<void> {
  const { session, call, changes } = scope;
  const link = await session.get(entity, id);
  if (link?.UserId !== userId) throw new Refusal('not-found', 'account.company-link.gone', {});
  await takeOut(scope, call.runtime.planOf(entity), link);
  const filter = allOf([equals('Provider', link.Provider), equals('Subject', link.Subject)]);
  const { items } = await session.find({ entity: 'session', ...(filter && { filter }) });
  for (const { Id, UserId } of items)
    if (UserId === userId && Id !== except) await session.remove('session', String(Id));
  changes.push({ entity: 'user', id: userId, operation: 'update' });
  const facts = { user: userId, provider: link.Provider, by: call.user.UserName };
  call.runtime.ports.log.info(facts, 'link to a sign-in provider removed');
}
