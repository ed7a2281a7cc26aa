// Custom code: an adjustment covers many products, their states and a preview of their prices.
import type { DataRecord } from '#engine';
import {
  type ActionRun,
  among,
  answers,
  answersOf,
  defineAction,
  equals,
  inTransaction,
  listOf,
  loadRecord,
  may,
  type OperationCall,
  Refusal,
  refusals,
  type Static,
  sent,
  storeUpdate,
  text,
  type WriteScope,
  wholeNumber,
} from '#server/extension';
import { rows } from './book.ts';

const dateBody = sent({ Date: may(text) });

export const adjustmentEntity = 'pricing-adjustment';

/** `POST /pricing/adjustments`: page, pageSize, sortFields and sortDirections in the body. */
export const listAdjustments = defineAction({
  body: sent({
    page: may(wholeNumber),
    pageSize: may(wholeNumber),
    sortFields: may(listOf(text)),
    sortDirections: may(listOf(wholeNumber)),
  }),
  answer: answers.pageOfItems(answers.ref('pricing-adjustment')),
  run: async (call, { plan, input }) => {
    const [page, pageSize] = [wholeOf(input.page, 1), Math.min(1000, wholeOf(input.pageSize, 10))];
    const directions = input.sortDirections ?? [];
    const sort = (input.sortFields ?? []).map((path, index) => {
      if (!plan.entity.fieldByPath.has(path)) throw refusals.badId({ params: { value: path } });
      return { path, direction: directions[index] === 0 ? ('desc' as const) : ('asc' as const) };
    });
    const from = { call, session: call.runtime.store };
    const { items, total } = await from.session.find({
      ...{ entity: plan.entity.id, total: true, page: { number: page, size: pageSize } },
      sort: sort.length > 0 ? sort : [{ path: 'Name', direction: 'asc' }],
    });
    return { Items: await answersOf(from, plan, items), TotalItems: total };
  },
});

const wholeOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : otherwise;

export const loadAdjustment = (scope: Pick<WriteScope, 'call' | 'session'>, id: string | undefined) =>
  loadRecord(scope, scope.call.runtime.planOf(adjustmentEntity), id ?? '');

/** `GET …/products`: each with the version created from it. */
export const productsOfAdjustment = defineAction({
  body: 'none',
  answer: answers.pageOfItems(answers.objectOf([['ProductId', answers.id]], ['ProductId'])),
  run: async (call, { params }) => {
    const from = { call, session: call.runtime.store };
    const links = rows((await loadAdjustment(from, params.id)).AdjustmentProducts);
    const ids = links.flatMap(({ ProductId, NewProductId }) => [ProductId, NewProductId]).filter(Boolean);
    const found = await from.session.getMany('product', ids.map(String));
    const of = (id: unknown) => found.find(({ Id }) => Id === id);
    const Items = links.map(({ ProductId, NewProductId }) => {
      const { Name, Code, Version, Brand, ProductStateType } = of(ProductId) ?? {};
      return {
        Id: ProductId,
        ProductId,
        Name,
        Code,
        Version,
        Brand,
        ProductStateType,
        NewProductId: NewProductId ?? null,
      };
    });
    return { Items, TotalItems: Items.length };
  },
});

/** Products of one call, and of an adjustment. */
const mostProducts = 1000;

/** `POST …/products`: ProductIds; products that are linked already stay unchanged. */
export const addProducts = defineAction({
  body: sent({ ProductIds: may(listOf(text, { maxItems: mostProducts })), ProductId: may(text) }),
  answer: answers.ref('pricing-adjustment'),
  run: (call, { plan, params, input }) =>
    inTransaction(call, async (scope) => {
      const previous = await loadAdjustment(scope, params.id);
      refuseOnceVersioned(previous);
      const ids = (input.ProductIds ?? (input.ProductId ? [input.ProductId] : [])).map((id) =>
        id.toLowerCase(),
      );
      const { items } = await scope.session.find({ entity: 'product', filter: among('Id', ids) });
      refuseUnknown(ids, new Set(items.map(({ Id }) => String(Id))));
      const links = rows(previous.AdjustmentProducts);
      const added = ids.filter((id) => !links.some(({ ProductId }) => ProductId === id));
      const AdjustmentProducts = [...links, ...added.map((ProductId) => ({ ProductId }))];
      return storeUpdate(scope, plan, {
        previous,
        next: { ...previous, AdjustmentProducts },
        operation: 'add-products',
      });
    }),
});

/** Each unknown product is refused at its place in the list. */
function refuseUnknown(ids: readonly string[], known: ReadonlySet<string>): void {
  const issues = ids.flatMap((id, index) => {
    const params = { entity: 'entity.product', id };
    const message = 'server.no-such-record';
    const path = `/ProductIds/${index}`;
    return known.has(id) ? [] : [{ rule: message, path, level: 'error' as const, message, params }];
  });
  const [first] = issues;
  if (first) throw refusals.noSuchRecord({ params: first.params, issues });
}

/** `DELETE …/product/{productId}`. */
export const removeProduct = defineAction({
  body: 'none',
  answer: answers.ref('pricing-adjustment'),
  run: (call, { plan, params }) =>
    inTransaction(call, async (scope) => {
      const previous = await loadAdjustment(scope, params.id);
      refuseOnceVersioned(previous);
      const links = rows(previous.AdjustmentProducts);
      const AdjustmentProducts = links.filter(({ ProductId }) => ProductId !== params.productId);
      if (AdjustmentProducts.length === links.length)
        throw refusals.noSuchRecord({ params: { entity: 'entity.product', id: params.productId } });
      return storeUpdate(scope, plan, {
        previous,
        next: { ...previous, AdjustmentProducts },
        operation: 'remove-product',
      });
    }),
});

function refuseOnceVersioned({ VersioningStatus }: DataRecord): void {
  if (['Running', 'Done'].includes(String(VersioningStatus)))
    throw new Refusal('conflict', 'pricing-adjustment.versioned', {});
}

/** `POST …/childrenstate`: the state of the created versions (decision 8). */
export const childrenState = defineAction({
  body: 'none',
  answer: answers.pageOfItems(answers.objectOf([['ProductId', answers.id]], ['ProductId'])),
  run: async (call, { params }) => {
    const from = { call, session: call.runtime.store };
    const { AdjustmentProducts, VersioningStatus, LaunchStatus } = await loadAdjustment(from, params.id);
    const links = rows(AdjustmentProducts);
    const found = await from.session.getMany(
      'product',
      links.flatMap(({ NewProductId }) => (NewProductId ? [String(NewProductId)] : [])),
    );
    const Items = links.map(({ ProductId, NewProductId, Problem }) => {
      const child = found.find(({ Id }) => Id === NewProductId);
      const { Name, Version, ProductStateType } = child ?? {};
      return {
        ProductId,
        NewProductId: NewProductId ?? null,
        Name,
        Version,
        State: ProductStateType ?? null,
        Problem: Problem ?? null,
      };
    });
    return { VersioningStatus, LaunchStatus, Items, TotalItems: Items.length };
  },
});

type Step = 'Versioning' | 'Launch';

/** `POST …/schedule/…`: Date, a future moment; moves a schedule that has not run yet. */
const schedule =
  (step: Step): ActionRun<Static<typeof dateBody>> =>
  (call, { plan, params, input }) =>
    inTransaction(call, async (scope) => {
      const previous = await loadAdjustment(scope, params.id);
      const moment = Date.parse(input.Date ?? '');
      if (Number.isNaN(moment)) throw new Refusal('validation', 'pricing-adjustment.no-date', {});
      if (moment < Date.parse(call.now)) throw new Refusal('validation', 'pricing-adjustment.past', {});
      if (rows(previous.AdjustmentProducts).length === 0)
        throw new Refusal('validation', 'pricing-adjustment.no-products', {});
      refuseRun(previous, step);
      if (step === 'Launch' && !['Scheduled', 'Done'].includes(String(previous.VersioningStatus)))
        throw new Refusal('conflict', 'pricing-adjustment.launch-first', {});
      const set = {
        ...{ [`${step}Date`]: new Date(moment).toISOString(), [`${step}Status`]: 'Scheduled' },
        [`${step}By`]: call.user.UserName,
      };
      return storeUpdate(scope, plan, {
        previous,
        next: { ...previous, ...set },
        operation: `schedule-${step}`,
      });
    });

/** `POST …/cancel/…`: refused once it has run (decision 8). */
const cancel =
  (step: Step): ActionRun =>
  (call, { plan, params }) =>
    inTransaction(call, async (scope) => {
      const previous = await loadAdjustment(scope, params.id);
      refuseRun(previous, step);
      if (previous[`${step}Status`] !== 'Scheduled')
        throw new Refusal('conflict', 'pricing-adjustment.not-scheduled', {});
      const set = { [`${step}Date`]: null, [`${step}Status`]: 'None' };
      return storeUpdate(scope, plan, {
        previous,
        next: { ...previous, ...set },
        operation: `cancel-${step}`,
      });
    });

function refuseRun(adjustment: DataRecord, step: Step): void {
  if (['Running', 'Done'].includes(String(adjustment[`${step}Status`])))
    throw new Refusal('conflict', 'pricing-adjustment.has-run', {});
}

export const scheduleVersioning = defineAction({
  body: dateBody,
  answer: answers.ref('pricing-adjustment'),
  run: schedule('Versioning'),
});
export const scheduleLaunch = defineAction({
  body: dateBody,
  answer: answers.ref('pricing-adjustment'),
  run: schedule('Launch'),
});
export const cancelVersioning = defineAction({
  body: 'none',
  answer: answers.ref('pricing-adjustment'),
  run: cancel('Versioning'),
});
export const cancelLaunch = defineAction({
  body: 'none',
  answer: answers.ref('pricing-adjustment'),
  run: cancel('Launch'),
});

/** The formula with the change appended to its adjustments. */
export function withAdjustment(formula: DataRecord, adjustment: DataRecord): DataRecord {
  const { Name, PriceBucketId, PlanName, ParameterName, ParameterValue, IsPercent, Change } = adjustment;
  const row = { Title: Name, PriceBucketId, PlanName, ParameterName, ParameterValue, IsPercent, Change };
  return { ...formula, Adjustments: [...rows(formula.Adjustments), row] };
}

/** The rate cards of the created versions, or of the products while there are none. */
export async function cardsOf(call: OperationCall, id: string | undefined): Promise<readonly DataRecord[]> {
  const from = { call, session: call.runtime.store };
  const links = rows((await loadAdjustment(from, id)).AdjustmentProducts);
  const all: DataRecord[] = [];
  for (const { ProductId, NewProductId } of links) {
    const filter = equals('ProductId', NewProductId ?? ProductId);
    all.push(...(await from.session.find({ entity: 'rate-card', filter })).items);
  }
  return all;
}
