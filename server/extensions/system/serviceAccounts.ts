// In code, because rights are compared with the caller's, and keys are shown once.
import { type DataRecord, type Issue, keptFeatures, normaliseInput } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import * as answers from '../../http/fieldSchemas.ts';
import { readNetworks } from '../../login/networks.ts';
import { createWithin } from '../../operations/createRecord.ts';
import type { EntityPlan } from '../../operations/EntityPlan.ts';
import { grantFeatures } from '../../operations/grantFeatures.ts';
import { loadRecord } from '../../operations/loadRecord.ts';
import { inTransaction, type OperationCall, type WriteScope } from '../../operations/OperationCall.ts';
import { holderOf, refuseAbove, rolesOf } from '../../operations/rightsOver.ts';
import { unlimited } from '../../operations/rowAccess.ts';
import { updateWithin } from '../../operations/updateRecord.ts';
import { defineAction } from '../Action.ts';
import { record } from '../recordBody.ts';

/** `POST /serviceaccount`: creates the account, and the one that history and references name. */
export const createServiceAccount = defineAction({
  body: record('create'),
  answer: answers.ref('service-account'),
  run: (call, { plan, input }) =>
    inTransaction(call, async (scope) => {
      const fields: DataRecord = { OwnerId: call.user.Id, ...fieldsOf(plan, input) };
      await refuseUnfit(scope, plan, fields);
      const { newId } = call.runtime.ports;
      const Id = newId();
      const users = call.runtime.planOf('user');
      // Unlike a person's user name, this one never changes and cannot be mistaken for one.
      const UserName = `service ${Id.slice(-12)}`;
      const own = withAccounts(scope);
      const user = await createWithin(own, users, { UserName, DisplayName: fields.Name, Roles: [] });
      const account = await createWithin(scope, plan, fields, { id: Id });
      await own.session.update('user', String(user.Id), { IsService: true });
      await scope.session.update(plan.entity.id, Id, { UserId: user.Id });
      return { ...account, UserId: user.Id };
    }),
});

/** `PUT /serviceaccount/{id}`: takes effect at the next call of each key, in every process. */
export const updateServiceAccount = defineAction({
  body: record('update'),
  answer: answers.ref('service-account'),
  run: (call, { plan, id = '', input, revision }) =>
    inTransaction(call, async (scope) => {
      const before = await loadRecord(scope, plan, id);
      await refuseAccountAbove(scope, before);
      const fields = fieldsOf(plan, input);
      await refuseUnfit(scope, plan, { ...before, ...fields });
      const answer = await updateWithin(scope, plan, { id, input: fields, revision });
      const user = { DisplayName: answer.Name, IsActive: answer.IsActive };
      await withAccounts(scope).session.update('user', String(before.UserId), user);
      scope.changes.push({ entity: 'user', id: String(before.UserId), operation: 'update' });
      return answer;
    }),
});

/** The account of a program belongs to no person, so nobody with row access sees it. */
const withAccounts = (scope: WriteScope): WriteScope => ({ ...scope, session: unlimited(scope.session) });

function fieldsOf({ entity }: EntityPlan, input: DataRecord): DataRecord {
  const { record, unknown } = normaliseInput(entity, input);
  if (unknown.length > 0) throw refusals.unknownFields({ params: { names: unknown } });
  return record;
}

/** Nobody changes an account, or makes a key for it, that may do more than they may themselves. */
export async function refuseAccountAbove({ call, session }: WriteScope, account: DataRecord): Promise<void> {
  const beyond = textsOf(account.Features).find((feature) => !call.features.has(feature));
  if (beyond) throw refusals.serviceAccountAbove({ params: { name: account.Name, feature: beyond } });
  const owner = await session.get('user', String(account.OwnerId));
  if (owner && owner.Id !== call.user.Id) refuseAbove(holderOf(call), owner);
}

async function refuseUnfit(
  { call, session }: WriteScope,
  plan: EntityPlan,
  account: DataRecord,
): Promise<void> {
  // The store is limited to what the caller sees, so the owner's row access is no wider than the caller's.
  const owner = await session.get('user', String(account.OwnerId));
  const isFit = owner?.IsActive === true && owner.IsService !== true;
  if (isFit && owner.Id !== call.user.Id) refuseAbove(holderOf(call), owner);
  const issues = [
    ...(isFit ? [] : [issue('OwnerId', 'service-account.owner.unfit')]),
    ...featureIssues(call, textsOf(account.Features), isFit ? owner : undefined),
    ...textsOf(account.Entities)
      .filter((entity) => !call.runtime.model.entities.has(entity))
      .map((entity) => issue('Entities', 'service-account.entity.unknown', { entity })),
    ...readNetworks(String(account.Addresses ?? '')).bad.map((value) =>
      issue('Addresses', 'service-account.address.bad', { value }),
    ),
  ];
  if (issues.length > 0) throw refusals.invalid({ issues, entity: plan.entity.id });
}

function featureIssues(
  { runtime: { model }, features }: OperationCall,
  wanted: readonly string[],
  owner: DataRecord | undefined,
): readonly Issue[] {
  const ofOwner = owner && new Set(grantFeatures(model, rolesOf(owner)));
  return wanted.flatMap((feature) => {
    const message = !model.features.has(feature)
      ? 'unknown'
      : keptFeatures.includes(feature)
        ? 'never'
        : !features.has(feature)
          ? 'beyond'
          : ofOwner?.has(feature) === false
            ? 'owner'
            : undefined;
    if (!message) return [];
    return [issue('Features', `service-account.feature.${message}`, { feature, name: owner?.DisplayName })];
  });
}

const issue = (field: string, message: string, params: Issue['params'] = {}): Issue => ({
  ...{ rule: message, path: `/${field}`, level: 'error', message, params },
});

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
