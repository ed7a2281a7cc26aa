/** The request body that an action accepts. */
import type { EntityModel, Issue, Model, RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ActionBody } from '../extensions/Action.ts';
import type { RecordBody } from '../extensions/recordBody.ts';
import { inputSchema, type Schema } from '../http/fieldSchemas.ts';
import { member } from '../http/member.ts';
import { sent, type TSchema } from '../http/sent.ts';
import { nothing, type Takes } from '../http/Takes.ts';
import { holdTo } from '../http/takeBody.ts';
import { heldRecord, isObject } from '../operations/heldRecord.ts';
import { fileForm } from './fileForm.ts';
import { includedNames } from './recordTakes.ts';

type Json = Takes & { readonly kind: 'json' };

/** With a file: a form, or JSON that names a file uploaded before. */
export function actionTakes(model: Model, route: RouteModel, body: ActionBody): Takes {
  if (body === 'none') return nothing;
  const json = jsonOf(model, route, body);
  return route.upload ? { ...fileForm, json: { ...json, isOptional: true } } : json;
}

function jsonOf(model: Model, route: RouteModel, body: RecordBody | TSchema): Json {
  // If every member is optional, so is the body.
  if (!isRecord(body)) {
    const schema = body as unknown as Schema;
    const json: Json = { kind: 'json', schema, isOptional: schema.required === undefined };
    return route.idParameter === undefined ? json : withIdOfPath(json, schema, route.idParameter);
  }
  const entity = model.entities.get(route.entity) as EntityModel;
  const more = sent(body.more) as unknown as Schema;
  return {
    kind: 'json',
    schema: () => schemaWith(more, inputSchema(model, entity, writingOf(model, route, body))),
    hold: (call, value) => {
      const [beside, record] = parted(more, value);
      return { ...heldRecord(call, entity, record, route.body), ...(holdTo(more, beside) as object) };
    },
  };
}

/** Accepts the id from the path, since clients send back what they read; refuses other ids. */
function withIdOfPath(json: Json, schema: Schema, parameter: string): Json {
  const properties = (schema.properties ?? {}) as object;
  if (schema.additionalProperties !== false || 'Id' in properties) return json;
  const whole = { ...schema, properties: { ...properties, Id: ofPath } };
  return {
    ...json,
    schema: whole,
    hold: (call, value) => {
      if (value === undefined) throw refusals.bodyMissing();
      const { Id, ...own } = holdTo(whole, value) as Record<string, unknown>;
      if (Id !== undefined && Id !== call.params[parameter]) throw refusals.invalid({ issues: [otherId] });
      return own;
    },
  };
}

const ofPath: Schema = {
  type: 'string',
  description: 'May be sent back as it was read; it is the id of the path.',
};
const notWritten = 'validation.not-written-here';
const otherId: Issue = { rule: notWritten, path: '/Id', level: 'error', message: notWritten, params: {} };

const isRecord = (body: RecordBody | TSchema): body is RecordBody => 'kind' in body && body.kind === 'record';

function writingOf(model: Model, route: RouteModel, { writing }: RecordBody) {
  const bound = Object.values(route.bind);
  return { kind: writing, names: route.body, bound, included: includedNames(model, route.entity) };
}

function schemaWith(more: Schema, own: Schema): Schema {
  return { ...own, properties: { ...(own.properties as object), ...(more.properties as object) } };
}

/** Splits off the members that do not belong to the record. */
function parted(more: Schema, value: unknown): readonly [object, unknown] {
  if (!isObject(value)) return [{}, value];
  const names = Object.keys(more.properties as object);
  const lower = new Set(names.map((name) => name.toLowerCase()));
  const beside = names.flatMap((name) => {
    const given = member(value, name);
    return given === undefined ? [] : [[name, given]];
  });
  const record = Object.entries(value).filter(([name]) => !lower.has(name.toLowerCase()));
  return [Object.fromEntries(beside), Object.fromEntries(record)];
}
