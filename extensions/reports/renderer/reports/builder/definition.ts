/** A report being built, and its stored definition. */
import { type FieldModel, holdsFiles, kinds, type Model } from '#engine';

export type BuiltColumn = {
  readonly Id?: string;
  readonly ReportColumnName: string;
  readonly Label?: string | null;
  readonly IsGroup?: boolean;
  /** Of a group of days. */
  readonly Per?: string | null;
  readonly Total?: string | null;
  /** Of a computed column. */
  readonly Formula?: string | null;
  readonly SortOrder?: string | null;
  /** By value; the first that holds. */
  readonly Colours?: readonly ColumnColour[];
};

export type ColumnColour = { readonly Operator: string; readonly Value: string; readonly Meaning: string };

export type BuiltFilter = {
  readonly Id?: string;
  readonly ParameterName: string;
  readonly Path?: string | null;
  readonly [member: string]: unknown;
};

export type Built = {
  readonly Id?: string;
  readonly Name: string;
  readonly Description?: string | null;
  readonly ReportPath?: string | null;
  readonly DataSet: string;
  readonly Parameters: readonly BuiltFilter[];
  readonly ReportColumns: readonly BuiltColumn[];
  readonly ChartKind?: string | null;
  readonly ChartBy?: string | null;
  readonly ChartValue?: string | null;
  readonly IsTotalsOnly?: boolean;
  readonly TopCount?: number | null;
  readonly CompareWith?: string | null;
  /** The column whose values become columns. */
  readonly ColumnsBy?: string | null;
  readonly Revision?: number;
};

export const emptyReport: Built = { Name: '', DataSet: '', Parameters: [], ReportColumns: [] };

/** Stands for every value of a list. */
const everything = '00000000-0000-0000-0000-000000000000';
const longList = 12;

/**
 * Switches to another entity: drops the old content, and starts with its label field as column and filter.
 */
export function ofEntity(built: Built, model: Model, id: string): Built {
  const entity = model.entities.get(id);
  const named = entity?.fields.find(
    ({ name, stored }) => stored && name === entity.labelField && name !== 'Id',
  );
  const start = [named ?? entity?.fields.find((field) => field.stored && field.ref)].flatMap(
    (field) => field ?? [],
  );
  const items = (list: string) => model.lookups.get(list)?.items.length;
  return {
    ...{ ...built, ...withoutChart, DataSet: id },
    ReportColumns: start.map(({ name }) => ({ ReportColumnName: name, SortOrder: '1' })),
    Parameters: start.map((field) => filterFor({ path: field.name, items }, field)),
  };
}

/** Switches to another query, with all its columns and parameters. */
export const ofSource = (built: Built, DataSet: string, { columns, filters }: Offered): Built => ({
  ...{ ...built, ...withoutChart, DataSet },
  ReportColumns: columns.map(({ id }) => ({ ReportColumnName: id })),
  Parameters: filters.map(({ filter }) => filter),
});

const withoutChart = {
  ...{ ChartKind: null, ChartBy: null, ChartValue: null },
  ...{ IsTotalsOnly: false, TopCount: null, CompareWith: null, ColumnsBy: null },
};

type Offered = {
  readonly columns: readonly { readonly id: string }[];
  readonly filters: readonly { readonly id: string; readonly filter: BuiltFilter }[];
};

/** One filter per path; existing ones are kept. */
export const filtersFor = (
  { filters }: Pick<Offered, 'filters'>,
  paths: readonly string[],
  known: readonly BuiltFilter[],
): readonly BuiltFilter[] =>
  paths.flatMap(
    (path) => known.find(({ Path }) => Path === path) ?? filters.find(({ id }) => id === path)?.filter ?? [],
  );

type Asked = {
  readonly path: string;
  /** Number of items of a lookup. */
  readonly items: (list: string) => number | undefined;
};

/** A filter with the control that suits the field. */
export function filterFor(
  { path, items }: Asked,
  { kind, lookup, ref }: Pick<FieldModel, 'kind'> & Partial<Pick<FieldModel, 'lookup' | 'ref'>>,
): BuiltFilter {
  const named = { ParameterName: path.replaceAll('.', ''), Path: path, Hidden: false };
  const list = lookup ?? ref?.entity;
  if (list) {
    const isShort = (items(list) ?? longList + 1) <= longList;
    const control = { ReportFilterTypeId: isShort ? 1 : 2, ListOfValuesSp: list };
    return { ...named, ...control, Operator: 'in', DefaultValue: everything };
  }
  if (kinds[kind].day) return { ...named, ReportFilterTypeId: 7, Operator: 'ge' };
  return { ...named, ReportFilterTypeId: 9, Operator: 'contains' };
}

/** Whether a report filter has a control for the field. */
export function isAskable({ kind, lookup, ref }: FieldModel): boolean {
  const { filter, day, normal } = kinds[kind];
  const isChosen = (lookup || ref) && filter.operators.includes('in') && !holdsFiles({ kind });
  return Boolean(isChosen || day || normal);
}

/** The definition as the server expects it. */
export function definitionOf({ ReportColumns, Revision, ...built }: Built) {
  return {
    ...built,
    ReportPath: built.ReportPath || `/${built.Name}`,
    ReportColumns: ReportColumns.map((column, at) => ({
      ...column,
      ...{ OrdinalPosition: at, IsDefault: true, SortOrder: column.SortOrder ?? '0' },
    })),
  };
}

/** What the server would refuse once columns have changed is no longer chosen. */
export function fitting({ ReportColumns, ...built }: Built): Built {
  const across = ReportColumns.find((one) => one.ReportColumnName === built.ColumnsBy && !one.IsGroup);
  const columns = ReportColumns.map((one) =>
    one.Per && !one.IsGroup && one !== across ? { ...one, Per: null } : one,
  );
  const groups = columns.filter(({ IsGroup }) => IsGroup === true);
  const next = { ...built, ReportColumns: columns };
  const isCompared = groups.filter(({ Per }) => Per).length === 1 && hasTotal(next) && !across;
  return {
    ...next,
    ...(built.CompareWith && !isCompared ? { CompareWith: null } : {}),
    ...(built.TopCount && groups[0]?.Per ? { TopCount: null } : {}),
    ...(built.ColumnsBy && !across ? { ColumnsBy: null } : {}),
  };
}

/** A column of the report, added where it is none; one that was a group is none any more, and days are by month. */
export function withColumnsBy(built: Built, path: string | undefined, isDay: boolean): Built {
  if (!path) return fitting({ ...built, ColumnsBy: null });
  const { ReportColumns: columns } = built;
  const known = columns.find(({ ReportColumnName }) => ReportColumnName === path);
  const across: BuiltColumn = {
    ...(known ?? { ReportColumnName: path }),
    IsGroup: false,
    ...(isDay ? { Per: known?.Per ?? 'month' } : {}),
  };
  const ReportColumns = known ? columns.map((one) => (one === known ? across : one)) : [...columns, across];
  return fitting({ ...built, ReportColumns, ColumnsBy: path });
}

export const hasTotal = ({ ReportColumns }: Built): boolean => ReportColumns.some(({ Total }) => Total);

export const isWhole = ({ Name, DataSet, Parameters, ReportColumns }: Built): boolean =>
  Name.trim() !== '' && DataSet !== '' && Parameters.length > 0 && ReportColumns.length > 0;
