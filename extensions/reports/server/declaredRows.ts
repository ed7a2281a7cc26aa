/** The rows of a data set bound to a declared query, with the reader's choices as parameters. */

import type { QueryModel, SheetValue } from '#engine';
import {
  type DataRows,
  type DataSetLayout,
  everyValue,
  runFormula,
  type Saying,
} from '#extensions/reports/engine';
import {
  type OperationCall,
  type QueryParameters,
  queryColumn,
  queryRows,
  Refusal,
  type SheetSaying,
} from '#server/extension';

type Asking = {
  readonly call: OperationCall;
  readonly saying: Saying;
  readonly sheet: SheetSaying;
};

/** Groups and sums need all rows in memory. */
export const mostRows = 100_000;

export const tooManyRows = (): Refusal =>
  new Refusal('too-large', 'report.too-many-rows', { params: { limit: mostRows } });

export async function declaredRows(
  { call, saying, sheet }: Asking,
  set: DataSetLayout,
  query: QueryModel,
): Promise<DataRows> {
  const columns = query.columns.map((column) => queryColumn(column, sheet));
  const places = set.fields.map(({ path, formula }) =>
    formula ? -1 : query.columns.findIndex(({ name }) => name.toLowerCase() === path.toLowerCase()),
  );
  const { rows } = queryRows(call, { query, parameters: parametersOf(saying, set, query) });
  const found: (readonly SheetValue[])[] = [];
  for await (const row of rows) {
    if (found.length >= mostRows) throw tooManyRows();
    found.push(places.map((at) => columns[at]?.cell(row[at]) ?? null));
  }
  const fields = set.fields.map(({ name, format }, index) => ({
    name,
    format: columns[places[index] ?? -1]?.format ?? format,
  }));
  return { fields, rows: found };
}

/** As the definition maps them, or by their own names. */
function parametersOf(
  saying: Saying,
  { parameters: handed }: DataSetLayout,
  { filters }: QueryModel,
): QueryParameters {
  const found: Record<string, unknown> = {};
  for (const { parameter, operator } of filters) {
    if (parameter === undefined) continue;
    const same = (name: string) => name.toLowerCase() === parameter.toLowerCase();
    const given = handed.find(({ name }) => same(name))?.value;
    const named = [...saying.parameters].find(([name]) => same(name))?.[1].values ?? [];
    const values = given === undefined ? named : valuesOf(given, saying);
    if (values.length === 0 || values.includes(everyValue)) continue;
    found[parameter] = operator === 'in' ? values : values[0];
  }
  return found;
}

function valuesOf(
  given: DataSetLayout['parameters'][number]['value'],
  saying: Saying,
): readonly SheetValue[] {
  if (typeof given !== 'object' || given === null) return given === null ? [] : [given];
  if (given.kind === 'parameter' && given.member === 'Value')
    return saying.parameters.get(given.name)?.values ?? [];
  const value = runFormula(given, { saying, fields: new Map(), row: undefined, extents: [] });
  return value === null ? [] : [value];
}
