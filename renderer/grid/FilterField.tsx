import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { type DataRecord, type FilterModel, filterKey, type GridState } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useApi, useModel } from '../data/App.tsx';
import { type Say, useMessage } from '../data/messages.tsx';
import { optionOfPerson, usePeople } from '../data/people.ts';
import { keys, type Page } from '../data/queries.ts';
import type { Option } from '../parts/control.ts';
import { DateField } from '../parts/DateField.tsx';
import { MultiSelect } from '../parts/MultiSelect.tsx';
import { Select } from '../parts/Select.tsx';
import { TextInput } from '../parts/TextInput.tsx';
import { labelOf } from '../widgets/formatValue.ts';
import { isTooShort } from './filterValues.ts';
import styles from './grid.module.css';

type Props = { readonly grid: GridState; readonly filter: FilterModel; readonly value: unknown };

/** One filter with its label, in the control that suits its operator and kind. */
export function FilterField(props: Props) {
  const say = useMessage();
  const id = useId();
  const Control = controlOf(props.filter);
  return (
    <div className={styles.filter} data-operator={props.filter.operator}>
      <label id={`${id}-label`} htmlFor={id} className={styles.filterLabel}>
        {titleOf(props.filter, say)}
      </label>
      <Control {...props} id={id} />
    </div>
  );
}

/** What is neither equal nor part says so: « Day, from ». */
function titleOf({ title, operator, kind }: FilterModel, say: Say): string {
  if (!said.has(operator)) return say(title);
  const way = isDay(kind) ? `day.${operator}` : operator;
  return say(`ui.grid.filter.${way}`, { title: say(title) });
}

const said: ReadonlySet<FilterModel['operator']> = new Set(['ne', 'ge', 'gt', 'le', 'lt']);

const isDay = (kind: FilterModel['kind']) => kind === 'date' || kind === 'datetime';

type ControlProps = Props & { readonly id: string };

function controlOf(filter: FilterModel) {
  if (filter.operator === 'in' || filter.operator === 'all') return ListFilter;
  if (filter.lookup || filter.optionsFrom || filter.isPerson || filter.kind === 'boolean')
    return ChoiceFilter;
  return isDay(filter.kind) ? DateFilter : TextFilter;
}

const placeholders: Partial<Record<FilterModel['operator'], string>> = {
  eq: 'ui.grid.equals',
  startsWith: 'ui.grid.starts-with',
  contains: 'ui.grid.contains',
};

function TextFilter({ grid, filter, value, id }: ControlProps) {
  const say = useMessage();
  const [text, setText] = useDelayedText(String(value ?? ''), (typed) =>
    grid.setFilter(filterKey(filter), typed),
  );
  const isShort = isTooShort(filter, text);
  const placeholder = placeholders[filter.operator];
  return (
    <>
      <TextInput
        id={id}
        type="search"
        value={text}
        onChange={setText}
        describedBy={isShort ? `${id}-hint` : undefined}
        placeholder={placeholder && say(placeholder)}
      />
      {isShort && (
        <span id={`${id}-hint`} className={styles.filterHint} role="status">
          {say('ui.grid.minimum-length', { count: filter.minimumLength })}
        </span>
      )}
    </>
  );
}

function ListFilter({ grid, filter, value, id }: ControlProps) {
  const say = useMessage();
  const { options, isLoading, empty } = useFilterOptions(filter);
  return (
    <MultiSelect
      id={id}
      labelledBy={`${id}-label`}
      look="summary"
      placeholder={say('ui.grid.any')}
      value={Array.isArray(value) ? value.map(String) : []}
      options={options}
      loading={isLoading}
      empty={empty}
      onChange={(ids) => grid.setFilter(filterKey(filter), ids)}
    />
  );
}

function ChoiceFilter({ grid, filter, value, id }: ControlProps) {
  const say = useMessage();
  const found = useFilterOptions(filter);
  const yesNo = [
    { id: 'true', label: say('ui.yes') },
    { id: 'false', label: say('ui.no') },
  ];
  return (
    <Select
      id={id}
      labelledBy={`${id}-label`}
      placeholder={say('ui.grid.any')}
      value={value === undefined || value === null ? undefined : String(value)}
      options={filter.kind === 'boolean' ? yesNo : found.options}
      loading={found.isLoading}
      empty={found.empty}
      onChange={(picked) => grid.setFilter(filterKey(filter), picked)}
    />
  );
}

function DateFilter({ grid, filter, value, id }: ControlProps) {
  return (
    <DateField
      id={id}
      value={value as string | undefined}
      onChange={(day) => grid.setFilter(filterKey(filter), day)}
    />
  );
}

/** A text that is handed on when typing pauses; set from outside, it follows. */
function useDelayedText(value: string, onChange: (text: string) => void, pause = 250) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const handed = useRef(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (value === handed.current) return;
    handed.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      handed.current = typed;
      latest.current(typed);
    }, pause);
  };
  return [text, type] as const;
}

/** What a filter can be set to: a lookup's items, or a declared list of the server. */
function useFilterOptions(filter: FilterModel): FilterOptions {
  const api = useApi();
  const model = useModel();
  const say = useMessage();
  const { optionsFrom, lookup, isPerson } = filter;
  const people = usePeople(isPerson === true);
  const path = `${optionsFrom}?pageSize=0`;
  const { data, isPending, error } = useQuery({
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
  return {
    options,
    isLoading: optionsFrom !== undefined && isPending,
    ...(error ? { empty: whyNone(error, say) } : {}),
  };
}

type FilterOptions = {
  readonly options: readonly Option[];
  readonly isLoading: boolean;
  /** Why there is nothing to choose from. */
  readonly empty?: string;
};

/** A list that the person may not see is not an empty one. */
function whyNone(error: Error, say: Say): string {
  const isClosed = error instanceof ApiError && error.status === 403;
  return isClosed ? say('ui.grid.filter.closed') : error.message;
}

function itemsOf(data: Page | readonly DataRecord[] | undefined): readonly DataRecord[] {
  if (!data) return [];
  return 'Items' in data ? data.Items : data;
}

function optionOf(record: DataRecord, label: string | undefined): Option {
  const named = label ? record[label] : undefined;
  return { id: String(record.Id), label: String(named ?? labelOf(record)) };
}
