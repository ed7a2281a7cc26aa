/** The door for bodies: what is not as the endpoint says is refused here, before any handler has seen it. */
import { compileSchema, failureIssue, type SchemaFailure } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from './ApiCall.ts';
import type { Schema } from './fieldSchemas.ts';
import { foldFailures } from './foldFailures.ts';
import { namesInBody } from './namesInBody.ts';
import { readBody } from './readBody.ts';
import { schemaOf, type Takes } from './Takes.ts';

type Json = Takes & { readonly kind: 'json' };

/** The body as the endpoint takes it; undefined where the handler reads a stream. */
export async function takeBody(takes: Takes, call: ApiCall): Promise<unknown> {
  if (call.method === 'GET' || call.method === 'HEAD') return undefined;
  // A DELETE says it all by its address: what comes with it is read by nobody.
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

/** A value brought to the names of its schema; refused where it is not what that says. */
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

/** What nobody reads must not look as if it had done something. */
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

/** Schemas are constants: each is compiled once, when it is first asked. */
const checks = new WeakMap<Schema, Check>();

function checkOf(schema: Schema): Check {
  const known = checks.get(schema) ?? compileSchema(schema);
  checks.set(schema, known);
  return known;
}

/** What is missing is said where it would stand. */
function issueOf(failure: SchemaFailure) {
  const { missingProperty } = failure.params;
  const isMissing = failure.keyword === 'required' && typeof missingProperty === 'string';
  return isMissing ? failureIssue(`/${missingProperty}`, failure) : failureIssue('', failure);
}
