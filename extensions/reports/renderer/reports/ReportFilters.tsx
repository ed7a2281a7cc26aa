import { useQuery } from '@tanstack/react-query';
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

/** Items of a list filter, narrowed by the filter it depends on. */
function useOptions({ ReportFilter }: ReportFilter, filters: readonly ReportFilter[], chosen: Chosen) {
  const api = useApi();
  const say = useMessage();
  const above = filters.find((one) =>
    one.ReportFilter.CascadingDependencyFilters.includes(ReportFilter.ParameterName),
  );
  const keys = above ? (chosen[above.ReportFilter.ParameterName] ?? []) : [];
  const isAll = !above || keys.length === above.ReportFilter.ParametersDto.length;
  const { data } = useQuery({
    queryKey: ['report-values', ReportFilter.ListOfValuesSp, above?.ReportFilter.ParameterName, keys],
    enabled: !isAll,
    queryFn: () =>
      api.send<{ readonly Items: readonly Listed[] }>('POST', '/report/filterparameters', {
        StoredProcedure: ReportFilter.ListOfValuesSp,
        Filters: { [above?.ReportFilter.ParameterName ?? '']: keys },
      }),
  });
  const listed = isAll ? ReportFilter.ParametersDto : (data?.Items ?? ReportFilter.ParametersDto);
  const all = { id: '00000000-0000-0000-0000-000000000000', label: say('report.all') };
  const options = listed.map(({ Key, Value }) => ({ id: Key, label: Value }));
  return ReportFilter.ReportFilterType.ControlName.startsWith('DropdownList') ? [all, ...options] : options;
}
