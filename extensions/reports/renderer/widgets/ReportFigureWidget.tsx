// Code instead of a declaration: the columns are those of a report, and its data decide which can be added up.
import { useQuery } from '@tanstack/react-query';
import { ComboBox, controlProps, textOf, useApi, useFieldView, type WidgetProps } from '#renderer';
import styles from '../reports/report.module.css';
import type { ReportConfiguration } from '../reports/reportChoice.ts';

/** Chooses a column of a report for a figure; a stored column that the report has no more is kept. */
export function ReportFigureWidget(props: WidgetProps) {
  const { view, options, form, onChange } = props;
  const api = useApi();
  const report = textOf(useFieldView(form, `/${options.report}`).value);
  const total = textOf(useFieldView(form, `/${options.total}`).value);
  const { data, error } = useQuery({
    queryKey: ['report', report],
    enabled: report !== '',
    queryFn: ({ signal }) => api.get<ReportConfiguration>(`/report/${report}`, { signal }),
  });
  if (error) return <p className={styles.note}>{error.message}</p>;
  const usable = total === 'count' ? ['number', 'count'] : ['number'];
  const all = data?.ReportConfigurationColumns ?? [];
  const fitting = new Set(
    (data?.Figures ?? []).flatMap(({ Column, Totals }) => (usable.includes(Totals) ? [Column] : [])),
  );
  const columns = all.flatMap(({ ReportColumn: { ReportColumnName, Label } }) =>
    fitting.has(ReportColumnName) ? [{ id: ReportColumnName, label: Label }] : [],
  );
  const value = textOf(view.value);
  const known = all.find(({ ReportColumn }) => ReportColumn.ReportColumnName === value)?.ReportColumn.Label;
  const isOffered = value === '' || columns.some(({ id }) => id === value);
  return (
    <ComboBox
      {...controlProps(props)}
      value={value || undefined}
      options={columns}
      // Remount once the columns have loaded.
      key={String(isOffered)}
      {...(isOffered ? {} : { selected: { id: value, label: known ?? value } })}
      onChange={(id) => onChange(id ?? null)}
    />
  );
}
