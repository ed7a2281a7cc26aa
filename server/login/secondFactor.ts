/**
 * Stores second factors beside people's records, so that no call, list, export or history exposes the secret.
 * The person's record only says whether it is on.
 */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { WriteScope } from '../operations/OperationCall.ts';
import { writeHistory } from '../operations/writeHistory.ts';
import type { Ports } from '../ports/ports.ts';
import type { StoreSession } from '../store/types.ts';
import { digestOfRecovery, makeRecoveryCodes, makeSecret, readCode, stepOfCode } from './oneTimeCodes.ts';

const entity = 'second-factor';
/** Milliseconds after which an unconfirmed secret expires. */
const confirmedWithin = 15 * 60_000;

/** Creates a secret, replacing an unconfirmed one; returns it in base32. */
export async function startSecondFactor({ call, session }: WriteScope, userId: string): Promise<string> {
  const known = await session.get(entity, userId);
  if (known?.IsConfirmed === true) throw refusals.secondFactorOn();
  if (known) await session.remove(entity, userId);
  const Secret = await makeSecret(call.runtime.ports);
  const stamps = { CreatedDate: call.now, CreatedBy: 'server', ModifiedDate: call.now, ModifiedBy: 'server' };
  const record = { Secret, IsConfirmed: false, LastStep: 0, RecoveryHashes: [] };
  await session.insert(entity, { Id: userId, Revision: 1, ...stamps, ...record });
  return Secret;
}

/** Turns it on with the first correct code and returns the recovery codes; undefined if the code is wrong. */
export async function confirmSecondFactor(
  scope: WriteScope,
  userId: string,
  code: string,
): Promise<readonly string[] | undefined> {
  const { ports } = scope.call.runtime;
  const record = await scope.session.get(entity, userId);
  if (record?.IsConfirmed === true) throw refusals.secondFactorOn();
  const moment = ports.now().getTime();
  if (!record || moment - Date.parse(String(record.CreatedDate)) > confirmedWithin)
    throw refusals.secondFactorNotStarted();
  const step = stepOfCode(String(record.Secret), readCode(code), moment);
  if (step === undefined) return undefined;
  await scope.session.update(entity, userId, { IsConfirmed: true, LastStep: step });
  await mark(scope, userId, { HasSecondFactor: true });
  return replaceRecoveryCodes(scope, userId);
}

/** Turns it on without an app: the person's passkeys are asked for. Returns the recovery codes. */
export async function turnOnWithPasskeys(scope: WriteScope, userId: string): Promise<readonly string[]> {
  const { call, session } = scope;
  const known = await session.get(entity, userId);
  if (known?.IsConfirmed === true) throw refusals.secondFactorOn();
  if (known) await session.remove(entity, userId);
  const stamps = { CreatedDate: call.now, CreatedBy: 'server', ModifiedDate: call.now, ModifiedBy: 'server' };
  const record = { Secret: '', IsConfirmed: true, LastStep: 0, RecoveryHashes: [] };
  await session.insert(entity, { Id: userId, Revision: 1, ...stamps, ...record });
  await mark(scope, userId, { HasSecondFactor: true });
  return replaceRecoveryCodes(scope, userId);
}

/** Whether an app gives codes; without one, the second factor is a passkey. */
export async function hasCodes(store: Pick<StoreSession, 'get'>, userId: string): Promise<boolean> {
  const record = await store.get(entity, userId);
  return record?.IsConfirmed === true && record.Secret !== '';
}

/** Replaces the recovery codes; the old ones become void. */
export async function replaceRecoveryCodes(scope: WriteScope, userId: string): Promise<readonly string[]> {
  const { ports } = scope.call.runtime;
  const codes = await makeRecoveryCodes(ports);
  const RecoveryHashes = await Promise.all(codes.map((one) => digestOfRecovery(ports, userId, one)));
  await scope.session.update(entity, userId, { RecoveryHashes });
  await mark(scope, userId, { RecoveryCodesDate: scope.call.now });
  return codes;
}

/**
 * True for a correct code, which is then used up: an app code newer than the last one used, or a recovery
 * code. Call it inside a transaction, so that two calls cannot use the same code.
 */
export async function acceptCode(
  session: Pick<StoreSession, 'get' | 'update'>,
  ports: Ports,
  attempt: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  const record = await session.get(entity, attempt.userId);
  const code = readCode(attempt.code);
  if (record?.IsConfirmed !== true || code === '') return false;
  const step = stepOfCode(String(record.Secret), code, ports.now().getTime());
  if (step !== undefined) {
    if (step <= Number(record.LastStep)) return false;
    await session.update(entity, attempt.userId, { LastStep: step });
    return true;
  }
  const hash = await digestOfRecovery(ports, attempt.userId, code);
  const hashes = hashesOf(record);
  if (!hashes.includes(hash)) return false;
  await session.update(entity, attempt.userId, { RecoveryHashes: hashes.filter((one) => one !== hash) });
  return true;
}

/** Deletes the secret and the recovery codes; false if it was not on. */
export async function removeSecondFactor(scope: WriteScope, userId: string): Promise<boolean> {
  await scope.session.remove(entity, userId);
  const user = await scope.session.get('user', userId);
  if (user?.HasSecondFactor !== true) return false;
  await mark(scope, userId, { HasSecondFactor: false, RecoveryCodesDate: null });
  return true;
}

/** The number of unused recovery codes. */
export async function recoveryCodesLeft(store: Pick<StoreSession, 'get'>, userId: string): Promise<number> {
  const record = await store.get(entity, userId);
  return record?.IsConfirmed === true ? hashesOf(record).length : 0;
}

const hashesOf = ({ RecoveryHashes }: DataRecord): readonly string[] =>
  Array.isArray(RecoveryHashes) ? RecoveryHashes.map(String) : [];

/** Updates the person's record and its history. */
async function mark(scope: WriteScope, userId: string, change: DataRecord): Promise<void> {
  const before = await scope.session.get('user', userId);
  await scope.session.update('user', userId, change);
  await writeHistory(scope, scope.call.runtime.planOf('user'), {
    record: { Id: userId },
    operation: 'update',
    entries: Object.entries(change).map(([field, current]) => ({
      field,
      previous: before?.[field] ?? null,
      current,
    })),
  });
  scope.changes.push({ entity: 'user', id: userId, operation: 'update' });
}
