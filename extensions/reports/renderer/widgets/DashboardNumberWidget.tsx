// Code instead of a declaration: the numbers are those of the panels of a dashboard, by their titles.
import { useQuery } from '@tanstack/react-query';
import { ComboBox, controlProps, textOf, useApi, useFieldView, type WidgetProps } from '#renderer';
import type { Dashboard } from '../dashboards/types.ts';
import styles from '../reports/report.module.css';

/** Chooses a number that a dashboard shows; a stored one that it shows no more is kept. */
export function DashboardNumberWidget(props: WidgetProps) {
  const { view, options, form, onChange } = props;
  const api = useApi();
  const id = textOf(useFieldView(form, `/${options.dashboard}`).value);
  const { data, error } = useQuery({
    queryKey: ['dashboard', id],
    enabled: id !== '',
    queryFn: ({ signal }) => api.get<Dashboard>(`/report/dashboards/${id}`, { signal }),
  });
  if (error) return <p className={styles.note}>{error.message}</p>;
  const numbers = (data?.Panels ?? []).flatMap(({ Id, Kind, Title, Heading }) =>
    (Kind ?? 'number') === 'number' ? [{ id: Id, label: Title || Heading || Id }] : [],
  );
  const value = textOf(view.value);
  const isOffered = value === '' || numbers.some((one) => one.id === value);
  return (
    <ComboBox
      {...controlProps(props)}
      value={value || undefined}
      options={numbers}
      // Remount once the numbers have loaded.
      key={String(isOffered)}
      {...(isOffered ? {} : { selected: { id: value, label: value } })}
      onChange={(chosen) => onChange(chosen ?? null)}
    />
  );
}
