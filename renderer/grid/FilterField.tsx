import { useId } from 'react';
import { type FilterModel, filterKey, type GridState } from '#engine';
import { type Say, useMessage } from '../data/messages.tsx';
import { DateField } from '../parts/DateField.tsx';
import { MultiSelect } from '../parts/MultiSelect.tsx';
import { Select } from '../parts/Select.tsx';
import { TextInput } from '../parts/TextInput.tsx';
import { isTooShort } from './filterValues.ts';
import styles from './grid.module.css';
import { useDelayedText } from './useDelayedText.ts';
import { useFilterOptions } from './useFilterOptions.ts';

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
  const { options, isLoading } = useFilterOptions(filter);
  return (
    <MultiSelect
      id={id}
      labelledBy={`${id}-label`}
      look="summary"
      placeholder={say('ui.grid.any')}
      value={Array.isArray(value) ? value.map(String) : []}
      options={options}
      loading={isLoading}
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
