import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../data/App.tsx';

export type Facts = {
  readonly Id: string;
  readonly Failed: number;
  readonly Waiting: number;
  readonly LastRun: { readonly State: string; readonly Date: string } | null;
};

/** What the automations in force have done, by id; empty until the server has answered. */
export function useAutomationFacts(): ReadonlyMap<string, Facts> {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['configure', 'automations'],
    queryFn: ({ signal }) => api.get<{ Items: readonly Facts[] }>('/configure/automations', { signal }),
  });
  return new Map((data?.Items ?? []).map((one) => [one.Id, one]));
}
