import { useQuery } from '@tanstack/react-query';
import { type Option, readUpTo, useApi, useLocale } from '#renderer';
import { useEntities } from '../../building/useFields.ts';

/** Data sources of panels: records, declared queries and reports. */
export function useSources(): Readonly<Record<'entities' | 'queries' | 'reports', readonly Option[]>> {
  const entities = useEntities();
  const queries = useListed('/report/queries', 'Name');
  const reports = useListed('/report', 'ReportConfigurationName');
  return { entities, queries, reports };
}

function useListed(path: string, name: string): readonly Option[] {
  const api = useApi();
  const language = useLocale();
  const { data } = useQuery({
    queryKey: ['list', 'report-configuration', path, language],
    queryFn: ({ signal }) => readUpTo(api, path, { signal }),
  });
  return (data?.items ?? []).map((item) => ({ id: String(item.Id), label: String(item[name]) }));
}
