/** Which records a person may see, from the entities' `x-rowAccess` and what is known about the person. */
import type { DataRecord, EntityModel, FilterTree, Model, RowAccess, UserContext, UserFact } from '#engine';
import { equals } from './filters.ts';

export type Person = {
  readonly user: UserContext;
  readonly features: ReadonlySet<string>;
  /** Set for a program that calls with an API key. */
  readonly key?: { readonly entities?: ReadonlySet<string> };
  /** A call in which keys write accounts too. */
  readonly writesAccounts?: boolean;
};

export type Limit = {
  readonly filter: FilterTree;
  /** Records identified by one of their own fields, at the end of each path. */
  readonly roots?: readonly { readonly entity: string; readonly filter: FilterTree }[];
  /** The value of one of these fields decides; absent: the record must be looked up. */
  readonly own?: readonly { readonly field: string; readonly value: unknown }[];
};

/** The row access of a person. */
export type Limits = {
  readonly model: Model;
  /** By entity; entities not listed are visible as a whole. */
  readonly byEntity: ReadonlyMap<string, Limit>;
  /** By entity, the paths to accounts that make its records visible. */
  readonly ofAccounts: ReadonlyMap<string, readonly string[]>;
  /** Entities whose visible records make the accounts they describe visible; one's own account always is. */
  readonly people: readonly { readonly entity: string; readonly by: string }[];
  readonly userName: string;
};

/** Accounts are linked to records by user name. */
export const accounts = 'user';

export function limitsOf(model: Model, person: Person): Limits {
  const byEntity = new Map<string, Limit>();
  for (const [entity, access] of accessesOf(model))
    if (!seesAll(access, person)) byEntity.set(entity, limitOf(model, entity, person));
  for (const entity of model.entities.values())
    if (isClosedTo(entity, person)) byEntity.set(entity.id, nothing);
  const userName = person.user.UserName;
  if (byEntity.size === 0) return { model, byEntity, people: [], ofAccounts: new Map(), userName };
  const people = [...byEntity.keys()].flatMap((entity) => {
    const by = model.entities.get(entity)?.ofUser?.by;
    return by ? [{ entity, by }] : [];
  });
  const ofAccounts = new Map(people.length > 0 ? accountPathsOf(model, person) : []);
  return { model, byEntity, people, ofAccounts, userName };
}

/** What a key is limited to is not widened by the accounts that its owner sees. */
function accountPathsOf(model: Model, person: Person): readonly (readonly [string, readonly string[]])[] {
  return [...accessesOf(model)].flatMap(([id, access]) => {
    const entity = model.entities.get(id);
    const paths = accountPaths(access, person);
    return entity && paths.length > 0 && !isClosedTo(entity, person) ? [[id, paths] as const] : [];
  });
}

/** The paths to the accounts that decide which records the person sees; none if the person sees all. */
function accountPaths(access: RowAccess, person: Person): readonly string[] {
  const isWhole = isExempt(access, person) || (access.tests.length > 0 && seesAll(access, person));
  return isWhole ? [] : (access.accounts ?? []);
}

const nothing: Limit = { filter: { kind: 'constant', value: false }, own: [] };

/** Whether a key is limited to other entities. What no caller may view, the server reads for its own purposes. */
function isClosedTo({ id, policy }: EntityModel, { key }: Person): boolean {
  if (!key?.entities || key.entities.has(id)) return false;
  return policy.view.kind !== 'feature' || policy.view.anyOf.length > 0;
}

/** Whether the person sees every record of the entity; for accounts, every person they belong to. */
export function seesEvery(model: Model, entity: string, person: Person): boolean {
  const found = model.entities.get(entity);
  if (found && isClosedTo(found, person)) return false;
  const all = accessesOf(model);
  if (entity !== accounts) {
    const access = all.get(entity) ?? { tests: [] };
    if (!seesAll(access, person)) return false;
    return accountPaths(access, person).length === 0 || seesEvery(model, accounts, person);
  }
  return [...all].every(([id, access]) => !model.entities.get(id)?.ofUser || seesAll(access, person));
}

function seesAll(access: RowAccess, person: Person): boolean {
  const { unless, tests } = access;
  if (isExempt(access, person)) return true;
  return !unless?.isOnly && !tests.some(({ user: { as } }) => aboutPerson(person.user, as) !== undefined);
}

function isExempt({ unless }: RowAccess, { user, features }: Person): boolean {
  if (!unless) return false;
  return (
    features.has(unless.feature) || (unless.known !== undefined && knownOf(unless.known, user) !== undefined)
  );
}

/** The fields of the record itself that its row access goes through. */
export const fieldsThrough = ({ tests, accounts: paths = [] }: RowAccess): readonly string[] =>
  [...tests.map(({ path }) => path), ...paths].map((path) => path.split('.')[0] ?? path);

/** The tests of an entity's records that can hold for the person: a field, and the value it must have. */
export function testsMet(
  model: Model,
  entity: string,
  { user }: Person,
): readonly { readonly field: string; readonly value: unknown }[] {
  const tests = accessesOf(model).get(entity)?.tests ?? [];
  return tests.flatMap((test) => {
    const value = knownOf(test.user, user);
    return value === undefined ? [] : [{ field: test.path, value }];
  });
}

/** A person whose link is known but matches nothing sees nothing. */
function limitOf(model: Model, entity: string, person: Person): Limit {
  const known = testsMet(model, entity, person);
  const of = known.map(({ field, value }) => equals(field, value));
  const own = known.every(({ field }) => !field.includes('.')) ? { own: known } : {};
  if (of.length === 0) return { filter: { kind: 'constant', value: false }, own: [] };
  const roots = known.flatMap(({ field, value }) => rootOf(model, entity, { field, value }) ?? []);
  return { filter: of.length === 1 ? (of[0] as FilterTree) : { kind: 'or', of }, roots, ...own };
}

/** Where the path ends; a single record known by id is never many. */
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

/** The person's account (`$user`), or a record about the person. */
const aboutPerson = (user: UserContext, as: string): Readonly<Record<string, unknown>> | undefined =>
  as === '$user' ? user : (user[as] as DataRecord | undefined);

const knownOf = ({ as, field }: UserFact, user: UserContext): unknown =>
  aboutPerson(user, as)?.[field] ?? undefined;

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
