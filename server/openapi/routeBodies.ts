/** What the declared routes take. */
import type { Model, OperationName, RouteModel } from '#engine';
import { actionSchemas } from '../actions/actionSchemas.ts';
import { inputSchema, objectOf, ref, type Schema, valueSchema, type Writing } from '../http/fieldSchemas.ts';

/** The JSON a route takes; undefined where it takes none. */
export function bodyOf(model: Model, route: RouteModel): Schema | undefined {
  const ids = { type: 'string', format: 'uuid' };
  if (route.any && route.method !== 'GET' && route.method !== 'DELETE') return { type: 'object' };
  const bodies: Partial<Record<OperationName, Schema | undefined>> = {
    ...(route.operation === 'create' ? { create: createBody(model, route) } : {}),
    ...(route.operation === 'update' ? { update: updateBody(model, route) } : {}),
    ...(route.operation === 'copy' ? { copy: copyBody(model, route) } : {}),
    ...(route.method === 'GET' ? {} : { find: { type: 'array', items: ids } }),
    order: {
      type: 'array',
      items: { anyOf: [ids, { ...objectOf([['Id', ids]], ['Id']), additionalProperties: true }] },
    },
    ...(route.transitionFrom ? { transition: stateBody(route.transitionFrom) } : {}),
    ...(route.method === 'GET'
      ? {}
      : { action: actionSchemas[route.action ?? '']?.body ?? { type: 'object' } }),
    judge: judgeBody,
    download: downloadBody,
    setTexts: textsSchema,
  };
  return bodies[route.operation];
}

/** A record, one bare value, or nothing where the path says it all. */
function updateBody(model: Model, route: RouteModel): Schema | undefined {
  const field = model.entities.get(route.entity)?.fieldByPath.get(route.bodyField ?? '');
  if (field) return valueSchema(model, field);
  if (route.method === 'DELETE') return undefined;
  if (route.set && route.fields?.length === 0) return undefined;
  const needsId = route.idParameter === undefined && !Object.values(route.body ?? {}).includes('Id');
  if (isPlain(route)) return ref(`${route.entity}.${needsId ? 'update' : 'change'}`);
  return written(model, route, { kind: 'update', needsId });
}

/** All fields, under their own names: the schema of the entity says it. */
const isPlain = ({ fields, body, bind }: RouteModel): boolean =>
  !fields && !body && Object.keys(bind).length === 0;

function createBody(model: Model, route: RouteModel): Schema {
  return isPlain(route) ? ref(`${route.entity}.create`) : written(model, route, { kind: 'create' });
}

function written(model: Model, route: RouteModel, writing: Writing): Schema {
  const entity = model.entities.get(route.entity);
  if (!entity) return {};
  const bound = [...Object.values(route.bind), ...Object.keys(route.set ?? {})];
  const included = includedNames(model, route.entity);
  return inputSchema(model, entity, { only: route.fields, names: route.body, bound, included, ...writing });
}

/** Lists of other records that answers about an entity carry, and that come back with them. */
export function includedNames({ routes }: Model, entity: string): readonly string[] {
  const own = routes.filter((route) => route.entity === entity);
  return [
    ...new Set(
      own.flatMap(({ include }) =>
        include.flatMap(({ name, within }) => (within === undefined ? [name] : [])),
      ),
    ),
  ];
}

/** The state to go to, by its name or its id. */
function stateBody(name: string): Schema {
  const id = { anyOf: [{ type: 'integer' }, { type: 'string' }] };
  return {
    ...objectOf([
      [name, { type: 'string' }],
      ['Id', id],
    ]),
    anyOf: [{ required: [name] }, { required: ['Id'] }],
  };
}

/** Values by source name; the text to try instead of the stored one. */
const judgeBody = objectOf([
  ['productParameters', { type: 'object' }],
  ['salesContext', { type: 'object' }],
  ['testValue', { type: 'string' }],
]);

const localization = objectOf(
  [
    ['LanguageCultureName', { type: 'string', enum: ['en-CA', 'fr-CA'] }],
    ['Value', { type: ['string', 'null'] }],
  ],
  ['LanguageCultureName', 'Value'],
);

/** Texts of a record and of what it owns, in each language. */
export const textsSchema: Schema = {
  type: 'array',
  items: {
    ...objectOf(
      [
        ['EntityType', { type: 'string' }],
        ['EntityId', { type: 'string', format: 'uuid' }],
        ['Property', { type: 'string' }],
        ['Name', { type: 'string', description: 'What the record is called; not taken back.' }],
        ['Localizations', { type: 'array', items: localization }],
      ],
      ['EntityType', 'EntityId', 'Property', 'Localizations'],
    ),
  },
};

/** Names the file. */
const downloadBody = objectOf([['Code', { type: 'string' }]]);

/** The file, and its name once more as JSON. */
export const uploadBody = objectOf(
  [
    ['file', { type: 'string', format: 'binary' }],
    ['FileName', { type: 'string' }],
  ],
  ['file'],
);

/** What a copy takes over, and the record it is made of. */
function copyBody(model: Model, route: RouteModel): Schema {
  return written(model, route, { kind: 'update', needsId: !route.idParameter });
}
