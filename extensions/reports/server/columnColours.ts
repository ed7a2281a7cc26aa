/** Colours of a report's columns by their values: what is compared, as the reader sees it. */
import { type DataRecord, type FieldModel, formatMessage, resolveReferencePath } from '#engine';
import type { Tone, ToneRule } from '#extensions/reports/engine';
import { type PlacedIssue, queryColumn, type SheetSaying, sheetFormat, shippedText } from '#server/extension';
import type { BoundData } from './boundData.ts';
import { issueAt, rowsOf } from './reportRecords.ts';

type Compared = 'number' | 'day' | 'text';
type ColumnValues = {
  readonly compared: Compared;
  /** A choice by its id, as the reader sees it. */
  readonly shown: (value: string) => string;
};

export function tonesOf(bound: BoundData, column: DataRecord, saying: SheetSaying): readonly ToneRule[] {
  const { compared, shown } = valuesOf(bound, column, saying);
  return rowsOf(column.Colours).map(({ Operator, Value, Meaning }) => ({
    operator: String(Operator),
    value: compared === 'number' ? numberIn(Value) : shown(String(Value)),
    tone: Meaning as Tone,
    word: formatMessage(saying.model, saying.locale, `lookup.report-meaning.${Meaning}`),
  }));
}

/** Conditions that cannot hold for the values of their column. */
export function colourIssues(
  bound: BoundData,
  columns: readonly DataRecord[],
  saying: SheetSaying,
): readonly PlacedIssue[] {
  return columns.flatMap((column, index) => {
    const { compared } = valuesOf(bound, column, saying);
    const name = String(column.Label || column.ReportColumnName);
    return rowsOf(column.Colours).flatMap(({ Operator, Value }, at): readonly PlacedIssue[] => {
      const place = `/ReportColumns/${index}/Colours/${at}`;
      if (!operators[compared].includes(String(Operator)))
        return [issueAt(`${place}/Operator`, 'report.column.colour-operator', { name })];
      if (compared === 'number' && !Number.isFinite(numberIn(Value)))
        return [issueAt(`${place}/Value`, 'report.column.colour-number', { name, value: Value })];
      if (compared === 'day' && !isDay(String(Value)))
        return [issueAt(`${place}/Value`, 'report.column.colour-day', { name, value: Value })];
      return [];
    });
  });
}

const ordered = ['eq', 'ne', 'ge', 'gt', 'le', 'lt'];
const operators: Readonly<Record<Compared, readonly string[]>> = {
  ...{ number: ordered, day: ordered },
  text: ['eq', 'ne', 'contains', 'startsWith'],
};

const numberIn = (value: unknown): number =>
  String(value ?? '').trim() === '' ? Number.NaN : Number(String(value).replace(',', '.'));

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** How the values of a column are compared. */
export const comparedIn = (bound: BoundData, column: DataRecord, saying: SheetSaying): Compared =>
  valuesOf(bound, column, saying).compared;

function valuesOf(
  { data, query }: BoundData,
  { ReportColumnName, Formula }: DataRecord,
  saying: SheetSaying,
): ColumnValues {
  const path = String(ReportColumnName);
  if (Formula) return { compared: 'number', shown: asTyped };
  const column = query?.columns.find(({ name }) => name === path);
  if (column) {
    const { cell, format } = queryColumn(column, saying);
    const isChoice = column.place?.field.lookup !== undefined || isYesOrNo(column.kind);
    const shown = (value: string) => String(cell(isYesOrNo(column.kind) ? value === 'true' : value) ?? value);
    const shipped = shippedText(saying, column.place?.field);
    const asShown = shipped ? (value: string) => String(shipped(value)) : asTyped;
    return { compared: comparedAs[format] ?? 'text', shown: isChoice ? shown : asShown };
  }
  const field = data && resolveReferencePath(saying.model.entities, data.entity, path)?.field;
  if (!field) return { compared: 'text', shown: asTyped };
  return {
    compared: comparedAs[sheetFormat(field)] ?? 'text',
    shown: (value) => choiceText(field, value, saying),
  };
}

const isYesOrNo = (kind: FieldModel['kind']): boolean => kind === 'boolean';

const asTyped = (value: string): string => value;

const comparedAs: Readonly<Record<string, Compared>> = {
  ...{ integer: 'number', number: 'number', money: 'number' },
  ...{ date: 'day', moment: 'day' },
};

function choiceText(field: FieldModel, value: string, { model, locale }: SheetSaying): string {
  const { lookup, kind } = field;
  if (isYesOrNo(kind)) return formatMessage(model, locale, value === 'true' ? 'ui.yes' : 'ui.no');
  const item = lookup && model.lookups.get(lookup)?.items.find(({ Id }) => String(Id) === value);
  if (item) return formatMessage(model, locale, `lookup.${lookup}.${item.Name}`);
  return String(shippedText({ model, locale }, field)?.(value) ?? value);
}
