/** Which records a person sees, by what the entities declare (`x-rowAccess`) and what is known of the person. */
import type { DataRecord, FilterTree, Model, RowAccess, UserContext, UserFact } from '#engine';
import { equals } from './filters.ts';

export type Person = { readonly user: UserContext; readonly features: ReadonlySet<string> };

export type Limit = {
  readonly filter: FilterTree;
  /** Records that are told by a field of their own, at the end of each path. */
  readonly roots?: readonly { readonly entity: string; readonly filter: FilterTree }[];
  /** What one of the fields is, where the record itself tells; absent: it has to be asked for. */
  readonly own?: readonly { readonly field: string; readonly value: unknown }[];
};

/** Which records the person sees. */
export type Limits = {
  readonly model: Model;
  /** By entity; what is not named is seen whole. */
  readonly byEntity: ReadonlyMap<string, Limit>;
  /** Of whom accounts are seen: of those who are described by a record that is seen, and one's own. */
  readonly people: readonly { readonly entity: string; readonly by: string }[];
  readonly userName: string;
};

/** Accounts are of whoever a record with their user name is about. */
export const accounts = 'user';

export function limitsOf(model: Model, person: Person): Limits {
  const byEntity = new Map<string, Limit>();
  for (const [entity, access] of accessesOf(model))
    if (!seesAll(access, person)) byEntity.set(entity, limitOf(model, entity, { access, person }));
  const userName = person.user.UserName;
  if (byEntity.size === 0) return { model, byEntity, people: [], userName };
  const people = [...byEntity.keys()].flatMap((entity) => {
    const by = model.entities.get(entity)?.ofUser?.by;
    return by ? [{ entity, by }] : [];
  });
  return { model, byEntity, people, userName };
}

/** Whether no record of the entity is kept from the person; accounts are, with the people they belong to. */
export function seesEvery(model: Model, entity: string, person: Person): boolean {
  const all = accessesOf(model);
  if (entity !== accounts) return seesAll(all.get(entity) ?? { tests: [] }, person);
  return [...all].every(([id, access]) => !model.entities.get(id)?.ofUser || seesAll(access, person));
}

function seesAll({ unless, tests }: RowAccess, { user, features }: Person): boolean {
  if (unless && features.has(unless.feature)) return true;
  if (unless?.known && knownOf(unless.known, user) !== undefined) return true;
  return !tests.some(({ user: { as } }) => recordsOf(user)[as] !== undefined);
}

/** Who is known to belong elsewhere sees nothing. */
function limitOf(
  model: Model,
  entity: string,
  { access: { tests }, person: { user } }: { readonly access: RowAccess; readonly person: Person },
): Limit {
  const known = tests.flatMap((test) => {
    const value = knownOf(test.user, user);
    return value === undefined ? [] : [{ field: test.path, value }];
  });
  const of = known.map(({ field, value }) => equals(field, value));
  const own = known.every(({ field }) => !field.includes('.')) ? { own: known } : {};
  if (of.length === 0) return { filter: { kind: 'constant', value: false }, own: [] };
  const roots = known.flatMap(({ field, value }) => rootOf(model, entity, { field, value }) ?? []);
  return { filter: of.length === 1 ? (of[0] as FilterTree) : { kind: 'or', of }, roots, ...own };
}

/** Where the path ends; one record, told by its id, is never many. */
function rootOf(
  model: Model,
  entity: string,
  { field, value }: { readonly field: string; readonly value: unknown },
): { readonly entity: string; readonly filter: FilterTree } | undefined {
  const names = field.split('.');
  const last = names.pop() ?? '';
  const end = names.reduce<string | undefined>(
    (at, name) => model.entities.get(at ?? '')?.fieldByPath.get(name)?.ref?.entity,
    entity,
  );
  return end && last !== 'Id' ? { entity: end, filter: equals(last, value) } : undefined;
}

const recordsOf = (user: UserContext) => user as unknown as Readonly<Record<string, DataRecord | undefined>>;

const knownOf = ({ as, field }: UserFact, user: UserContext): unknown =>
  recordsOf(user)[as]?.[field] ?? undefined;

const accesses = new WeakMap<Model, ReadonlyMap<string, RowAccess>>();

function accessesOf(model: Model): ReadonlyMap<string, RowAccess> {
  let known = accesses.get(model);
  if (!known) {
    const found = [...model.entities.values()].flatMap(({ id, rowAccess }) =>
      rowAccess ? [[id, rowAccess] as const] : [],
    );
    known = new Map(found);
    accesses.set(model, known);
  }
  return known;
}
