/** Title and format of a report column, from records or a query. */
import {
  compileQuery,
  type EntityModel,
  formatMessage,
  type Model,
  pathLabels,
  type QueryFinding,
  resolveReferencePath,
  type SheetColumn,
} from '#engine';
import {
  columnTitle,
  queryColumn,
  type RecordColumn,
  recordColumn,
  type SheetSaying,
  sheetFormat,
} from '#server/extension';
import type { BoundData } from './boundData.ts';

export function reportColumn(
  { data, query }: BoundData,
  path: string,
  saying: SheetSaying,
  label?: string,
): SheetColumn | undefined {
  if (data) return recordsColumn(data.entity, path, saying, label);
  const column = query?.columns.find(({ name }) => name === path);
  const found = column && queryColumn(column, saying);
  return found && { title: label ?? found.title, format: found.format };
}

/** A column over records and references; values that answers omit need a query of the store. */
export function recordsColumn(
  entity: EntityModel,
  path: string,
  saying: SheetSaying,
  label?: string,
): RecordColumn | undefined {
  const found = resolveReferencePath(saying.model.entities, entity, path);
  if (!found) return undefined;
  const title = label ?? pathTitle(entity, path, saying);
  const format = sheetFormat(found.field);
  return recordColumn(entity, path, saying, title) ?? { path, title, format, cell: () => null };
}

type Naming = Pick<SheetSaying, 'model' | 'locale'>;

/** `Dealer › City`. */
const pathTitle = (entity: EntityModel, path: string, { model, locale }: Naming): string =>
  pathLabels(model.entities, entity, path)
    ?.map((label) => formatMessage(model, locale, label))
    .join(' › ') ?? path;

/** The title of a field or parameter, over records or a query. */
export function nameIn({ data, query }: BoundData, name: string, naming: Naming): string {
  const column = query?.columns.find((each) => each.name === name);
  if (column) return columnTitle(column, naming);
  const asked = query?.filters.find(({ parameter }) => parameter === name);
  if (asked) return formatMessage(naming.model, naming.locale, asked.place.field.label);
  return data ? pathTitle(data.entity, name, naming) : name;
}

/** Why a query cannot show the path; empty when it can. */
export const columnFindings = (model: Model, from: string, path: string): readonly QueryFinding[] =>
  compileQuery({ $id: 'column', title: 'column', from, columns: [{ path }] }, model).findings;
