/** `/session`: sign in, current user, sign out. */
import type { DataRecord } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import type { ApiCall } from '../../http/ApiCall.ts';
import type { Endpoint } from '../../http/Endpoint.ts';
import { empty, json } from '../../http/respond.ts';
import { flag, may, type Static, sent, text } from '../../http/sent.ts';
import { taking } from '../../http/Takes.ts';
import { forgetLinks } from '../../login/accountLinks.ts';
import { accountNamed } from '../../login/accountNamed.ts';
import type { ProviderClient } from '../../login/company/providerClient.ts';
import type { BegunAttempt, LoginLimits } from '../../login/createLoginLimits.ts';
import type { LoginStore } from '../../login/createLoginStore.ts';
import type { Sessions } from '../../login/createSessions.ts';
import type { Session } from '../../login/Session.ts';
import { StoreUnavailable } from '../../store/types.ts';
import { checkPassword, refusedAt, refuseTooMany } from './checkPassword.ts';
import { createCompanyEndpoints } from './createCompanyEndpoints.ts';
import { createCompanyLinkEndpoints } from './createCompanyLinkEndpoints.ts';
import { createLinkEndpoints } from './createLinkEndpoints.ts';
import { createPasskeyEndpoints } from './createPasskeyEndpoints.ts';
import { createSecondFactorEndpoints } from './createSecondFactorEndpoints.ts';
import { endUrlOf } from './endAtProvider.ts';
import {
  acceptProof,
  onlyOnce,
  optionsFor,
  passkeyAnswer,
  passkeyBodyLimit,
  prepareProof,
} from './passkeyProof.ts';
import { refusePasswords } from './refusePasswords.ts';
import { refuseWeak } from './refuseWeak.ts';

type LoginServices = {
  readonly logins: LoginStore;
  readonly sessions: Sessions;
  readonly limits: LoginLimits;
  readonly client: ProviderClient;
};

/** Sign in, current user, sign out; change the own password; list the own sessions. */
export function createSessionEndpoints(services: LoginServices): readonly Endpoint[] {
  const { sessions } = services;
  const common = { path: '/session', ids: [], isBeforePassword: true };
  const own = { ids: ['id'], access: { kind: 'login' } } as const;
  return [
    {
      ...common,
      method: 'POST',
      access: { kind: 'public' },
      ...taking(signInBody, (call, body) => signIn(services, call, body), ofPassword),
    },
    {
      ...common,
      method: 'GET',
      access: { kind: 'login' },
      handle: ({ session }) => json(sessionBody(session as Session, session?.isByCookie === false)),
    },
    { ...common, method: 'DELETE', access: { kind: 'login' }, handle: (call) => signOut(services, call) },
    {
      ...own,
      method: 'PUT',
      path: '/account/password',
      isBeforePassword: true,
      ...taking(passwordBody, (call, body) => changePassword(services, call, body), ofPassword),
    },
    {
      ...own,
      method: 'GET',
      path: '/account/session',
      handle: async ({ session }) => json(await ownSessions(sessions, session as Session)),
    },
    {
      ...own,
      method: 'DELETE',
      path: '/account/session',
      handle: async ({ session }) => {
        await sessions.endAll(session?.user.Id ?? '', session?.id);
        return empty();
      },
    },
    {
      ...own,
      method: 'DELETE',
      path: '/account/session/{id}',
      handle: async ({ session, params: { id = '' } }) => {
        if (!(await sessions.end(session?.user.Id ?? '', id))) throw refusals.noSuchSession();
        return empty();
      },
    },
    ...createSecondFactorEndpoints(services.limits),
    ...createPasskeyEndpoints({ ...services, opened }),
    ...createCompanyLinkEndpoints(),
    ...createLinkEndpoints(services),
    ...createCompanyEndpoints(services),
  ];
}

/** Ends the login; after one with a provider, answers where the person signs out there. */
async function signOut({ sessions, client }: LoginServices, call: ApiCall): Promise<Response> {
  const session = call.session as Session;
  const SignOutUrl = await endUrlOf(client, call, session);
  await sessions.close(session);
  const headers = { 'set-cookie': sessions.clearedCookie(call.isSecure) };
  return SignOutUrl === undefined ? empty(204, headers) : json({ SignOutUrl }, 200, headers);
}

const ofPassword = { limit: passkeyBodyLimit, isProtocol: true };

const signInBody = sent({
  ...{ UserName: text, Password: text },
  ...{ Code: may(text), Passkey: may(passkeyAnswer), CookieOnly: may(flag) },
});
type SignIn = Static<typeof signInBody>;

async function signIn(
  { logins, sessions, limits }: LoginServices,
  call: ApiCall,
  body: SignIn,
): Promise<Response> {
  await refusePasswords(call);
  const { name, password, code, asksToken } = credentials(body);
  const user = await accountNamed(call.runtime.store, name);
  // By the stored name, since otherwise each spelling would have its own attempts.
  const spelt = String(user?.UserName ?? name).toLowerCase();
  const begun = await limits.begin({ name: spelt, address: call.address });
  const account = user && String(user.UserName);
  refuseTooMany(begun.wait, account);
  const isRight = await checkPassword(call, user, password);
  if (!user || !isRight || user.IsActive !== true) throw refusals.wrongLogin({ account });
  const proof = { user, code, passkey: body.Passkey, logins };
  if (user.HasSecondFactor === true) await proveSecondFactor(call, begun, proof);
  await begun.succeed();
  await renewHash(call, user, password);
  return opened(sessions, call, { user, asksToken });
}

type Opening = { readonly user: DataRecord; readonly asksToken: boolean };

/** Opens a login for a person who has proved who they are. */
async function opened(
  sessions: Sessions,
  call: ApiCall,
  { user, asksToken }: Opening,
  message = 'login',
): Promise<Response> {
  const session = await sessions.open(user, originOf(call));
  if (!session) throw refusals.wrongLogin();
  call.ports.log.info({ user: session.user.UserName, address: call.address }, message);
  return json(sessionBody(session, asksToken), 200, {
    'set-cookie': sessions.cookie(session, call.isSecure),
  });
}

type Proof = {
  readonly user: DataRecord;
  readonly code: string;
  readonly passkey: SignIn['Passkey'];
  readonly logins: LoginStore;
};

/**
 * A correct password alone does not reset the counter; otherwise an attacker who knows it could guess codes
 * forever. A wrong code counts like a wrong password.
 */
async function proveSecondFactor(
  call: ApiCall,
  begun: BegunAttempt,
  { user, code, passkey, logins }: Proof,
): Promise<void> {
  const userId = String(user.Id);
  const isEmpty = code.trim() === '' && !passkey;
  const proof = await prepareProof(call, userId, { Code: code, Passkey: passkey });
  const accept = () => logins.transaction((session) => acceptProof(call, session, proof));
  const isRight = !isEmpty && (await onlyOnce(accept));
  if (isRight) return;
  const options = await optionsFor(call, userId);
  const extra = { CodeRequired: true, ...(options && { PasskeyOptions: options }) };
  if (isEmpty) {
    await begun.withdraw();
    throw refusals.codeRequired({ extra });
  }
  const wrong = passkey ? refusals.wrongPasskey : refusals.wrongCode;
  throw wrong({ extra, account: String(user.UserName) });
}

const originOf = ({ address, request }: ApiCall) => ({
  address,
  device: request.headers.get('user-agent') ?? '',
});

async function ownSessions(sessions: Sessions, { id, user }: Session): Promise<object> {
  const items = await sessions.listOf(user.Id);
  return {
    Items: items.map(({ Id, CreatedDate, LastSeenAt, ExpiresAt, Address = null, Device = null }) => {
      return { Id, CreatedDate, LastSeenAt, ExpiresAt, Address, Device, IsCurrent: Id === id };
    }),
    TotalItems: items.length,
  };
}

const passwordBody = sent({ CurrentPassword: text, NewPassword: text });

/**
 * Changes the own password. The current one is required, so that an unattended screen cannot be used to take
 * over the account. All other sessions end.
 */
async function changePassword(
  { sessions, limits }: LoginServices,
  call: ApiCall,
  { CurrentPassword: current, NewPassword: next }: Static<typeof passwordBody>,
): Promise<Response> {
  await refusePasswords(call);
  const { user: person, isByCookie } = call.session as Session;
  const { store } = call.runtime;
  const begun = await limits.begin({ name: person.UserName.toLowerCase(), address: call.address });
  refuseTooMany(begun.wait);
  const user = await store.get('user', person.Id);
  if (!(await checkPassword(call, user, current))) {
    call.ports.log.warn({ user: person.UserName, address: call.address }, 'password change refused');
    throw refusedAt('CurrentPassword', refusals.wrongPassword());
  }
  // Success does not clear failures of wrong codes: the caller may have found an open screen.
  await (user?.HasSecondFactor === true ? begun.withdraw() : begun.succeed());
  await refuseWeak(next, current, person.UserName);
  const PasswordHash = await call.ports.hash.hash(next);
  await store.transaction(async (session) => {
    await session.update('user', person.Id, { PasswordHash, MustChangePassword: false });
    await forgetLinks(session, person.Id);
  });
  await sessions.endAll(person.Id);
  call.ports.log.info({ user: person.UserName, address: call.address }, 'password changed');
  const session = await sessions.open({ ...(user as DataRecord), MustChangePassword: false }, originOf(call));
  if (!session) throw refusals.wrongLogin();
  const body = sessionBody(session, !isByCookie);
  return json(body, 200, isByCookie ? { 'set-cookie': sessions.cookie(session, call.isSecure) } : {});
}

/** Older hashes use a lower cost factor. */
async function renewHash({ ports, runtime }: ApiCall, user: DataRecord, password: string): Promise<void> {
  if (!ports.hash.isOutdated(String(user.PasswordHash))) return;
  const PasswordHash = await ports.hash.hash(password);
  // The password may have changed meanwhile, and a failed update is no reason to refuse the login.
  await runtime.store
    .update('user', String(user.Id), { PasswordHash }, Number(user.Revision))
    .catch((error) => {
      if (!(error instanceof StoreUnavailable)) throw error;
    });
}

type Credentials = {
  readonly name: string;
  readonly password: string;
  /** The second-factor code; empty when none was sent. */
  readonly code: string;
  readonly asksToken: boolean;
};

function credentials({ UserName, Password: password, Code, CookieOnly }: SignIn): Credentials {
  // A page with a cookie session does not need the token, and scripts must not see it.
  return { name: UserName.trim(), password, code: Code ?? '', asksToken: CookieOnly !== true };
}

/** Callers who sent the token already know it; with a cookie session it must stay hidden. */
function sessionBody({ token, user, mustChangePassword }: Session, hasToken: boolean): object {
  const { Features, ...person } = user;
  return {
    ...(hasToken ? { Token: token } : {}),
    User: person,
    Features,
    ...(mustChangePassword ? { MustChangePassword: true } : {}),
  };
}
