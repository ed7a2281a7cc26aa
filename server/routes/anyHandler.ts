/** Routes for a record of any entity with a shared part: determines the entity and calls its handler. */
import { accessOfRoute, type DataRecord, type EntityModel, ownRoute, type RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { isId } from '../http/Endpoint.ts';
import { member } from '../http/member.ts';
import { json, tagged } from '../http/respond.ts';
import type { Takes } from '../http/Takes.ts';
import { authorize } from '../operations/authorize.ts';
import { isObject } from '../operations/heldRecord.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { type Handler, type MakeHandler, type Served, servedBy } from './Handler.ts';
import { sentRecord } from './recordTakes.ts';

type Kind = {
  readonly entity: EntityModel;
  readonly route: RouteModel;
  readonly served: Served;
  /** The discriminator value. */
  readonly value: string;
  /** The object that holds the entity's own fields, and their names. */
  readonly block?: string;
  readonly own: readonly string[];
};

/** `GET /profile/{id}`, `PUT /profile`: each entity answers as on its own paths. */
export function anyHandler(route: RouteModel, runtime: RuntimeOfAll, make: MakeHandler): Served {
  const kinds = kindsOf(route, runtime, make);
  const writes = route.operation === 'create' || route.operation === 'update';
  const handle: Handler = async (call) => {
    const body = writes ? sentRecord(call) : undefined;
    const kind = await kindOf(kinds, route, call, body);
    authorize(accessOfRoute(runtime.model, kind.route), call.session?.features);
    const response = await kind.served.handle(kindCall(call, route, kind, body));
    return route.operation === 'find' ? response : withBlock(kind, response);
  };
  return writes ? { takes: someRecord, handle } : { handle };
}

/** Only the content tells the entity; its own names and types are checked afterwards. */
const someRecord: Takes = {
  kind: 'json',
  schema: { type: 'object', additionalProperties: true },
};

function kindsOf(route: RouteModel, runtime: RuntimeOfAll, make: MakeHandler): readonly Kind[] {
  const { part = '', by = '' } = route.any ?? {};
  const entities = [...runtime.model.entities.values()].filter(
    ({ parts }) => parts[part]?.[by] !== undefined,
  );
  const [first, ...others] = entities.map(({ fields }) => new Set(fields.map(({ name }) => name)));
  const common = new Set([...(first ?? [])].filter((name) => others.every((names) => names.has(name))));
  return entities.map((entity) => {
    const lists = route.operation === 'get' ? listsOf(runtime, entity) : [];
    const access = ownRoute(runtime.model, entity, route)?.access;
    const own = { ...route, entity: entity.id, any: undefined, access, include: lists };
    const fields = entity.fields.filter(({ name }) => !common.has(name));
    const expanded = fields.flatMap(({ expand }) => (expand ? [expand.as] : []));
    return {
      entity,
      route: own,
      served: servedBy(make(own, runtime)),
      value: entity.parts[part]?.[by] ?? '',
      block: entity.parts[part]?.block,
      own: [...fields.map(({ name }) => name), ...expanded, ...lists.map(({ name }) => name)],
    };
  });
}

/** The included lists of the entity's own path. */
function listsOf({ model }: RuntimeOfAll, { id }: EntityModel): RouteModel['include'] {
  const own = model.routes.filter(
    ({ operation, entity, any }) => operation === 'get' && entity === id && !any,
  );
  return own.find(({ include }) => include.length > 0)?.include ?? [];
}

async function kindOf(
  kinds: readonly Kind[],
  route: RouteModel,
  call: ApiCall,
  body: DataRecord | undefined,
): Promise<Kind> {
  const id = call.params[route.idParameter ?? ''] ?? (route.operation === 'update' ? idIn(body) : undefined);
  if (id !== undefined) return byId(kinds, call, id);
  const named = body ? valueIn(body, route, kinds) : askedValue(call, route);
  const kind = kinds.find(({ value }) => value === named);
  if (!kind) throw refusals.kindMissing({ params: { field: route.any?.by ?? '' } });
  return kind;
}

async function byId(kinds: readonly Kind[], { runtime }: ApiCall, id: string): Promise<Kind> {
  for (const kind of isId(id) ? kinds : []) if (await runtime.store.get(kind.entity.id, id)) return kind;
  throw refusals.noSuchRecord({ params: { entity: kinds[0]?.entity.title ?? '', id } });
}

const idIn = (body: DataRecord | undefined): string => plain(member(body ?? {}, 'Id')).toLowerCase();

/** No schema holds the body before its kind is known: anything but a text or a number names nothing. */
const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** By the discriminator field, or by the block present. */
function valueIn(body: DataRecord, route: RouteModel, kinds: readonly Kind[]): string {
  const value = member(body, route.any?.by ?? '');
  if (value !== undefined && value !== null) return plain(value);
  return kinds.find(({ block }) => block !== undefined && isObject(member(body, block)))?.value ?? '';
}

/** The discriminator value in the call's filter. */
function askedValue(call: ApiCall, route: RouteModel): string {
  const at = filterAt(call.query(), route);
  return at < 0 ? '' : (valuesOf(call.query(), 'filtervalue')[at] ?? '');
}

function filterAt(query: URLSearchParams, route: RouteModel): number {
  const by = route.any?.by.toLowerCase();
  return valuesOf(query, 'filterproperty').findIndex((path) => path.toLowerCase() === by);
}

const valuesOf = (query: URLSearchParams, name: string): readonly string[] =>
  [...query].filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);

/** The call as the entity's own path would receive it. */
function kindCall(call: ApiCall, route: RouteModel, kind: Kind, body: DataRecord | undefined): ApiCall {
  if (body) {
    const { block = '' } = kind;
    const inner = member(body, block);
    const key = Object.keys(body).find((name) => name.toLowerCase() === block.toLowerCase());
    const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
    const { Id: _, ...own } = (isObject(inner) ? inner : {}) as DataRecord;
    const whole = { ...rest, ...own };
    const { takes } = kind.served;
    return { ...call, body: takes?.kind === 'json' && takes.hold ? takes.hold(call, whole) : whole };
  }
  if (route.operation !== 'find') return call;
  const query = withoutFilter(call.query(), filterAt(call.query(), route));
  return { ...call, search: query.toString(), query: () => query };
}

function withoutFilter(query: URLSearchParams, at: number): URLSearchParams {
  const seen: Record<string, number> = {};
  const kept = [...query].filter(([key]) => {
    const name = key.toLowerCase();
    const index = seen[name] ?? 0;
    seen[name] = index + 1;
    return !(name.startsWith('filter') && index === at);
  });
  return new URLSearchParams(kept);
}

/** Repeats the entity's own fields in its block of the answer. */
async function withBlock({ block, own }: Kind, response: Response): Promise<Response> {
  if (!block || !response.headers.get('content-type')?.includes('json')) return response;
  const answer = (await response.json()) as DataRecord;
  const fields = own.filter((name) => name in answer).map((name) => [name, answer[name]]);
  const body = { ...answer, [block]: { Id: answer.Id, ...Object.fromEntries(fields) } };
  if (response.status === 200 && response.headers.get('cache-control')?.includes('no-cache'))
    return tagged(body, 200, answer.Revision);
  const location = response.headers.get('location');
  return json(body, response.status, location ? { location } : {});
}
