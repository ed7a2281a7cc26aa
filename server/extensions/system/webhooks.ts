// In code, because secrets are shown once and the rights of the owner are compared with the caller's.
import { type DataRecord, type EntityModel, formatMessage, type Issue, normaliseInput } from '#engine';
import { conditionBeyond } from '../../automations/asSeen.ts';
import { callOf } from '../../automations/callAs.ts';
import { refusals } from '../../errors/Refusal.ts';
import * as answers from '../../http/fieldSchemas.ts';
import { may, sent, Type } from '../../http/sent.ts';
import { isAllowed } from '../../operations/authorize.ts';
import { createWithin } from '../../operations/createRecord.ts';
import type { EntityPlan } from '../../operations/EntityPlan.ts';
import { loadRecord } from '../../operations/loadRecord.ts';
import { inTransaction, type OperationCall, type WriteScope } from '../../operations/OperationCall.ts';
import { holderOf, refuseAbove } from '../../operations/rightsOver.ts';
import { updateWithin } from '../../operations/updateRecord.ts';
import {
  conditionOf,
  deliveryEntity,
  deliveryStates,
  fieldNames,
  insertDelivery,
  isTold,
  listOf,
  webhookEntity,
} from '../../operations/webhookEvents.ts';
import { newSecret } from '../../webhooks/webhookSecrets.ts';
import { defineAction } from '../Action.ts';
import { record } from '../recordBody.ts';

const secretAnswer = answers.all({ Id: answers.id, Secret: answers.text });

/** `POST /webhook`: the only answer that contains its first secret. */
export const createWebhook = defineAction({
  body: record('create'),
  answer: secretAnswer,
  run: async (call, { plan, input }) => {
    const { shown, sealed } = await newSecret(call.runtime);
    return inTransaction(call, async (scope) => {
      const fields: DataRecord = { OwnerId: call.user.Id, ...fieldsOf(plan, input) };
      await refuseUnfit(scope, plan, fields);
      const { Id } = await createWithin(scope, plan, fields);
      await scope.session.update(plan.entity.id, String(Id), { Secret: sealed });
      return { Id: String(Id), Secret: shown };
    });
  },
});

/** `PUT /webhook/{id}`: one that is switched on again starts afresh. */
export const updateWebhook = defineAction({
  body: record('update'),
  answer: answers.ref('webhook'),
  run: (call, { plan, id = '', input, revision }) =>
    inTransaction(call, async (scope) => {
      const before = await loadRecord(scope, plan, id);
      await refuseOwnerAbove(scope, before);
      const fields = fieldsOf(plan, input);
      await refuseUnfit(scope, plan, { ...before, ...fields });
      const answer = await updateWithin(scope, plan, { id, input: fields, revision });
      if (before.IsActive === true || answer.IsActive !== true) return answer;
      await scope.session.update(plan.entity.id, id, { FailingSince: null, DisabledDate: null });
      return { ...answer, FailingSince: null, DisabledDate: null };
    }),
});

/** `POST /webhook/{id}/rotate`: a new secret; the old one also signs for some hours. */
export const rotateWebhook = defineAction({
  body: sent({ OverlapHours: may(Type.Integer({ minimum: 0, maximum: 24 * 30 })) }),
  answer: secretAnswer,
  run: async (call, { plan, params: { id = '' }, input }) => {
    const { shown, sealed } = await newSecret(call.runtime);
    return inTransaction(call, async (scope) => {
      const before = await loadRecord(scope, plan, id);
      await refuseOwnerAbove(scope, before);
      const stored = await scope.session.get(plan.entity.id, id);
      const ends = call.runtime.ports.now().getTime() + (input.OverlapHours ?? 24) * 3_600_000;
      await scope.session.update(plan.entity.id, id, {
        ...{ Secret: sealed, OldSecret: stored?.Secret ?? null },
        OldSecretEnd: new Date(ends).toISOString(),
      });
      call.runtime.ports.log.info({ webhook: id, by: call.user.UserName }, 'webhook secret rotated');
      return { Id: id, Secret: shown };
    });
  },
});

const delivered = answers.all({ Id: answers.id });

/** `POST /webhook/{id}/test`: an event without a record. */
export const testWebhook = defineAction({
  body: 'none',
  answer: delivered,
  run: (call, { plan, params: { id = '' } }) =>
    inTransaction(call, async (scope) => {
      const webhook = await loadRecord(scope, plan, id);
      await refuseOwnerAbove(scope, webhook);
      return { Id: await insertDelivery(scope, webhook, { Event: 'webhook.test' }) };
    }),
});

/** `POST /webhook/{id}/delivery/{deliveryId}/again`: with the same webhook-id, by which receivers recognize it. */
export const sendWebhookAgain = defineAction({
  body: 'none',
  answer: delivered,
  run: (call, { params: { id = '', deliveryId = '' } }) => againDelivery(call, deliveryId, id),
});

export const againDelivery = (call: OperationCall, id: string, webhook?: string) =>
  changeDelivery(
    call,
    id,
    (_, NextTry) => ({
      ...{ StateId: deliveryStates.waiting, Attempts: 0, NextTry, LastError: null, ProblemId: null },
    }),
    webhook,
  );

/** Of a webhook that the caller may change. */
export const changeDelivery = (
  call: OperationCall,
  id: string,
  next: (delivery: DataRecord, now: string) => DataRecord,
  webhook?: string,
): Promise<DataRecord> =>
  inTransaction(call, async (scope) => {
    const delivery = await scope.session.get(deliveryEntity, id);
    const of = String(delivery?.WebhookId ?? webhook ?? '');
    if (delivery || webhook)
      await refuseOwnerAbove(
        scope,
        await loadRecord(scope, call.runtime.planOf(webhookEntity), webhook ?? of),
      );
    if (!delivery || (webhook !== undefined && of !== webhook))
      throw refusals.noSuchRecord({ params: { entity: 'entity.webhook-delivery', id } });
    await scope.session.update(deliveryEntity, id, next(delivery, call.runtime.ports.now().toISOString()));
    scope.changes.push({ entity: deliveryEntity, id, operation: 'update' });
    return { Id: id };
  });

function fieldsOf({ entity }: EntityPlan, input: DataRecord): DataRecord {
  const { record, unknown } = normaliseInput(entity, input);
  if (unknown.length > 0) throw refusals.unknownFields({ params: { names: unknown } });
  return record;
}

/** Nobody changes a webhook that acts for a person with rights beyond their own. */
async function refuseOwnerAbove({ call, session }: WriteScope, { OwnerId }: DataRecord): Promise<void> {
  const owner = await session.get('user', String(OwnerId));
  if (owner && owner.Id !== call.user.Id) refuseAbove(holderOf(call), owner);
}

async function refuseUnfit(scope: WriteScope, plan: EntityPlan, webhook: DataRecord): Promise<void> {
  const { call, session } = scope;
  const { model } = call.runtime;
  const owner = await session.get('user', String(webhook.OwnerId));
  const isFit = owner?.IsActive === true && owner.IsService !== true;
  if (isFit && owner.Id !== call.user.Id) refuseAbove(holderOf(call), owner);
  const named = listOf(webhook.Entities).map(String);
  const entities = named.flatMap((id) => model.entities.get(id) ?? []);
  const condition = String(webhook.Condition ?? '').trim();
  const issues = [
    ...(isFit ? [] : [issue('OwnerId', 'service-account.owner.unfit')]),
    ...(isAddress(String(webhook.Url ?? '')) ? [] : [issue('Url', 'webhook.url.bad')]),
    ...named
      .filter((id) => !entities.some((one) => one.id === id && isTold(model, one)))
      .map((entity) => issue('Entities', 'webhook.entity.unknown', { entity })),
    ...entities
      .filter((one) => condition !== '' && !conditionOf(model, one, condition))
      .map((one) =>
        issue('Condition', 'webhook.condition.bad', {
          entity: formatMessage(model, call.locale, one.plural),
        }),
      ),
    ...(isFit ? await beyondOwner(scope, owner, { entities, condition }) : []),
    ...fieldNames(webhook)
      .filter((name) => !entities.some(({ fieldByPath }) => fieldByPath.get(name)?.stored))
      .map((field) => issue('Fields', 'webhook.field.unknown', { field })),
  ];
  if (issues.length > 0) throw refusals.invalid({ issues, entity: plan.entity.id });
}

type Asked = { readonly entities: readonly EntityModel[]; readonly condition: string };

/** What would tell the person it acts for, by its mere arrival, what they may not see. */
async function beyondOwner(
  { call }: WriteScope,
  owner: DataRecord,
  { entities, condition }: Asked,
): Promise<readonly Issue[]> {
  const seen = await callOf(call.runtime, owner, call.zone);
  if (!seen) return [issue('OwnerId', 'service-account.owner.unfit')];
  const { model } = call.runtime;
  return entities.flatMap(({ id, policy, plural }) => {
    if (!isAllowed(policy.view, seen.features))
      return [
        issue('Entities', 'webhook.entity.closed', { entity: formatMessage(model, call.locale, plural) }),
      ];
    const compiled =
      condition === '' ? undefined : conditionOf(model, model.entities.get(id) as EntityModel, condition);
    const what = conditionBeyond(model, { if: compiled, entity: id }, seen);
    return what ? [issue('Condition', 'webhook.condition.closed', { what })] : [];
  });
}

/** Where it leads is judged at each attempt, since names change. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

const issue = (field: string, message: string, params: DataRecord = {}): Issue => ({
  ...{ rule: message, path: `/${field}`, level: 'error', message, params },
});
