/** The choices for a report, and how they are sent. */

export type Listed = { readonly Key: string; readonly Value: string };

export type ReportFilter = {
  readonly ReportFilterId: string;
  /** The configuration that it belongs to. */
  readonly ReportConfigurationId?: string;
  readonly SavedValue: string | null;
  readonly ReportFilter: {
    readonly ParameterName: string;
    readonly Label: string;
    readonly DefaultValue: string | null;
    readonly ListOfValuesSp: string | null;
    readonly Hidden: boolean;
    /** No choice is required. */
    readonly IsOptional?: boolean;
    /** Of a parameter of a definition: the report does not run without a value. */
    readonly NeedsValue?: boolean;
    /** Of a parameter of a definition: one value, never all. */
    readonly IsSingle?: boolean;
    readonly ReportFilterType: { readonly ControlName: string };
    readonly ParametersDto: readonly Listed[];
    readonly CascadingDependencyFilters: readonly string[];
  };
};

export type ReportColumn = {
  readonly ReportColumnId: string;
  readonly IsDefault: boolean;
  readonly ReportColumn: {
    readonly Label: string;
    readonly ReportColumnName: string;
    readonly IsSelected: boolean;
  };
};

export type SortOrder = {
  readonly Column: string;
  readonly ColumnSortingOrder: 1;
  readonly IsAscending: boolean;
};

export type ReportConfiguration = {
  readonly Id: string;
  readonly ReportConfigurationName: string;
  readonly Description: string | null;
  readonly IsDefault: boolean;
  readonly Owner: string | null;
  readonly ReportPath: string | null;
  readonly ReportConfigurationFilters: readonly ReportFilter[];
  readonly ReportConfigurationColumns: readonly ReportColumn[];
  readonly ReportConfigurationColumnSortOrders: readonly SortOrder[];
  /** The totals of each column that a subscription may wait for: all, a count, or none for want of rights. */
  readonly Figures?: readonly { readonly Column: string; readonly Totals: 'number' | 'count' | 'hidden' }[];
  readonly Flavours: readonly { readonly Id: string; readonly ReportConfigurationName: string }[];
  readonly Report?: { readonly Name: string };
  readonly ReportConfigurationUserRoles: readonly {
    readonly RoleId?: string | null;
    readonly UserId?: string | null;
    readonly User?: { readonly Id: string; readonly DisplayName: string; readonly UserName: string } | null;
  }[];
};

/** By parameter: keys of a list, or one text. */
export type Chosen = Readonly<Record<string, readonly string[]>>;

/** Stands for all items of a check list. */
export const everything = '00000000-0000-0000-0000-000000000000';

/** Limit of the saved text of a selection, in characters. */
const longestSaved = 8192;

const kinds: Readonly<Record<string, 'list' | 'one' | 'date' | 'text' | 'hidden'>> = {
  ...{
    DropdownCheckList: 'list',
    DropdownCheckListSearchable: 'list',
    CheckList: 'list',
    CheckListSearchable: 'list',
  },
  ...{ DropdownList: 'one', DropdownListSearchable: 'one', DatePicker: 'date', DatePickerMandatory: 'date' },
  ...{ TextField: 'text', Hidden: 'hidden' },
};

export const kindOf = ({ ReportFilter: { Hidden, ReportFilterType } }: ReportFilter) =>
  Hidden ? 'hidden' : (kinds[ReportFilterType.ControlName] ?? 'text');

/** The initial choices: saved values or defaults. */
export function startChoice(filters: readonly ReportFilter[], today: string): Chosen {
  return Object.fromEntries(
    filters.map((filter) => {
      const { ParameterName, DefaultValue, ParametersDto } = filter.ReportFilter;
      const saved = filter.SavedValue ?? DefaultValue ?? '';
      const keys = saved === '' ? [] : saved.split(',');
      if (kindOf(filter) === 'date') return [ParameterName, keys.map((text) => shownDay(text, today))];
      const isAll = keys.includes(everything) && kindOf(filter) === 'list';
      return [ParameterName, isAll ? ParametersDto.map(({ Key }) => Key) : keys];
    }),
  );
}

/** Resolves `=FirstOfMonth` and `MM/DD/YYYY` to a date. */
function shownDay(text: string, today: string): string {
  if (text === '=Today') return today;
  if (text === '=FirstOfMonth') return `${today.slice(0, 8)}01`;
  if (text === '=FirstOfYear') return `${today.slice(0, 5)}01-01`;
  const [, month = '', date = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : text;
}

/** A filter value as sent: the empty id for a full list, a date as MM/DD/YYYY. */
export function sentValue(filter: ReportFilter, chosen: readonly string[]): readonly string[] | string {
  const kind = kindOf(filter);
  if (kind === 'date') {
    const [year, month, date] = (chosen[0] ?? '').split('-');
    return date ? `${month}/${date}/${year}` : '';
  }
  if (kind === 'text' || kind === 'hidden') return chosen.join(',');
  const { ParametersDto } = filter.ReportFilter;
  const isAll =
    kind === 'list' && ParametersDto.length > 0 && ParametersDto.every(({ Key }) => chosen.includes(Key));
  return isAll ? [everything] : chosen;
}

/** The text of a selection, if short enough to be saved. */
export function savedValue(filter: ReportFilter, chosen: readonly string[]): string | null {
  const sent = sentValue(filter, chosen);
  const text = typeof sent === 'string' ? sent : sent.join(',');
  return text !== '' && text.length < longestSaved ? text : null;
}

/** The columns shown in the saved report. */
export const chosenColumns = ({ ReportConfigurationColumns }: ReportConfiguration): readonly string[] =>
  ReportConfigurationColumns.filter(({ ReportColumn }) => ReportColumn.IsSelected).map(
    ({ ReportColumn }) => ReportColumn.ReportColumnName,
  );

/** Requires one filter, one column, and a choice in each required list. */
export function canRun(
  filters: readonly ReportFilter[],
  chosen: Chosen,
  columns: readonly string[],
): boolean {
  const needs = filters.filter(needsChoice);
  const hasChoice = needs.every(({ ReportFilter }) => (chosen[ReportFilter.ParameterName] ?? []).length > 0);
  return filters.length > 0 && hasChoice && columns.length > 0;
}

/** Whether a choice or a value is required. */
export const needsChoice = (filter: ReportFilter): boolean =>
  kindOf(filter) !== 'hidden' &&
  (filter.ReportFilter.NeedsValue ??
    (filter.ReportFilter.IsOptional !== true && ['list', 'one'].includes(kindOf(filter))));

export type Choice = {
  readonly chosen: Chosen;
  readonly columns: readonly string[];
  readonly order: readonly SortOrder[];
};

/** View state of a report: page, opened groups, sort and search text. */
export type Reading = {
  readonly page: number;
  readonly toggled?: readonly string[] | undefined;
  readonly sorted?: { readonly Name: string; readonly IsDescending: boolean } | undefined;
  readonly find?: string | undefined;
  /** A place of the report to go to. */
  readonly bookmark?: string | undefined;
};

/** The choices of a link from another report, in place of those that the report begins with. */
export function givenChoice(filters: readonly ReportFilter[], given: URLSearchParams): Chosen {
  return Object.fromEntries(
    filters.flatMap((filter) => {
      const { ParameterName } = filter.ReportFilter;
      const values = given.getAll(ParameterName).filter((value) => value !== '');
      if (values.length === 0) return [];
      return [
        [ParameterName, kindOf(filter) === 'date' ? values.map((value) => value.slice(0, 10)) : values],
      ];
    }),
  );
}

/** The request body to run the report. */
export function runBody(filters: readonly ReportFilter[], { chosen, columns, order }: Choice) {
  const sent = filters.filter((filter) => kindOf(filter) !== 'hidden');
  return {
    Filters: Object.fromEntries(
      sent.map((filter) => {
        const name = filter.ReportFilter.ParameterName;
        return [name, sentValue(filter, chosen[name] ?? [])];
      }),
    ),
    Columns: columns,
    SortOrders: order,
  };
}
