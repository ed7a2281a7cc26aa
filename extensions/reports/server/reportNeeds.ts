/** The rights a report requires: checked before it is listed, opened, changed or subscribed to. */
import { type Access, type DataRecord, type EntityModel, type FilterTree, formatMessage } from '#engine';
import { among, isAllowed, memberAccess, type OperationCall, Refusal, reportAccess } from '#server/extension';
import { type BoundData, boundName, dataNamed } from './boundData.ts';
import { entered, rowsOf } from './entered.ts';
import { type NamedSet, shownSetsOf } from './ownLayout.ts';

/** The data a report reads: the data it names, and those bound to each data set of its definition file. */
export async function sourcesOf(call: OperationCall, report: DataRecord): Promise<readonly BoundData[]> {
  const named = report.DataSet === entered ? [] : [dataNamed(call, report.DataSet)];
  const sets = await shownSetsOf(call, report);
  return [...named, ...(sets ?? []).flatMap((set) => boundTo(call, set) ?? [])];
}

function boundTo(call: OperationCall, set: NamedSet): BoundData | undefined {
  const name = boundName(call.runtime.model, set);
  return name === undefined ? undefined : dataNamed(call, name);
}

type Need = { readonly entity: EntityModel; readonly access: Access };

/** The rights to everything the data show. */
function needsOfData({ runtime: { model } }: OperationCall, { data, query }: BoundData): readonly Need[] {
  const counted = (query?.tables ?? []).flatMap(({ entity, joined }) => {
    const found = !joined || joined.isMany ? model.entities.get(entity) : undefined;
    return found ?? [];
  });
  const entities = data ? [data.entity, ...counted] : counted;
  return entities.map((entity) => ({ entity, access: reportAccess(entity) }));
}

/** The values its filters offer are records too, shown by name. */
function needsOfLists({ runtime: { model } }: OperationCall, report: DataRecord): readonly Need[] {
  return rowsOf(report.Parameters).flatMap(({ ListOfValuesSp }): Need[] => {
    const name = String(ListOfValuesSp ?? '');
    const entity = model.lookups.has(name) ? undefined : model.entities.get(name);
    const label = entity?.fieldByPath.get(entity.labelField);
    if (!entity || !label) return [];
    const told = memberAccess(model.entities, label);
    return [reportAccess(entity), told].map((access) => ({ entity, access }));
  });
}

async function needsOf(call: OperationCall, report: DataRecord): Promise<readonly Need[]> {
  const sources = await sourcesOf(call, report);
  return [...sources.flatMap((source) => needsOfData(call, source)), ...needsOfLists(call, report)];
}

async function missingOf(call: OperationCall, report: DataRecord): Promise<readonly Need[]> {
  return missing(call, await needsOf(call, report));
}

const missing = ({ features }: OperationCall, needs: readonly Need[]): readonly Need[] =>
  needs.filter(({ access }) => !isAllowed(access, features));

/** Throws a 403 that names the records it shows and the right that opens them. */
export async function authorizeReport(call: OperationCall, report: DataRecord): Promise<void> {
  refuseMissing(call, await missingOf(call, report));
}

export const authorizeData = (call: OperationCall, bound: BoundData): void =>
  refuseMissing(
    call,
    needsOfData(call, bound).filter(({ access }) => !isAllowed(access, call.features)),
  );

function refuseMissing({ runtime: { model }, locale }: OperationCall, [missing]: readonly Need[]): void {
  if (!missing) return;
  const { entity, access } = missing;
  const params = { entities: formatMessage(model, locale, entity.plural) };
  const anyOf = access.kind === 'feature' ? access.anyOf : [];
  throw anyOf.length > 0
    ? new Refusal('forbidden', 'report.closed', { params: { ...params, rights: anyOf.join(', ') } })
    : new Refusal('forbidden', 'report.closed.all', { params });
}

/** The reports the person may open, as a condition on the field that refers to the report. */
export async function openReports(call: OperationCall, path: string): Promise<FilterTree | undefined> {
  const { items } = await call.runtime.store.find({ entity: 'report', only: ['Id', 'Revision'] });
  const known = await knownNeeds(call, items);
  const isOpen = (needs: readonly Need[] | undefined) => needs && missing(call, needs).length === 0;
  const open = items.map(({ Id }) => Id).filter((id) => isOpen(known.get(id)));
  return open.length === items.length ? undefined : among(path, open);
}

type Known = { readonly revision: unknown; readonly needs: readonly Need[] };

/** What each revision of a report needs, by application and model: every list of reports asks for all of them. */
const remembered = new WeakMap<object, WeakMap<object, ReadonlyMap<unknown, Known>>>();

async function knownNeeds(
  call: OperationCall,
  reports: readonly DataRecord[],
): Promise<ReadonlyMap<unknown, readonly Need[]>> {
  const { store, ports, model } = call.runtime;
  const ofPorts = remembered.get(ports) ?? new WeakMap<object, ReadonlyMap<unknown, Known>>();
  remembered.set(ports, ofPorts);
  const before = ofPorts.get(model);
  const isKnown = ({ Id, Revision }: DataRecord) => before?.get(Id)?.revision === Revision;
  const fresh = reports.filter((report) => !isKnown(report)).map(({ Id }) => Id);
  const { items } =
    fresh.length > 0 ? await store.find({ entity: 'report', filter: among('Id', fresh) }) : { items: [] };
  const kept = new Map<unknown, Known>();
  for (const { Id } of reports.filter(isKnown)) kept.set(Id, before?.get(Id) as Known);
  const needs = new Map([...kept].map(([id, one]) => [id, one.needs]));
  for (const report of items) {
    const read = await needsOf(call, report);
    needs.set(report.Id, read);
    if ((await shownSetsOf(call, report)) !== undefined)
      kept.set(report.Id, { revision: report.Revision, needs: read });
  }
  if (fresh.length > 0 || kept.size !== before?.size) ofPorts.set(model, kept);
  return needs;
}
