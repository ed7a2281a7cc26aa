/** `/account/link` and `/account/forgotten`: set a password through an e-mailed link, without a login. */
import { refusals } from '../../errors/Refusal.ts';
import type { ApiCall } from '../../http/ApiCall.ts';
import type { Endpoint } from '../../http/Endpoint.ts';
import { empty, json } from '../../http/respond.ts';
import { type Static, sent, text } from '../../http/sent.ts';
import { taking } from '../../http/Takes.ts';
import { forgetLinks, personOfLink, sendLink } from '../../login/accountLinks.ts';
import { accountNamed } from '../../login/accountNamed.ts';
import type { LoginLimits } from '../../login/createLoginLimits.ts';
import type { Sessions } from '../../login/createSessions.ts';
import { equals } from '../../operations/filters.ts';
import { passwordBodyLimit, refuseTooMany } from './checkPassword.ts';
import { refusePasswords } from './refusePasswords.ts';
import { refuseWeak } from './refuseWeak.ts';

type LinkServices = { readonly sessions: Sessions; readonly limits: LoginLimits };

export function createLinkEndpoints(services: LinkServices): readonly Endpoint[] {
  const open = { ids: [], access: { kind: 'public' }, isBeforePassword: true } as const;
  return [
    { ...open, method: 'POST', path: '/account/link', ...taking(linkBody, describe, ofPassword) },
    {
      ...open,
      method: 'PUT',
      path: '/account/link',
      ...taking(chosenBody, (call, body) => choosePassword(services, call, body), ofPassword),
    },
    {
      ...open,
      method: 'POST',
      path: '/account/forgotten',
      ...taking(forgottenBody, (call, body) => forgotten(services, call, body), ofPassword),
    },
  ];
}

const ofPassword = { limit: passwordBodyLimit, isProtocol: true };
const linkBody = sent({ Token: text });
const chosenBody = sent({ Token: text, NewPassword: text });
const forgottenBody = sent({ UserName: text });

/** Tells whose account the link opens. */
async function describe(call: ApiCall, { Token }: Static<typeof linkBody>): Promise<Response> {
  await refusePasswords(call);
  const found = await personOfLink(call.runtime, Token);
  if (!found) throw refusals.linkOver();
  const { UserName, DisplayName } = found.person;
  return json({ UserName, DisplayName, Purpose: found.purpose });
}

/** Uses up the link and ends all sessions with the old password. */
async function choosePassword(
  { sessions }: LinkServices,
  call: ApiCall,
  { Token: token, NewPassword: password }: Static<typeof chosenBody>,
): Promise<Response> {
  const { runtime, ports } = call;
  await refusePasswords(call);
  const found = await personOfLink(runtime, token);
  if (!found) throw refusals.linkOver();
  const id = String(found.person.Id);
  await refuseWeak(password, '', String(found.person.UserName));
  const PasswordHash = await ports.hash.hash(password);
  await runtime.store.transaction(async (session) => {
    // Checked again in the transaction: of two concurrent uses, the second fails.
    if (!(await personOfLink(runtime, token, session))) throw refusals.linkOver();
    // Anyone who used the link reads mail at that address, which confirms it.
    const changed = { PasswordHash, MustChangePassword: false, IsEmailUnconfirmed: false };
    await session.update('user', id, changed);
    await forgetLinks(session, id);
  });
  await sessions.endAll(id);
  ports.log.info({ user: found.person.UserName, address: call.address }, 'password chosen by a link');
  return empty();
}

/** Answers the same in the same time whether the person exists or not; the rest happens in the background. */
async function forgotten(
  { limits }: LinkServices,
  call: ApiCall,
  { UserName }: Static<typeof forgottenBody>,
): Promise<Response> {
  await refusePasswords(call);
  const name = UserName.trim();
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
  // An address that several people share identifies nobody.
  const found = named.length > 0 || name === '' ? named : await by('Email', name);
  const [person] = found;
  if (!person || found.length > 1) return;
  await store.transaction((session) => sendLink(runtime, session, person, 'server'));
  ports.log.info({ user: person.UserName }, 'link for a new password');
}
