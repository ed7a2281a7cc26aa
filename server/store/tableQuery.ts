/**
 * A table query over several entities, as stores receive it; filters and row limits are those of the asker.
 */
import {
  type FilterTree,
  isScaled,
  kinds,
  type Locale,
  type Model,
  type QueryColumn,
  type QueryModel,
  type RowLimits,
  type ShippedTexts,
  shippedTexts,
} from '#engine';

export type TableQuery = Pick<QueryModel, 'tables' | 'columns' | 'sort' | 'isGrouped'> & {
  /** Columns the asker may not read: empty in every row. */
  readonly hidden?: ReadonlySet<string>;
  readonly filters: readonly { readonly alias: string; readonly filter: FilterTree }[];
  /** Row limits by entity; records outside them are treated as absent, also on the path of a filter. */
  readonly limits?: RowLimits;
  /** The time zone for grouping moments by day; UTC if absent. */
  readonly zone?: string;
  /** Texts of shipped records are those that readers of this language see; absent: as stored. */
  readonly language?: Locale;
  readonly skip?: number;
  readonly take?: number;
};

/** Values in column order; null if empty. */
export type TableRow = readonly unknown[];

/** What readers see instead of a column's stored texts; undefined if nothing differs. */
export function shownTexts(
  model: Model,
  { language }: Pick<TableQuery, 'language'>,
  { place, aggregate, per }: QueryColumn,
): ShippedTexts | undefined {
  const isText =
    place && !place.lookupMember && !per && (!aggregate || aggregate === 'min' || aggregate === 'max');
  return isText && language ? shippedTexts(model, place.field, language) : undefined;
}

/** Converts a stored or computed value to the column's value. */
export function columnReader({ aggregate, kind, scale, place }: QueryColumn): (raw: unknown) => unknown {
  const isList = aggregate === undefined && place !== undefined && kinds[place.field.kind].elements;
  if (isList) return filled((raw) => (typeof raw === 'string' ? JSON.parse(raw) : raw));
  if (aggregate === undefined && kind === 'boolean') return filled((raw) => raw === 1 || raw === true);
  if ((aggregate === 'sum' || aggregate === 'avg') && scale !== undefined)
    return filled((raw) => rounded(Number(raw), scale));
  return place && aggregate !== 'count' && aggregate !== 'distinct' && isScaled(place.field)
    ? filled(Number)
    : (raw) => raw ?? null;
}

const filled = (read: (raw: unknown) => unknown) => (raw: unknown) =>
  raw === null || raw === undefined ? null : read(raw);

/**
 * Removes floating-point error behind the last digit, which could otherwise decide the rounding of a half.
 */
function rounded(value: number, scale: number): number {
  if (!Number.isFinite(value)) return value;
  const sound = Number(value.toPrecision(15));
  return Number(`${Math.round(Number(`${sound}e${scale}`))}e-${scale}`);
}
