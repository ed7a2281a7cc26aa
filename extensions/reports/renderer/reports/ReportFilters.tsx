import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  CheckboxGroup,
  DateField,
  FieldShell,
  MultiSelect,
  Select,
  TextInput,
  useApi,
  useMessage,
} from '#renderer';
import styles from './report.module.css';
import { type Chosen, kindOf, type Listed, needsChoice, type ReportFilter } from './reportChoice.ts';

type Props = {
  readonly filters: readonly ReportFilter[];
  readonly chosen: Chosen;
  readonly choose: (name: string, keys: readonly string[]) => void;
};

/** All visible filters, each in its control. */
export function ReportFilters({ filters, chosen, choose }: Props) {
  return (
    <div className={styles.fields}>
      {filters
        .filter((filter) => kindOf(filter) !== 'hidden')
        .map((filter) => (
          <FilterField key={filter.ReportFilterId} {...{ filter, filters, chosen, choose }} />
        ))}
    </div>
  );
}

function FilterField({ filter, filters, chosen, choose }: Props & { readonly filter: ReportFilter }) {
  const { ParameterName: name, Label, ReportFilterType } = filter.ReportFilter;
  const value = chosen[name] ?? [];
  const options = useOptions(filter, filters, chosen);
  const id = `filter-${name}`;
  const kind = kindOf(filter);
  const isList = kind === 'list';
  const isOpen = ReportFilterType.ControlName.startsWith('CheckList');
  // A choice that is no longer offered, because one above it has changed, is dropped.
  const kept = isOwnList(filter) ? value.filter((key) => options.some((one) => one.id === key)) : value;
  useEffect(() => {
    if (kept.length < value.length) choose(name, kept);
  });
  const control = { id, value: value[0], onChange: (text?: string) => choose(name, text ? [text] : []) };
  return (
    <FieldShell
      id={id}
      label={Label}
      required={needsChoice(filter) || ReportFilterType.ControlName === 'DatePickerMandatory'}
      as={isList ? 'group' : 'label'}
    >
      {isList && isOpen && options.length <= 12 && (
        <CheckboxGroup
          id={id}
          label={Label}
          value={value}
          options={options}
          onChange={(keys) => choose(name, keys)}
        />
      )}
      {isList && !(isOpen && options.length <= 12) && (
        <MultiSelect
          id={id}
          label={Label}
          look="summary"
          value={value}
          options={options}
          onChange={(keys) => choose(name, keys)}
        />
      )}
      {kind === 'one' && <Select {...control} options={options} />}
      {kind === 'date' && <DateField {...control} />}
      {kind === 'text' && <TextInput {...control} value={value[0] ?? ''} />}
    </FieldShell>
  );
}

/** Items of a list filter, narrowed by the filters it depends on. */
function useOptions(
  { ReportFilter, ReportConfigurationId }: ReportFilter,
  filters: readonly ReportFilter[],
  chosen: Chosen,
) {
  const api = useApi();
  const say = useMessage();
  const { ParameterName, ListOfValuesSp, ParametersDto, IsSingle } = ReportFilter;
  const above = filters.filter((one) => one.ReportFilter.CascadingDependencyFilters.includes(ParameterName));
  // A parameter of a definition is worked out on the server; others list everything while all is chosen above.
  const isOwn = IsSingle !== undefined && !ListOfValuesSp;
  const narrowing = above.map((one) => {
    const name = one.ReportFilter.ParameterName;
    return [name, chosen[name] ?? []] as const;
  });
  const isAll = above.every(
    ({ ReportFilter: one }) => (chosen[one.ParameterName] ?? []).length === one.ParametersDto.length,
  );
  const Filters = Object.fromEntries(narrowing);
  const { data } = useQuery({
    queryKey: ['report-values', ListOfValuesSp ?? `${ReportConfigurationId} ${ParameterName}`, narrowing],
    enabled: above.length > 0 && (isOwn || !isAll),
    placeholderData: (before: Answer | undefined) => before,
    queryFn: () =>
      api.send<Answer>(
        'POST',
        '/report/filterparameters',
        {
          ...{ StoredProcedure: ListOfValuesSp ?? '', Filters },
          ...(isOwn ? { Report: ReportConfigurationId, Parameter: ParameterName } : {}),
        },
        { intent: 'reads' },
      ),
  });
  const listed = above.length > 0 && (isOwn || !isAll) ? (data?.Items ?? ParametersDto) : ParametersDto;
  const all = { id: '00000000-0000-0000-0000-000000000000', label: say('report.all') };
  const options = listed.map(({ Key, Value }) => ({ id: Key, label: Value }));
  const hasAll = ReportFilter.ReportFilterType.ControlName.startsWith('DropdownList') && IsSingle !== true;
  return hasAll ? [all, ...options] : options;
}

/** A list that the definition of the report works out. */
const isOwnList = (filter: ReportFilter): boolean =>
  filter.ReportFilter.IsSingle !== undefined &&
  !filter.ReportFilter.ListOfValuesSp &&
  ['list', 'one'].includes(kindOf(filter));

type Answer = { readonly Items: readonly Listed[] };
