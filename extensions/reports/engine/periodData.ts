/** The rows of a report that groups by periods: with the first days of these in place of days. */
import type { SheetValue } from '#engine';
import { comparePeriods } from './comparePeriods.ts';
import type { InParts } from './dataOf.ts';
import {
  chartedSet,
  comparedSet,
  dayOfValue,
  type Per,
  type Periods,
  periodLabel,
  periodOf,
} from './periods.ts';
import { topGroups } from './topGroups.ts';
import type { DataRows, ReportLayout, Row } from './types.ts';

type Read = ReadonlyMap<string, DataRows>;

/** Rows before the day `from` are only compared with. */
export function* periodData(read: Read, layout: ReportLayout, from: string | undefined): InParts<Read> {
  const { periods, top } = layout;
  const [name, data] = [...read][0] ?? [];
  if (!periods || name === undefined || !data) return read;
  const { comparison } = periods;
  const { shown, earlier } = parted(data, comparison, from);
  const all = yield* inPeriods({ ...data, rows: shown }, periods);
  const kept = top ? topGroups(all, top) : all;
  const made = new Map([...read, [name, kept]]);
  const [first] = periods.columns;
  if (first) made.set(chartedSet, inOrder(kept, first.name));
  if (!comparison) return made;
  const before = yield* inPeriods({ ...data, rows: earlier }, periods);
  const asked = {
    ...comparison,
    said: (day: string) => periods.said(day, comparison.per),
    earlier: top ? withOthers(before, kept, top).rows : before.rows,
    from: from && periodOf(from, comparison.per),
  };
  return made.set(comparedSet, yield* comparePeriods(kept, asked));
}

/** Days of the first period before the day that the reader chose count nowhere. */
function parted({ fields, rows }: DataRows, comparison: Periods['comparison'], from: string | undefined) {
  if (!comparison || from === undefined) return { shown: rows, earlier: [] };
  const at = fields.findIndex(({ name }) => name === comparison.period);
  const dayOf = (row: Row) => dayOfValue(row[at] ?? null) ?? from;
  const first = periodOf(from, comparison.per);
  return {
    shown: rows.filter((row) => dayOf(row) >= from),
    earlier: rows.filter((row) => dayOf(row) < from && periodOf(dayOf(row), comparison.per) < first),
  };
}

function* inPeriods({ fields, rows }: DataRows, { columns, said }: Periods): InParts<DataRows> {
  const places = columns.flatMap(({ name, per }) => {
    const at = fields.findIndex((field) => field.name === name);
    return at < 0 ? [] : [{ at, per, name }];
  });
  const known = new Map<string, string>();
  const labelOf = (first: string, per: Per): string => {
    const label = known.get(`${per}${first}`) ?? said(first, per);
    known.set(`${per}${first}`, label);
    return label;
  };
  const found: Row[] = [];
  for (const row of rows) {
    const own: SheetValue[] = [...row];
    for (const { at, per } of places) {
      const day = dayOfValue(row[at] ?? null);
      const first = day === undefined ? null : periodOf(day, per);
      own[at] = first;
      own.push(first === null ? null : labelOf(first, per));
    }
    found.push(own);
    yield;
  }
  const labels = places.map(({ name }) => ({ name: periodLabel(name), format: 'text' as const }));
  const dated = fields.map((field, at) =>
    places.some((place) => place.at === at) ? { ...field, format: 'date' as const } : field,
  );
  return { fields: [...dated, ...labels], rows: found };
}

function inOrder(data: DataRows, column: string): DataRows {
  const at = data.fields.findIndex(({ name }) => name === column);
  const dayOf = (row: Row) => String(row[at] ?? '');
  const rows = [...data.rows].sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0));
  return { ...data, rows };
}

/** Earlier rows of groups that are among the others belong to these. */
function withOthers(
  data: DataRows,
  kept: DataRows,
  { group, others }: NonNullable<ReportLayout['top']>,
): DataRows {
  const at = data.fields.findIndex(({ name }) => name === group);
  if (at < 0) return data;
  const shown = new Set(kept.rows.map((row) => row[at] ?? null));
  const rows = data.rows.map((row) =>
    shown.has(row[at] ?? null) ? row : row.map((value, place) => (place === at ? others : value)),
  );
  return { ...data, rows };
}
