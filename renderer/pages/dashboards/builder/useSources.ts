import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../data/App.tsx';
import { useLocale } from '../../../data/messages.tsx';
import type { Option } from '../../../parts/control.ts';
import { useEntities } from '../../building/useFields.ts';

type Listed = { readonly Items: readonly { readonly Id: string; readonly [field: string]: unknown }[] };

/** What panels can show: records, declared queries and reports. */
export function useSources(): Readonly<Record<'entities' | 'queries' | 'reports', readonly Option[]>> {
  const entities = useEntities();
  const queries = useListed('/report/queries', 'Name');
  const reports = useListed('/report?pageSize=0', 'ReportConfigurationName');
  return { entities, queries, reports };
}

function useListed(path: string, name: string): readonly Option[] {
  const api = useApi();
  const language = useLocale();
  const { data } = useQuery({
    queryKey: ['list', 'report-configuration', path, language],
    queryFn: ({ signal }) => api.get<Listed>(path, { signal }),
  });
  return (data?.Items ?? []).map((item) => ({ id: item.Id, label: String(item[name]) }));
}
