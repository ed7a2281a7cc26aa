import { useModel } from '../../../data/App.tsx';
import { useMessage } from '../../../data/messages.tsx';
import { Card } from '../../../parts/Card.tsx';
import { ComboBox } from '../../../parts/ComboBox.tsx';
import { FieldShell } from '../../../parts/FieldShell.tsx';
import { MultiSelect } from '../../../parts/MultiSelect.tsx';
import { Select } from '../../../parts/Select.tsx';
import { TextInput } from '../../../parts/TextInput.tsx';
import { useEntities, useFields } from '../../building/useFields.ts';
import styles from './builder.module.css';
import { ColumnLines } from './ColumnLines.tsx';
import { type Built, filtersFor, isAskable, ofEntity } from './definition.ts';

type Props = { readonly built: Built; readonly change: (built: Built) => void };

/** What the report is called, over which records, with which columns, filters and chart. */
export function BuiltFields({ built, change }: Props) {
  const say = useMessage();
  const model = useModel();
  const entities = useEntities();
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
        <FieldShell id="report-entity" label={say('building.from.entity')} required>
          <ComboBox
            id="report-entity"
            required
            value={built.DataSet || undefined}
            options={entities}
            onChange={(id) => id && id !== built.DataSet && change(ofEntity(built, model, id))}
          />
        </FieldShell>
        {built.DataSet && <WhatIsShown built={built} change={change} />}
      </div>
    </Card>
  );
}

/** Columns, filters and chart, once it is known over which records. */
function WhatIsShown({ built, change }: Props) {
  const say = useMessage();
  const model = useModel();
  const askable = useFields(built.DataSet).filter(({ field }) => isAskable(field));
  return (
    <>
      <div className={styles.wide}>
        <ColumnLines built={built} change={(ReportColumns) => change({ ...built, ReportColumns })} />
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
          options={askable}
          onChange={(paths) =>
            change({ ...built, Parameters: filtersFor(model, built.DataSet, paths, built.Parameters) })
          }
        />
      </FieldShell>
      <ChartFields built={built} change={change} />
    </>
  );
}

const charts = ['bar', 'column', 'line', 'pie'];

function ChartFields({ built, change }: Props) {
  const say = useMessage();
  const fields = useFields(built.DataSet);
  const columns = built.ReportColumns.flatMap(({ ReportColumnName: name, Label }) => {
    const found = fields.find(({ id }) => id === name);
    return found ? [{ ...found, label: Label || found.label }] : [];
  });
  const grouping = built.ReportColumns.find(({ IsGroup }) => IsGroup)?.ReportColumnName;
  const numbers = columns.filter(({ field }) =>
    ['integer', 'decimal', 'money', 'percent'].includes(field.kind),
  );
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
