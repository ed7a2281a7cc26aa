/** Filters with choices from a lookup, the people or a list on the server. */
import { useMemo } from 'react';
import { type DataRecord, type FilterModel, filterInput, filterKey, kinds } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useModel } from '../data/App.tsx';
import { type Say, useMessage } from '../data/messages.tsx';
import { optionOfPerson, usePeople } from '../data/people.ts';
import { isInactive, labelOf } from '../fields/writers.ts';
import { ComboBox } from '../parts/ComboBox.tsx';
import type { Option } from '../parts/control.ts';
import { MultiSelect } from '../parts/MultiSelect.tsx';
import { Select } from '../parts/Select.tsx';
import { type OptionPages, useOptionPages } from '../parts/useOptionPages.ts';
import type { FilterControlProps } from './filterControl.ts';

/** Filters by any number of choices. */
export function ListFilter({ grid, filter, value, id }: FilterControlProps) {
  const say = useMessage();
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const { options, found } = useFilterOptions(filter, chosen);
  return (
    <MultiSelect
      id={id}
      labelledBy={`${id}-label`}
      look="summary"
      placeholder={say('ui.grid.any')}
      value={chosen}
      options={options}
      loading={found.isLoading}
      empty={whyNone(found.error, say)}
      {...(found.isLong ? { onSearch: found.search, more: found.more } : {})}
      onChange={(ids) => grid.setFilter(filterKey(filter), ids)}
    />
  );
}

/** Filters by one choice; typing searches lists longer than a page. */
export function ChoiceFilter({ grid, filter, value, id }: FilterControlProps) {
  const say = useMessage();
  const chosen = value === undefined || value === null ? undefined : String(value);
  const { options, found } = useFilterOptions(filter, chosen === undefined ? [] : [chosen]);
  const yesNo = [
    { id: 'true', label: say('ui.yes') },
    { id: 'false', label: say('ui.no') },
  ];
  const control = {
    id,
    labelledBy: `${id}-label`,
    placeholder: say('ui.grid.any'),
    value: chosen,
    options: filterInput(filter) === 'truth' ? yesNo : options,
    loading: found.isLoading,
    empty: whyNone(found.error, say),
    onChange: (picked: string | undefined) => grid.setFilter(filterKey(filter), picked),
  };
  if (!found.isLong) return <Select {...control} />;
  const shown = options.find((option) => option.id === chosen);
  return (
    <ComboBox
      {...control}
      selected={chosen === undefined ? undefined : (shown ?? { id: chosen, label: chosen })}
      more={found.more}
      // The box shows the label of the choice; only other text is a search.
      onSearch={(text) => found.search(text === shown?.label ? '' : text)}
    />
  );
}

/** Options of a filter: lookup items, people, or a page of a declared list plus the chosen records. */
function useFilterOptions(
  filter: FilterModel,
  chosen: readonly string[],
): { readonly options: readonly Option[]; readonly found: OptionPages } {
  const model = useModel();
  const say = useMessage();
  const { optionsFrom, lookup, isPerson, label } = filter;
  const people = usePeople(isPerson === true);
  const takesMe = kinds[filter.kind].isAccount === true;
  const found = useOptionPages({ path: optionsFrom, label, chosen: chosen.filter((id) => id !== me.id) });
  const { records, others } = found;
  const options = useMemo(() => {
    if (optionsFrom)
      return [
        ...(takesMe ? [{ ...me, label: say('person.me') }] : []),
        ...[...records, ...others].map((record) => optionOf(record, label, say)),
      ];
    if (isPerson) return people.map(optionOfPerson);
    const items = (lookup && model.lookups.get(lookup)?.items) || [];
    return items.map((item) => ({ id: String(item.Id), label: say(`lookup.${lookup}.${item.Name}`) }));
  }, [optionsFrom, takesMe, isPerson, people, lookup, records, others, label, model, say]);
  return { options, found };
}

/** A list that the person may not see is not shown as empty. */
function whyNone(error: Error | null, say: Say): string | undefined {
  if (!error) return undefined;
  const isClosed = error instanceof ApiError && error.status === 403;
  return isClosed ? say('ui.grid.filter.closed') : error.message;
}

/** Anyone who reads the list, so that a shared view shows each person their own records. */
const me = { id: 'me' };

function optionOf(record: DataRecord, named: string | undefined, say: Say): Option {
  const name = String((named && record[named]) ?? labelOf(record));
  return { id: String(record.Id), label: isInactive(record) ? say('person.inactive', { name }) : name };
}
