import { type DataRecord, type FilterTree, matches } from '#engine';
import { labelOf } from '../../fields/writers.ts';
import { keyOf } from '../choices.ts';

/** A record that can be picked. */
export type Pickable = {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly isChosen: boolean;
  /** Chosen earlier but no longer offered: it can only be removed. */
  readonly isGone: boolean;
  readonly record: DataRecord;
};

type Offer = {
  readonly chosen: readonly DataRecord[];
  readonly filter: FilterTree | undefined;
  /** Path of the field shown after the name. */
  readonly note: unknown;
};

/** Chosen records that are no longer listed, then offered and chosen ones in list order. */
export function offerOf(
  records: readonly DataRecord[],
  { chosen, filter, note }: Offer,
): readonly Pickable[] {
  const picked = new Map(chosen.map((record) => [keyOf(record.Id), record]));
  const asPickable = (record: DataRecord, isGone: boolean): Pickable => ({
    id: keyOf(record.Id),
    label: labelOf(record),
    note: noteOf(record, note),
    isChosen: picked.has(keyOf(record.Id)),
    isGone,
    record,
  });
  const known = new Set(records.map(({ Id }) => keyOf(Id)));
  const lost = chosen.filter(({ Id }) => !known.has(keyOf(Id)));
  const listed = records.flatMap((record) => {
    const isOffered = !filter || matches(filter, record);
    return isOffered || picked.has(keyOf(record.Id)) ? [asPickable(record, !isOffered)] : [];
  });
  return [...lost.map((record) => asPickable(record, true)), ...listed];
}

type Narrowing = { readonly search: string; readonly onlyChosen: boolean };

/** Every typed word must occur in name or note, ignoring case and accents. */
export function narrow(offer: readonly Pickable[], { search, onlyChosen }: Narrowing): readonly Pickable[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return offer.filter((item) => {
    if (onlyChosen && !item.isChosen) return false;
    const text = plain(`${item.label} ${item.note}`);
    return words.every((word) => text.includes(word));
  });
}

/** Adds or removes an item; the form keeps the whole record. */
export function toggled(
  chosen: readonly DataRecord[],
  { id, isChosen, record }: Pickable,
): readonly DataRecord[] {
  if (isChosen) return chosen.filter((one) => keyOf(one.Id) !== id);
  return [...chosen, record];
}

function noteOf(record: DataRecord, paths: unknown): string {
  const list = Array.isArray(paths) ? paths : [paths];
  const values = list.filter((path) => typeof path === 'string').map((path) => readAt(record, path));
  return values.filter((value) => typeof value === 'string' && value !== '').join(' · ');
}

function readAt(record: DataRecord, path: string): unknown {
  let value: unknown = record;
  for (const step of path.split('.')) value = (value as DataRecord | undefined | null)?.[step];
  return value;
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
