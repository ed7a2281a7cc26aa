/** Sign-out across both sides: from here at the provider, and from the provider here (back-channel logout). */
import { refusals } from '../../errors/Refusal.ts';
import type { ApiCall } from '../../http/ApiCall.ts';
import { readText } from '../../http/readBody.ts';
import { empty } from '../../http/respond.ts';
import { findProvider, sealOfSignIn } from '../../login/company/Provider.ts';
import type { ProviderClient } from '../../login/company/providerClient.ts';
import type { Sessions } from '../../login/createSessions.ts';
import type { Session } from '../../login/Session.ts';
import { allOf, equals } from '../../operations/filters.ts';

/** Undefined for a password login, or if the provider cannot be asked: the login here ends anyway. */
export async function endUrlOf(
  client: ProviderClient,
  { runtime, settings, ports }: ApiCall,
  { id, provider: key }: Session,
): Promise<string | undefined> {
  if (key === undefined) return undefined;
  try {
    const provider = await findProvider(runtime, settings, key);
    if (!provider) return undefined;
    const record = await runtime.store.get('session', id);
    const sealed = typeof record?.IdToken === 'string' ? record.IdToken : undefined;
    const seal = await sealOfSignIn(runtime, 'token');
    const idToken = sealed === undefined ? undefined : await seal.open(sealed);
    return await client.endUrl(provider, { idToken, returnTo: `${ports.publicUrl}/` });
  } catch (error) {
    ports.log.warn({ err: error, provider: key }, 'not signed out at the provider');
    return undefined;
  }
}

const largestToken = 32_768;

/** `POST /sign-in/{key}/logout`: the provider ends a login; its token is verified like an ID token. */
export async function endFromProvider(
  { client, sessions }: { readonly client: ProviderClient; readonly sessions: Sessions },
  call: ApiCall,
): Promise<Response> {
  const { runtime, settings, ports, params } = call;
  const provider = await findProvider(runtime, settings, params.key ?? '');
  if (!provider) throw refusals.noSuchProvider();
  const token = new URLSearchParams(await readText(call.request, largestToken)).get('logout_token') ?? '';
  const told = await client.readLogout(provider, token, ports.now()).catch((error) => {
    ports.log.warn(
      { channel: 'refusals', kind: 'sign-in.logout', provider: provider.key, why: String(error) },
      'refused',
    );
    throw refusals.badLogoutToken();
  });
  const filter = allOf([
    equals('Provider', provider.key),
    told.session === undefined ? equals('Subject', told.subject) : equals('ProviderSession', told.session),
  ]);
  const { items } = await runtime.store.find({ entity: 'session', ...(filter && { filter }) });
  for (const { Id, UserId } of items) await sessions.end(String(UserId), String(Id));
  ports.log.info({ provider: provider.key, ended: items.length }, 'logins ended by the provider');
  return empty(200);
}
