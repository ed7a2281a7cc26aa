/** `/account/second-factor`: turns authenticator codes on and off for one's own account. */
import type { DataRecord } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import type { ApiCall } from '../../http/ApiCall.ts';
import type { Endpoint } from '../../http/Endpoint.ts';
import { operationCall } from '../../http/operationCall.ts';
import { empty, json } from '../../http/respond.ts';
import { may, type Static, sent, text } from '../../http/sent.ts';
import { taking } from '../../http/Takes.ts';
import type { BegunAttempt, LoginLimits } from '../../login/createLoginLimits.ts';
import { uriOf } from '../../login/oneTimeCodes.ts';
import { passkeysOf } from '../../login/passkeys/passkeys.ts';
import type { Session } from '../../login/Session.ts';
import {
  confirmSecondFactor,
  hasCodes,
  recoveryCodesLeft,
  removeSecondFactor,
  replaceRecoveryCodes,
  startSecondFactor,
  turnOnWithPasskeys,
} from '../../login/secondFactor.ts';
import { readBranding } from '../../operations/branding.ts';
import { inTransaction } from '../../operations/OperationCall.ts';
import { checkPassword, refusedAt, refuseTooMany } from './checkPassword.ts';
import { acceptProof, passkeyAnswer, passkeyBodyLimit, prepareProof, siteFor } from './passkeyProof.ts';

/** Start, confirm, end: each requires proof of identity, rate-limited like a login. */
export function createSecondFactorEndpoints(limits: LoginLimits): readonly Endpoint[] {
  const common = { ids: [], access: { kind: 'login' } } as const;
  const path = '/account/second-factor';
  return [
    { ...common, method: 'GET', path, handle: async (call) => json(await stateOf(call)) },
    {
      ...common,
      method: 'POST',
      path,
      ...taking(startBody, (call, body) => start(limits, call, body), ofPassword),
    },
    {
      ...common,
      method: 'PUT',
      path,
      ...taking(codeBody, (call, body) => confirm(limits, call, body), ofPassword),
    },
    {
      ...common,
      method: 'POST',
      path: `${path}/passkey`,
      ...taking(startBody, (call, body) => startWithPasskeys(limits, call, body), ofPassword),
    },
    {
      ...common,
      method: 'POST',
      path: `${path}/off`,
      ...taking(offBody, (call, body) => end(limits, call, body), ofPassword),
    },
    {
      ...common,
      method: 'POST',
      path: `${path}/recovery-codes`,
      ...taking(proofBody, (call, body) => renew(limits, call, body), ofPassword),
    },
  ];
}

const ofPassword = { limit: passkeyBodyLimit, isProtocol: true };
const startBody = sent({ CurrentPassword: text });
const codeBody = sent({ Code: text });
const proof = { Code: may(text), Passkey: may(passkeyAnswer) };
const proofBody = sent(proof);
const offBody = sent({ CurrentPassword: text, ...proof });

const personOf = ({ session }: ApiCall) => (session as Session).user;

async function stateOf(call: ApiCall): Promise<object> {
  const { Id } = personOf(call);
  const { store } = call.runtime;
  const user = await store.get('user', Id);
  const HasCodes = await hasCodes(store, Id);
  const RecoveryCodesLeft = await recoveryCodesLeft(store, Id);
  return { IsOn: user?.HasSecondFactor === true, HasCodes, RecoveryCodesLeft };
}

/** Creates a secret, shown only this once; it has no effect before it is confirmed. */
async function start(
  limits: LoginLimits,
  call: ApiCall,
  { CurrentPassword: password }: Static<typeof startBody>,
): Promise<Response> {
  const { Id, UserName } = personOf(call);
  const { begun, user } = await provePassword(limits, call, password);
  if (user.HasSecondFactor === true) {
    await begun.withdraw();
    throw refusals.secondFactorOn();
  }
  await begun.succeed();
  const secret = await inTransaction(operationCall(call), (scope) => startSecondFactor(scope, Id));
  const { name } = await readBranding(call.runtime.model, call.runtime.store);
  return json({ Secret: secret, Uri: uriOf(secret, UserName, name) });
}

/** The person's passkeys become the second factor. */
async function startWithPasskeys(
  limits: LoginLimits,
  call: ApiCall,
  { CurrentPassword: password }: Static<typeof startBody>,
): Promise<Response> {
  const { Id } = personOf(call);
  await siteFor(call);
  const { begun } = await provePassword(limits, call, password);
  const codes = await inTransaction(operationCall(call), async (scope) => {
    if ((await passkeysOf(scope.session, Id)).length === 0) throw refusals.passkeyNone();
    return turnOnWithPasskeys(scope, Id);
  }).finally(() => begun.withdraw());
  tell(call, 'second factor on, with passkeys');
  return json({ RecoveryCodes: codes });
}

async function confirm(
  limits: LoginLimits,
  call: ApiCall,
  { Code: code }: Static<typeof codeBody>,
): Promise<Response> {
  const { Id } = personOf(call);
  const begun = await begin(limits, call);
  const codes = await inTransaction(operationCall(call), (scope) => confirmSecondFactor(scope, Id, code));
  if (!codes) throw refusedAt('Code', refusals.wrongSecondFactor());
  // The code proves the device and not the password, so earlier failures still count.
  await begun.withdraw();
  tell(call, 'second factor on');
  return json({ RecoveryCodes: codes });
}

async function end(
  limits: LoginLimits,
  call: ApiCall,
  { CurrentPassword: password, ...proof }: Static<typeof offBody>,
): Promise<Response> {
  const { Id } = personOf(call);
  const { begun } = await provePassword(limits, call, password);
  const prepared = await prepareProof(call, Id, proof);
  const isRight = await inTransaction(operationCall(call), async (scope) => {
    const used = await acceptProof(call, scope.session, prepared);
    if (used) await removeSecondFactor(scope, Id);
    return used;
  });
  if (!isRight) throw wrongProof(proof);
  await begun.succeed();
  tell(call, 'second factor off');
  return empty();
}

/** Renewing codes must not let someone who knows only the password bypass the code. */
async function renew(limits: LoginLimits, call: ApiCall, proof: Static<typeof proofBody>): Promise<Response> {
  const { Id: userId } = personOf(call);
  const begun = await begin(limits, call);
  const prepared = await prepareProof(call, userId, proof);
  const codes = await inTransaction(operationCall(call), async (scope) => {
    const isRight = await acceptProof(call, scope.session, prepared);
    return isRight ? replaceRecoveryCodes(scope, userId) : undefined;
  });
  if (!codes) throw wrongProof(proof);
  await begun.withdraw();
  tell(call, 'recovery codes replaced');
  return json({ RecoveryCodes: codes });
}

const wrongProof = ({ Passkey }: Static<typeof proofBody>) =>
  Passkey ? refusals.unprovenPasskey() : refusedAt('Code', refusals.wrongSecondFactor());

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

function tell(call: ApiCall, message: string): void {
  call.ports.log.info({ user: personOf(call).UserName, address: call.address }, message);
}
