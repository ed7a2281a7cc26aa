/** Bodies of transitions: the target state, the fields that the transition asks for, and a note. */
import {
  type DataRecord,
  type EntityModel,
  normalText,
  type RouteModel,
  stepNote,
  type TransitionModel,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { type Schema, valueSchema } from '../http/fieldSchemas.ts';
import { may, revision, sent, Type, text, wholeNumber } from '../http/sent.ts';
import { schemaOf, type Takes } from '../http/Takes.ts';
import { heldRecord, isObject } from '../operations/heldRecord.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { recordTakes, sentRecord } from './recordTakes.ts';

type Json = Takes & { readonly kind: 'json' };

/** The longest note, in characters. */
const longestNote = 2000;

/** When the path names the transition, the whole record may be sent back as it was read. */
export function transitionTakes(route: RouteModel, { model }: RuntimeOfAll): Json {
  const entity = model.entities.get(route.entity) as EntityModel;
  const asked = askedBy(entity, route);
  const noted: Readonly<Record<string, Schema>> = stepsOf(entity, route).some(({ note }) => note)
    ? { [stepNote]: noteSchema }
    : {};
  if (!route.transitionFrom) {
    const own = recordTakes(model, { ...route, fields: asked }, { kind: 'update' });
    return {
      ...own,
      isOptional: true,
      schema: () => withMembers(schemaOf(own), noted),
      hold: (call, body) => (stepNote in noted ? held(call, entity, body) : heldRecord(call, entity, body)),
    };
  }
  const values = asked.flatMap((name) => {
    const field = entity.fieldByPath.get(name);
    return field ? [[name, valueSchema(model, field)] as const] : [];
  });
  return {
    kind: 'json',
    schema: withMembers(targetSchema(route.transitionFrom), { ...Object.fromEntries(values), ...noted }),
  };
}

/** The target state as an item of its lookup. */
function targetSchema(transitionFrom: string): Schema {
  const members = { [transitionFrom]: may(text), Name: may(text), DisplayName: may(text) };
  const schema = sent({ ...members, Id: may(Type.Union([wholeNumber, text])), Revision: revision });
  return {
    ...(schema as unknown as Schema),
    anyOf: [{ required: [transitionFrom] }, { required: ['Id'] }],
  };
}

const noteSchema: Schema = {
  type: ['string', 'null'],
  maxLength: longestNote,
  description: 'A note on the transition, kept in the history of the record.',
};

function withMembers(schema: Schema, members: Readonly<Record<string, Schema>>): Schema {
  return { ...schema, properties: { ...(schema.properties as object | undefined), ...members } };
}

/** The transitions that a route may take. */
function stepsOf({ workflow }: EntityModel, route: RouteModel): readonly TransitionModel[] {
  const all = workflow?.transitions ?? [];
  return all.filter(({ id }) => (route.transition ? id === route.transition : !route.except.includes(id)));
}

const askedBy = (entity: EntityModel, route: RouteModel): readonly string[] => [
  ...new Set(stepsOf(entity, route).flatMap(({ asks }) => asks.map(({ field }) => field))),
];

/** The parts of a checked body. */
type TransitionBody = {
  /** The record sent back, or the target state. */
  readonly input: DataRecord;
  /** Values of fields that the transition asks for. */
  readonly filled: DataRecord;
  readonly note?: string;
};

export function transitionBody(call: ApiCall, entity: EntityModel, route: RouteModel): TransitionBody {
  const { [stepNote]: note, ...input } = sentRecord(call);
  const asked = askedBy(entity, route);
  const given = Object.fromEntries(Object.entries(input).filter(([name]) => asked.includes(name)));
  const filled = route.transitionFrom ? heldRecord(call, entity, given) : given;
  const written = typeof note === 'string' ? normalText(note, { multiline: true }).trim() : '';
  return { input, filled, ...(written !== '' && { note: written }) };
}

/** The note is no field of the entity, so it is set aside while the record is checked. */
function held(call: ApiCall, entity: EntityModel, body: unknown): DataRecord {
  if (!isObject(body)) throw refusals.bodyNotObject();
  const { [stepNote]: note, ...rest } = body;
  const record = heldRecord(call, entity, rest);
  if (note === undefined || note === null) return record;
  if (typeof note !== 'string') throw refuseNote('validation.type.string');
  if (note.length > longestNote) throw refuseNote('validation.maxLength', { limit: longestNote });
  return { ...record, [stepNote]: note };
}

const refuseNote = (rule: string, params: Readonly<Record<string, unknown>> = {}) =>
  refusals.invalid({ issues: [{ rule, path: `/${stepNote}`, level: 'error', message: rule, params }] });
