/** Maps a request body to a record of an entity: field names, and values of each field's type. */
import { type DataRecord, type EntityModel, normaliseInput, wrongTypes } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { OperationCall } from './OperationCall.ts';

type From = Pick<OperationCall, 'runtime'>;
type Names = Readonly<Record<string, string>>;

/** Nobody reads more, and each one costs a message lookup. */
const mostNamed = 20;

/** Refuses values of the wrong type, which no rule could handle. */
export function heldRecord(from: From, entity: EntityModel, body: unknown, names?: Names): DataRecord {
  const record = recordOf(from, entity, body, names);
  const { Id } = record;
  if (Id !== undefined && Id !== null && typeof Id !== 'string')
    throw refusals.badId({ params: { value: JSON.stringify(Id) } });
  refuseWrongTypes(from, entity, record);
  return record;
}

/** For a record nested in a body, such as one that is only tried: findings are placed below `at`. */
export function refuseWrongTypes({ runtime }: From, entity: EntityModel, record: DataRecord, at = ''): void {
  const issues = wrongTypes(entity, record, runtime).map((issue) => ({ ...issue, path: at + issue.path }));
  if (issues.length > 0) throw refusals.invalid({ issues, entity: entity.id });
}

/** Refuses unknown members by name; members with aliases are mapped to their fields. */
export function recordOf(
  { runtime }: From,
  entity: EntityModel,
  body: unknown,
  names: Names = {},
): DataRecord {
  if (!isObject(body)) throw refusals.bodyNotObject();
  const { record, unknown } = normaliseInput(entity, withFieldNames(body, names));
  const { included } = runtime.planOf(entity.id);
  const refused = unknown.filter((name) => !included.has(name.toLowerCase()));
  if (refused.length > 0) throw refusals.unknownFields({ params: { names: refused.slice(0, mostNamed) } });
  return record;
}

/** Renames aliased members to the fields they are written to. */
function withFieldNames(body: DataRecord, names: Names): DataRecord {
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

export function isObject(value: unknown): value is DataRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
