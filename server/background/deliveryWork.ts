/** Deliveries to webhooks. */
import type { DataRecord } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { againDelivery, changeDelivery } from '../extensions/system/webhooks.ts';
import { allWork, type WorkItem, type WorkSource, type WorkState } from '../jobs/WorkSource.ts';
import { authorize } from '../operations/authorize.ts';
import { equals } from '../operations/filters.ts';
import { lookupItem } from '../operations/lookupItem.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { deliveryEntity, deliveryStates, webhookEntity } from '../operations/webhookEvents.ts';

const states: Readonly<Record<number, WorkState>> = {
  [deliveryStates.waiting]: 'due',
  [deliveryStates.sent]: 'done',
  [deliveryStates.failed]: 'failed',
  [deliveryStates.cancelled]: 'cancelled',
};

export const deliveryWork: WorkSource = {
  id: 'webhook',
  needs: [deliveryEntity, webhookEntity],
  records: {
    entity: deliveryEntity,
    fields: 'WebhookId Event StateId Attempts NextTry SentDate ProblemId CreatedBy'.split(' '),
    states: {
      due: equals('StateId', deliveryStates.waiting),
      running: undefined,
      done: equals('StateId', deliveryStates.sent),
      failed: equals('StateId', deliveryStates.failed),
      cancelled: equals('StateId', deliveryStates.cancelled),
    },
    person: 'CreatedBy',
    seen: ({ features }) => (features.has(allWork) ? 'all' : undefined),
    items,
  },
  verbs: {
    again: (call, id) => allowed(call, () => againDelivery(call, id)),
    now: (call, id) => allowed(call, () => againDelivery(call, id)),
    cancel: (call, id) =>
      allowed(call, () =>
        changeDelivery(call, id, ({ StateId }) => {
          if (StateId !== deliveryStates.waiting) throw new Refusal('conflict', 'work.moved', {});
          return { StateId: deliveryStates.cancelled };
        }),
      ),
  },
};

async function allowed(call: OperationCall, work: () => Promise<unknown>): Promise<void> {
  authorize({ kind: 'feature', anyOf: [allWork] }, call.features);
  await work();
}

async function items(call: OperationCall, deliveries: readonly DataRecord[]): Promise<readonly WorkItem[]> {
  const ids = [...new Set(deliveries.map(({ WebhookId }) => String(WebhookId)))];
  const found = ids.length > 0 ? await call.runtime.store.getMany(webhookEntity, ids) : [];
  const names = new Map(found.map(({ Id, Name }) => [String(Id), String(Name)]));
  return deliveries.map((delivery) => {
    const state = states[Number(delivery.StateId)] ?? 'failed';
    return {
      ...{ Id: String(delivery.Id), Title: names.get(String(delivery.WebhookId)) ?? '–' },
      ...{ About: String(delivery.Event), State: state, Person: delivery.CreatedBy },
      ...{ Date: delivery.CreatedDate, Attempts: delivery.Attempts, FinishedDate: delivery.SentDate },
      NextDate: state === 'due' ? delivery.NextTry : null,
      Reason: problemOf(call, delivery),
      To: `/webhooks/${delivery.WebhookId}`,
      Verbs: state === 'failed' ? ['again'] : state === 'due' ? ['now', 'cancel'] : [],
    };
  });
}

function problemOf({ runtime, locale }: OperationCall, { ProblemId }: DataRecord): string | null {
  const problem = lookupItem(runtime.model, locale, 'webhook-problem', ProblemId);
  return problem ? String(problem.DisplayName) : null;
}
