/** Filters shared by the panels of a dashboard: their options, and their meaning for each panel. */
import {
  type DataRecord,
  formatMessage,
  type Model,
  type QueryModel,
  refersToOne,
  resolveReferencePath,
} from '#engine';
import {
  type OperationCall,
  type QueryParameters,
  queryColumn,
  queryPage,
  Refusal,
  type SheetSaying,
  shownPath,
} from '#server/extension';
import { rowsOf } from '../reportRecords.ts';
import { compiledQuery, type QueryToCompile } from './compiledQuery.ts';

type DeclaredFilter = NonNullable<QueryToCompile['filters']>[number];

export type Narrowing = {
  /** The filters that select the chosen records of the entity. */
  readonly filtersOf: (entity: string) => DeclaredFilter[];
  /** The parameters of a declared query with the names of filtered fields. */
  readonly parametersOf: (query: QueryModel) => QueryParameters;
  readonly chosenOf: (filter: string) => readonly string[];
  /** Chosen filters that do not apply to the panel. */
  readonly withoutMeaning: (source: { readonly entity?: string; readonly query?: QueryModel }) => string[];
};

export type Looking = {
  readonly call: OperationCall;
  readonly saying: SheetSaying;
  readonly narrowing: Narrowing;
};

/** The most values of a filter that are offered, and that may be chosen at once. */
const mostValues = 200;

export function narrowingOf(model: Model, filters: readonly DataRecord[], chosen: unknown): Narrowing {
  const given = (typeof chosen === 'object' && chosen !== null ? chosen : {}) as DataRecord;
  const active = filters.flatMap((filter) => {
    const values = given[String(filter.Id)];
    const list = (Array.isArray(values) ? values : []).slice(0, mostValues).map(String);
    return list.length > 0 ? [{ filter, list }] : [];
  });
  const lastOf = ({ Path }: DataRecord) => String(Path).split('.').at(-1) ?? '';
  const takes = (query: QueryModel, name: string) =>
    query.filters.some(({ parameter, operator }) => parameter === name && operator === 'in');
  return {
    filtersOf: (entity) =>
      active.flatMap(({ filter, list }) => {
        const path = pathFrom(model, entity, filter);
        return path === undefined ? [] : [{ path, operator: 'in' as const, value: list }];
      }),
    parametersOf: (query) =>
      Object.fromEntries(
        active.flatMap(({ filter, list }) =>
          takes(query, lastOf(filter)) ? [[lastOf(filter), list] as const] : [],
        ),
      ),
    chosenOf: (id) => active.find(({ filter }) => filter.Id === id)?.list ?? [],
    withoutMeaning: ({ entity, query }) =>
      active.flatMap(({ filter }) => {
        const isMeant = query
          ? takes(query, lastOf(filter))
          : pathFrom(model, String(entity), filter) !== undefined;
        return isMeant ? [] : [String(filter.Id)];
      }),
  };
}

/** The path from an entity to the field of a filter: its own field, or one reached through a reference. */
function pathFrom({ entities }: Model, entity: string, { Entity, Path }: DataRecord): string | undefined {
  const from = entities.get(entity);
  if (!from) return undefined;
  if (entity === Entity) return resolveReferencePath(entities, from, String(Path)) ? String(Path) : undefined;
  const way = from.fields.find((field) => field.stored && refersToOne(field) && field.ref?.entity === Entity);
  const target = entities.get(String(Entity));
  if (!way || !target) return undefined;
  return resolveReferencePath(entities, target, String(Path)) ? `${way.name}.${Path}` : undefined;
}

/** Each filter with the values of records that the reader sees. */
export async function filtersWithValues(
  call: OperationCall,
  dashboard: DataRecord,
  saying: SheetSaying,
): Promise<readonly DataRecord[]> {
  const found: DataRecord[] = [];
  for (const filter of rowsOf(dashboard.Filters)) {
    const Values = await valuesOf(call, filter, saying);
    if (Values.length > 0) found.push({ ...filter, Title: titleOf(filter, saying), Values });
  }
  return found;
}

/** The active filters by title, with the names of their chosen values. */
export async function chosenFilters(
  call: OperationCall,
  filters: readonly DataRecord[],
  { narrowing, saying }: Pick<Looking, 'narrowing' | 'saying'>,
): Promise<readonly DataRecord[]> {
  const chosenOf = ({ Id }: DataRecord) => narrowing.chosenOf(String(Id));
  const active = filters.filter((filter) => chosenOf(filter).length > 0);
  const offered = await filtersWithValues(call, { Filters: active }, saying);
  return offered.map((filter) => ({
    Title: filter.Title,
    Values: rowsOf(filter.Values).filter(({ Value }) => chosenOf(filter).includes(String(Value))),
  }));
}

function titleOf({ Title, Entity, Path }: DataRecord, { model, locale }: SheetSaying): unknown {
  if (Title) return Title;
  const entity = model.entities.get(String(Entity));
  const found = entity && resolveReferencePath(model.entities, entity, String(Path));
  // A filter by record id is titled by the entity.
  const isItself = found?.field.name === 'Id' && found.through.length === 0;
  return found ? formatMessage(model, locale, isItself ? entity.title : found.field.label) : Path;
}

/** No values for records the reader may not see; the filter is then not offered. */
async function valuesOf(
  call: OperationCall,
  { Entity, Path }: DataRecord,
  saying: SheetSaying,
): Promise<readonly DataRecord[]> {
  try {
    const [from, path] = [String(Entity), String(Path)];
    const shown = shownPath(saying.model, from, path);
    const query = compiledQuery(call, {
      ...{ $id: 'filter', title: 'filter', from },
      columns: [
        { path, name: 'Value' },
        { path: shown, name: 'Shown' },
        { aggregate: 'count', name: 'Count' },
      ],
      limit: mostValues,
    });
    const { rows, hidden } = await queryPage(call, { query }, { number: 1, size: mostValues });
    const [, column] = query.columns.map((each) => queryColumn(each, saying));
    if (hidden.size > 0) return [];
    const values = rows.flatMap(([Value, Shown, Count]) =>
      Value === null ? [] : [{ Value: String(Value), Label: String(column?.cell(Shown) ?? Value), Count }],
    );
    return values.sort((a, b) => a.Label.localeCompare(b.Label, saying.locale));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [];
  }
}
