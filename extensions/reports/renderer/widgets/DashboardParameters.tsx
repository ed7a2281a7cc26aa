import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Skeleton, useApi, type WidgetProps } from '#renderer';
import { DashboardFilters } from '../dashboards/DashboardFilters.tsx';
import type { ChosenValues, Dashboard } from '../dashboards/types.ts';
import { useChosen } from '../dashboards/useChosen.ts';
import styles from '../reports/report.module.css';

type Props = WidgetProps & { readonly id: string };

/** The filters that a dashboard is sent with: at first those it was left with. */
export function DashboardParameters({ id, view, inputId, message, onChange }: Props) {
  const api = useApi();
  const [left] = useChosen();
  const { data, error } = useQuery({
    queryKey: ['dashboard', id],
    queryFn: ({ signal }) => api.get<Dashboard>(`/report/dashboards/${id}`, { signal }),
  });
  const { Chosen } = (view.value ?? {}) as { readonly Chosen?: ChosenValues };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, from the address that led here
  useEffect(() => {
    if (!view.value && Object.keys(left).length > 0) onChange({ Chosen: left });
  }, []);
  if (error) return <p className={styles.note}>{error.message}</p>;
  if (!data) return <Skeleton look="form" lines={2} />;
  const chosen = Chosen ?? {};
  return (
    <div id={inputId} tabIndex={-1}>
      <p className={styles.note}>{message('dashboard.send.filters.note')}</p>
      <DashboardFilters
        filters={data.Filters}
        chosen={chosen}
        choose={(filter, values) => onChange({ Chosen: { ...chosen, [filter]: values } })}
      />
    </div>
  );
}
