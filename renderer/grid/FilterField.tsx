import { useEffect, useId, useRef, useState } from 'react';
import { type FilterModel, filterInput, filterKey, isListOperator } from '#engine';
import { type Say, useLocale, useMessage } from '../data/messages.tsx';
import { DateField } from '../parts/DateField.tsx';
import { parseDay } from '../parts/parseDay.ts';
import { TextInput } from '../parts/TextInput.tsx';
import { ChoiceFilter, ListFilter } from './ChoiceFilters.tsx';
import type { FilterControlProps } from './filterControl.ts';
import { isTooShort, readFilterText, shownFilterText } from './filterValues.ts';
import styles from './grid.module.css';
import { SuggestingFilter } from './SuggestingFilter.tsx';

type Props = Omit<FilterControlProps, 'id'>;

/** A labelled filter, with the control for its operator and kind. */
export function FilterField(props: Props) {
  const say = useMessage();
  const id = useId();
  const Control = controlOf(props.filter);
  return (
    <div className={styles.filter} data-operator={props.filter.operator} data-filter={props.filter.path}>
      <label id={`${id}-label`} htmlFor={id} className={styles.filterLabel}>
        {titleOf(props.filter, say)}
      </label>
      <Control {...props} id={id} />
    </div>
  );
}

/** The control alone, for the operator and kind of a filter. */
export function FilterControl(props: FilterControlProps) {
  const Control = controlOf(props.filter);
  return <Control {...props} />;
}

/** Names the operator unless it is equality or part: « Day, from ». */
function titleOf({ title, operator, kind }: FilterModel, say: Say): string {
  if (!said.has(operator)) return say(title);
  const way = isDay({ kind, operator }) ? `day.${operator}` : operator;
  return say(`ui.grid.filter.${way}`, { title: say(title) });
}

const said: ReadonlySet<FilterModel['operator']> = new Set([
  ...(['ne', 'ge', 'gt', 'le', 'lt', 'none', 'filled'] as const),
]);

const isDay = (filter: Pick<FilterModel, 'kind' | 'operator'>) => filterInput(filter) === 'day';

function controlOf(filter: FilterModel) {
  if (isListOperator(filter.operator)) return ListFilter;
  if (filter.lookup || filter.optionsFrom || filter.isPerson || filterInput(filter) === 'truth')
    return ChoiceFilter;
  return isDay(filter) ? DateFilter : TextFilter;
}

const placeholders: Partial<Record<FilterModel['operator'], string>> = {
  eq: 'ui.grid.equals',
  startsWith: 'ui.grid.starts-with',
  contains: 'ui.grid.contains',
  words: 'ui.grid.contains',
};

/** Shows a problem with text that cannot be a value, without querying: the list stays as it is. */
function TextFilter({ grid, filter, value, id, pause }: FilterControlProps) {
  const say = useMessage();
  const locale = useLocale();
  const shown = shownFilterText(filter, value, locale);
  const [judged, setJudged] = useState(shown);
  const pass = (typed: string) => {
    setJudged(typed);
    const read = readFilterText(filter, typed, locale);
    if (read.problem !== undefined) return typed;
    grid.setFilter(filterKey(filter), read.value);
    return shownFilterText(filter, read.value, locale);
  };
  const [text, setText] = useDelayedText(shown, pass, pause);
  // Shown once typing pauses: a sign before a number is not a number yet.
  const problem = judged === text ? readFilterText(filter, text, locale).problem : undefined;
  const isShort = isTooShort(filter, text);
  const placeholder = placeholders[filter.operator];
  const hint = problem ? 'problem' : isShort ? 'hint' : undefined;
  const shared = {
    ...{ id, value: text, onChange: setText, describedBy: hint && `${id}-${hint}` },
    placeholder: placeholder && say(placeholder),
  };
  return (
    <>
      {filter.suggestFrom ? (
        <SuggestingFilter {...shared} labelledBy={`${id}-label`} filter={filter} from={filter.suggestFrom} />
      ) : (
        <TextInput {...shared} type="search" invalid={problem !== undefined} />
      )}
      {hint === 'problem' && (
        <span id={`${id}-problem`} className={styles.filterProblem} role="alert">
          {say(problem ?? '')}
        </span>
      )}
      {hint === 'hint' && (
        <span id={`${id}-hint`} className={styles.filterHint} role="status">
          {say('ui.grid.minimum-length', { count: filter.minimumLength })}
        </span>
      )}
    </>
  );
}

/** Filters by a complete date only; the field shows when it is incomplete. */
function DateFilter({ grid, filter, value, id }: FilterControlProps) {
  const say = useMessage();
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && parseDay(typed) === undefined;
  const change = (day: string | undefined) => {
    setTyped(day);
    grid.setFilter(filterKey(filter), day !== undefined && parseDay(day) === undefined ? undefined : day);
  };
  return (
    <>
      <DateField
        id={id}
        value={isWrong ? typed : (value as string | undefined)}
        invalid={isWrong}
        describedBy={isWrong ? `${id}-hint` : undefined}
        onChange={change}
      />
      {isWrong && (
        <span id={`${id}-hint`} className={styles.filterHint} role="status">
          {say('ui.grid.no-day')}
        </span>
      )}
    </>
  );
}

/**
 * Text that is passed on when typing pauses; changes from outside replace it. `onChange` returns the text
 * that the field will be given.
 */
function useDelayedText(value: string, onChange: (text: string) => string, pause = 250) {
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
      handed.current = latest.current(typed);
    }, pause);
  };
  return [text, type] as const;
}
