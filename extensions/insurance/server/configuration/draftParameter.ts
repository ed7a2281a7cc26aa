// Custom code: a clone refers to the clone of its base, which is found by origin or name.
import type { DataRecord } from '#engine';
import {
  answers,
  defineAction,
  type EntityPlan,
  loadRecord,
  refusals,
  storedFields,
  type WriteScope,
} from '#server/extension';
import { rowsOf, rowsOver } from './baseValues.ts';
import { cloneOf } from './findParameter.ts';

type From = Pick<WriteScope, 'call' | 'session'>;

/** Drafts a new parameter of the product from a parameter or template, for review; stores nothing. */
export const draftParameter = defineAction({
  body: 'none',
  answer: answers.objectOf(
    [
      ['ProductId', answers.id],
      ['Name', answers.text],
      ['SourceName', answers.text],
      ['ParameterValues', answers.list({ type: 'object' })],
    ],
    ['ProductId', 'Name', 'SourceName'],
  ),
  run: async (call, { plan, id = '', params }) => {
    const from = { call, session: call.runtime.store };
    const source = await loadRecord(from, plan, id);
    const productId = String(params.productId).toLowerCase();
    if (source.ProductId && source.ProductId !== productId)
      throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id } });
    return copyInto(from, plan, { source, productId });
  },
});

/** The copy as it would be in the product; refused while the template's base has no clone there. */
export async function copyInto(
  from: From,
  plan: EntityPlan,
  { source, productId }: { readonly source: DataRecord; readonly productId: string },
): Promise<DataRecord> {
  const isTemplate = !source.ProductId;
  const base = await baseIn(from, plan, { source, productId });
  const { Id: _, ...kept } = storedFields(plan.stored, source);
  return {
    ...kept,
    ...(isTemplate ? {} : { Name: `${source.Name} 2`, SourceName: anotherName(source) }),
    ProductId: productId,
    TemplateKind: null,
    ParentParameterId: isTemplate ? source.Id : null,
    ParentParameter: isTemplate ? { Id: source.Id, Name: source.Name, SourceName: source.SourceName } : null,
    GroupedParameterId: base?.Id ?? null,
    GroupedParameter: base ? pick(base) : null,
    ParameterValues: rowsOver(rowsOf(source), base).rows,
  };
}

async function baseIn(
  from: From,
  plan: EntityPlan,
  { source, productId }: { readonly source: DataRecord; readonly productId: string },
): Promise<DataRecord | undefined> {
  if (!source.GroupedParameterId) return undefined;
  const base = await loadRecord(from, plan, String(source.GroupedParameterId));
  if (source.ProductId) return base;
  const found = await cloneOf(from, plan, { template: base, productId });
  if (found) return found;
  const product = await from.session.get(plan.entity.owner?.ref?.entity ?? '', productId);
  const params = { name: source.Name, base: base.Name, product: product?.Name ?? '' };
  const issue = { rule: 'parameter.clone-needs-base', message: 'parameter.clone-needs-base', params };
  throw refusals.invalid({ issues: [{ ...issue, path: '', level: 'error' }], entity: plan.entity.id });
}

const baseFields = ['Id', 'Name', 'SourceName', 'ProductId', 'IsMapped', 'IsGrouped', 'ParameterValueTypeId'];
const pick = (base: DataRecord): DataRecord =>
  Object.fromEntries(baseFields.map((name) => [name, base[name] ?? null]));

/** Only the prefix of a grouping may change: the rest is the name of its base. */
function anotherName({ SourceName, GroupedParameterId }: DataRecord): string {
  const name = String(SourceName);
  return GroupedParameterId ? name.replace('.', '2.') : `${name}2`;
}
