/** Bodies that are records of an entity, or a part of one: held to its names and types, and shown as its schema. */
import type { DataRecord, EntityModel, Model, RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { inputSchema, type Schema, valueSchema, type Writing } from '../http/fieldSchemas.ts';
import type { Takes } from '../http/Takes.ts';
import { heldRecord, recordOf } from '../operations/heldRecord.ts';

type Json = Takes & { readonly kind: 'json' };

/** A record as the route writes it; the schema of a plain one is named by the entity. */
export function recordTakes(model: Model, route: RouteModel, writing: Writing): Json {
  const entity = model.entities.get(route.entity) as EntityModel;
  return {
    kind: 'json',
    schema: () => recordSchema(model, route, writing),
    hold: (call, body) => heldRecord(call, entity, body, route.body),
  };
}

/** The body of an update as its route takes it: a record, one bare value, or nothing where the path says it all. */
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

/** What is entered so far of a record of the entity that the path names: its names are checked, its values are not. */
export const unfinishedRecord = (entityOf: (call: ApiCall) => EntityModel): Json => ({
  kind: 'json',
  schema: { type: 'object', additionalProperties: true },
  hold: (call, body) => recordOf(call, entityOf(call), body),
});

/** Nothing at all is not the same as null, which takes the value away. */
function heldValue(call: ApiCall, entity: EntityModel, field: string, body: unknown): DataRecord {
  if (body === undefined) throw refusals.bodyMissing();
  const isList = entity.fieldByPath.get(field)?.kind === 'rows';
  if (isList && body !== null && !Array.isArray(body)) throw refusals.bodyNotList();
  return heldRecord(call, entity, { [field]: body });
}

/** The record that the door has held the body to. */
export const sentRecord = ({ body }: ApiCall): DataRecord => (body ?? {}) as DataRecord;

function recordSchema(model: Model, route: RouteModel, writing: Writing): Schema {
  if (isPlain(route)) return { $ref: `#/components/schemas/${route.entity}.${schemaName(writing)}` };
  const entity = model.entities.get(route.entity) as EntityModel;
  const bound = [...Object.values(route.bind), ...Object.keys(route.set ?? {})];
  const included = includedNames(model, route.entity);
  return inputSchema(model, entity, { only: route.fields, names: route.body, bound, included, ...writing });
}

/** All fields, under their own names: the schema of the entity says it. */
const isPlain = ({ fields, body, bind }: RouteModel): boolean =>
  !fields && !body && Object.keys(bind).length === 0;

function schemaName({ kind, needsId }: Writing): string {
  if (kind === 'create') return 'create';
  return needsId ? 'update' : 'change';
}

const namesByModel = new WeakMap<Model, ReadonlyMap<string, readonly string[]>>();

/** Lists of other records that answers about an entity carry, and that come back with them. */
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
