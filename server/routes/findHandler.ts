import {
  type DataRecord,
  type FieldTree,
  type FilterTree,
  parseFields,
  parseListQuery,
  type RouteModel,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { isId } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { tagged } from '../http/respond.ts';
import { anId, listOf } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { authorize } from '../operations/authorize.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { allOf, among, pathsOf } from '../operations/filters.ts';
import { findRecords, streamAnswers } from '../operations/findRecords.ts';
import { type GuardedPath, guardedPaths, refuseHidden } from '../operations/guardedPaths.ts';
import { narrowPlan } from '../operations/narrowPlan.ts';
import type { OperationCall, RuntimeOfAll } from '../operations/OperationCall.ts';
import { offerOf } from '../operations/offerOf.ts';
import { partialWarnings, partlyListed } from '../operations/partlySeen.ts';
import { refuseUnknownOwner } from '../operations/refuseUnknownOwner.ts';
import { findingShipped } from '../operations/shippedTexts.ts';
import { idsIn } from '../operations/storedFields.ts';
import type { RecordQuery } from '../store/types.ts';
import { answeredFields, answeredNames } from './answeredFields.ts';
import { answerWhole } from './answerWhole.ts';
import { boundConditions } from './boundRecord.ts';
import { exportKind, exportList } from './exportList.ts';
import { askedGroups, type Groups, groupsAnswer, pathsOfGroups } from './groupedList.ts';
import { boundFields, type Served } from './Handler.ts';
import { cappedMark, countedAs } from './listTotal.ts';
import { nestPages, pageRequests, withinFilter } from './pageRequests.ts';

const rememberedQueries = 1000;
/** Longer queries rarely repeat, and caching a thousand of them would fill memory. */
const longestRemembered = 512;

/** `GET /product?page=…`: a page of records. */
export function findHandler(route: RouteModel, runtime: RuntimeOfAll): Served {
  const find = finder(route, runtime);
  if (route.method === 'GET') return { handle: (call) => find(call) };
  return taking(
    idsBody,
    (call, ids) =>
      find(
        call,
        ids.map((id) => id.toLowerCase()),
      ),
    { isProtocol: true },
  );
}

/** The body of a find by POST: a list of ids. */
const idsBody = listOf(anId);

function finder(route: RouteModel, runtime: RuntimeOfAll) {
  const plan = runtime.planOf(route.entity);
  const narrowed = route.through ? runtime.planOf(route.through.entity) : plan;
  const answered = answeredNames(route, plan);
  const read = askedReader(route, runtime);
  return async (call: ApiCall, ids?: readonly string[]): Promise<Response> => {
    const operation = operationCall(call);
    refuseLengths(route, call);
    const requests = route.requests && pageRequests(call);
    const asked = read(operation, call, requests?.[route.requests?.own ?? 0] ?? call.query());
    const offer = route.offered && (await offerOf(operation, route.offered, boundFields(route, call)));
    const bound = offer ? undefined : await boundFilter(route, runtime, call);
    refuseHidden(asked.guarded, call.session?.features);
    const query = findingShipped(operation, plan, asked.query);
    const filter = allOf([
      query.filter,
      bound,
      declaredFilter(route, call, operation, ids),
      await withinFilter(call, route, requests),
      offer?.filter,
      await operation.runtime.opens?.get(route.entity)?.filter(operation),
    ]);
    if (asked.groups)
      return groupsAnswer(operation, { route, filter, groups: asked.groups, bound: boundNames(route, call) });
    if (route.flag) return tagged({ [route.flag]: await isAny(call.runtime, route, filter) }, route.status);
    const partly = partlyListed(operation, { entity: route.entity, filter, bound: boundNames(route, call) });
    const kind = exportKind(call);
    if (kind) {
      if (plan.entity.policy.export) authorize(plan.entity.policy.export, call.session?.features);
      const notes = partialWarnings(operation, partly);
      const exported = { ...query, filter, only: undefined };
      return exportList({ call, operation, plan, answered, notes, query: exported }, kind);
    }
    const told = partly.length > 0 ? { IsPartial: true } : {};
    const all = filter === query.filter ? query : { ...query, filter };
    const finish: Listing['finish'] = async (by, items) => {
      const nested = { call, route, given: requests };
      const whole = route.requests?.with ? await nestPages(by, nested, items) : items;
      return whole.map((item) => answeredFields(asked.fields ?? answered, item));
    };
    const ifEmpty = async () => {
      const from = { call: operation, session: call.runtime.store };
      if (!offer) await refuseUnknownOwner(from, narrowed, boundFields(route, call));
      return offer?.none && query.filter === undefined ? { Reason: offer.none } : {};
    };
    if (!query.page)
      return wholeList({ call, route, operation, plan: asked.plan, query: all, finish, ifEmpty, told });
    const { items, total, isCapped } = await findRecords(operation, asked.plan, all, route);
    const more = total === 0 ? await ifEmpty() : {};
    const Items = await finish(operation, items);
    const counted = { TotalItems: total, ...cappedMark(isCapped) };
    return tagged(
      { Items, ...counted, ...told, ...(route.items ? { [route.items]: Items } : {}), ...more },
      route.status,
    );
  };
}

/**
 * Cached: the same lists are requested again and again, and parsing depends only on the model. The oldest go
 * first, since queries relative to a day or a person are not asked for ever.
 */
function askedReader(route: RouteModel, runtime: RuntimeOfAll) {
  const parsed = new Map<string, Asked>();
  return ({ zone, today }: OperationCall, call: ApiCall, params: URLSearchParams): Asked => {
    const me = idIfAsked(call);
    const day = namesPeriod.test(call.search) ? today : '';
    const key = `${zone} ${day} ${me ?? ''} ${call.search}`;
    const asked = parsed.get(key) ?? parse(route, { runtime, zone, me, today }, params);
    if (key.length <= longestRemembered) parsed.set(key, asked);
    if (parsed.size > rememberedQueries) parsed.delete(parsed.keys().next().value as string);
    return asked;
  };
}

type Listing = {
  readonly call: ApiCall;
  readonly route: RouteModel;
  readonly operation: OperationCall;
  readonly plan: EntityPlan;
  readonly query: RecordQuery;
  /** Turns records into answers of this list. */
  readonly finish: (by: OperationCall, items: readonly DataRecord[]) => Promise<readonly DataRecord[]>;
  /** Extra members of an empty answer; may throw a refusal. */
  readonly ifEmpty: () => Promise<DataRecord>;
  /** What it says of itself, however long it is. */
  readonly told: DataRecord;
};

function wholeList(listing: Listing): Promise<Response> {
  const { call, route, operation, plan, query, finish, ifEmpty, told } = listing;
  return answerWhole({
    ...{ call, told },
    status: route.status,
    named: route.items,
    ifEmpty,
    pieces: async function* (budgetOf) {
      const callOf = () => ({ ...operation, budget: budgetOf() });
      for await (const items of streamAnswers(callOf, plan, query, route)) yield finish(callOf(), items);
    },
  });
}

/** The fields whose values the address gives. */
const boundNames = ({ bind }: RouteModel, { params }: ApiCall): readonly string[] =>
  Object.entries(bind).flatMap(([parameter, field]) => (params[parameter] === undefined ? [] : [field]));

/** Refuses search texts that are too short or too long. */
function refuseLengths({ lengths }: RouteModel, call: ApiCall): void {
  for (const [name, [minimum, maximum]] of Object.entries(lengths)) {
    const found = [...call.query()].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
    const { length } = (call.params[name] ?? found ?? '').trim();
    if (length < minimum || length > maximum)
      throw refusals.badQuery({ message: 'query.length', params: { name, minimum, maximum } });
  }
}

type Asked = {
  readonly query: RecordQuery;
  /** How records become answers: complete, or only the requested fields. */
  readonly plan: EntityPlan;
  readonly guarded: readonly GuardedPath[];
  /** `$groups`: counts instead of records. */
  readonly groups?: Groups;
  /** `$fields`; absent: all fields of the list. */
  readonly fields?: FieldTree;
};

type Parsing = {
  readonly runtime: RuntimeOfAll;
  readonly zone: string;
  readonly me: string | undefined;
  readonly today: string;
};

/** A filter that may ask for the person who sends it; all other queries are parsed once for everyone. */
const namesMe = /(=|%2c|,|\+|%20|%22)me\b/i;
/** Periods relative to the person's day stand in conditions. */
const namesPeriod = /(\$|%24)where/i;
const idIfAsked = ({ search, session }: ApiCall) => (namesMe.test(search) ? session?.user.Id : undefined);

function parse(route: RouteModel, { runtime, ...reader }: Parsing, params: URLSearchParams): Asked {
  const { model, planOf } = runtime;
  const plan = planOf(route.entity);
  const { entity } = plan;
  const { query, problem } = parseListQuery(params, entity, { model, ...reader, pageSize: route.pageSize });
  if (problem) throw refusals.badQuery(problem);
  const asked = { entity: route.entity, ...query };
  const groups = askedGroups(entity, params, model);
  const grouped = { entity: route.entity, sort: pathsOfGroups(groups) };
  const fields = askedFields(route, plan, params);
  // Nested pages and rows need whole records.
  const isPlain = fields && !route.requests && !route.rows;
  const narrow = isPlain ? narrowPlan(plan, fields) : undefined;
  return {
    query: {
      ...{ ...asked, sort: query.sort.length > 0 ? query.sort : route.sort, only: narrow?.only },
      total: countedAs(params),
    },
    plan: narrow?.plan ?? plan,
    guarded: [asked, grouped].flatMap((read) => [
      ...guardedPaths(model, read),
      ...beyondAnswer(route, plan, read),
    ]),
    groups,
    fields,
  };
}

/** People who see only some fields of the records through this list may search and sort by those alone. */
function beyondAnswer(route: RouteModel, plan: EntityPlan, query: RecordQuery): readonly GuardedPath[] {
  const answered = answeredNames(route, plan);
  const { view } = plan.entity.policy;
  if (!answered || view.kind !== 'feature') return [];
  const paths = [...pathsOf(query.filter), ...(query.sort ?? []).map(({ path }) => path)];
  return paths
    .filter((path) => !answered.includes(path.split('.')[0] as string))
    .map((path) => ({ path, access: view }));
}

/** `$fields=Name,Brand.Name`: the fields the reader wants, among those the list answers. */
function askedFields(route: RouteModel, plan: EntityPlan, params: URLSearchParams): FieldTree | undefined {
  const texts = [...params].filter(([name]) => name.toLowerCase() === '$fields').map(([, text]) => text);
  if (texts.length === 0) return undefined;
  const { entity } = plan;
  const nested = route.requests?.with ? [route.requests.with.as] : [];
  const { fields, problem } = parseFields(texts, entity, nested);
  if (problem) throw refusals.badQuery(problem);
  const answered = answeredNames(route, plan);
  const beyond = answered && [...fields.keys()].find((name) => !answered.includes(name));
  if (beyond) throw refusals.badQuery({ message: 'query.field.unknown', params: { field: beyond } });
  return fields;
}

/** The filter of bound parameters: on the records themselves, or on records that refer to them. */
async function boundFilter(
  route: RouteModel,
  { planOf }: RuntimeOfAll,
  call: ApiCall,
): Promise<FilterTree | undefined> {
  if (!route.through) return boundConditions(route, call);
  const { entity, field } = route.through;
  const bound = boundConditions(route, call, entity);
  authorize(planOf(entity).entity.policy.view, call.session?.features);
  const ids = new Set<string>();
  for await (const items of call.runtime.store.stream({ entity, filter: bound, only: [field] }))
    for (const item of items) for (const id of idsIn(item[field])) ids.add(id);
  return among('Id', [...ids]);
}

/** The condition that the route declares. */
export function declaredFilter(
  route: RouteModel,
  call: ApiCall,
  operation: ReturnType<typeof operationCall>,
  body?: readonly unknown[],
): FilterTree | undefined {
  return route.where?.bind({ root: undefined, vars: whereVars(route, call, operation, body) });
}

async function isAny({ store }: ApiCall['runtime'], { entity }: RouteModel, filter: FilterTree | undefined) {
  const { items } = await store.find({ entity, filter, page: { number: 1, size: 1 } });
  return items.length > 0;
}

function whereVars(
  route: RouteModel,
  call: ApiCall,
  { user, today, now }: ReturnType<typeof operationCall>,
  body: readonly unknown[] | undefined,
): Record<string, unknown> {
  const lists = route.lists.map((name) => [name, listNamed(name, call)]);
  const query = { ...Object.fromEntries(call.query()), ...Object.fromEntries(lists), ...call.params, body };
  return { query, user, today, now };
}

/** `productIds=a&productIds=b,c`; the name is case-insensitive. */
function listNamed(name: string, call: ApiCall): readonly string[] {
  const given = [...call.query()].filter(([key]) => key.toLowerCase() === name.toLowerCase());
  return given
    .flatMap(([, value]) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .map((value) => (isId(value) ? value.toLowerCase() : value));
}
