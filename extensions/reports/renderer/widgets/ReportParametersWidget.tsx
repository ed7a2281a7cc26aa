// Code instead of a declaration: the report defines its filters with their controls, its columns and its sort
// order.
import { useQuery } from '@tanstack/react-query';
import type { DataRecord } from '#engine';
import {
  CheckboxGroup,
  FieldShell,
  Skeleton,
  textOf,
  today,
  useApi,
  useFieldView,
  type WidgetProps,
} from '#renderer';
import { ReportFilters } from '../reports/ReportFilters.tsx';
import { ReportSort } from '../reports/ReportSort.tsx';
import styles from '../reports/report.module.css';
import {
  chosenColumns,
  type ReportConfiguration,
  type SortOrder,
  sentValue,
  startChoice,
} from '../reports/reportChoice.ts';
import { DashboardParameters } from './DashboardParameters.tsx';

type Parameters = {
  readonly Filters?: DataRecord;
  readonly Columns?: readonly string[];
  readonly SortOrders?: readonly SortOrder[];
};

/** The choices for a scheduled run: those of a report, or the filters of a dashboard. */
export function ReportParametersWidget(props: WidgetProps) {
  const { options, form } = props;
  const dashboard = textOf(useFieldView(form, `/${options.dashboard ?? options.report}`).value);
  return options.dashboard && dashboard ? (
    <DashboardParameters {...props} id={dashboard} />
  ) : (
    <OfReport {...props} />
  );
}

/** Untouched ones follow the report at each run. */
function OfReport({ view, options, form, inputId, message, onChange }: WidgetProps) {
  const api = useApi();
  const report = String(form.record()[String(options.report)] ?? '');
  const { data, error } = useQuery({
    queryKey: ['report', report],
    enabled: report !== '',
    queryFn: ({ signal }) => api.get<ReportConfiguration>(`/report/${report}`, { signal }),
  });
  if (error) return <p className={styles.note}>{error.message}</p>;
  if (!data) return <Skeleton look="form" lines={3} />;
  const value = (view.value ?? {}) as Parameters;
  const filters = data.ReportConfigurationFilters;
  const given = filters.map((filter) => {
    const own = value.Filters?.[filter.ReportFilter.ParameterName];
    return own === undefined || own === null ? filter : { ...filter, SavedValue: String(own) };
  });
  const choose = (name: string, keys: readonly string[]) => {
    const filter = filters.find(({ ReportFilter }) => ReportFilter.ParameterName === name);
    if (filter) onChange({ ...value, Filters: { ...value.Filters, [name]: sentValue(filter, keys) } });
  };
  const columns = data.ReportConfigurationColumns.map(({ ReportColumn }) => ({
    id: ReportColumn.ReportColumnName,
    label: ReportColumn.Label,
  }));
  return (
    <div id={inputId} tabIndex={-1}>
      <p className={styles.note}>{message('report-subscription.parameters.note')}</p>
      <ReportFilters filters={filters} chosen={startChoice(given, today())} choose={choose} />
      <div className={styles.fields}>
        <FieldShell id={`${inputId}-columns`} label={message('report.columns')} as="group" required>
          <CheckboxGroup
            id={`${inputId}-columns`}
            label={message('report.columns')}
            value={value.Columns ?? chosenColumns(data)}
            options={columns}
            onChange={(Columns) => onChange({ ...value, Columns })}
          />
        </FieldShell>
        <ReportSort
          options={columns}
          order={value.SortOrders ?? data.ReportConfigurationColumnSortOrders}
          sort={(SortOrders) => onChange({ ...value, SortOrders })}
        />
      </div>
    </div>
  );
}
