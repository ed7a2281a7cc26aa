/** What an assistant is told about a kind of record: its fields, states, rules and rights, in words. */
import { type Access, type DataRecord, type FieldModel, formatMessage } from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import { isAllowed } from '../operations/authorize.ts';
import type { Reach } from './reach.ts';

const mostChoices = 60;
const mostFields = 200;
const mostRules = 100;

type Say = (key: string, params?: Record<string, unknown>) => string;

export const sayFor =
  ({ runtime: { model }, locale }: ApiCall): Say =>
  (key, params) =>
    formatMessage(model, locale, key, params);

/** The field as the caller may see it; undefined where they may not. */
function isSeen({ session }: ApiCall, { entity }: Reach, { name }: FieldModel): boolean {
  const view = entity.policy.fields[name]?.view;
  return view === undefined || isAllowed(view, session?.features);
}

function isWritten({ session }: ApiCall, { entity }: Reach, field: FieldModel): boolean {
  const write = entity.policy.fields[field.name]?.write;
  return !field.readOnly && (write === undefined || isAllowed(write, session?.features));
}

export function describeEntity(call: ApiCall, reach: Reach): DataRecord {
  const say = sayFor(call);
  const { entity } = reach;
  const fields = entity.fields.filter((field) => isSeen(call, reach, field)).slice(0, mostFields);
  return {
    Entity: entity.id,
    Title: say(entity.title),
    Plural: say(entity.plural),
    May: {
      ...{ Find: reach.find !== undefined, Read: reach.read !== undefined },
      ...{
        Create: reach.create !== undefined,
        Update: reach.update !== undefined && reach.read !== undefined,
      },
    },
    Fields: fields.map((field) => describeField(call, reach, field)),
    ...(entity.workflow && {
      Transitions: entity.workflow.transitions.map(({ id, label }) => ({
        Id: id,
        Label: label ? say(label) : id,
      })),
    }),
  };
}

function describeField(call: ApiCall, reach: Reach, field: FieldModel): DataRecord {
  const say = sayFor(call);
  const items = field.lookup ? (call.runtime.model.lookups.get(field.lookup)?.items ?? []) : [];
  return {
    Name: field.name,
    Label: say(field.label),
    Kind: field.kind,
    ...(field.help && { Help: say(field.help) }),
    ...(field.required && { Required: true }),
    ...(!isWritten(call, reach, field) && { ReadOnly: true }),
    ...(field.createOnly && { CreateOnly: true }),
    ...(field.ref && { RefersTo: field.ref.entity }),
    ...(items.length > 0 && {
      Choices: items
        .slice(0, mostChoices)
        .map(({ Id, Name }) => ({ Id, Label: say(`lookup.${field.lookup}.${Name}`) })),
    }),
    ...(field.fields && { Fields: field.fields.map((inner) => describeField(call, reach, inner)) }),
  };
}

export function explainEntity(call: ApiCall, { entity }: Reach, field?: string): DataRecord {
  const say = sayFor(call);
  const label = (at: string) => {
    const found = entity.fieldByPath.get(at);
    return found ? say(found.label) : at;
  };
  const rules = entity.rules.checks.filter(({ at }) => field === undefined || at.includes(field));
  const { view, create, update, remove } = entity.policy;
  return {
    Entity: entity.id,
    Title: say(entity.title),
    Rules: rules.slice(0, mostRules).map(({ id, message, at, level, on }) => ({
      ...{ Rule: id, Message: say(message), Fields: at.map(label), Level: level },
      ...(on.length > 0 && { On: on }),
    })),
    Rights: Object.fromEntries(
      Object.entries({ View: view, Create: create, Update: update, Remove: remove }).map(([name, access]) => [
        name,
        rightOf(call, access),
      ]),
    ),
  };
}

function rightOf(call: ApiCall, access: Access): DataRecord {
  const say = sayFor(call);
  const { model } = call.runtime;
  const needs = access.kind === 'feature' ? access.anyOf : [];
  return {
    Allowed: isAllowed(access, call.session?.features),
    NeedsOneOf: needs.map((id) => {
      const feature = model.features.get(id);
      return feature ? say(feature.title) : id;
    }),
  };
}
