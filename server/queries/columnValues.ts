/** Titles and values of a query's columns, in answers and files. */
import {
  type FieldModel,
  formatMessage,
  type QueryColumn,
  type QueryModel,
  type SheetColumn,
  type SheetValue,
} from '#engine';
import type { OperationCall } from '../operations/OperationCall.ts';
import { cellOf, type SheetSaying, sheetFormat } from '../sheets/sheetCell.ts';

/** Converts a stored row to an answered row; a lookup item becomes the member that the path names. */
export function columnValues(
  call: OperationCall,
  { columns }: QueryModel,
): readonly ((value: unknown) => unknown)[] {
  return columns.map(({ place, aggregate }) => {
    const { lookupMember, field } = place ?? {};
    if (aggregate || !lookupMember || lookupMember === 'Id' || lookupMember === 'DisplayName') return asIs;
    const items = call.runtime.model.lookups.get(field?.lookup ?? '')?.items ?? [];
    const members = new Map(items.map((item) => [String(item.Id), item[lookupMember] ?? null]));
    return (value) => (value === null ? null : (members.get(String(value)) ?? value));
  });
}

/** Returns stored values unchanged. */
export const asIs = (value: unknown): unknown => value;

/** The title in the reader's language; an unnamed sum of prices is "Total Price". */
export function columnTitle(
  { label, isFieldLabel, aggregate }: QueryColumn,
  { model, locale }: Pick<SheetSaying, 'model' | 'locale'>,
): string {
  const title = formatMessage(model, locale, label);
  return aggregate && isFieldLabel
    ? formatMessage(model, locale, `query.aggregate.${aggregate}`, { title })
    : title;
}

/** A column of a sheet or page; `cell` formats a value. */
export function queryColumn(
  column: QueryColumn,
  saying: SheetSaying,
): SheetColumn & { readonly cell: (value: unknown) => SheetValue } {
  const field = valueField(column);
  return {
    title: columnTitle(column, saying),
    format: sheetFormat(field),
    cell: (value) => cellOf(field, value, saying),
  };
}

/** The field that describes this column's values: a count of choices is a number, not a choice. */
function valueField({ place, aggregate, per, kind, scale }: QueryColumn): FieldModel {
  const isOwn = place && !per && aggregate !== 'count' && aggregate !== 'distinct';
  const { lookup, isPerson, ...field } = (place?.field ?? {}) as FieldModel;
  return {
    ...field,
    ...{ kind, scale: scale as number },
    ...(isOwn && lookup ? { lookup } : {}),
    ...(isOwn && isPerson ? { isPerson } : {}),
  };
}
