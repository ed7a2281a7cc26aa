/** Computes roll-ups in the database, over all records and without anyone's row access. */
import type { FieldModel, Model, QueryColumn, RollUpModel } from '#engine';
import type { TableQuery } from '../../store/tableQuery.ts';
import type { StoreSession } from '../../store/types.ts';
import { allOf, among, equals } from '../filters.ts';

type From = { readonly session: StoreSession; readonly model: Model; readonly holder: string };

/** Ids per statement. */
const atOnce = 500;

/** The value of a roll-up for each of these records. */
export async function rollUpValues(
  from: From,
  rollUp: RollUpModel,
  ids: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const empty = isTotal(rollUp) ? 0 : null;
  const values = new Map<string, unknown>(ids.map((id) => [id, empty]));
  if (rollUp.order !== undefined) {
    for (const id of ids) values.set(id, await edgeOf(from, rollUp, id));
    return values;
  }
  for (let at = 0; at < ids.length; at += atOnce) {
    const filter = among(rollUp.by, ids.slice(at, at + atOnce));
    const by = columnOf('by', fieldOf(from.model, rollUp.of, rollUp.by));
    const query = totalling(from, rollUp, { filter, groups: [by] });
    for (const [id, value] of await from.session.tableRows(query)) values.set(String(id), value ?? empty);
  }
  return values;
}

/** A count or a sum: changes with a record by what that record adds. */
export const isTotal = ({ function: fn }: RollUpModel): boolean => fn === 'count' || fn === 'sum';

/** What one record adds to a count or a sum; 0 if it does not count there. */
export async function shareOf(
  from: From,
  rollUp: RollUpModel,
  { record, holder }: { readonly record: string; readonly holder: string },
): Promise<number> {
  // A database must start from the id: the index of the reference holds very many records.
  const by = columnOf('by', fieldOf(from.model, rollUp.of, rollUp.by));
  const query = totalling(from, rollUp, { filter: equals('Id', record), groups: [by] });
  const [[of, share] = []] = await from.session.tableRows(query);
  return of === holder ? Number(share ?? 0) : 0;
}

function totalling(
  { model, holder }: From,
  { of, field, reads, where, function: fn }: RollUpModel,
  { filter, groups }: { filter: ReturnType<typeof allOf>; groups: readonly QueryColumn[] },
): TableQuery {
  const target = fieldOf(model, holder, field);
  const place = reads === undefined ? undefined : { alias: 't', field: fieldOf(model, of, reads) };
  const scale = target.storage === 'integer' ? 0 : target.scale;
  const value: QueryColumn = {
    ...columnOf('value', target),
    ...{ aggregate: aggregates[fn], place: fn === 'count' ? undefined : place },
    ...(scale !== undefined && { scale }),
  };
  const whole = allOf([filter, where]);
  return {
    tables: [{ alias: 't', entity: of }],
    columns: [...groups, value],
    sort: [],
    isGrouped: true,
    filters: whole ? [{ alias: 't', filter: whole }] : [],
  };
}

const aggregates: Readonly<Record<RollUpModel['function'], NonNullable<QueryColumn['aggregate']>>> = {
  ...{ count: 'count', sum: 'sum', average: 'avg', least: 'min', greatest: 'max' },
  ...{ earliest: 'min', latest: 'max' },
};

const columnOf = (name: string, field: FieldModel): QueryColumn => ({
  ...{ name, label: field.label, isFieldLabel: true, kind: field.kind, place: { alias: 't', field } },
});

/** The field of the first or last record by the order; records without a value there are left out. */
async function edgeOf(
  { session }: From,
  { of, by, reads = 'Id', order = '', where, function: fn }: RollUpModel,
  id: string,
): Promise<unknown> {
  const isOrdered = { kind: 'not', of: equals(order, null) } as const;
  const { items } = await session.find({
    entity: of,
    filter: allOf([equals(by, id), where, isOrdered]),
    sort: [{ path: order, direction: fn === 'latest' ? 'desc' : 'asc' }],
    page: { number: 1, size: 1 },
  });
  return items[0]?.[reads] ?? null;
}

function fieldOf(model: Model, entity: string, name: string): FieldModel {
  const field = model.entities.get(entity)?.fieldByPath.get(name);
  if (!field) throw new Error(`There is no field ${name} of ${entity}.`);
  return field;
}
