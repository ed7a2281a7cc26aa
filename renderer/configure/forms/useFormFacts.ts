import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../data/App.tsx';

export type FormFacts = {
  readonly Id: string;
  readonly Url: string;
  readonly IsOff: boolean;
  readonly Total: number;
  readonly Recent: number;
  readonly Last: string | null;
};

/** What the forms in force have received, by id. */
export function useFormFacts(): ReadonlyMap<string, FormFacts> {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['configure', 'forms'],
    queryFn: ({ signal }) => api.get<{ Items: readonly FormFacts[] }>('/configure/forms', { signal }),
  });
  return new Map((data?.Items ?? []).map((one) => [one.Id, one]));
}
