/** Checks bodies against what the endpoint takes, before any handler sees them. */
import { compileSchema, failureIssue, type SchemaFailure } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from './ApiCall.ts';
import type { Schema } from './fieldSchemas.ts';
import { foldFailures } from './foldFailures.ts';
import { namesInBody } from './namesInBody.ts';
import { readBody } from './readBody.ts';
import { schemaOf, type Takes } from './Takes.ts';

type Json = Takes & { readonly kind: 'json' };

/** The checked body; undefined when the handler reads a stream. */
export async function takeBody(takes: Takes, call: ApiCall): Promise<unknown> {
  if (call.method === 'GET' || call.method === 'HEAD') return undefined;
  // The path of a DELETE says everything; its body is ignored.
  if (takes.kind === 'nothing') return call.method === 'DELETE' ? undefined : refuseAny(await bodyOf(call));
  if (takes.kind === 'json') return holdJson(takes, call);
  return takes.json && !isForm(call) ? holdJson(takes.json, call) : undefined;
}

async function holdJson(takes: Json, call: ApiCall): Promise<unknown> {
  const given = await bodyOf(call, takes.limit);
  const body = given === undefined && takes.isOptional ? {} : given;
  if (takes.hold) return takes.hold(call, body);
  if (body === undefined) throw refusals.bodyMissing();
  return holdTo(schemaOf(takes), body, takes.isProtocol ? refusals.malformed : refusals.invalid);
}

/** Renames a value's members to its schema and refuses it when it does not match. */
export function holdTo(schema: Schema, value: unknown, wrong = refusals.invalid): unknown {
  if (schema.type === 'object' && !isObject(value)) throw refusals.bodyNotObject();
  if (schema.type === 'array' && !Array.isArray(value)) throw refusals.bodyNotList();
  const { body, unknown } = namesInBody(schema, value);
  if (unknown.length > 0) throw refusals.unknownFields({ params: { names: unknown.slice(0, mostNamed) } });
  const failures = foldFailures(checkOf(schema)(body));
  if (failures.length > 0) throw wrong({ issues: failures.map(issueOf) });
  return body;
}

/** Nobody reads more. */
const mostNamed = 20;

const bodyOf = ({ request, runtime }: ApiCall, limit = runtime.model.settings.bodyLimitBytes) =>
  readBody(request, limit);

/** A body that is ignored must not look as if it had an effect. */
function refuseAny(body: unknown): undefined {
  if (body === undefined || body === null) return undefined;
  if (!isObject(body)) throw refusals.bodyNotObject();
  const names = Object.keys(body);
  if (names.length > 0) throw refusals.unknownFields({ params: { names: names.slice(0, mostNamed) } });
  return undefined;
}

function isForm({ request }: ApiCall): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Check = (value: unknown) => readonly SchemaFailure[];

/** Schemas are constants, so each is compiled once, on first use. */
const checks = new WeakMap<Schema, Check>();

function checkOf(schema: Schema): Check {
  const known = checks.get(schema) ?? compileSchema(schema);
  checks.set(schema, known);
  return known;
}

/** A missing member is reported at its own path. */
function issueOf(failure: SchemaFailure) {
  const { missingProperty } = failure.params;
  const isMissing = failure.keyword === 'required' && typeof missingProperty === 'string';
  return isMissing ? failureIssue(`/${missingProperty}`, failure) : failureIssue('', failure);
}
