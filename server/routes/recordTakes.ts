/** Bodies that are records or parts of one: checked by name and type, and documented by their schema. */
import type { DataRecord, EntityModel, Model, RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { inputSchema, type Schema, valueSchema, type Writing } from '../http/fieldSchemas.ts';
import type { Takes } from '../http/Takes.ts';
import { heldRecord, recordOf } from '../operations/heldRecord.ts';

type Json = Takes & { readonly kind: 'json' };

/** A record as the route writes it; a plain record uses the entity's named schema. */
export function recordTakes(model: Model, route: RouteModel, writing: Writing): Json {
  const entity = model.entities.get(route.entity) as EntityModel;
  return {
    kind: 'json',
    schema: () => recordSchema(model, route, writing),
    hold: (call, body) => heldRecord(call, entity, body, route.body),
  };
}

/** The body of an update: a record, a bare value, or nothing when the path says everything. */
export function updateTakes(model: Model, route: RouteModel): Json {
  const entity = model.entities.get(route.entity) as EntityModel;
  const field = entity.fieldByPath.get(route.bodyField ?? '');
  const needsId = route.idParameter === undefined && !Object.values(route.body ?? {}).includes('Id');
  const own = recordTakes(model, route, { kind: 'update', needsId });
  if (field)
    return {
      kind: 'json',
      schema: () => valueSchema(model, field),
      hold: (call, body) => heldValue(call, entity, field.path, body),
    };
  return route.set && route.fields?.length === 0 && !needsId ? { ...own, isOptional: true } : own;
}

/** A partly entered record of the entity in the path: names are checked, values are not. */
export const unfinishedRecord = (entityOf: (call: ApiCall) => EntityModel): Json => ({
  kind: 'json',
  schema: { type: 'object', additionalProperties: true },
  hold: (call, body) => recordOf(call, entityOf(call), body),
});

/** A missing body differs from null, which clears the value. */
function heldValue(call: ApiCall, entity: EntityModel, field: string, body: unknown): DataRecord {
  if (body === undefined) throw refusals.bodyMissing();
  const isList = entity.fieldByPath.get(field)?.kind === 'rows';
  if (isList && body !== null && !Array.isArray(body)) throw refusals.bodyNotList();
  return heldRecord(call, entity, { [field]: body });
}

/** The record in the body, already checked by its schema. */
export const sentRecord = ({ body }: ApiCall): DataRecord => (body ?? {}) as DataRecord;

/** What `hold` made of the body of a call that creates several records. */
export const sentItems = <Item>({ body }: ApiCall): readonly Item[] => body as readonly Item[];

function recordSchema(model: Model, route: RouteModel, writing: Writing): Schema {
  if (isPlain(route)) return { $ref: `#/components/schemas/${route.entity}.${schemaName(writing)}` };
  const entity = model.entities.get(route.entity) as EntityModel;
  const bound = [...Object.values(route.bind), ...Object.keys(route.set ?? {})];
  const included = includedNames(model, route.entity);
  const schema = inputSchema(model, entity, {
    ...{ only: route.fields, names: route.body, bound, included },
    ...writing,
  });
  return route.each === undefined ? schema : withListOf(schema, route.each);
}

/** Items of one call that creates a record for each. */
export const mostOfEach = 500;

function withListOf(schema: Schema, each: string): Schema {
  const properties = schema.properties as Readonly<Record<string, Schema>>;
  const list = { type: 'array', items: properties[each], minItems: 1, maxItems: mostOfEach };
  const examples = (schema.examples as readonly DataRecord[] | undefined)?.map((example) => ({
    ...example,
    ...(example[each] !== undefined && { [each]: [example[each]] }),
  }));
  return { ...schema, properties: { ...properties, [each]: list }, ...(examples && { examples }) };
}

/** All fields under their own names, so the entity's schema applies. */
const isPlain = ({ fields, body, bind, each }: RouteModel): boolean =>
  !fields && !body && each === undefined && Object.keys(bind).length === 0;

function schemaName({ kind, needsId }: Writing): string {
  if (kind === 'create') return 'create';
  return needsId ? 'update' : 'change';
}

const namesByModel = new WeakMap<Model, ReadonlyMap<string, readonly string[]>>();

/** Included lists of other records in answers about an entity, which clients send back. */
export function includedNames(model: Model, entity: string): readonly string[] {
  const names = namesByModel.get(model) ?? gatherNames(model);
  namesByModel.set(model, names);
  return names.get(entity) ?? [];
}

function gatherNames({ routes }: Model): ReadonlyMap<string, readonly string[]> {
  const gathered = new Map<string, Set<string>>();
  for (const { entity, include } of routes) {
    const names = gathered.get(entity) ?? new Set();
    gathered.set(entity, names);
    for (const { name, within } of include) if (within === undefined) names.add(name);
  }
  return new Map([...gathered].map(([entity, names]) => [entity, [...names]]));
}
