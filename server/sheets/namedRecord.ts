/** The record a cell means by its name: the one that stands there already, else one of those the form would offer. */
import { type DataRecord, type FieldModel, type FilterTree, uniqueKey } from '#engine';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { allOf, equals } from '../operations/filters.ts';
import { ruleContext, type WriteScope } from '../operations/OperationCall.ts';
import { ownerOf } from '../operations/ownerOf.ts';

type Wanted = {
  readonly field: FieldModel;
  readonly name: string;
  /** The field that says so. */
  readonly by?: string;
  /** The record as far as the row has said it. */
  readonly draft: DataRecord;
};

/** What was looked up before, by the question; a file asks the same thousands of times. */
export type NamedRecords = Map<string, NamedRecord>;
type NamedRecord = DataRecord | 'several' | undefined;

/** As much of it as the answer carries, so that later columns may stand on it; undefined when there is none, `several` when the name does not say which. */
export async function namedRecord(
  { call, session }: WriteScope,
  plan: EntityPlan,
  { field, name, by = 'Name', draft }: Wanted,
  known: NamedRecords,
): Promise<NamedRecord> {
  const { ref, expand } = field;
  if (!ref || !expand) return undefined;
  const present = draft[expand.as] as DataRecord | null | undefined;
  if (present && uniqueKey(String(present[by])) === uniqueKey(name)) return present;
  const filter = allOf([equals(by, name), await offered()]);
  const asked = JSON.stringify([field.name, filter]);
  if (known.has(asked)) return known.get(asked);
  const result = await find();
  // The rows of a file may refer to one another.
  if (ref.entity !== plan.entity.id) known.set(asked, result);
  return result;

  async function find(): Promise<NamedRecord> {
    if (!ref || !expand) return undefined;
    const { items } = await session.find({ entity: ref.entity, filter, page: { number: 1, size: 2 } });
    const [found, other] = items;
    if (other) return 'several';
    return found && Object.fromEntries(['Id', ...expand.fields].map((one) => [one, found[one] ?? null]));
  }

  /** The owner is no record of the file; those it owns may be. */
  async function ownerRead(): Promise<DataRecord | undefined> {
    const { owner } = plan.entity;
    const asked = JSON.stringify(['owner', draft[owner?.name ?? '']]);
    if (known.has(asked)) return known.get(asked) as DataRecord | undefined;
    const read = await ownerOf(call, session, plan, draft);
    const isOfFile = Object.values(owner?.ref?.kin ?? {}).includes(plan.entity.id);
    if (!isOfFile) known.set(asked, read);
    return read;
  }

  async function offered(): Promise<FilterTree | undefined> {
    const rule = plan.entity.rules.options.find(
      (one) => one.field === field.name && one.from === ref?.entity,
    );
    if (!rule?.where) return undefined;
    const readsOwner = rule.where.reads.some(({ from }) => from === 'owner');
    const owner = readsOwner ? await ownerRead() : undefined;
    // Whose it is has been told as wrong already; what may be chosen is not known then.
    if (readsOwner && !owner) return undefined;
    const context = ruleContext(call, { action: 'update', owner });
    return rule.where.bind({ root: draft, vars: { ...context, record: draft } });
  }
}
