/** An address for every GET of the API, with ids that the seed has. */
import type { DataRecord, RouteModel } from '#engine';
import { createApiInForce } from '../../../server/createApiInForce.ts';
import type { Endpoint } from '../../../server/http/Endpoint.ts';
import { defaultSettings } from '../../../server/ports/ports.ts';
import { extensions } from '../../support/extensions.ts';
import { model, type Running } from './startApp.ts';

/** Every call the server answers, no matter who declared it. */
export function liveEndpoints(
  { models, store }: Running,
  ports: Parameters<typeof createApiInForce>[0]['ports'],
) {
  return createApiInForce({ models, store, ports, extensions, settings: defaultSettings })().endpoints;
}

export type Sought = { readonly path: string; readonly address: string | undefined };

/** The paths of OpenAPI with an address each; undefined where the seed has no fitting record. */
export async function getAddresses(
  { store }: Running,
  endpoints: readonly Endpoint[],
  fixed: Readonly<Record<string, string>>,
): Promise<readonly Sought[]> {
  const gets = endpoints.filter(({ method }) => method === 'GET');
  const found: Sought[] = [];
  for (const { path } of gets) {
    const route = model.routes.find((one) => one.method === 'GET' && one.path === path);
    found.push({ path, address: fixed[path] ?? (route ? await addressOf(store, route) : plain(path)) });
  }
  return found;
}

/** Of one declared call; undefined where the seed has no fitting record. */
export async function addressOf(store: Running['store'], route: RouteModel): Promise<string | undefined> {
  if (!route.path.includes('{')) return route.path;
  const bound = route.through ?? route.offered;
  const entity = bound?.entity ?? (model.entities.has(route.entity) ? route.entity : undefined);
  if (!entity) return filled(route, { Id: model.lookups.get(route.entity)?.items[0]?.Id });
  const needed = [...Object.values(route.bind), ...(bound ? [bound.field] : [])];
  const { items } = await store.find({ entity });
  const fit = items.filter((item) => needed.every((name) => isThere(item[name])));
  const rule = route.rule && fit.find((item) => isThere(item[route.rule ?? '']));
  const record = rule || fit[0];
  return record && filled(route, record);
}

const isThere = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

const plain = (path: string): string | undefined => (path.includes('{') ? undefined : path);

/** Parameters from the record: its id, its fields, and fields with the name of the parameter. */
function filled(route: RouteModel, record: DataRecord): string | undefined {
  let isWhole = true;
  const address = route.path.replace(/\/?\{(\w+)(\??)\}/g, (_, name: string, optional: string) => {
    const field = route.bind[name] ?? (name === route.idParameter ? 'Id' : fieldNamed(record, name));
    const value = record[field ?? ''];
    if (!isThere(value) && optional === '') isWhole = false;
    return isThere(value) ? `/${encodeURIComponent(String(value))}` : '';
  });
  return isWhole ? address : undefined;
}

function fieldNamed(record: DataRecord, name: string): string | undefined {
  const named = Object.keys(record).find((key) => key.toLowerCase() === name.toLowerCase());
  return named ?? (name.toLowerCase() === 'id' ? 'Id' : undefined);
}
