/** Deliveries of reports on the page of background work, and the subscriptions they come from. */
import { type DataRecord, nextTime } from '#engine';
import {
  allWork,
  among,
  equals,
  lookupItem,
  type OperationCall,
  Refusal,
  refusals,
  type WorkItem,
  type WorkSource,
  type WorkState,
} from '#server/extension';
import { deliveryStates } from './deliveryStates.ts';
import { recurringOf } from './recurringOf.ts';
import { subjectsOf } from './subject.ts';

const [deliveryEntity, subscriptionEntity] = ['report-delivery', 'report-subscription'];

const states: Readonly<Record<number, WorkState>> = {
  [deliveryStates.running]: 'running',
  [deliveryStates.waiting]: 'due',
  [deliveryStates.sending]: 'running',
  [deliveryStates.done]: 'done',
  [deliveryStates.skipped]: 'done',
  [deliveryStates.failed]: 'failed',
};

export const reportWork: WorkSource = {
  id: 'report',
  needs: [deliveryEntity, subscriptionEntity],
  records: {
    entity: deliveryEntity,
    states: {
      due: equals('StateId', deliveryStates.waiting),
      running: among('StateId', [deliveryStates.running, deliveryStates.sending]),
      done: among('StateId', [deliveryStates.done, deliveryStates.skipped]),
      failed: equals('StateId', deliveryStates.failed),
      cancelled: undefined,
    },
    person: 'Owner',
    seen: ({ features, user }) => (features.has(allWork) ? 'all' : equals('Owner', user.UserName)),
    items,
  },
  verbs: {
    again: (call, id) => change(call, id, [deliveryStates.failed]),
    now: (call, id) => change(call, id, [deliveryStates.waiting]),
  },
  scheduled,
  now: (call, id) => setNext(call, id, call.now),
  continued: async (call, id) => {
    const { store } = call.runtime;
    const { ScheduleId } = await own(call, id);
    const schedule = ScheduleId ? await store.get('report-schedule', String(ScheduleId)) : undefined;
    // What was missed during the pause is not made up for.
    if (schedule) await setNext(call, id, nextTime(recurringOf(schedule, call.zone), call.now) ?? null);
  },
};

const mayChange = ({ features, user }: OperationCall, { Owner }: DataRecord): boolean =>
  Owner === user.UserName || features.has(allWork);

async function items(call: OperationCall, deliveries: readonly DataRecord[]): Promise<readonly WorkItem[]> {
  const subjects = await subjectsOf(call, deliveries);
  return deliveries.map((delivery) => {
    const state = states[Number(delivery.StateId)] ?? 'failed';
    const { Location, Reason, Note } = delivery as Record<string, string | null>;
    const isOwn = delivery.Owner === call.user.UserName;
    return {
      Id: String(delivery.Id),
      Title: subjects(delivery)?.name ?? '–',
      ...{ About: Location ?? null, State: state, Person: delivery.Owner, Date: delivery.CreatedDate },
      ...{ NextDate: state === 'due' ? delivery.NextTry : null, Attempts: delivery.Attempts },
      ...{ FinishedDate: delivery.FinishedDate, Reason: Reason ?? Note ?? null },
      To: isOwn ? '/report/deliveries' : null,
      Verbs: state === 'failed' ? ['again'] : state === 'due' ? ['now'] : [],
    };
  });
}

async function change(call: OperationCall, id: string, from: readonly number[]): Promise<void> {
  const { store, ports, events } = call.runtime;
  const delivery = await store.get(deliveryEntity, id);
  if (!delivery || !mayChange(call, delivery))
    throw refusals.noSuchRecord({ params: { entity: 'entity.report-delivery', id } });
  const now = ports.now().toISOString();
  const fields = { StateId: deliveryStates.waiting, NextTry: now, FinishedDate: null, Attempts: 0 };
  const isOpen = from.includes(Number(delivery.StateId));
  if (!isOpen || !(await store.update(deliveryEntity, id, fields, Number(delivery.Revision))))
    throw new Refusal('conflict', 'work.moved', {});
  events.announce('recordChanged', { entity: deliveryEntity, id, operation: 'update' });
}

/** Those that never fall due again are left out. */
async function scheduled(call: OperationCall) {
  const { store, model } = call.runtime;
  const { items: found } = await store.find({
    entity: subscriptionEntity,
    ...(!call.features.has(allWork) && { filter: equals('Owner', call.user.UserName) }),
    sort: [{ path: 'NextRun', direction: 'asc' }],
    page: { number: 1, size: 200 },
  });
  const subjects = await subjectsOf(call, found);
  return found
    .filter(({ NextRun }) => !String(NextRun ?? '').startsWith('9999'))
    .map((subscription) => {
      const subject = subjects(subscription);
      const by = lookupItem(model, call.locale, 'delivery-extension', subscription.DeliveryExtensionId);
      return {
        ...{ Id: String(subscription.Id), Title: subject?.name ?? '–' },
        About: [by?.DisplayName, subscription.Path].filter(Boolean).join(': '),
        ...{ Person: subscription.Owner, NextDate: subscription.NextRun ?? null },
        To: subscription.Owner === call.user.UserName && subject ? subject.to : null,
        Verbs: ['now', 'pause', 'continue'] as const,
      };
    });
}

async function own(call: OperationCall, id: string): Promise<DataRecord> {
  const found = await call.runtime.store.get(subscriptionEntity, id);
  if (found && mayChange(call, found)) return found;
  throw refusals.noSuchRecord({ params: { entity: 'entity.report-subscription', id } });
}

async function setNext(call: OperationCall, id: string, NextRun: string | null): Promise<void> {
  const { Revision } = await own(call, id);
  if (!(await call.runtime.store.update(subscriptionEntity, id, { NextRun }, Number(Revision))))
    throw new Refusal('conflict', 'work.moved', {});
}

/** As pauses name them. */
export const pausedAs = ({ Id }: DataRecord): string => `report ${Id}`;
