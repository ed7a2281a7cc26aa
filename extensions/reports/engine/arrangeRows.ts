/** Filters, groups and sorts the rows of a table at every level. */
import { atOnce, filterRows, groupRows, type InParts, sortRows } from './dataOf.ts';
import type { Around, Extent, FormulaScope } from './formulaScope.ts';
import { runFormula } from './runFormula.ts';
import type { Group, Member, Row, Sort, Tablix } from './types.ts';

/** One instance of a grouped member. */
export type Instance = { readonly rows: readonly Row[]; readonly inner: Arranged | undefined };

export type Arranged = {
  readonly rows: readonly Row[];
  readonly instances: ReadonlyMap<Member, readonly Instance[]>;
};

type Arranging = {
  readonly tablix: Pick<Tablix, 'sort'>;
  readonly around: Around;
  /** What the reader sorts by, for the innermost rows. */
  readonly sorts: readonly Sort[];
};

export function* arrangeRows(
  of: Arranging,
  members: readonly Member[],
  { rows, extents }: { readonly rows: readonly Row[]; readonly extents: readonly Extent[] },
): InParts<Arranged> {
  const instances = new Map<Member, readonly Instance[]>();
  let ordered: readonly Row[] | undefined;
  for (const member of members) {
    if (!member.group) {
      const inner = yield* arrangeRows(of, member.members, { rows, extents });
      for (const [one, found] of inner.instances) instances.set(one, found);
      if (inner.instances.size > 0) ordered ??= inner.rows;
      continue;
    }
    const found = yield* instancesOf(of, { member, group: member.group }, { rows, extents });
    instances.set(member, found);
    ordered ??= found.flatMap((instance) => instance.rows);
  }
  // Sums are over all rows, also those that a filter of a group leaves out.
  return { rows: ordered?.length === rows.length ? ordered : rows, instances };
}

type Grouped = { readonly member: Member; readonly group: Group };
type Given = { readonly rows: readonly Row[]; readonly extents: readonly Extent[] };

function* instancesOf(
  of: Arranging,
  grouped: Grouped,
  { rows, extents }: Given,
): InParts<readonly Instance[]> {
  const { group, member } = grouped;
  const around: Around = { ...of.around, extents };
  const isInnermost = !member.members.some((one) => one.group);
  const sorts = [...(isInnermost ? of.sorts : []), ...group.sort];
  if (group.by.length === 0) {
    const kept = yield* filterRows(rows, group.filters, around);
    const sorted = yield* sortRows(kept, sorts.length > 0 ? sorts : of.tablix.sort, around);
    return sorted.map((row) => ({ rows: [row], inner: undefined }));
  }
  const given = yield* sortRows(rows, sorts.length > 0 ? [] : of.tablix.sort, around);
  const found = yield* groupRows(given, group.by, around);
  const scoped = (instance: readonly Row[]): FormulaScope => ({
    ...of.around,
    row: instance[0],
    extents: [...extents, { name: group.name, rows: instance, kind: 'group' }],
  });
  const kept = found.filter(
    (instance) => atOnce(filterRows(instance.slice(0, 1), group.filters, scoped(instance))).length > 0,
  );
  const instances: Instance[] = [];
  for (const instance of yield* sortInstances(kept, sorts, scoped)) {
    const inner = yield* arrangeRows(of, member.members, {
      rows: instance,
      extents: scoped(instance).extents,
    });
    instances.push({ rows: inner.rows, inner });
  }
  return instances;
}

/** Groups sort by their aggregates or their group values. */
function* sortInstances(
  instances: readonly (readonly Row[])[],
  sorts: readonly Sort[],
  scoped: (instance: readonly Row[]) => FormulaScope,
): InParts<readonly (readonly Row[])[]> {
  const [first] = instances;
  if (sorts.length === 0 || !first) return instances;
  const byKeys = new Map<Row, readonly Row[]>();
  for (const instance of instances) {
    byKeys.set(
      sorts.map(({ by }) => runFormula(by, scoped(instance))),
      instance,
    );
    yield;
  }
  // Keys stand in for rows: what is compared was worked out once.
  const places = sorts.map(({ isDescending }, index) => ({
    by: { kind: 'field', name: String(index) } as const,
    isDescending,
  }));
  const fields = new Map(sorts.map((_, index) => [String(index), index]));
  const sorted = yield* sortRows([...byKeys.keys()], places, { ...scoped(first), fields });
  return sorted.map((keys) => byKeys.get(keys) ?? []);
}
