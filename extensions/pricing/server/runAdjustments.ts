/** Runs scheduled adjustments that are due: exactly once, even after a restart. */
import type { DataRecord, UserContext } from '#engine';
import {
  allOf,
  copyRecord,
  dayIn,
  equals,
  inTransaction,
  type OperationCall,
  type Runtime,
  refusals,
  storeUpdate,
  transitionRecord,
  WorkBudget,
} from '#server/extension';
import { adjustmentEntity, withAdjustment } from './adjustmentActions.ts';
import { rows } from './book.ts';
import { generation } from './cardJob.ts';
import { sayOnProduct, storedFormula } from './formula.ts';
import { loadBook } from './loadBook.ts';
import { loadProduct } from './loadProduct.ts';

type Step = 'Versioning' | 'Launch';

/** The zone whose clock starts a day. */
type Due = {
  readonly runtime: Runtime;
  readonly zone: string;
  readonly stopping?: AbortSignal | undefined;
};

/** Runs everything due and returns the number of schedules run. Interrupted ones resume. */
export async function runAdjustments({ runtime, zone: timeZone, stopping }: Due): Promise<number> {
  let count = 0;
  for (const step of ['Versioning', 'Launch'] as const)
    for (const status of ['Running', 'Scheduled']) {
      const now = runtime.ports.now().toISOString();
      const { items } = await runtime.store.find({
        entity: adjustmentEntity,
        filter: equals(`${step}Status`, status),
      });
      for (const one of items.filter((item) => String(item[`${step}Date`]) <= now)) {
        if (stopping?.aborted) return count;
        const call = await callOf(runtime, String(one[`${step}By`]), timeZone);
        if (!(await claimed(call, one, step, status))) continue;
        if (await carryOut(call, String(one.Id), { step, stopping })) count += 1;
      }
    }
  return count;
}

/** Runs as the person who scheduled it; the right to adjust covers everything an adjustment does. */
async function callOf(runtime: Runtime, userName: string, timeZone: string): Promise<OperationCall> {
  const { items } = await runtime.store.find({ entity: 'user', filter: equals('UserName', userName) });
  const [found = {} as DataRecord] = items;
  const Roles = Array.isArray(found.Roles) ? found.Roles.map(String) : [];
  const Features = [...runtime.featuresOf(Roles), 'Product.General.Edit', 'Pricing.Edit'];
  const moment = runtime.ports.now();
  const user: UserContext = {
    ...{ Id: String(found.Id ?? ''), UserName: userName, DisplayName: String(found.DisplayName ?? userName) },
    ...{ Roles, Features },
  };
  return {
    ...{ runtime, user, features: new Set(Features), locale: 'en-CA' as const, confirmed: [] },
    ...{
      now: moment.toISOString(),
      zone: timeZone,
      today: dayIn(moment, null, timeZone),
      budget: new WorkBudget(),
    },
  };
}

/** Optimistic lock: only one process can claim it. */
function claimed(call: OperationCall, record: DataRecord, step: Step, status: string): Promise<boolean> {
  if (status === 'Running') return Promise.resolve(true);
  const fields = { [`${step}Status`]: 'Running' };
  return call.runtime.store.update(adjustmentEntity, String(record.Id), fields, record.Revision as number);
}

type Carrying = { readonly step: Step; readonly stopping: AbortSignal | undefined };

/** False where it is left to the next caller. */
async function carryOut(call: OperationCall, id: string, { step, stopping }: Carrying): Promise<boolean> {
  const { store, ports } = call.runtime;
  const stored = (await store.get(adjustmentEntity, id)) ?? {};
  let failed = 0;
  for (const [index, link] of rows(stored.AdjustmentProducts).entries()) {
    if (stopping?.aborted) return false;
    try {
      await (step === 'Versioning' ? version(call, { id, index, link }) : launch(call, link));
    } catch (error) {
      failed += 1;
      ports.log.error({ err: error, adjustment: id, product: link.ProductId }, 'adjustment not carried out');
      await note(call, { id, index, link }, { Problem: step });
    }
  }
  await store.update(adjustmentEntity, id, { [`${step}Status`]: failed > 0 ? 'Failed' : 'Done' });
  return true;
}

type Linked = { readonly id: string; readonly index: number; readonly link: DataRecord };

function note(call: OperationCall, { id, index }: Linked, more: DataRecord): Promise<DataRecord> {
  return inTransaction(call, async (scope) => {
    const previous = await scope.session.get(adjustmentEntity, id);
    if (!previous) throw refusals.noSuchRecord({ params: { entity: 'entity.pricing-adjustment', id } });
    const AdjustmentProducts = rows(previous.AdjustmentProducts).map((row, at) =>
      at === index ? { ...row, ...more } : row,
    );
    const plan = scope.call.runtime.planOf(adjustmentEntity);
    return storeUpdate(scope, plan, {
      previous,
      next: { ...previous, AdjustmentProducts },
      operation: 'run',
    });
  });
}

/** The version's id is stored before it is created, so that a crash cannot create it twice. */
async function version(call: OperationCall, linked: Linked): Promise<void> {
  const { link } = linked;
  if (link.NewProductId) return;
  const { store, model, planOf } = call.runtime;
  const from = { call, session: store };
  const source = await loadProduct(from, link.ProductId);
  const next = String(link.NewVersion ?? (await nextVersion(call, source)));
  await note(call, linked, { NewVersion: next });
  const same = allOf([equals('Code', source.Code), equals('Version', next), equals('Subversion', 0)]);
  const [made] = (await store.find({ entity: 'product', filter: same })).items;
  const route = model.routes.find(
    ({ operation, path }) => operation === 'copy' && path === '/product/version',
  );
  const copy =
    made ??
    (await copyRecord(call, planOf('product'), {
      source: String(source.Id),
      input: { Version: next, LaunchDate: call.today, EndDate: null },
      copy: route?.copy ?? { set: {} },
    }));
  await adjust(call, linked, await loadProduct(from, copy.Id));
}

/** 3.0 → 4.0, and on until the number is free. */
async function nextVersion(call: OperationCall, { Code, Version }: DataRecord): Promise<string> {
  const { items } = await call.runtime.store.find({ entity: 'product', filter: equals('Code', Code) });
  const taken = new Set(items.map((one) => one.Version));
  let number = Math.floor(Number.parseFloat(String(Version)) || 0) + 1;
  while (taken.has(`${number}.0`)) number += 1;
  return `${number}.0`;
}

/** Adds the change to the version's formula, marks it as done in one transaction, and reprices its cards. */
async function adjust(call: OperationCall, { id, index }: Linked, product: DataRecord): Promise<void> {
  const { planOf, jobs, store } = call.runtime;
  await inTransaction(call, async (scope) => {
    const [adjustment, formula] = [
      await scope.session.get(adjustmentEntity, id),
      await storedFormula(scope, product.Id),
    ];
    if (!adjustment || rows(adjustment.AdjustmentProducts)[index]?.NewProductId) return;
    if (formula) {
      const next = withAdjustment(formula, adjustment);
      await storeUpdate(scope, planOf('pricing-formula'), {
        previous: formula,
        next,
        operation: 'adjustment',
      });
      await sayOnProduct(scope, product, await loadBook(scope, product));
    }
    const AdjustmentProducts = rows(adjustment.AdjustmentProducts).map((row, at) =>
      at === index ? { ...row, NewProductId: product.Id, Problem: null } : row,
    );
    const next = { ...adjustment, AdjustmentProducts };
    await storeUpdate(scope, planOf(adjustmentEntity), { previous: adjustment, next, operation: 'run' });
  });
  const { items } = await store.find({ entity: 'rate-card', filter: equals('ProductId', product.Id) });
  for (const card of items.filter(({ Source }) => Source === 'Generated')) {
    const job = await jobs.start(call, {
      ...{ kind: generation, key: String(product.Id), access: { kind: 'feature', anyOf: ['Pricing.Edit'] } },
      prepare: async () => ({ RateCardId: card.Id, ProductId: product.Id, IncludeWarnings: true }),
    });
    // One after the other: concurrent generations of one product are refused.
    if (job) await jobs.ended(job);
  }
}

/** A version already on sale stays on sale. */
async function launch(call: OperationCall, { NewProductId }: DataRecord): Promise<void> {
  const plan = call.runtime.planOf('product');
  const product = await call.runtime.store.get('product', String(NewProductId ?? ''));
  const transition = plan.entity.workflow?.transitions.find(({ id }) => id === 'launch');
  if (!product || !transition)
    throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id: String(NewProductId) } });
  const state = (product.ProductStateType as { readonly Name?: string } | undefined)?.Name;
  if (state !== 'Active') await transitionRecord(call, plan, { id: String(product.Id), transition });
}
