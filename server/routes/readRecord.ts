import { type DataRecord, type EntityModel, normaliseInput, type RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { isId } from '../http/Endpoint.ts';
import { revisionOfTag } from '../http/entityTag.ts';
import { member } from '../http/member.ts';
import { readBody } from '../http/readBody.ts';
import type { Sequence } from '../operations/createSequences.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';

/** The body as a record of the entity, under the names the entity uses; unknown fields are refused by name. */
export async function readRecord(
  call: ApiCall,
  entity: EntityModel,
  names: Readonly<Record<string, string>> = {},
): Promise<DataRecord> {
  const body = await readBody(call.request, call.runtime.model.settings.bodyLimitBytes);
  return recordOf(call, entity, body, names);
}

/** Nobody reads more, and each is looked up as a message. */
const mostNamed = 20;

/** What was sent as a record of the entity, however it came. */
export function recordOf(
  call: ApiCall,
  entity: EntityModel,
  body: unknown,
  names: Readonly<Record<string, string>> = {},
): DataRecord {
  if (!isObject(body)) throw refusals.bodyNotObject();
  const { record, unknown } = normaliseInput(entity, withFieldNames(body, names));
  const { included } = call.runtime.planOf(entity.id);
  const refused = unknown.filter((name) => !included.has(name.toLowerCase()));
  if (refused.length > 0) throw refusals.unknownFields({ params: { names: refused.slice(0, mostNamed) } });
  return record;
}

/** Members of the body under the fields they are written to. */
function withFieldNames(body: DataRecord, names: Readonly<Record<string, string>>): DataRecord {
  const found = Object.entries(names).flatMap(([name, field]) => {
    const key = Object.keys(body).find((one) => one.toLowerCase() === name.toLowerCase());
    return key === undefined ? [] : [{ key, field }];
  });
  if (found.length === 0) return body;
  const taken = new Set(found.map(({ key }) => key));
  const rest = Object.entries(body).filter(([key]) => !taken.has(key));
  return {
    ...Object.fromEntries(rest),
    ...Object.fromEntries(found.map(({ key, field }) => [field, body[key]])),
  };
}

/** The body of an update as its route takes it; where the route sets everything itself, it is accepted and ignored. */
export async function readBodyRecord(
  call: ApiCall,
  { method, set, fields, body: names, bodyField }: RouteModel,
  { entity }: EntityPlan,
): Promise<DataRecord> {
  if (method === 'DELETE') return {};
  if (bodyField === undefined && !(set && fields?.length === 0)) return readRecord(call, entity, names);
  const body = await readBody(call.request, call.runtime.model.settings.bodyLimitBytes);
  if (bodyField === undefined)
    return isObject(body) ? { Id: member(body, 'Id'), Revision: member(body, 'Revision') } : {};
  // Nothing at all is not the same as null, which takes the value away.
  if (body === undefined) throw refusals.bodyMissing();
  const isList = entity.fieldByPath.get(bodyField)?.kind === 'rows';
  if (isList && body !== null && !Array.isArray(body)) throw refusals.bodyNotList();
  return normaliseInput(entity, { [bodyField]: body }).record;
}

/** The record a write is about: named by the path, else by the body's `Id`. */
export function recordId(call: ApiCall, parameter: string | undefined, record: DataRecord): string {
  const named = parameter === undefined ? undefined : call.params[parameter];
  if (named !== undefined) return named;
  if (record.Id === undefined || record.Id === null || record.Id === '') throw refusals.idMissing();
  if (!isId(record.Id)) throw refusals.badId({ params: { value: JSON.stringify(record.Id) } });
  return record.Id.toLowerCase();
}

/** The revision the caller has read: `If-Match: "3"`, or the tag of an answer, else the body's `Revision`; undefined when it says neither. */
export function readRevision(call: ApiCall, record: DataRecord = {}): number | undefined {
  const header = call.request.headers.get('if-match');
  if (header !== null && header.trim() !== '*') {
    const revision = revisionOfTag(header);
    if (revision === undefined) throw refusals.badRevision({ params: { value: header } });
    return revision;
  }
  const { Revision: revision } = record;
  if (revision === undefined || revision === null) return undefined;
  if (!Number.isSafeInteger(revision))
    throw refusals.badRevision({ params: { value: JSON.stringify(revision) } });
  return revision as number;
}

/** `X-Sequence: <who counts> <number>`: the order in which a client has made its calls about one record. */
export function readSequence(call: ApiCall, record: string): Sequence | undefined {
  const header = /^\s*([\w-]{1,64}) +(\d{1,15})\s*$/.exec(call.request.headers.get('x-sequence') ?? '');
  if (!header) return undefined;
  return { of: `${call.session?.id} ${header[1]} ${record}`, number: Number(header[2]) };
}

export function isObject(value: unknown): value is DataRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
