import type { Access, DataRecord, EntityModel } from '../types/modelTypes.ts';
import { mayAccess } from './access.ts';
import { planOf } from './planOf.ts';
import type { FieldPlan } from './planTypes.ts';
import { patternOf } from './pointers.ts';
import type { UserContext } from './types.ts';
import { isRecord } from './values.ts';

type Entities = ReadonlyMap<string, EntityModel>;
type Viewer = Pick<UserContext, 'Features'>;

/** The restricted parts of a record, its rows and its expansions. */
type Guard = {
  /** Members restricted together, with their access rules. */
  readonly hidden: readonly { readonly names: readonly string[]; readonly views: readonly Access[] }[];
  readonly inside: ReadonlyMap<string, Guard>;
};

const guards = new WeakMap<EntityModel, Guard>();

/** Whether answers may have to hide anything. */
export function hidesAnything(entities: Entities, entity: EntityModel): boolean {
  const { hidden, inside } = guardOf(entities, entity);
  return hidden.length > 0 || inside.size > 0;
}

/** The record without fields the person may not see, at any depth, and without their memory. */
export function redact(
  entities: Entities,
  entity: EntityModel,
  record: DataRecord,
  user: Viewer,
): DataRecord {
  const guard = guardOf(entities, entity);
  const seen = withoutHidden(guard, record, user);
  if (record.$stash === undefined || guard.hidden.length + guard.inside.size === 0) return seen;
  const stash = seenStash(guard, record.$stash, user);
  return seen === record && sameSize(stash, record.$stash) ? record : { ...seen, $stash: stash };
}

const hiddenFrom = ({ hidden }: Guard, user: Viewer): ReadonlySet<string> =>
  new Set(hidden.flatMap(({ names, views }) => (views.every((view) => mayAccess(view, user)) ? [] : names)));

/** Returns the same record when nothing is hidden. */
function withoutHidden(guard: Guard, record: DataRecord, user: Viewer): DataRecord {
  const gone = hiddenFrom(guard, user);
  let isSame = true;
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    const inner = guard.inside.get(name);
    const seen = inner ? valueSeen(inner, value, user) : value;
    if (gone.has(name)) isSame = false;
    else kept[name] = seen;
    if (seen !== value) isSame = false;
  }
  return isSame ? record : kept;
}

function valueSeen(guard: Guard, value: unknown, user: Viewer): unknown {
  if (!Array.isArray(value)) return isRecord(value) ? withoutHidden(guard, value, user) : value;
  const seen = value.map((one) => valueSeen(guard, one, user));
  return seen.every((one, index) => one === value[index]) ? value : seen;
}

function seenStash(guard: Guard, stash: unknown, user: Viewer): unknown {
  if (!isRecord(stash)) return undefined;
  const kept = Object.entries(stash).filter(
    ([pointer]) => !isHidden(guard, patternOf(pointer).split('.'), user),
  );
  return Object.fromEntries(kept);
}

const sameSize = (one: unknown, other: unknown): boolean =>
  isRecord(one) && isRecord(other) && Object.keys(one).length === Object.keys(other).length;

function isHidden(guard: Guard | undefined, [name, ...rest]: readonly string[], user: Viewer): boolean {
  if (!guard || name === undefined) return false;
  return hiddenFrom(guard, user).has(name) || isHidden(guard.inside.get(name), rest, user);
}

/** Maximum nesting; answers have only ids below it. */
const depth = 3;

function guardOf(entities: Entities, entity: EntityModel): Guard {
  const known = guards.get(entity);
  if (known) return known;
  const guard = guardOfFields(entities, planOf(entity).fields, depth);
  guards.set(entity, guard);
  return guard;
}

function guardOfFields(entities: Entities, fields: readonly FieldPlan[], left: number): Guard {
  const hidden = fields.flatMap(({ field, alias, policies }) => {
    const views = policies.flatMap(({ view }) => view ?? []);
    return views.length > 0 ? [{ names: [field.name, ...(alias ? [alias] : [])], views }] : [];
  });
  const inside = fields.flatMap((plan): readonly (readonly [string, Guard])[] => {
    const inner = guardWithin(entities, plan, left);
    return inner && (inner.hidden.length > 0 || inner.inside.size > 0)
      ? [[plan.nested.length > 0 ? plan.field.name : (plan.field.expand?.as ?? plan.field.name), inner]]
      : [];
  });
  return { hidden, inside: new Map(inside) };
}

/** The guard of rows and objects by their fields, of a reference by its expanded fields. */
function guardWithin(entities: Entities, { field, nested }: FieldPlan, left: number): Guard | undefined {
  if (nested.length > 0) return guardOfFields(entities, nested, left);
  const expand = field.ref?.expand ?? field.expand;
  const target = entities.get(field.ref?.entity ?? '');
  if (!expand || !target || left === 0) return undefined;
  const shown = new Set(expand.fields);
  const fields = planOf(target).fields.filter(
    (plan) => shown.has(plan.field.name) || (plan.alias !== undefined && shown.has(plan.alias)),
  );
  return guardOfFields(entities, fields, left - 1);
}
