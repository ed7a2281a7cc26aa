// Custom code: one call creates, updates and removes records and sets a field of their owner, atomically.
import type { DataRecord } from '#engine';
import {
  answers,
  createWithin,
  defineAction,
  type EntityPlan,
  equals,
  findRecords,
  flag,
  inTransaction,
  listOf,
  may,
  open,
  Refusal,
  refusals,
  refuseUnknownOwner,
  removeWithin,
  revision,
  sent,
  text,
  updateWithin,
  type WriteScope,
  wholeNumber,
} from '#server/extension';

/** Processes rows by flag: new, modified or deleted; rows without a flag stay. Answers the stored rows. */
export const saveLienholders = defineAction({
  body: sent({
    ProductLienholders: may(
      listOf(
        open({
          Id: may(text),
          LienholderId: may(text),
          LienholderGroupId: may(text),
          Include: may(flag),
          LienholderInclusionRuleId: may(wholeNumber),
          IsNew: may(flag),
          IsModified: may(flag),
          IsDeleted: may(flag),
        }),
        { maxItems: 1000 },
      ),
    ),
    IsLenderLessorEligible: may(flag),
    Revision: revision,
  }),
  answer: answers.all({
    Id: answers.id,
    Created: answers.count,
    Updated: answers.count,
    Removed: answers.count,
    ProductLienholders: answers.list(answers.ref('product-lienholder')),
  }),
  run: async (call, { id, input }) => {
    const plan = call.runtime.planOf('product-lienholder');
    const within = { ProductId: id };
    const counts = await inTransaction(call, async (scope) => {
      await refuseUnknownOwner({ call, session: scope.session }, plan, within);
      const { IsLenderLessorEligible } = input;
      const rows = input.ProductLienholders ?? [];
      const counts = { Created: 0, Updated: 0, Removed: 0 };
      for (const flags of ['IsDeleted', 'IsModified', 'IsNew'] as const)
        for (const [index, row] of rows.entries())
          if (flagOf(row) === flags)
            counts[await take(scope, plan, { row, within, flags }).catch(refuseAt(index))] += 1;
      if (typeof IsLenderLessorEligible === 'boolean')
        await markProduct(scope, String(id), IsLenderLessorEligible);
      return counts;
    });
    const { items } = await findRecords(call, plan, {
      entity: plan.entity.id,
      filter: equals('ProductId', id),
      sort: [{ path: 'CreatedDate', direction: 'asc' }],
    });
    return { Id: id, ...counts, ProductLienholders: items };
  },
});

/** Errors of a row are placed at that row. */
const refuseAt =
  (index: number) =>
  (error: unknown): never => {
    if (!(error instanceof Refusal) || !error.details.issues) throw error;
    const issues = error.details.issues.map((issue) => ({
      ...issue,
      path: `/ProductLienholders/${index}${issue.path}`,
    }));
    throw new Refusal(error.code, error.key, { ...error.details, issues });
  };

type Flag = 'IsNew' | 'IsModified' | 'IsDeleted';

/** A row that was added and removed again before sending is ignored. */
function flagOf({ IsNew, IsModified, IsDeleted }: DataRecord): Flag | undefined {
  if (IsDeleted === true) return IsNew === true ? undefined : 'IsDeleted';
  if (IsNew === true) return 'IsNew';
  return IsModified === true ? 'IsModified' : undefined;
}

type Taking = { readonly row: DataRecord; readonly within: DataRecord; readonly flags: Flag };

/** Removals first, so that a new row may take the place of a removed one. */
async function take(
  scope: WriteScope,
  plan: EntityPlan,
  { row, within, flags }: Taking,
): Promise<'Created' | 'Updated' | 'Removed'> {
  const { Id, ...fields } = ownFields(row);
  if (flags === 'IsNew') {
    await createWithin(scope, plan, { ...fields, ...within });
    return 'Created';
  }
  const stored = await scope.session.get(plan.entity.id, String(Id));
  if (!stored || stored.ProductId !== within.ProductId)
    throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id: Id } });
  if (flags === 'IsDeleted') {
    await removeWithin(scope, plan, String(Id));
    return 'Removed';
  }
  await updateWithin(scope, plan, { id: String(Id), input: fields, within });
  return 'Updated';
}

const taken = ['Id', 'LienholderId', 'LienholderGroupId', 'Include', 'LienholderInclusionRuleId'];

function ownFields(row: DataRecord): DataRecord {
  return Object.fromEntries(Object.entries(row).filter(([name]) => taken.includes(name)));
}

async function markProduct(scope: WriteScope, id: string, IsLenderLessorEligible: boolean): Promise<void> {
  const plan = scope.call.runtime.planOf('product');
  const stored = await scope.session.get('product', id);
  if ((stored?.IsLenderLessorEligible ?? false) === IsLenderLessorEligible) return;
  await updateWithin(scope, plan, { id, input: { IsLenderLessorEligible }, action: 'lienholders' });
}
