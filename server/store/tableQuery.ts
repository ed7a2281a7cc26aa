/** A question over several tables, as stores are asked it; its filters and limits hold for whoever asks. */
import { type FilterTree, isScaled, type QueryColumn, type QueryModel, type RowLimits } from '#engine';

export type TableQuery = Pick<QueryModel, 'tables' | 'columns' | 'sort' | 'isGrouped'> & {
  /** Names of columns that the asker may not read: empty in every row. */
  readonly hidden?: ReadonlySet<string>;
  readonly filters: readonly { readonly alias: string; readonly filter: FilterTree }[];
  /** Which records of an entity are seen; of those not seen it is as if they were not there, on the way of a filter too. */
  readonly limits?: RowLimits;
  /** Whose days moments are grouped by; UTC where it is not said. */
  readonly zone?: string;
  readonly skip?: number;
  readonly take?: number;
};

/** Values in the order of the columns; null for nothing. */
export type TableRow = readonly unknown[];

/** What a store holds or works out → the value of the column. */
export function columnReader({ aggregate, kind, scale, place }: QueryColumn): (raw: unknown) => unknown {
  if (aggregate === undefined && kind === 'boolean') return filled((raw) => raw === 1 || raw === true);
  if ((aggregate === 'sum' || aggregate === 'avg') && scale !== undefined)
    return filled((raw) => rounded(Number(raw), scale));
  return place && aggregate !== 'count' && aggregate !== 'distinct' && isScaled(place.field)
    ? filled(Number)
    : (raw) => raw ?? null;
}

const filled = (read: (raw: unknown) => unknown) => (raw: unknown) =>
  raw === null || raw === undefined ? null : read(raw);

/** Sums of decimals carry the error of binary numbers behind their last digit: it must not decide about a half. */
function rounded(value: number, scale: number): number {
  if (!Number.isFinite(value)) return value;
  const sound = Number(value.toPrecision(15));
  return Number(`${Math.round(Number(`${sound}e${scale}`))}e-${scale}`);
}
