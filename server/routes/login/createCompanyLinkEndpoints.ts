/** `/account/companylink`: the people at providers who sign in to one's own account. */
import { Refusal } from '../../errors/Refusal.ts';
import type { ApiCall } from '../../http/ApiCall.ts';
import type { Endpoint } from '../../http/Endpoint.ts';
import { operationCall } from '../../http/operationCall.ts';
import { empty, json } from '../../http/respond.ts';
import { companyLinksOf, removeCompanyLink } from '../../login/company/companyLinks.ts';
import { isPasswordOff, listProviders } from '../../login/company/Provider.ts';
import type { Session } from '../../login/Session.ts';
import { inTransaction } from '../../operations/OperationCall.ts';

export function createCompanyLinkEndpoints(): readonly Endpoint[] {
  const own = { ids: ['id'], access: { kind: 'login' } } as const;
  const path = '/account/companylink';
  return [
    { ...own, method: 'GET', path, handle: async (call) => json(await listOwn(call)) },
    { ...own, method: 'DELETE', path: `${path}/{id}`, handle: remove },
  ];
}

const personOf = ({ session }: ApiCall) => (session as Session).user;

async function listOwn(call: ApiCall): Promise<object> {
  const { runtime, settings } = call;
  const [links, providers] = [
    await companyLinksOf(runtime.store, personOf(call).Id),
    await listProviders(runtime, settings),
  ];
  const labelOf = (key: unknown, issuer: unknown) =>
    providers.find((one) => one.key === key)?.labels[call.locale] ?? String(issuer);
  return {
    Items: links.map(({ Id, Provider, Issuer, CreatedDate, LastUsedDate = null }) => {
      return { Id, ProviderName: labelOf(Provider, Issuer), CreatedDate, LastUsedDate };
    }),
    TotalItems: links.length,
    MayRemove: await hasOtherWay(call),
  };
}

/** A password that is accepted: nobody shuts themselves out. */
async function hasOtherWay(call: ApiCall): Promise<boolean> {
  const user = await call.runtime.store.get('user', personOf(call).Id);
  return typeof user?.PasswordHash === 'string' && !(await isPasswordOff(call.runtime, call.settings));
}

async function remove(call: ApiCall): Promise<Response> {
  const { id = '' } = call.params;
  if (!(await hasOtherWay(call))) throw new Refusal('conflict', 'account.company-link.only-way', {});
  const except = call.session?.id;
  await inTransaction(operationCall(call), (scope) =>
    removeCompanyLink(scope, { userId: personOf(call).Id, id, except }),
  );
  return empty();
}
