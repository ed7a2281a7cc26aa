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
import { allows } from './allows.ts';

/** A page of records; `Reason` says why a reference has no choices. */
export type Page = {
  readonly Items: readonly DataRecord[];
  readonly TotalItems: number;
  /** There are more than `TotalItems`. */
  readonly IsTotalCapped?: boolean;
  /** Only the records that the person may see are counted. */
  readonly IsPartial?: boolean;
  readonly Reason?: string;
};

/** Query keys, by which a change invalidates what it affects. */
export const keys = {
  /** One record. */
  record: (entity: string, id: string) => ['record', entity, id] as const,
  /** A list or its choices; `path` includes the query string. */
  list: (entity: string, path: string) => ['list', entity, path] as const,
  preference: (key: string) => ['preference', key] as const,
};

/** Creates the query cache. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // The browser's online state says nothing about this server.
        networkMode: 'always',
        // The client of the API repeats what got no answer.
        retry: false,
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** The path of a record, with these route parameters; undefined if no route provides it. */
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
  // Skip included lists: a screen requests each one when it shows it.
  return path && route.include.length > 0 ? `${path}?include=` : path;
}

/** Whether these features may use a list call; one without a route is left to the server. */
export function mayList(model: Model, path: string, features: readonly string[]): boolean {
  const route = findRoute(model, path);
  return !route || allows(accessOfRoute(model, route), features);
}

/** The list route that matches a declared path, ignoring parameter names. */
export function findRoute(model: Model, path: string): RouteModel | undefined {
  const wanted = shapeOf(path);
  return model.routes.find((route) => isList(route) && shapeOf(route.path) === wanted);
}

/** A list read by GET; lists that take a body have their own callers. */
const isList = ({ operation, method }: RouteModel) => operation === 'find' && method === 'GET';

const listsOf = (model: Model, entity: string) => routesOf(model, entity, 'find').filter(isList);

const shapeOf = (path: string): string =>
  path
    .replace(/\{[^}]*\}/g, '{}')
    .replace(/\/$/, '')
    .toLowerCase();

/** A list route of an entity without parameters, preferably one without access of its own. */
export function findPath(model: Model, entity: string): string | undefined {
  const open = listsOf(model, entity).filter(
    ({ path, lengths, any }) => !any && !/\{\w+\}/.test(path) && Object.keys(lengths).length === 0,
  );
  const found = open.find(({ access }) => access === undefined) ?? open[0];
  return found && fillParameters(found, {});
}

/** The path of all records of an owner; undefined if no route lists them. */
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
 * The path that lists referenced records, filled from what they share with this record; undefined if there is
 * no such route or the record lacks a value.
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

/** The value at a JSON pointer. */
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
