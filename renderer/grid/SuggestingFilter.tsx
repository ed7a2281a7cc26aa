import { useQuery } from '@tanstack/react-query';
import type { DataRecord, FilterModel } from '#engine';
import { useApi } from '../data/App.tsx';
import { keys, type Page } from '../data/queries.ts';
import type { ControlProps } from '../parts/control.ts';
import { SuggestInput } from '../parts/SuggestInput.tsx';
import { useSettled } from './useSettled.ts';

type Props = ControlProps & {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly filter: FilterModel;
  /** The list call that provides suggestions. */
  readonly from: string;
};

const fewestLetters = 2;
const most = 10;

/** A text filter that suggests existing values by any of their words. */
export function SuggestingFilter({ filter, from, ...control }: Props) {
  const suggestions = useSuggestions(filter, from, control.value);
  return <SuggestInput {...control} suggestions={suggestions} />;
}

/** Matching values of the field among records that the person may list. */
function useSuggestions({ path }: FilterModel, from: string, text: string): readonly string[] {
  const api = useApi();
  const asked = useSettled(text.trim());
  const query = new URLSearchParams([
    ...[
      ['pageSize', String(most)],
      ['sortFields', path],
      ['sortDirections', '1'],
      ['$fields', path],
    ],
    ...[
      ['FilterProperty', path],
      ['FilterOperator', 'words'],
      ['FilterValue', asked],
    ],
  ]);
  const address = `${from}?${query}`;
  const { data } = useQuery({
    queryKey: keys.list('suggestions', address),
    enabled: [...asked].length >= fewestLetters,
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) => api.get<Page>(address, { signal }),
  });
  if ([...text.trim()].length < fewestLetters) return none;
  const values = (data?.Items ?? []).map((record) => valueAt(record, path));
  return [...new Set(values)].filter((value) => value !== '');
}

const none: readonly string[] = [];

function valueAt(record: DataRecord, path: string): string {
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (value as DataRecord | null | undefined)?.[name], record);
  return typeof found === 'string' ? found : '';
}
