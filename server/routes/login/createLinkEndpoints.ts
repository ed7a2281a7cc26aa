/** `/account/link` and `/account/forgotten`: a password by a link that came by e-mail, without a login. */
import type { DataRecord } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import type { ApiCall } from '../../http/ApiCall.ts';
import type { Endpoint } from '../../http/Endpoint.ts';
import { member } from '../../http/member.ts';
import { readBody } from '../../http/readBody.ts';
import { empty, json } from '../../http/respond.ts';
import { forgetLinks, personOfLink, sendLink } from '../../login/accountLinks.ts';
import { accountNamed } from '../../login/accountNamed.ts';
import type { LoginLimits } from '../../login/createLoginLimits.ts';
import type { Sessions } from '../../login/createSessions.ts';
import { equals } from '../../operations/filters.ts';
import { isObject } from '../readRecord.ts';
import { passwordBodyLimit, refuseTooMany } from './checkPassword.ts';
import { refuseWeak } from './refuseWeak.ts';

type LinkServices = { readonly sessions: Sessions; readonly limits: LoginLimits };

export function createLinkEndpoints(services: LinkServices): readonly Endpoint[] {
  const open = { ids: [], access: { kind: 'public' }, isBeforePassword: true } as const;
  return [
    { ...open, method: 'POST', path: '/account/link', handle: describe },
    { ...open, method: 'PUT', path: '/account/link', handle: (call) => choosePassword(services, call) },
    { ...open, method: 'POST', path: '/account/forgotten', handle: (call) => forgotten(services, call) },
  ];
}

/** Whose account it opens. */
async function describe(call: ApiCall): Promise<Response> {
  const token = textOf(await objectOf(call), 'Token');
  const found = await personOfLink(call.runtime, token);
  if (!found) throw refusals.linkOver();
  const { UserName, DisplayName } = found.person;
  return json({ UserName, DisplayName, Purpose: found.purpose });
}

/** The link is used up with it, and everybody who was signed in with the old password is out. */
async function choosePassword({ sessions }: LinkServices, call: ApiCall): Promise<Response> {
  const body = await objectOf(call);
  const [token, password] = [textOf(body, 'Token'), textOf(body, 'NewPassword')];
  const { runtime, ports } = call;
  const found = await personOfLink(runtime, token);
  if (!found) throw refusals.linkOver();
  const id = String(found.person.Id);
  await refuseWeak(password, '', String(found.person.UserName));
  const PasswordHash = await ports.hash.hash(password);
  await runtime.store.transaction(async (session) => {
    // Of two who use it at once, the second comes too late.
    if (!(await personOfLink(runtime, token, session))) throw refusals.linkOver();
    // Who came by the link reads what is sent to the address.
    const changed = { PasswordHash, MustChangePassword: false, IsEmailUnconfirmed: false };
    await session.update('user', id, changed);
    await forgetLinks(session, id);
  });
  await sessions.endAll(id);
  ports.log.info({ user: found.person.UserName, address: call.address }, 'password chosen by a link');
  return empty();
}

/** Says the same, and takes as long, whether there is such a person or not: what follows is nobody's to wait for. */
async function forgotten({ limits }: LinkServices, call: ApiCall): Promise<Response> {
  const name = textOf(await objectOf(call), 'UserName').trim();
  const begun = await limits.begin({ name: `forgotten ${name.toLowerCase()}`, address: call.address });
  refuseTooMany(begun.wait);
  remind(call, name).catch((error) => call.ports.log.error({ err: error }, 'no link was sent'));
  return empty();
}

async function remind({ runtime, ports }: ApiCall, name: string): Promise<void> {
  const { store } = runtime;
  const by = async (field: string, value: string) =>
    (
      await store.find({ entity: 'user', filter: equals(field, value), page: { number: 1, size: 2 } })
    ).items.filter(
      ({ IsActive, Email, IsEmailUnconfirmed }) => IsActive === true && Email && IsEmailUnconfirmed !== true,
    );
  const user = await accountNamed(store, name);
  const named = user ? await by('UserName', String(user.UserName)) : [];
  // An address that several people share names none of them.
  const found = named.length > 0 || name === '' ? named : await by('Email', name);
  const [person] = found;
  if (!person || found.length > 1) return;
  await store.transaction((session) => sendLink(runtime, session, person, 'server'));
  ports.log.info({ user: person.UserName }, 'link for a new password');
}

async function objectOf(call: ApiCall): Promise<DataRecord> {
  const body = await readBody(call.request, passwordBodyLimit);
  if (!isObject(body)) throw refusals.bodyNotObject();
  return body;
}

function textOf(body: DataRecord, name: string): string {
  const value = member(body, name);
  if (typeof value !== 'string') throw refusals.linkIncomplete({ params: { name } });
  return value;
}
