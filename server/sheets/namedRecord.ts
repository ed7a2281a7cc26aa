/** Resolves the record that a cell names: the current one, otherwise one of those the form would offer. */
import { type DataRecord, type FieldModel, type FilterTree, uniqueKey } from '#engine';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { allOf, equals } from '../operations/filters.ts';
import { ruleContext, type WriteScope } from '../operations/OperationCall.ts';
import { ownerOf } from '../operations/ownerOf.ts';

type Wanted = {
  readonly field: FieldModel;
  readonly name: string;
  /** The field that holds the name, or several of which any may. */
  readonly by?: string | readonly string[];
  /** The record as far as the row's earlier columns define it. */
  readonly draft: DataRecord;
};

/** Cache of lookups: a file repeats the same ones thousands of times. */
export type NamedRecords = Map<string, NamedRecord>;
type NamedRecord = DataRecord | 'several' | undefined;

/** The person by name, user name or e-mail address; of several with one name, the active one. */
export async function namedPerson(
  { session }: WriteScope,
  _plan: EntityPlan,
  { field: { name: path, expand }, name, draft }: Wanted,
  known: NamedRecords,
): Promise<NamedRecord> {
  const present = draft[expand?.as ?? ''] as DataRecord | null | undefined;
  if (present && uniqueKey(String(present.DisplayName)) === uniqueKey(name)) return present;
  const asked = JSON.stringify([path, name]);
  if (known.has(asked)) return known.get(asked);
  const filter: FilterTree = {
    kind: 'or',
    of: ['UserName', 'Email', 'DisplayName'].map((member) => equals(member, name)),
  };
  const { items } = await session.find({ entity: 'user', filter });
  const ofName = items.filter(({ UserName }) => uniqueKey(String(UserName)) === uniqueKey(name));
  const active = items.filter(({ IsActive }) => IsActive === true);
  const [found, other] = [ofName, active, items].find((some) => some.length > 0) ?? [];
  const one = found && { Id: found.Id, DisplayName: found.DisplayName, IsActive: found.IsActive };
  const result = other ? 'several' : one;
  known.set(asked, result);
  return result;
}

/** The record in answer shape, for later columns; undefined if none matches, `several` if ambiguous. */
export async function namedRecord(
  { call, session }: WriteScope,
  plan: EntityPlan,
  { field, name, by = 'Name', draft }: Wanted,
  known: NamedRecords,
): Promise<NamedRecord> {
  const { ref, expand } = field;
  if (!ref) return undefined;
  const texts = [by].flat();
  const present = draft[expand?.as ?? ''] as DataRecord | null | undefined;
  if (present && texts.some((one) => uniqueKey(String(present[one])) === uniqueKey(name))) return present;
  const isNamed: FilterTree = { kind: 'or', of: texts.map((one) => equals(one, name)) };
  const filter = allOf([isNamed, await offered()]);
  const asked = JSON.stringify([field.name, filter]);
  if (known.has(asked)) return known.get(asked);
  const result = await find();
  // Not cached: the rows of a file may refer to one another.
  if (ref.entity !== plan.entity.id) known.set(asked, result);
  return result;

  async function find(): Promise<NamedRecord> {
    if (!ref) return undefined;
    const { items } = await session.find({ entity: ref.entity, filter, page: { number: 1, size: 2 } });
    const [found, other] = items;
    if (other) return 'several';
    return (
      found && Object.fromEntries(['Id', ...(expand?.fields ?? [])].map((one) => [one, found[one] ?? null]))
    );
  }

  /** The owner is not in the file, but records it owns may be. */
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
    // The owner is already reported as wrong, so the options are unknown.
    if (readsOwner && !owner) return undefined;
    const context = ruleContext(call, { action: 'update', owner });
    return rule.where.bind({ root: draft, vars: { ...context, record: draft } });
  }
}
