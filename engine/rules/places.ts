/** Where rules run: the record, or each row of a list. */
import type { Scope } from '../expression/types.ts';
import type { Scopes } from './createScopes.ts';
import type { EntityPlan, FieldPlan } from './planTypes.ts';
import { isRecord, type MutableRecord } from './values.ts';

export type Place = {
  /** '' or `/PlanCoverageItems/0`. */
  readonly pointer: string;
  readonly root: MutableRecord;
  readonly scope: Scope;
};

export type Places = {
  readonly of: (list: string | undefined) => readonly Place[];
  /** Invalidates the rows after some were added or removed. */
  readonly forget: () => void;
};

/** The places of a record, computed on demand. */
export function createPlaces(plan: EntityPlan, seen: MutableRecord, scopes: Scopes): Places {
  const record: readonly Place[] = [{ pointer: '', root: seen, scope: scopes.record }];
  const lists = new Map<string, readonly Place[]>();

  const rowsOf = (list: string): readonly Place[] => {
    const target = plan.byPattern.get(list);
    return target ? of(target.list).flatMap((place) => rowPlaces(place, target, scopes)) : [];
  };
  const of = (list: string | undefined): readonly Place[] => {
    if (list === undefined) return record;
    const known = lists.get(list);
    if (known) return known;
    const found = rowsOf(list);
    lists.set(list, found);
    return found;
  };
  return { of, forget: () => lists.clear() };
}

function rowPlaces(place: Place, target: FieldPlan, scopes: Scopes): readonly Place[] {
  const rows = readField(place.root, target);
  if (!Array.isArray(rows)) return [];
  const pointer = fieldPointer(place, target);
  return rows.flatMap((row, index) =>
    isRecord(row) ? [{ pointer: `${pointer}/${index}`, root: row, scope: scopes.row(row, index) }] : [],
  );
}

const indexes = new WeakMap<readonly Place[], ReadonlyMap<string, Place>>();

/** The place at a pointer; lists are indexed once. */
export function placeAt(places: readonly Place[], pointer: string): Place | undefined {
  if (places.length === 1) return places[0]?.pointer === pointer ? places[0] : undefined;
  const index = indexes.get(places) ?? new Map(places.map((place) => [place.pointer, place]));
  indexes.set(places, index);
  return index.get(pointer);
}

/** The pointer of a field at a place. */
export function fieldPointer(place: Pick<Place, 'pointer'>, { pointer }: FieldPlan): string {
  return place.pointer === '' ? pointer : place.pointer + pointer;
}

/** The value of a field at a place. */
export function readField(root: MutableRecord, { names }: FieldPlan): unknown {
  if (names.length === 1) return root[names[0] as string];
  let value: unknown = root;
  for (const name of names) value = isRecord(value) ? value[name] : undefined;
  return value;
}

/** Sets a field at a place (undefined clears it); creates objects on the way. */
export function writeField(root: MutableRecord, { names }: FieldPlan, value: unknown): void {
  let holder = root;
  for (const name of names.slice(0, -1)) {
    if (!isRecord(holder[name])) {
      if (value === undefined) return;
      holder[name] = {};
    }
    holder = holder[name] as MutableRecord;
  }
  const last = names[names.length - 1] as string;
  // Not deleted, because that would slow down later reads of the object.
  if (value !== undefined || holder[last] !== undefined) holder[last] = value;
}

/** The plan of a reference's expansion. */
export function aliasOf(plan: FieldPlan): FieldPlan | undefined {
  if (plan.alias === undefined) return undefined;
  const known = aliases.get(plan);
  if (known) return known;
  const names = [...plan.names.slice(0, -1), plan.alias];
  const alias = { ...plan, names, pointer: `/${names.join('/')}` };
  aliases.set(plan, alias);
  return alias;
}

const aliases = new WeakMap<FieldPlan, FieldPlan>();
