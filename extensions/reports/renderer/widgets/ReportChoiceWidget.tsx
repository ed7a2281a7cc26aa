// Code instead of a declaration: choices depend on the report's data, with its fields, parameters and list
// values.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DataRecord } from '#engine';
import {
  ComboBox,
  controlProps,
  MultiSelect,
  type Option,
  TextInput,
  textOf,
  useApi,
  useFieldView,
  useMessage,
  useModel,
  type WidgetProps,
} from '#renderer';
import { useEntities } from '../building/useFields.ts';
import { useQueries, useReportSource } from '../reports/builder/useReportSource.ts';
import { everything, type Listed } from '../reports/reportChoice.ts';

/** Chooses a part of a report by title; a stored value that is no longer offered is kept. */
export function ReportChoiceWidget(props: WidgetProps) {
  const Choice = choices[props.options.of as keyof typeof choices] ?? FieldChoice;
  return <Choice {...props} />;
}

type OneProps = {
  readonly props: WidgetProps;
  readonly options: readonly Option[];
  /** Label of a stored value that is not among the options. */
  readonly label?: string | undefined;
};

function One({ props, options, label }: OneProps) {
  const value = textOf(props.view.value);
  const isKnown = value === '' || options.some(({ id }) => id === value);
  return (
    <ComboBox
      {...controlProps(props)}
      value={value || undefined}
      options={options}
      // Remount once the options have loaded.
      key={String(isKnown)}
      {...(isKnown ? {} : { selected: { id: value, label: label ?? value } })}
      onChange={(id) => props.onChange(id ?? null)}
    />
  );
}

/** Data source of the report: records or a declared query. */
function DataChoice(props: WidgetProps) {
  const say = useMessage();
  const [records, query] = [say('building.from.entity'), say('building.from.query')];
  const options = [
    ...useEntities().map((one) => ({ ...one, note: records })),
    ...useQueries().map(({ Id, Name }) => ({ id: Id, label: Name, note: query })),
  ];
  const title = useTitle(props);
  const label = props.view.value === entered ? say('report.data.entered') : title;
  return <One props={props} options={options} label={label} />;
}

/** Title of the stored entity, also for people who may not see its records. */
function useTitle({ view }: WidgetProps): string | undefined {
  const say = useMessage();
  const entity = useModel().entities.get(textOf(view.value));
  return entity && say(entity.plural);
}

/** The server's name for rows given in the definition file. */
const entered = 'ENTERDATA';

const useDataSet = ({ form, options }: WidgetProps): string =>
  textOf(useFieldView(form, `/${options.data}`).value);

function FieldChoice(props: WidgetProps) {
  const source = useReportSource(useDataSet(props));
  const offered = props.options.of === 'asked' && source.isQuery ? source.filters : source.columns;
  return <One props={props} options={offered} label={source.titleOf(textOf(props.view.value))} />;
}

/** All lists: lookups and entities. */
function ListChoice(props: WidgetProps) {
  const model = useModel();
  const say = useMessage();
  const lists = useMemo(() => {
    const labels = new Map<string, string>();
    for (const { fields } of model.entities.values())
      for (const { lookup, label } of fields)
        if (lookup && !labels.has(lookup)) labels.set(lookup, say(label));
    return [...labels].map(([id, label]) => ({ id, label }));
  }, [model, say]);
  const byLabel = [...lists, ...useEntities()].sort((a, b) => a.label.localeCompare(b.label));
  return <One props={props} options={byLabel} label={useTitle(props)} />;
}

/** Another filter or column of the report, from its current rows. */
function RowChoice(props: WidgetProps) {
  const { form, options, view } = props;
  const place = view.path.startsWith(`/${options.rows}/`) ? Number(view.path.split('/')[2]) : -1;
  const { titleOf } = useReportSource(useDataSet(props));
  const rows = (useFieldView(form, `/${options.rows}`).value ?? []) as readonly DataRecord[];
  const offered = rows.flatMap(({ ParameterName, ReportColumnName, Label, Path }, at): Option[] => {
    const id = textOf(ParameterName ?? ReportColumnName);
    const title = textOf(Label) || titleOf(textOf(Path) || id);
    return id === '' || at === place ? [] : [{ id, label: title }];
  });
  return <One props={props} options={offered} label={titleOf(textOf(view.value))} />;
}

/** A value of the adjacent list by label; free text without a list. */
function ValueChoice(props: WidgetProps) {
  const { form, options, view, onChange } = props;
  const list = textOf(useFieldView(form, besideOf(view.path, String(options.list))).value);
  const say = useMessage();
  const values = useValues(list);
  const text = textOf(view.value);
  if (list === '')
    return <TextInput {...controlProps(props)} value={text} onChange={(typed) => onChange(typed || null)} />;
  const chosen = text === '' ? [] : text.split(',');
  const gone = chosen.filter((id) => id !== everything && !values.some((one) => one.id === id));
  const change = (ids: readonly string[]) => {
    const isAllNew = ids.includes(everything) && !chosen.includes(everything);
    const next = isAllNew ? [everything] : ids.filter((id) => id !== everything);
    onChange(next.join(',') || null);
  };
  return (
    <MultiSelect
      {...controlProps(props)}
      look="summary"
      value={chosen}
      options={[
        { id: everything, label: say('report.all') },
        ...values,
        ...gone.map((id) => ({ id, label: id })),
      ]}
      onChange={change}
    />
  );
}

/** Items of a lookup, or records of an entity as offered by filters. */
function useValues(list: string): readonly Option[] {
  const api = useApi();
  const model = useModel();
  const say = useMessage();
  const items = model.lookups.get(list)?.items;
  const { data } = useQuery({
    queryKey: ['report-values', list],
    enabled: !items && model.entities.has(list),
    queryFn: () =>
      api.send<{ readonly Items: readonly Listed[] }>(
        'POST',
        '/report/filterparameters',
        { StoredProcedure: list },
        { intent: 'reads' },
      ),
  });
  return items
    ? items.map(({ Id, Name }) => ({ id: String(Id), label: say(`lookup.${list}.${Name}`) }))
    : (data?.Items ?? []).map(({ Key, Value }) => ({ id: Key, label: Value }));
}

const besideOf = (path: string, name: string): string => `${path.slice(0, path.lastIndexOf('/'))}/${name}`;

const choices = {
  data: DataChoice,
  shown: FieldChoice,
  asked: FieldChoice,
  list: ListChoice,
  value: ValueChoice,
  filter: RowChoice,
  column: RowChoice,
};
