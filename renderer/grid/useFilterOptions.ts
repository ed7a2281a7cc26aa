import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DataRecord, FilterModel } from '#engine';
import { useApi, useModel } from '../data/App.tsx';
import { useMessage } from '../data/messages.tsx';
import { optionOfPerson, usePeople } from '../data/people.ts';
import { keys, type Page } from '../data/queries.ts';
import type { Option } from '../parts/control.ts';
import { labelOf } from '../widgets/formatValue.ts';

/** What a filter can be set to: a lookup's items, or a declared list of the server. */
export function useFilterOptions(filter: FilterModel): { options: readonly Option[]; isLoading: boolean } {
  const api = useApi();
  const model = useModel();
  const say = useMessage();
  const { optionsFrom, lookup, isPerson } = filter;
  const people = usePeople(isPerson === true);
  const path = `${optionsFrom}?pageSize=0`;
  const { data, isPending } = useQuery({
    queryKey: keys.list('options', path),
    enabled: optionsFrom !== undefined,
    staleTime: 60_000,
    queryFn: ({ signal }) => api.get<Page | readonly DataRecord[]>(path, { signal }),
  });
  const options = useMemo(() => {
    if (optionsFrom) return itemsOf(data).map((record) => optionOf(record, filter.label));
    if (isPerson) return people.map(optionOfPerson);
    const items = (lookup && model.lookups.get(lookup)?.items) || [];
    return items.map((item) => ({ id: String(item.Id), label: say(`lookup.${lookup}.${item.Name}`) }));
  }, [optionsFrom, isPerson, people, lookup, data, filter.label, model, say]);
  return { options, isLoading: optionsFrom !== undefined && isPending };
}

function itemsOf(data: Page | readonly DataRecord[] | undefined): readonly DataRecord[] {
  if (!data) return [];
  return 'Items' in data ? data.Items : data;
}

function optionOf(record: DataRecord, label: string | undefined): Option {
  const named = label ? record[label] : undefined;
  return { id: String(record.Id), label: String(named ?? labelOf(record)) };
}
