import { kinds } from '#engine';
import { Checkbox, ComboBox, FieldShell, Select, useMessage } from '#renderer';
import { type Built, hasTotal, withColumnsBy } from './definition.ts';
import { useReportSource } from './useReportSource.ts';

type Props = { readonly built: Built; readonly change: (built: Built) => void };

/** Which values become columns, whether rows are shown, how many groups, and what they are compared with. */
export function GroupFields({ built, change }: Props) {
  const say = useMessage();
  const { ReportColumns: columns, IsTotalsOnly, ColumnsBy: across } = built;
  const groups = columns.filter(({ IsGroup }) => IsGroup === true);
  const hasTotals = hasTotal(built);
  return (
    <>
      <ColumnsBy built={built} change={change} />
      {!across && (groups.length > 0 || hasTotals) && (
        <Checkbox
          id="report-totals-only"
          checked={IsTotalsOnly === true}
          onChange={(isOn) => change({ ...built, IsTotalsOnly: isOn })}
        >
          {say('building.report.totals-only')}
        </Checkbox>
      )}
      {groups[0] && !groups[0].Per && <LargestGroups built={built} change={change} />}
      {!across && groups.filter(({ Per }) => Per).length === 1 && hasTotals && (
        <FieldShell
          id="report-compare"
          label={say('building.report.compare')}
          help={say('building.report.compare.help')}
        >
          <Select
            id="report-compare"
            placeholder={say('building.report.compare.none')}
            value={built.CompareWith ?? undefined}
            options={['before', 'year'].map((id) => ({ id, label: say(`building.report.compare.${id}`) }))}
            onChange={(CompareWith) => change({ ...built, CompareWith: CompareWith ?? null })}
          />
        </FieldShell>
      )}
    </>
  );
}

const tops = [3, 5, 10, 20, 50];

function LargestGroups({ built, change }: Props) {
  const say = useMessage();
  const { TopCount } = built;
  const counts = [...new Set([...tops, ...(TopCount ? [TopCount] : [])])].sort((a, b) => a - b);
  return (
    <FieldShell id="report-top" label={say('building.report.top')} help={say('building.report.top.help')}>
      <Select
        id="report-top"
        placeholder={say('building.report.top.all')}
        value={TopCount ? String(TopCount) : undefined}
        options={counts.map((count) => ({ id: String(count), label: String(count) }))}
        onChange={(count) => change({ ...built, TopCount: count ? Number(count) : null })}
      />
    </FieldShell>
  );
}

/** The field whose values become columns: choices, names, yes and no, whole numbers and days. */
function ColumnsBy({ built, change }: Props) {
  const say = useMessage();
  const { columns: fields } = useReportSource(built.DataSet);
  const offered = fields.filter(
    ({ kind, lookup, isNumber }) => lookup || !isNumber || kinds[kind].sheet?.format === 'integer',
  );
  return (
    <FieldShell
      id="report-columns-by"
      label={say('building.report.columns-by')}
      help={say('building.report.columns-by.help')}
    >
      <ComboBox
        id="report-columns-by"
        placeholder={say('building.report.columns-by.none')}
        value={built.ColumnsBy ?? undefined}
        options={offered}
        onChange={(path) => {
          const field = fields.find(({ id }) => id === path);
          change(withColumnsBy(built, path, field !== undefined && kinds[field.kind].day !== undefined));
        }}
      />
    </FieldShell>
  );
}
