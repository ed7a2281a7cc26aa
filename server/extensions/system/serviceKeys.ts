// In code, because a key is shown once and stored as a digest.
import type { DataRecord, Issue } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import * as answers from '../../http/fieldSchemas.ts';
import { may, sent, Type } from '../../http/sent.ts';
import { newApiKey } from '../../login/apiKeyText.ts';
import { allOf, equals } from '../../operations/filters.ts';
import { loadRecord } from '../../operations/loadRecord.ts';
import { inTransaction, type WriteScope } from '../../operations/OperationCall.ts';
import { insertRecord, updateRecord } from '../../operations/writeRecord.ts';
import { defineAction } from '../Action.ts';
import { refuseAccountAbove } from './serviceAccounts.ts';

const day = 24 * 3_600_000;
const longestDays = 730;
/** Valid keys of one account. */
const mostKeys = 10;

const madeKey = answers.all({ Id: answers.id, Key: answers.text, ExpiryDate: answers.text });

/** `POST /serviceaccount/{id}/key`: the only answer that contains the key. */
export const createServiceKey = defineAction({
  body: sent({ ExpiryDate: may(Type.String({ format: 'date-time' })) }),
  answer: madeKey,
  run: (call, { params: { id = '' }, input }) =>
    inTransaction(call, async (scope) => makeKey(scope, await accountFor(scope, id), input.ExpiryDate)),
});

/** `POST /serviceaccount/{id}/key/{keyId}/rotate`: a new key; the old one keeps working for some hours. */
export const rotateServiceKey = defineAction({
  body: sent({ OverlapHours: may(Type.Integer({ minimum: 0, maximum: 24 * 30 })) }),
  answer: madeKey,
  run: (call, { params: { id = '', keyId }, input }) =>
    inTransaction(call, async (scope) => {
      const account = await accountFor(scope, id);
      const key = await keyOf(scope, id, keyId);
      const now = call.runtime.ports.now().getTime();
      const expires = Date.parse(String(key.ExpiryDate));
      if (key.RevokedDate || expires <= now) throw refusals.keyOver();
      const ends = Math.min(expires, now + (input.OverlapHours ?? 24) * 3_600_000);
      await change(scope, key, { ExpiryDate: new Date(ends).toISOString() }, 'rotate');
      return makeKey(scope, account);
    }),
});

/** `DELETE /serviceaccount/{id}/key/{keyId}`: refuses the key from the next call on, in every process. */
export const revokeServiceKey = defineAction({
  body: 'none',
  answer: answers.all({ Id: answers.id, RevokedDate: answers.text }),
  run: (call, { params: { id = '', keyId } }) =>
    inTransaction(call, async (scope) => {
      // Anyone who manages people may take a key away, whatever it may do.
      await loadRecord(scope, call.runtime.planOf('service-account'), id);
      const key = await keyOf(scope, id, keyId);
      const RevokedDate = String(key.RevokedDate ?? call.now);
      if (!key.RevokedDate) await change(scope, key, { RevokedDate }, 'revoke');
      call.runtime.ports.log.info({ key: key.Prefix, by: call.user.UserName }, 'API key revoked');
      return { Id: String(key.Id), RevokedDate };
    }),
});

async function accountFor(scope: WriteScope, id: string): Promise<DataRecord> {
  const account = await loadRecord(scope, scope.call.runtime.planOf('service-account'), id);
  await refuseAccountAbove(scope, account);
  if (account.IsActive !== true) throw refusals.serviceAccountInactive({ params: { name: account.Name } });
  return account;
}

async function keyOf(scope: WriteScope, account: string, id = ''): Promise<DataRecord> {
  const key = await scope.session.get('service-key', id);
  if (key?.ServiceAccountId === account) return key;
  throw refusals.noSuchRecord({ params: { entity: 'entity.service-key', id } });
}

async function makeKey(scope: WriteScope, account: DataRecord, expiry?: string | null): Promise<DataRecord> {
  const { call, session } = scope;
  const { ports } = call.runtime;
  const ExpiryDate = expiryOf(ports.now().getTime(), account, expiry);
  const valid = allOf([
    equals('ServiceAccountId', account.Id),
    equals('RevokedDate', null),
    { kind: 'compare', path: 'ExpiryDate', operator: 'gt', value: call.now },
  ]);
  if ((await session.count('service-key', valid)) >= mostKeys)
    throw refusals.tooManyKeys({ params: { limit: mostKeys } });
  const { id, key, prefix, digest } = await newApiKey(ports);
  const plan = call.runtime.planOf('service-key');
  const own = { Id: id, ServiceAccountId: account.Id, Prefix: prefix, Digest: digest, ExpiryDate };
  await insertRecord(scope, plan, own);
  ports.log.info({ key: prefix, by: call.user.UserName }, 'API key created');
  return { Id: id, Key: key, ExpiryDate };
}

function expiryOf(now: number, { KeyDays }: DataRecord, wanted: string | null | undefined): string {
  const moment = wanted ? Date.parse(wanted) : now + Number(KeyDays ?? 365) * day;
  if (moment > now && moment <= now + longestDays * day) return new Date(moment).toISOString();
  const params = { days: longestDays };
  const rule = 'service-account.expiry.bad';
  const issue: Issue = { rule, path: '/ExpiryDate', level: 'error', message: rule, params };
  throw refusals.invalid({ issues: [issue], entity: 'service-key' });
}

async function change(
  scope: WriteScope,
  key: DataRecord,
  fields: DataRecord,
  operation: string,
): Promise<void> {
  const plan = scope.call.runtime.planOf('service-key');
  await updateRecord(scope, plan, { previous: key, next: { ...key, ...fields }, operation });
}
