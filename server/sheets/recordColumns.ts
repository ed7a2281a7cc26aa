/** Maps fields of a record to the columns of a spreadsheet, with titles. */
import {
  type DataRecord,
  type EntityModel,
  type FieldModel,
  formatMessage,
  resolvePath,
  type SheetColumn,
  type SheetValue,
} from '#engine';
import { cellOf, type SheetSaying, sheetFormat } from './sheetCell.ts';

export type RecordColumn = SheetColumn & {
  readonly path: string;
  readonly cell: (record: DataRecord) => SheetValue;
};

/** The column of a dotted path; undefined when the path does not resolve. */
export function recordColumn(
  entity: EntityModel,
  path: string,
  saying: SheetSaying,
  title?: string,
): RecordColumn | undefined {
  const found = resolvePath(saying.model.entities, entity, path);
  if (!found) return undefined;
  const { field, lookupMember, through } = found;
  // A reference id is shown as the expanded record's label.
  const isId = field.ref && field.expand && `.${path}`.endsWith(`.${field.name}`);
  const shown = isId ? `${path.slice(0, -field.name.length)}${field.expand?.as}` : path;
  const named = lookupMember ? path.slice(0, -lookupMember.length - 1) : shown;
  return {
    path,
    // The list's own heading; a path through a reference is titled by the reference.
    title: title ?? titleOf(through[0] ?? field, saying),
    format: sheetFormat(field),
    cell: (record) => cellOf(field, read(record, named) ?? read(record, path), saying),
  };
}

export function titleOf({ label }: FieldModel, { model, locale }: SheetSaying): string {
  return formatMessage(model, locale, label);
}

function read(record: DataRecord, path: string): unknown {
  let value: unknown = record;
  for (const step of path.split('.')) {
    // For a list, the members of its rows.
    if (Array.isArray(value)) value = value.flatMap((row) => row?.[step] ?? []);
    else value = typeof value === 'object' && value !== null ? (value as DataRecord)[step] : undefined;
  }
  return value;
}
