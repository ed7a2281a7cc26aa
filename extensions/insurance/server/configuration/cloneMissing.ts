// Custom code: a rule text names the parameters it needs, and a grouping needs its base first.
import { type DataRecord, operandsUsed, parseRule } from '#engine';
import {
  allOf,
  draftRecord,
  type EntityPlan,
  equals,
  insertRecord,
  loadAnswer,
  loadRecord,
  refusals,
  validateWrite,
  type WriteScope,
  writeHeld,
} from '#server/extension';
import { copyInto } from './draftParameter.ts';
import { cloneOf } from './findParameter.ts';

type Need = { readonly product: DataRecord; readonly text: string };

/** Clones global parameters that a text uses and the product lacks; returns the clones. */
export async function cloneMissing(
  scope: WriteScope,
  { product, text }: Need,
): Promise<readonly DataRecord[]> {
  const plan = scope.call.runtime.planOf('parameter');
  const missing = await missingTemplates(scope, plan, { product, text });
  if (missing.length === 0) return [];
  refuseLocked(plan, product, missing);
  const ids: string[] = [];
  for (const template of missing) ids.push(await clone(scope, plan, { template, product }));
  return Promise.all(ids.map((id) => loadAnswer(scope, plan, id)));
}

/** Templates for names that the product lacks, bases before their dependents. */
async function missingTemplates(
  scope: WriteScope,
  plan: EntityPlan,
  { product, text }: Need,
): Promise<readonly DataRecord[]> {
  const { tree } = parseRule(text);
  const names = tree ? operandsUsed(tree).names : [];
  const found = new Map<unknown, DataRecord>();
  for (const name of names) {
    if (await byName(scope, plan, { name, productId: product.Id })) continue;
    const template = await byName(scope, plan, { name, productId: null });
    if (template) await addWithBase(scope, plan, { template, product, found });
  }
  return [...found.values()];
}

type Wanted = {
  readonly template: DataRecord;
  readonly product: DataRecord;
  readonly found: Map<unknown, DataRecord>;
};

async function addWithBase(scope: WriteScope, plan: EntityPlan, wanted: Wanted): Promise<void> {
  const { template, product, found } = wanted;
  if (template.GroupedParameterId) {
    const base = await loadRecord(scope, plan, String(template.GroupedParameterId));
    if (!(await cloneOf(scope, plan, { template: base, productId: String(product.Id) })))
      await addWithBase(scope, plan, { ...wanted, template: base });
  }
  found.set(template.Id, template);
}

type Name = { readonly name: string; readonly productId: unknown };

async function byName(
  { session }: WriteScope,
  plan: EntityPlan,
  { name, productId }: Name,
): Promise<DataRecord | undefined> {
  const filter = allOf([equals('ProductId', productId), equals('SourceName', name)]);
  const { items } = await session.find({ entity: plan.entity.id, filter, page: { number: 1, size: 1 } });
  return items[0];
}

/** Decision 13: parameters are locked from In Pricing on, for everyone. */
function refuseLocked({ entity }: EntityPlan, product: DataRecord, missing: readonly DataRecord[]): void {
  const state = product.ProductStateType as DataRecord | undefined;
  if (state?.Name === 'InDesign') return;
  const message = 'new-used-rule.parameters-locked';
  const params = { names: missing.map(({ Name }) => Name) };
  throw refusals.invalid({
    entity: entity.id,
    issues: [{ rule: message, path: '', level: 'error', message, params }],
  });
}

type Cloning = { readonly template: DataRecord; readonly product: DataRecord };

async function clone(scope: WriteScope, plan: EntityPlan, { template, product }: Cloning): Promise<string> {
  const source = await loadRecord(scope, plan, String(template.Id));
  const copy = await copyInto(scope, plan, { source, productId: String(product.Id) });
  const next = await draftRecord(scope, plan, copy);
  // The right to choose the rule suffices; editing parameters is not required.
  const record = await validateWrite(scope, { plan, action: 'create', next, checksWritable: false });
  await insertRecord(scope, plan, record);
  await writeHeld(scope, plan, { next: record });
  return String(record.Id);
}
