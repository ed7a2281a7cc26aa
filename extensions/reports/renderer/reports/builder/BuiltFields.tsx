import { useState } from 'react';
import { Card, ComboBox, FieldShell, MultiSelect, Select, TextInput, useMessage, useModel } from '#renderer';
import { useEntities } from '../../building/useFields.ts';
import styles from './builder.module.css';
import { ColumnLines } from './ColumnLines.tsx';
import { type Built, filtersFor, fitting, ofEntity, ofSource } from './definition.ts';
import { GroupFields } from './GroupFields.tsx';
import { sourceOf, useQueries, useReportSource } from './useReportSource.ts';

type Props = { readonly built: Built; readonly change: (built: Built) => void };

/** Edits the name, data source, columns, filters and chart of a report. */
export function BuiltFields({ built, change }: Props) {
  const say = useMessage();
  return (
    <Card id="report-definition" title={say('building.report')}>
      <div className={styles.fields}>
        <FieldShell id="report-name" label={say('report.flavour.name')} required>
          <TextInput
            id="report-name"
            value={built.Name}
            onChange={(Name) => change({ ...built, Name })}
            maxLength={256}
          />
        </FieldShell>
        <FieldShell id="report-description" label={say('report.flavour.description')}>
          <TextInput
            id="report-description"
            value={built.Description ?? ''}
            onChange={(Description) => change({ ...built, Description })}
            maxLength={2000}
          />
        </FieldShell>
        <DataFields built={built} change={change} />
        {built.DataSet && <WhatIsShown built={built} change={change} />}
      </div>
    </Card>
  );
}

/** Data source: records of an entity, or a declared query. */
function DataFields({ built, change }: Props) {
  const say = useMessage();
  const model = useModel();
  const entities = useEntities();
  const queries = useQueries();
  const [from, setFrom] = useState<string>();
  const isQuery = queries.some(({ Id }) => Id === built.DataSet) && !model.entities.has(built.DataSet);
  const shown = from ?? (isQuery ? 'query' : 'entity');
  const options = { entity: entities, query: queries.map(({ Id, Name }) => ({ id: Id, label: Name })) };
  const pick = (id: string) => {
    const query = shown === 'query' && queries.find(({ Id }) => Id === id);
    const items = (list: string) => model.lookups.get(list)?.items.length;
    change(query ? ofSource(built, id, sourceOf(query, items)) : ofEntity(built, model, id));
  };
  return (
    <>
      <FieldShell id="report-from" label={say('building.from')}>
        <Select
          id="report-from"
          required
          value={shown}
          options={['entity', 'query'].map((id) => ({ id, label: say(`building.from.${id}`) }))}
          onChange={(next) => setFrom(next ?? 'entity')}
        />
      </FieldShell>
      <FieldShell id="report-entity" label={say(`building.from.${shown}`)} required>
        <ComboBox
          key={shown}
          id="report-entity"
          required
          value={isQuery === (shown === 'query') ? built.DataSet || undefined : undefined}
          options={options[shown === 'query' ? 'query' : 'entity']}
          onChange={(id) => id && id !== built.DataSet && pick(id)}
        />
      </FieldShell>
    </>
  );
}

/** Columns, filters and chart, once the data source is known. */
function WhatIsShown({ built, change }: Props) {
  const say = useMessage();
  const source = useReportSource(built.DataSet);
  return (
    <>
      <div className={styles.wide}>
        <ColumnLines built={built} change={(ReportColumns) => change(fitting({ ...built, ReportColumns }))} />
      </div>
      <FieldShell
        id="report-filters"
        label={say('building.report.filters')}
        help={say('building.report.filters.help')}
        as="group"
        required
      >
        <MultiSelect
          id="report-filters"
          label={say('building.report.filters')}
          value={built.Parameters.flatMap(({ Path }) => Path ?? [])}
          options={source.filters}
          onChange={(paths) => change({ ...built, Parameters: filtersFor(source, paths, built.Parameters) })}
        />
      </FieldShell>
      <GroupFields built={built} change={change} />
      <ChartFields built={built} change={change} />
    </>
  );
}

const charts = ['bar', 'column', 'line', 'pie'];

function ChartFields({ built, change }: Props) {
  const say = useMessage();
  const { columns: fields } = useReportSource(built.DataSet);
  const columns = built.ReportColumns.flatMap(({ ReportColumnName: name, Label }) => {
    const found = fields.find(({ id }) => id === name);
    return found ? [{ ...found, label: Label || found.label }] : [];
  });
  const grouping = built.ReportColumns.find(({ IsGroup }) => IsGroup)?.ReportColumnName;
  const numbers = columns.filter(({ isNumber }) => isNumber);
  return (
    <>
      <FieldShell id="report-chart" label={say('building.report.chart')}>
        <Select
          id="report-chart"
          value={built.ChartKind ?? undefined}
          options={charts.map((id) => ({ id, label: say(`building.chart.${id}`) }))}
          onChange={(ChartKind) =>
            change({
              ...built,
              ChartKind: ChartKind ?? null,
              ChartBy: built.ChartBy ?? grouping ?? columns[0]?.id ?? null,
            })
          }
        />
      </FieldShell>
      {built.ChartKind && (
        <>
          <FieldShell id="report-chart-by" label={say('building.report.chart.by')}>
            <Select
              id="report-chart-by"
              required
              value={built.ChartBy ?? undefined}
              options={columns}
              onChange={(ChartBy) => change({ ...built, ChartBy: ChartBy ?? null })}
            />
          </FieldShell>
          <FieldShell id="report-chart-of" label={say('building.report.chart.of')}>
            <Select
              id="report-chart-of"
              placeholder={say('building.measure.count')}
              value={built.ChartValue ?? undefined}
              options={numbers}
              onChange={(ChartValue) => change({ ...built, ChartValue: ChartValue ?? null })}
            />
          </FieldShell>
        </>
      )}
    </>
  );
}
