/** Runs due subscriptions, each exactly once; several missed runs are made up for by one. */
import { type DataRecord, nextTime, type Recurring } from '#engine';
import { equals, pausesOf, StoreConflict } from '#server/extension';
import { runDelivery } from './deliverOne.ts';
import type { Delivering, Due } from './delivery.ts';
import { deliveryStates, dueIn, later, leaseTime, never } from './deliveryStates.ts';
import { recurringOf } from './recurringOf.ts';
import { pausedAs } from './reportWork.ts';

/** Records per query, so that not all due ones are in memory. */
const atOnce = 50;

/** Retries failed runs, schedules new subscriptions and runs those due. Returns the number delivered. */
export async function deliverReports(due: Due): Promise<number> {
  const round: Delivering = { ...due, closedShares: new Set() };
  let count = await takeUp(round);
  await planNew(round);
  await eachDue(round, async (subscription) => {
    const delivery = await claim(round, subscription);
    if (delivery && (await runDelivery(round, delivery))) count += 1;
  });
  return count;
}

/** Runs whose lease has expired, and those due for a retry. */
async function takeUp(round: Delivering): Promise<number> {
  const { store, ports } = round.runtime;
  const now = ports.now().toISOString();
  let count = 0;
  for (;;) {
    const { items } = await store.find({
      entity: 'report-delivery',
      filter: dueIn([deliveryStates.running, deliveryStates.waiting], now),
      sort: [{ path: 'NextTry', direction: 'asc' }],
      page: { number: 1, size: atOnce },
    });
    let taken = 0;
    for (const delivery of items) {
      if (round.stopping?.aborted) return count;
      const lease = await lend(round, delivery);
      if (!lease) continue;
      taken += 1;
      try {
        if (await runDelivery(round, lease)) count += 1;
      } catch (error) {
        ports.log.error({ err: error, delivery: delivery.Id }, 'delivery not taken up');
      }
    }
    // All of them were taken by other processes.
    if (taken === 0) return count;
  }
}

/** Leases the run; undefined when another process was faster. */
async function lend({ runtime }: Delivering, delivery: DataRecord): Promise<DataRecord | undefined> {
  const { store, ports } = runtime;
  const now = ports.now().toISOString();
  const lease = {
    StateId: deliveryStates.running,
    Attempts: Number(delivery.Attempts ?? 0) + 1,
    NextTry: later(now, leaseTime),
  };
  const revision = Number(delivery.Revision ?? 1);
  const isOurs = await store.update('report-delivery', String(delivery.Id), lease, revision);
  return isOurs ? { ...delivery, ...lease, Revision: revision + 1 } : undefined;
}

async function planNew(round: Delivering): Promise<void> {
  const { store, ports } = round.runtime;
  for (;;) {
    const { items } = await store.find({
      entity: 'report-subscription',
      filter: equals('NextRun', null),
      page: { number: 1, size: atOnce },
    });
    for (const subscription of items) {
      const recurring = await scheduled(round, subscription);
      const since = String(subscription.ModifiedDate ?? ports.now().toISOString());
      const NextRun = (recurring && nextTime(recurring, since)) ?? subscription.SendDate ?? never;
      await store.update('report-subscription', String(subscription.Id), { NextRun });
    }
    if (items.length < atOnce || round.stopping?.aborted) return;
  }
}

/** Queries again after each batch, because a run moves its subscription behind all due ones. */
async function eachDue(round: Delivering, run: (subscription: DataRecord) => Promise<void>): Promise<void> {
  const { store, ports } = round.runtime;
  const passed = new Set<unknown>();
  const paused = await pausesOf(round.runtime);
  for (;;) {
    const { items } = await store.find({
      entity: 'report-subscription',
      filter: { kind: 'compare', path: 'NextRun', operator: 'le', value: ports.now().toISOString() },
      sort: [{ path: 'NextRun', direction: 'asc' }],
      page: { number: 1, size: atOnce + passed.size },
    });
    const left = items.filter(({ Id }) => !passed.has(Id));
    if (left.length === 0) return;
    for (const subscription of left) {
      if (round.stopping?.aborted) return;
      passed.add(subscription.Id);
      if (paused.has(pausedAs(subscription))) continue;
      try {
        await run(subscription);
        passed.delete(subscription.Id);
      } catch (error) {
        // Another process has taken it.
        if (!(error instanceof StoreConflict))
          ports.log.error({ err: error, subscription: subscription.Id }, 'subscription not run');
      }
    }
  }
}

async function scheduled(
  { runtime, zone }: Delivering,
  { ScheduleId }: DataRecord,
): Promise<Recurring | undefined> {
  const schedule = ScheduleId ? await runtime.store.get('report-schedule', String(ScheduleId)) : undefined;
  if (!schedule) return undefined;
  return recurringOf(schedule, zone);
}

/** Records the run and the next due time in one transaction. */
async function claim(round: Delivering, subscription: DataRecord): Promise<DataRecord | undefined> {
  const { store, ports } = round.runtime;
  const now = ports.now().toISOString();
  const recurring = await scheduled(round, subscription);
  const { Owner, Id: SubscriptionId, Path, NextRun: DueDate } = subscription;
  const { ReportConfigurationId = null, DashboardId = null, RecipientId = null } = subscription;
  const delivery = {
    ...{ Id: ports.newId(), SubscriptionId, Owner, DueDate, Location: Path ?? null },
    ...{ ReportConfigurationId, DashboardId, RecipientId },
    ...{ StateId: deliveryStates.running, Attempts: 1, NextTry: later(now, leaseTime) },
    ...{ CreatedDate: now, CreatedBy: Owner, ModifiedDate: now, ModifiedBy: Owner, Revision: 1 },
  };
  const NextRun = (recurring && nextTime(recurring, now)) ?? never;
  const revision = Number(subscription.Revision ?? 1);
  return store.transaction(async (session) => {
    // Changed, removed or run since it was read: left to the next round.
    if (!(await session.update('report-subscription', String(SubscriptionId), { NextRun }, revision)))
      return undefined;
    if (!recurring && subscription.When !== 'once') return undefined;
    await session.insert('report-delivery', delivery);
    return delivery;
  });
}
