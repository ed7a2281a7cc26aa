/** The records behind a figure: those of one group of a panel, with the filters of the dashboard. */
import {
  type DataRecord,
  formatMessage,
  type GridBlock,
  kinds,
  pageOfRecord,
  type QueryColumn,
  type QueryModel,
  resolveReferencePath,
} from '#engine';
import {
  among,
  isAllowed,
  type OperationCall,
  queryColumn,
  queryPage,
  queryWarnings,
  shownPath,
} from '#server/extension';
import { prepareRun } from '../prepareRun.ts';
import { rowsOf } from '../reportRecords.ts';
import { compiledQuery } from './compiledQuery.ts';
import type { Looking } from './narrowing.ts';
import { orReason } from './panelData.ts';
import {
  askedOf,
  type Group,
  groupFilters,
  isOpened,
  type PanelSource,
  reportSource,
  shownGroups,
} from './panelGroups.ts';
import { panelQuery } from './panelQuery.ts';
import { panelTitle } from './panelTitle.ts';

type RecordsPage = { readonly number: number; readonly size: number };

/** The most columns of the list: the groups and the measure first. */
const mostColumns = 8;

export function panelRecords(
  looking: Looking,
  panel: DataRecord,
  { group, page }: { readonly group: Group; readonly page: RecordsPage },
): Promise<DataRecord> {
  return orReason(looking, panel, async () => {
    const { call, saying } = looking;
    const source = await sourceOf(looking, panel);
    const details = detailsOf(call, panel, source);
    const shown = group.IsOthers ? await shownKeys(call, source) : [];
    const filters = groupFilters(details.query, details, { ...group, shown });
    const { limit: _, ...query } = {
      ...details.query,
      columns: details.query.columns.map(({ per: __, ...column }) => column),
      filters: [...details.query.filters, ...filters],
    };
    const found = await queryPage(call, askedOf(source, query), page);
    const columns = query.columns.map((column) => queryColumn(column, saying));
    const rows = found.rows.map((row) => row.slice(1).map((one, at) => columns[at + 1]?.cell(one) ?? null));
    return {
      Title: panelTitle(panel, saying, source.reportName),
      Group: groupSaid(looking, source, group),
      Columns: query.columns.slice(1).map(({ name, kind, scale }, at) => ({
        ...{ Name: name, Title: columns[at + 1]?.title ?? name, Kind: kind, Scale: scale ?? null },
        Aggregate: null,
      })),
      Rows: rows,
      Pages: await pagesOf(
        call,
        query.entity,
        found.rows.map(([id]) => id),
      ),
      TotalItems: found.total,
      ...(found.partly.length > 0 ? { IsPartial: true } : {}),
      Warnings: queryWarnings(call, found),
      Entities: [...new Set(query.tables.map(({ entity }) => entity))],
    };
  });
}

async function sourceOf(looking: Looking, panel: DataRecord): Promise<PanelSource> {
  const { call, saying, narrowing } = looking;
  if (!panel.ReportConfigurationId) return panelQuery(call, panel, narrowing);
  const run = { id: panel.ReportConfigurationId, chosen: {}, zone: saying.zone };
  return reportSource(looking, panel, await prepareRun({ call, session: call.runtime.store }, run));
}

async function shownKeys(call: OperationCall, source: PanelSource): Promise<readonly string[]> {
  const { rows } = await shownGroups(call, source, source.query.limit ?? 1);
  return rows.map((row) => String(row[source.label ?? 0] ?? ''));
}

type Details = {
  readonly query: QueryModel;
  readonly label: number | undefined;
  readonly split: number | undefined;
};

/** The id of the record, the groups, and what else tells records apart. */
function detailsOf(call: OperationCall, panel: DataRecord, source: PanelSource): Details {
  return source.declared ? entityDetails(call, panel, source) : queryDetails(call, source);
}

function entityDetails(
  call: OperationCall,
  panel: DataRecord,
  { declared, query, label, split }: PanelSource,
): Details {
  const from = query.entity;
  const groups = [label, split].flatMap((place) => query.columns[place ?? -1]?.path ?? []);
  const { model } = call.runtime;
  const entity = model.entities.get(from);
  const own = panel.Kind === 'table' && Array.isArray(panel.Columns) ? panel.Columns.map(String) : [];
  const measured = panel.Value ? [String(panel.Value)] : [];
  const wanted = [
    ...[entity?.labelField ?? 'Id', ...own, ...measured],
    ...rowsOf(panel.Narrowing).map(({ Path }) => String(Path)),
    ...listColumns(call, from),
  ].map((path) => shownPath(model, from, path));
  const others = [...new Set(wanted)].filter((path) => !groups.includes(path) && isColumn(call, from, path));
  const told = [...groups, ...others.slice(0, Math.max(1, mostColumns - groups.length))];
  const built = compiledQuery(call, {
    ...{ $id: 'records', title: 'records', from, filters: declared?.filters ?? [] },
    columns: [{ path: 'Id', name: 'id' }, ...told.map((path) => ({ path, name: `c:${path}` }))],
    sort: [...(told.length > groups.length ? [`c:${told[groups.length]}`] : []), 'id'],
  });
  // The condition of a group follows from the period of its column.
  const columns = built.columns.map((column, at) => {
    const { per } = query.columns[[label, split][at - 1] ?? -1] ?? {};
    return at > 0 && at <= groups.length && per ? { ...column, per } : column;
  });
  const at = (place: number | undefined, found: number) => (place === undefined ? undefined : found);
  return { query: { ...built, columns }, label: at(label, 1), split: at(split, label === undefined ? 1 : 2) };
}

/** Whether a query can show the path. */
function isColumn(call: OperationCall, from: string, path: string): boolean {
  const { model } = call.runtime;
  const entity = model.entities.get(from);
  if (path === 'Id' || !entity || !resolveReferencePath(model.entities, entity, path)) return false;
  try {
    compiledQuery(call, { $id: 'column', title: 'column', from, columns: [{ path, name: 'c' }] });
    return true;
  } catch {
    return false;
  }
}

/** The columns of the first list of these records that the reader may open. */
function listColumns({ runtime, features }: OperationCall, entity: string): readonly string[] {
  const screens = [...runtime.model.screens.values()].filter(({ access }) => isAllowed(access, features));
  const lists = screens.flatMap(({ blocks }) =>
    blocks.filter((block): block is GridBlock => block.kind === 'grid' && block.entity === entity),
  );
  return lists[0]?.columns.map(({ path, shows }) => shows ?? path) ?? [];
}

/** The rows of a declared query before they are grouped. */
function queryDetails(call: OperationCall, { query, label, split }: PanelSource): Details {
  const root = query.tables[0]?.alias ?? '';
  const field = call.runtime.model.entities.get(query.entity)?.fieldByPath.get('Id');
  if (!field) throw new Error(`Records of ${query.entity} have no id.`);
  const id: QueryColumn = {
    ...{ name: 'id', label: 'Id', isFieldLabel: false, path: 'Id', kind: field.kind },
    place: { alias: root, field },
  };
  const kept = query.columns.flatMap((column, from) => (isTold(column) ? [{ column, from }] : []));
  const placeOf = (place: number | undefined) => {
    const found = kept.findIndex(({ from }) => from === place);
    return found < 0 ? undefined : found + 1;
  };
  const columns = [id, ...kept.map(({ column }) => plain(column))];
  const whole = { ...query, columns, sort: [{ column: 'id', direction: 'asc' as const }], isGrouped: false };
  return { query: whole, label: placeOf(label), split: placeOf(split) };
}

const isTold = ({ place, aggregate }: QueryColumn): boolean =>
  place !== undefined && !(aggregate && place.field.kind === 'id');

function plain({ aggregate, kind, scale, ...column }: QueryColumn): QueryColumn {
  const field = column.place?.field;
  if (!field || !(aggregate || column.per))
    return { ...column, kind, ...(scale === undefined ? {} : { scale }) };
  return { ...column, kind: field.kind, ...(field.scale === undefined ? {} : { scale: field.scale }) };
}

/** Which group it is: the name and value of each of its columns. */
function groupSaid({ saying, call }: Looking, source: PanelSource, group: Group): readonly DataRecord[] {
  const { query, label, split } = source;
  if (!isOpened(source, new Set())) return [];
  const said = (place: number | undefined, key: string | null | undefined) => {
    const column = query.columns[place ?? -1];
    if (!column || typeof key !== 'string') return [];
    const { title, cell } = queryColumn(column, saying);
    const { kind, scale = null } = column;
    return [{ Title: title, Value: cell(keyValue(call, column, key)), Kind: kind, Scale: scale }];
  };
  const others = formatMessage(call.runtime.model, call.locale, 'dashboard.others');
  const title = query.columns[label ?? -1];
  const rest =
    group.IsOthers && title
      ? [{ Title: queryColumn(title, saying).title, Value: others, Kind: 'text', Scale: null }]
      : [];
  return [...rest, ...said(label, group.IsOthers ? undefined : group.Label), ...said(split, group.Split)];
}

/** The value of which a key is the text. */
function keyValue({ runtime }: OperationCall, { kind, place, per }: QueryColumn, key: string): unknown {
  if (key === '') return null;
  const items = runtime.model.lookups.get(place?.field.lookup ?? '')?.items;
  const item = per ? undefined : items?.find(({ Id }) => String(Id) === key);
  if (item) return item.Id;
  if (kind === 'boolean') return key === 'true';
  return kinds[kind].isNumeric ? Number(key) : key;
}

/** The page of each record; null where the reader may open none. */
async function pagesOf(
  call: OperationCall,
  id: string,
  ids: readonly unknown[],
): Promise<readonly (string | null)[]> {
  const { model, store } = call.runtime;
  const entity = model.entities.get(id);
  if (!entity || ids.length === 0) return [];
  const { items } = await store.find({ entity: id, filter: among('Id', [...new Set(ids.map(String))]) });
  const pages = new Map(
    items.map((record) => [
      String(record.Id),
      pageOfRecord(model, entity, record, (access) => isAllowed(access, call.features)) ?? null,
    ]),
  );
  return ids.map((one) => pages.get(String(one)) ?? null);
}
