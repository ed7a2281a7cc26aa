import { QueryClient } from '@tanstack/react-query';
import {
  accessOfRoute,
  type DataRecord,
  type EntityModel,
  type Model,
  type OptionsRequest,
  type RouteModel,
  readingRoute,
} from '#engine';
import { isConnectionLost } from './ApiError.ts';
import { allows } from './allows.ts';

/** A page of records; of choices for a reference `Reason` says why there are none. */
export type Page = {
  readonly Items: readonly DataRecord[];
  readonly TotalItems: number;
  /** Counted are only the records that the person may see. */
  readonly IsPartial?: boolean;
  readonly Reason?: string;
};

/** Keys of what the server has answered, so that a change finds what it touches. */
export const keys = {
  /** One record: invalidated when it changes. */
  record: (entity: string, id: string) => ['record', entity, id] as const,
  /** A list or its choices; `path` with its query string. */
  list: (entity: string, path: string) => ['list', entity, path] as const,
  preference: (key: string) => ['preference', key] as const,
};

/** The cache of answers. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // What the browser thinks of the network says nothing of this server.
        networkMode: 'always',
        retry: (count, error) => count < 2 && isConnectionLost(error),
        retryDelay: (count) => 400 * 2 ** count,
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Where a record of this entity is read from a page with these parameters; undefined where no route gives it. */
export function recordPath(
  model: Model,
  entity: string,
  id: string,
  place: Readonly<Record<string, string | undefined>> = {},
  features?: readonly string[],
): string | undefined {
  const mayCall = (route: RouteModel) => !features || allows(accessOfRoute(model, route), features);
  const route = readingRoute(model, entity, Object.keys(place), mayCall);
  const path = route && fillParameters(route, { ...place, [route.idParameter ?? '']: id });
  // A screen asks for the lists it shows one by one, when it shows them.
  return path && route.include.length > 0 ? `${path}?include=` : path;
}

/** The list route a path of a declaration means, whatever its parameters are called. */
export function findRoute(model: Model, path: string): RouteModel | undefined {
  const wanted = shapeOf(path);
  return model.routes.find((route) => isList(route) && shapeOf(route.path) === wanted);
}

/** A list that is asked for by its address; one that takes a body has callers of its own. */
const isList = ({ operation, method }: RouteModel) => operation === 'find' && method === 'GET';

const listsOf = (model: Model, entity: string) => routesOf(model, entity, 'find').filter(isList);

const shapeOf = (path: string): string =>
  path
    .replace(/\{[^}]*\}/g, '{}')
    .replace(/\/$/, '')
    .toLowerCase();

/** The list route of an entity that needs nothing but a query; rather one that asks for no right of its own. */
export function findPath(model: Model, entity: string): string | undefined {
  const open = listsOf(model, entity).filter(
    ({ path, lengths, any }) => !any && !/\{\w+\}/.test(path) && Object.keys(lengths).length === 0,
  );
  const found = open.find(({ access }) => access === undefined) ?? open[0];
  return found && fillParameters(found, {});
}

/** The path of all records that belong to an owner; undefined where no route lists them. */
export function ownedPath(model: Model, { id, owner }: EntityModel, ownerId: string): string | undefined {
  const name = owner?.name ?? '';
  const bound = listsOf(model, id).find(
    ({ bind, through, offered }) =>
      !through && !offered && Object.keys(bind).length === 1 && Object.values(bind)[0] === name,
  );
  if (bound) {
    const values = Object.fromEntries(Object.keys(bound.bind).map((parameter) => [parameter, ownerId]));
    return fillParameters(bound, values);
  }
  const open = findPath(model, id);
  const filter = `FilterProperty=${name}&FilterOperator=eq&FilterValue=${encodeURIComponent(ownerId)}`;
  return open && `${open}?${filter}`;
}

/**
 * The path that lists what other records refer to, filled with what they share with this record; undefined where no
 * route says so, or where the record does not yet.
 */
export function throughPath(
  model: Model,
  { entity, through }: Pick<OptionsRequest, 'entity' | 'through'>,
  record: DataRecord,
): string | undefined {
  if (!through) return undefined;
  const route = listsOf(model, entity).find(
    (each) =>
      each.through?.entity === through.entity &&
      each.through.field === through.field &&
      Object.values(each.bind).every((field) => through.by[field] !== undefined),
  );
  const values = Object.entries(route?.bind ?? {}).map(([name, field]) => {
    const path = `/${through.by[field]}`.replaceAll('.', '/');
    return [name, valueAt(record, path)] as const;
  });
  if (!route || values.some(([, value]) => typeof value !== 'string')) return undefined;
  return fillParameters(route, Object.fromEntries(values) as Record<string, string>);
}

/** The value at a JSON pointer of a record. */
export function valueAt(record: DataRecord, path: string): unknown {
  let value: unknown = record;
  for (const step of path.split('/').slice(1)) value = (value as DataRecord | undefined)?.[step];
  return value;
}

function routesOf(model: Model, entity: string, operation: RouteModel['operation']): readonly RouteModel[] {
  return model.routes.filter((route) => route.entity === entity && route.operation === operation);
}

function fillParameters(route: RouteModel, values: Readonly<Record<string, string | undefined>>): string {
  return route.path
    .replace(/\{(\w+)\??\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
    .replace(/\/+$/, '');
}
