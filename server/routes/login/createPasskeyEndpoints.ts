/** Passkeys: signing in with one, those of one's own account, and whether they are on. */
import type { DataRecord } from '#engine';
import { Refusal, refusals } from '../../errors/Refusal.ts';
import type { ApiCall } from '../../http/ApiCall.ts';
import type { Endpoint } from '../../http/Endpoint.ts';
import { operationCall } from '../../http/operationCall.ts';
import { empty, json } from '../../http/respond.ts';
import { flag, listOf, may, type Static, sent, Type, text } from '../../http/sent.ts';
import { taking } from '../../http/Takes.ts';
import type { LoginLimits } from '../../login/createLoginLimits.ts';
import type { LoginStore } from '../../login/createLoginStore.ts';
import type { Sessions } from '../../login/createSessions.ts';
import { isTurnedOn, passkeySite, siteOf, wayEntity } from '../../login/passkeys/passkeyAccess.ts';
import {
  claimedPasskey,
  newPasskey,
  optionsToAdd,
  optionsToProve,
  passkeyEntity,
  passkeysOf,
  provePasskey,
} from '../../login/passkeys/passkeys.ts';
import type { Session } from '../../login/Session.ts';
import { hasCodes } from '../../login/secondFactor.ts';
import { readBranding } from '../../operations/branding.ts';
import { createWithin } from '../../operations/createRecord.ts';
import { equals } from '../../operations/filters.ts';
import { inTransaction, type WriteScope } from '../../operations/OperationCall.ts';
import { takeOut } from '../../operations/takeOut.ts';
import { updateWithin } from '../../operations/updateRecord.ts';
import { insertRecord } from '../../operations/writeRecord.ts';
import { checkPassword, refusedAt, refuseTooMany } from './checkPassword.ts';
import { onlyOnce, optionsFor, passkeyAnswer, passkeyBodyLimit, siteFor } from './passkeyProof.ts';

type Services = {
  readonly logins: LoginStore;
  readonly sessions: Sessions;
  readonly limits: LoginLimits;
  readonly opened: (
    sessions: Sessions,
    call: ApiCall,
    who: { readonly user: DataRecord; readonly asksToken: boolean },
    message?: string,
  ) => Promise<Response>;
};

/** Passkeys of one account. */
const most = 20;

export function createPasskeyEndpoints(services: Services): readonly Endpoint[] {
  const open = { ids: [], access: { kind: 'public' }, isBeforePassword: true } as const;
  const own = { ids: ['id'], access: { kind: 'login' } } as const;
  const managed = {
    ids: [],
    access: { kind: 'feature', anyOf: ['User.Manage'] },
    path: '/passkeys',
  } as const;
  const path = '/account/passkey';
  return [
    {
      ...open,
      method: 'POST',
      path: '/session/passkey/options',
      ...taking(sent({}), askAnyone, { isOptional: true }),
    },
    {
      ...open,
      method: 'POST',
      path: '/session/passkey',
      ...taking(signInBody, (call, body) => signIn(services, call, body), ofPasskey),
    },
    { ...own, method: 'GET', path, handle: async (call) => json(await listOwn(call)) },
    {
      ...own,
      method: 'POST',
      path: `${path}/options`,
      ...taking(startBody, (call, body) => start(services, call, body), ofPasskey),
    },
    { ...own, method: 'POST', path: `${path}/check`, ...taking(sent({}), askOwn, { isOptional: true }) },
    { ...own, method: 'POST', path, ...taking(addBody, add, ofPasskey) },
    { ...own, method: 'DELETE', path: `${path}/{id}`, handle: removeOwn },
    { ...managed, method: 'GET', handle: async (call) => json(await stateOf(call)) },
    { ...managed, method: 'PUT', ...taking(sent({ IsOn: flag }), turn) },
  ];
}

const ofPasskey = { limit: passkeyBodyLimit, isProtocol: true };
/** `UserName`: only this person, whose work is on the page. */
const signInBody = sent({ Passkey: passkeyAnswer, CookieOnly: may(flag), UserName: may(text) });
const startBody = sent({ CurrentPassword: text });
const nameBody = sent({ Name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }) });
const part = Type.String({ maxLength: 12_288 });
const id = Type.String({ minLength: 1, maxLength: 1400 });
const addBody = sent({
  ...nameBody.properties,
  Passkey: Type.Object({
    ...{ id, rawId: id, type: Type.String({ maxLength: 20 }) },
    response: Type.Object({
      ...{ clientDataJSON: part, attestationObject: part },
      transports: may(listOf(Type.String({ maxLength: 20 }), { maxItems: 10 })),
    }),
  }),
});

const personOf = ({ session }: ApiCall) => (session as Session).user;

async function askAnyone(call: ApiCall): Promise<Response> {
  return json({ Options: await optionsToProve(call.runtime, await siteFor(call)) });
}

/** The person is whoever the passkey belongs to; their finger, face or PIN replaces the second factor. */
async function signIn(
  { logins, sessions, limits, opened }: Services,
  call: ApiCall,
  { Passkey: answered, CookieOnly, UserName }: Static<typeof signInBody>,
): Promise<Response> {
  const site = await siteFor(call);
  const { runtime, address } = call;
  const passkey = await claimedPasskey(runtime, runtime.store, answered);
  const user = passkey && (await runtime.store.get('user', String(passkey.UserId)));
  const account = user && String(user.UserName);
  const name = account?.toLowerCase() ?? `passkey ${answered.id.slice(0, 64)}`;
  const begun = await limits.begin({ name, address });
  refuseTooMany(begun.wait, account);
  const isRight =
    passkey !== undefined &&
    user?.IsActive === true &&
    (UserName ?? account) === account &&
    (await onlyOnce(() =>
      logins.transaction((session) =>
        provePasskey(runtime, session, { site, passkey, answered, purpose: 'sign-in' }),
      ),
    ));
  if (!isRight) throw refusals.wrongPasskey({ account });
  await begun.succeed();
  return opened(sessions, call, { user, asksToken: CookieOnly !== true }, 'login with a passkey');
}

const shown = ({ Id, Name, CreatedDate, LastUsedDate = null, IsSynced }: DataRecord) => ({
  ...{ Id, Name, CreatedDate, LastUsedDate, IsSynced: IsSynced === true },
});

async function listOwn(call: ApiCall): Promise<object> {
  const { runtime, settings } = call;
  const { Id } = personOf(call);
  const items = await passkeysOf(runtime.store, Id);
  const user = await runtime.store.get('user', Id);
  return {
    Items: items.map(shown),
    TotalItems: items.length,
    IsOn: (await passkeySite(runtime, settings)) !== undefined,
    HasPassword: typeof user?.PasswordHash === 'string',
  };
}

/** Takes the password: an unattended screen must not gain a key. Accounts without one follow their provider. */
async function start(
  { limits }: Services,
  call: ApiCall,
  { CurrentPassword: password }: Static<typeof startBody>,
): Promise<Response> {
  const site = await siteFor(call);
  const { Id, UserName } = personOf(call);
  const { runtime, address } = call;
  const user = await runtime.store.get('user', Id);
  if (typeof user?.PasswordHash !== 'string')
    throw new Refusal('conflict', 'account.passkey.needs-password', {});
  const begun = await limits.begin({ name: UserName.toLowerCase(), address });
  refuseTooMany(begun.wait);
  if (!(await checkPassword(call, user, password)))
    throw refusedAt('CurrentPassword', refusals.wrongPassword());
  await begun.withdraw();
  const known = await passkeysOf(runtime.store, Id);
  if (known.length >= most) throw refusals.passkeyTooMany({ params: { limit: most } });
  const { name } = await readBranding(runtime.model, runtime.store);
  return json({ Options: await optionsToAdd(runtime, site, user, known, name) });
}

/** Asks for a passkey of one's own, as proof for the second factor. */
async function askOwn(call: ApiCall): Promise<Response> {
  await siteFor(call);
  const options = await optionsFor(call, personOf(call).Id);
  if (!options) throw refusals.passkeyNone();
  return json({ Options: options });
}

async function add(call: ApiCall, { Name, Passkey: answered }: Static<typeof addBody>): Promise<Response> {
  const site = await siteFor(call);
  const { Id: userId, UserName } = personOf(call);
  const added = await inTransaction(operationCall(call), async (scope) => {
    if ((await passkeysOf(scope.session, userId)).length >= most)
      throw refusals.passkeyTooMany({ params: { limit: most } });
    const made = await newPasskey(call.runtime, scope.session, { site, userId, answered });
    if (!made) throw new Refusal('validation', 'account.passkey.not-added', {});
    return insertRecord(scope, scope.call.runtime.planOf(passkeyEntity), { ...made, Name: Name.trim() });
  });
  call.ports.log.info({ user: UserName, address: call.address }, 'passkey added');
  return json(shown({ CreatedDate: call.ports.now().toISOString(), ...added }), 201);
}

async function ownPasskey({ session, call }: WriteScope, passkeyId: string): Promise<DataRecord> {
  const passkey = await session.get(passkeyEntity, passkeyId);
  if (passkey?.UserId !== call.user.Id) throw refusals.passkeyGone();
  return passkey;
}

async function removeOwn(call: ApiCall): Promise<Response> {
  const { Id, UserName } = personOf(call);
  const { id: passkeyId = '' } = call.params;
  await inTransaction(operationCall(call), async (scope) => {
    const passkey = await ownPasskey(scope, passkeyId);
    const user = await scope.session.get('user', Id);
    const isFactor = user?.HasSecondFactor === true && !(await hasCodes(scope.session, Id));
    if (isFactor && (await passkeysOf(scope.session, Id)).length === 1)
      throw new Refusal('conflict', 'account.passkey.last', {});
    await takeOut(scope, scope.call.runtime.planOf(passkeyEntity), passkey);
  });
  call.ports.log.info({ user: UserName, address: call.address }, 'passkey removed');
  return empty();
}

async function stateOf({ runtime, ports }: ApiCall): Promise<object> {
  const site = siteOf(ports.publicUrl);
  return { IsOn: await isTurnedOn(runtime.store), Origin: site?.origin ?? null };
}

async function turn(call: ApiCall, { IsOn }: { readonly IsOn: boolean }): Promise<Response> {
  await inTransaction(operationCall(call), async (scope) => {
    const plan = scope.call.runtime.planOf(wayEntity);
    const page = { number: 1, size: 1 };
    const { items } = await scope.session.find({
      entity: wayEntity,
      filter: equals('Name', 'passkeys'),
      page,
    });
    if (items[0]) await updateWithin(scope, plan, { id: String(items[0].Id), input: { IsOn } });
    else await createWithin(scope, plan, { Name: 'passkeys', IsOn });
  });
  return json(await stateOf(call));
}
