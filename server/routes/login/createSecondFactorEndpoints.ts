/** `/account/second-factor`: a person turns codes of an authenticator app on and off. */
import type { DataRecord } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import type { ApiCall } from '../../http/ApiCall.ts';
import type { Endpoint } from '../../http/Endpoint.ts';
import { member } from '../../http/member.ts';
import { operationCall } from '../../http/operationCall.ts';
import { readBody } from '../../http/readBody.ts';
import { empty, json } from '../../http/respond.ts';
import type { BegunAttempt, LoginLimits } from '../../login/createLoginLimits.ts';
import { uriOf } from '../../login/oneTimeCodes.ts';
import type { Session } from '../../login/Session.ts';
import {
  confirmSecondFactor,
  recoveryCodesLeft,
  removeSecondFactor,
  replaceRecoveryCodes,
  startSecondFactor,
  useCode,
} from '../../login/secondFactor.ts';
import { inTransaction } from '../../operations/OperationCall.ts';
import { isObject } from '../readRecord.ts';
import { checkPassword, passwordBodyLimit, refusedAt, refuseTooMany } from './checkPassword.ts';

/** Start, confirm, end: each with what proves that it is the person, counted as tries of a login are. */
export function createSecondFactorEndpoints(limits: LoginLimits): readonly Endpoint[] {
  const common = { ids: [], access: { kind: 'login' } } as const;
  const path = '/account/second-factor';
  return [
    { ...common, method: 'GET', path, handle: async (call) => json(await stateOf(call)) },
    { ...common, method: 'POST', path, handle: (call) => start(limits, call) },
    { ...common, method: 'PUT', path, handle: (call) => confirm(limits, call) },
    { ...common, method: 'POST', path: `${path}/off`, handle: (call) => end(limits, call) },
    { ...common, method: 'POST', path: `${path}/recovery-codes`, handle: (call) => renew(limits, call) },
  ];
}

const personOf = ({ session }: ApiCall) => (session as Session).user;

async function stateOf(call: ApiCall): Promise<object> {
  const { Id } = personOf(call);
  const { store } = call.runtime;
  const user = await store.get('user', Id);
  return { IsOn: user?.HasSecondFactor === true, RecoveryCodesLeft: await recoveryCodesLeft(store, Id) };
}

/** A secret, told this once; it does nothing before it is confirmed. */
async function start(limits: LoginLimits, call: ApiCall): Promise<Response> {
  const { Id, UserName } = personOf(call);
  const [password] = await texts(call, 'CurrentPassword');
  const { begun, user } = await provePassword(limits, call, password);
  if (user.HasSecondFactor === true) {
    await begun.withdraw();
    throw refusals.secondFactorOn();
  }
  await begun.succeed();
  const secret = await inTransaction(operationCall(call), (scope) => startSecondFactor(scope, Id));
  return json({ Secret: secret, Uri: uriOf(secret, UserName) });
}

async function confirm(limits: LoginLimits, call: ApiCall): Promise<Response> {
  const { Id } = personOf(call);
  const [code] = await texts(call, 'Code');
  const begun = await begin(limits, call);
  const codes = await inTransaction(operationCall(call), (scope) => confirmSecondFactor(scope, Id, code));
  if (!codes) throw refusedAt('Code', refusals.wrongSecondFactor());
  // The code proves the telephone and not the password: the failures of before stay.
  await begun.withdraw();
  tell(call, 'second factor on');
  return json({ RecoveryCodes: codes });
}

async function end(limits: LoginLimits, call: ApiCall): Promise<Response> {
  const { Id } = personOf(call);
  const [password, code] = await texts(call, 'CurrentPassword', 'Code');
  const { begun } = await provePassword(limits, call, password);
  const isRight = await inTransaction(operationCall(call), async (scope) => {
    const used = await useCode(scope.session, call.ports, { userId: Id, code });
    if (used) await removeSecondFactor(scope, Id);
    return used;
  });
  if (!isRight) throw refusedAt('Code', refusals.wrongSecondFactor());
  await begun.succeed();
  tell(call, 'second factor off');
  return empty();
}

/** A code proves more than the password: who knows only that must not get past the code by it. */
async function renew(limits: LoginLimits, call: ApiCall): Promise<Response> {
  const { Id: userId } = personOf(call);
  const [code] = await texts(call, 'Code');
  const begun = await begin(limits, call);
  const codes = await inTransaction(operationCall(call), async (scope) => {
    const isRight = await useCode(scope.session, call.ports, { userId, code });
    return isRight ? replaceRecoveryCodes(scope, userId) : undefined;
  });
  if (!codes) throw refusedAt('Code', refusals.wrongSecondFactor());
  await begun.withdraw();
  tell(call, 'recovery codes replaced');
  return json({ RecoveryCodes: codes });
}

type Proof = { readonly begun: BegunAttempt; readonly user: DataRecord };

async function provePassword(limits: LoginLimits, call: ApiCall, password: string): Promise<Proof> {
  const begun = await begin(limits, call);
  const user = await call.runtime.store.get('user', personOf(call).Id);
  if (!user || !(await checkPassword(call, user, password)))
    throw refusedAt('CurrentPassword', refusals.wrongPassword());
  return { begun, user };
}

async function begin(limits: LoginLimits, call: ApiCall): Promise<BegunAttempt> {
  const name = personOf(call).UserName.toLowerCase();
  const begun = await limits.begin({ name, address: call.address });
  refuseTooMany(begun.wait);
  return begun;
}

/** The members of the body, in their order. */
async function texts<Names extends readonly string[]>(
  call: ApiCall,
  ...names: Names
): Promise<{ readonly [Index in keyof Names]: string }> {
  const body = await readBody(call.request, passwordBodyLimit);
  if (!isObject(body)) throw refusals.bodyNotObject();
  const values = names.map((name) => member(body, name));
  if (!values.every((value) => typeof value === 'string'))
    throw refusals.secondFactorIncomplete({ params: { names: [...names] } });
  return values as unknown as { readonly [Index in keyof Names]: string };
}

function tell(call: ApiCall, message: string): void {
  call.ports.log.info({ user: personOf(call).UserName, address: call.address }, message);
}
