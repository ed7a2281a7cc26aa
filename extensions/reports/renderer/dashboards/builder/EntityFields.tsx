import { kinds } from '#engine';
import { ComboBox, FieldShell, MultiSelect, Select, useMessage, useModel } from '#renderer';
import { NarrowingRows } from '../../building/NarrowingRows.tsx';
import { type FieldChoice, fieldAt, useFields } from '../../building/useFields.ts';
import type { Panel } from '../types.ts';
import styles from './builder.module.css';

type Props = { readonly panel: Panel; readonly change: (more: Partial<Panel>) => void };

/** Edits grouping, measure and conditions over records of an entity. */
export function EntityFields({ panel, change }: Props) {
  const say = useMessage();
  const fields = useFields(panel.Entity);
  const { Kind, Column } = panel;
  const isGrouped = Kind !== 'number';
  const isList = Kind === 'table' && !Column;
  return (
    <>
      {isGrouped && <Grouping panel={panel} change={change} fields={fields} />}
      {isList && (
        <FieldShell id="panel-columns" label={say('report.columns')} as="group">
          <MultiSelect
            id="panel-columns"
            label={say('report.columns')}
            value={panel.Columns ?? []}
            options={fields}
            onChange={(Columns) => change({ Columns })}
          />
        </FieldShell>
      )}
      {!isList && <Measuring panel={panel} change={change} fields={fields} />}
      <div className={styles.wide}>
        <NarrowingRows
          id="panel-only"
          entity={panel.Entity}
          rows={panel.Narrowing ?? []}
          change={(Narrowing) => change({ Narrowing })}
        />
      </div>
    </>
  );
}

type PartProps = Props & { readonly fields: readonly FieldChoice[] };

/** By which fields records are grouped. */
export function Grouping({ panel, change, fields }: PartProps) {
  const say = useMessage();
  const model = useModel();
  const grouped = fieldAt(model, panel.Entity, panel.Column ?? '');
  const isDay = grouped !== undefined && kinds[grouped.kind].day !== undefined;
  return (
    <>
      <FieldShell id="panel-column" label={say('building.by')}>
        <ComboBox
          id="panel-column"
          value={panel.Column ?? undefined}
          options={fields}
          onChange={(Column) => change({ Column: Column ?? null, Per: null })}
        />
      </FieldShell>
      {isDay && (
        <FieldShell id="panel-per" label={say('building.per')}>
          <Select
            id="panel-per"
            value={panel.Per ?? undefined}
            options={['year', 'quarter', 'month', 'day'].map((id) => ({
              id,
              label: say(`building.per.${id}`),
            }))}
            onChange={(Per) => change({ Per: Per ?? null })}
          />
        </FieldShell>
      )}
      {(panel.Kind === 'bar' || panel.Kind === 'line') && (
        <FieldShell id="panel-split" label={say('building.split')}>
          <ComboBox
            id="panel-split"
            value={panel.SplitBy ?? undefined}
            options={fields}
            onChange={(SplitBy) => change({ SplitBy: SplitBy ?? null })}
          />
        </FieldShell>
      )}
    </>
  );
}

const aggregates = ['count', 'sum', 'avg', 'min', 'max', 'distinct'];

/** What is measured of each group. */
export function Measuring({ panel, change, fields }: PartProps) {
  const say = useMessage();
  const aggregate = panel.Aggregate ?? 'count';
  const measurable =
    aggregate === 'distinct'
      ? fields
      : fields.filter(({ field }) => kinds[field.kind].query.isSummed && !field.lookup);
  return (
    <>
      <FieldShell id="panel-aggregate" label={say('building.measure')}>
        <Select
          id="panel-aggregate"
          required
          value={aggregate}
          options={aggregates.map((id) => ({ id, label: say(`building.measure.${id}`) }))}
          onChange={(Aggregate) => change({ Aggregate: Aggregate ?? 'count', Value: null })}
        />
      </FieldShell>
      {aggregate !== 'count' && (
        <FieldShell id="panel-value" label={say('building.measured')}>
          <ComboBox
            id="panel-value"
            value={panel.Value ?? undefined}
            options={measurable}
            onChange={(Value) => change({ Value: Value ?? null })}
          />
        </FieldShell>
      )}
    </>
  );
}
