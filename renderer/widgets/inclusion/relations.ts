/** Pure functions of the plan editor. */
import type { DataRecord } from '#engine';
import { labelOf } from '../../fields/writers.ts';
import { keyOf } from '../choices.ts';
import { listOf } from '../ReferencesWidget.tsx';
import type { InclusionOptions } from './inclusionOptions.ts';

export type Relation = 'none' | 'excluded' | 'included';

/** An item row with its index in the list. */
export type ItemRow = {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly isOptional: boolean;
  readonly excluded: readonly DataRecord[];
  readonly included: readonly DataRecord[];
};

/** Reads the item rows by the declared field names. */
export function itemRows(value: unknown, options: InclusionOptions): readonly ItemRow[] {
  return listOf(value).map((row, index) => ({
    index,
    id: keyOf(row[options.itemId]),
    name: nameOf(row[options.item] ?? row[options.itemId], options),
    isOptional: row[options.optional] === true,
    excluded: listOf(row[options.excluded]),
    included: listOf(row[options.included]),
  }));
}

/** The name of an item or group, expanded or bare. */
export function nameOf(value: unknown, { label }: InclusionOptions): string {
  const named = typeof value === 'object' && value !== null ? (value as DataRecord)[label] : undefined;
  return named === undefined || named === null ? labelOf(value) : String(named);
}

/** The relation of an item to another one. */
export function relationTo(row: ItemRow, id: string): Relation {
  if (row.excluded.some((item) => keyOf(item.Id) === id)) return 'excluded';
  return row.included.some((item) => keyOf(item.Id) === id) ? 'included' : 'none';
}

/** Items that can be related to an item: all other optional ones. */
export function partnersOf(row: ItemRow, rows: readonly ItemRow[]): readonly ItemRow[] {
  return rows.filter((other) => other.isOptional && other.index !== row.index);
}

type ListChange = {
  readonly index: number;
  readonly field: string;
  readonly value: readonly DataRecord[];
};

/** List changes that give an item these relations, on both sides. */
export function relationChanges(
  row: ItemRow,
  chosen: ReadonlyMap<string, Relation>,
  rows: readonly ItemRow[],
  options: InclusionOptions,
): readonly ListChange[] {
  const partners = partnersOf(row, rows);
  const own = (relation: Relation) => partners.filter(({ id }) => chosen.get(id) === relation).map(brief);
  const ownChanges = [
    { index: row.index, field: options.excluded, value: own('excluded') },
    { index: row.index, field: options.included, value: own('included') },
  ];
  const others = partners.flatMap((partner) => {
    const relation = chosen.get(partner.id) ?? 'none';
    return [
      {
        index: partner.index,
        field: options.excluded,
        value: withItem(partner.excluded, row, relation === 'excluded'),
      },
      {
        index: partner.index,
        field: options.included,
        value: withItem(partner.included, row, relation === 'included'),
      },
    ];
  });
  return [...ownChanges, ...others].filter((change) => !isSame(change, rows, options));
}

function brief({ id, name }: ItemRow): DataRecord {
  return { Id: id, Name: name };
}

function withItem(list: readonly DataRecord[], row: ItemRow, isMember: boolean): readonly DataRecord[] {
  const others = list.filter((item) => keyOf(item.Id) !== row.id);
  if (!isMember) return others;
  return others.length < list.length ? list : [...list, brief(row)];
}

function isSame(
  { index, field, value }: ListChange,
  rows: readonly ItemRow[],
  options: InclusionOptions,
): boolean {
  const row = rows[index];
  const now = field === options.excluded ? row?.excluded : row?.included;
  const ids = (list: readonly DataRecord[] = []) =>
    list
      .map((item) => keyOf(item.Id))
      .sort()
      .join();
  return ids(value) === ids(now);
}

/** An item or group that can be added. */
export type Candidate = {
  readonly key: string;
  readonly kind: 'item' | 'group';
  readonly name: string;
  readonly record: DataRecord;
  /** Ids of its items: itself, or those of the group. */
  readonly items: readonly string[];
};

/** Items and groups that are not in the plan yet, directly or through a group. */
export function candidatesOf(
  found: { items: readonly DataRecord[]; groups: readonly DataRecord[] },
  chosen: { items: unknown; groups: unknown },
  options: InclusionOptions,
): readonly Candidate[] {
  const groupRows = listOf(chosen.groups);
  const groupIds = new Set(groupRows.map((row) => keyOf(row[options.groupId])));
  const taken = new Set([
    ...listOf(chosen.items).map((row) => keyOf(row[options.itemId])),
    ...groupRows.flatMap((row) => itemIds(row[options.group], options)),
  ]);
  const groups = found.groups
    .map((record) => candidate('group', record, itemIds(record, options), options))
    .filter(({ record, items }) => !groupIds.has(keyOf(record.Id)) && !items.some((id) => taken.has(id)));
  const items = found.items
    .map((record) => candidate('item', record, [keyOf(record.Id)], options))
    .filter(({ record }) => !taken.has(keyOf(record.Id)));
  return [...groups, ...items];
}

function candidate(
  kind: Candidate['kind'],
  record: DataRecord,
  items: readonly string[],
  options: InclusionOptions,
) {
  return { key: `${kind}:${keyOf(record.Id)}`, kind, name: nameOf(record, options), record, items };
}

function itemIds(group: unknown, { groupItems }: InclusionOptions): readonly string[] {
  return listOf((group as DataRecord | undefined)?.[groupItems]).map((item) => keyOf(item.Id));
}

/** Candidates that share an item with a picked one. */
export function ruledOut(candidates: readonly Candidate[], picked: ReadonlySet<string>): ReadonlySet<string> {
  const pickedItems = new Set(candidates.filter(({ key }) => picked.has(key)).flatMap(({ items }) => items));
  const out = candidates.filter(
    ({ key, items }) => !picked.has(key) && items.some((id) => pickedItems.has(id)),
  );
  return new Set(out.map(({ key }) => key));
}

/** The row of an added candidate; groups are always optional. */
export function newRow(added: Candidate, isOptional: boolean, options: InclusionOptions): DataRecord {
  const { record } = added;
  if (added.kind === 'group') {
    return { [options.groupId]: record.Id, [options.group]: record, [options.optional]: true };
  }
  return {
    [options.itemId]: record.Id,
    [options.item]: record,
    [options.optional]: isOptional,
    [options.excluded]: [],
    [options.included]: [],
  };
}
