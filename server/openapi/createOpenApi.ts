import type { EntityModel, Model } from '#engine';
import { statusOfCode } from '../errors/Refusal.ts';
import type { Registry } from '../extensions/compileExtensions.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import {
  answerSchema,
  inputSchema,
  lookupId,
  objectOf,
  onlySeen,
  type Schema,
  text,
  type Writing,
} from '../http/fieldSchemas.ts';
import { includedNames } from '../routes/recordTakes.ts';
import { fixedPaths } from './fixedPaths.ts';
import { type PathItem, routePaths } from './routePaths.ts';

/** The API as OpenAPI 3.1: every path, its bodies as they are checked, answers and errors. */
export function createOpenApi(model: Model, endpoints: readonly Endpoint[], extensions: Registry): Schema {
  // Of two endpoints with one path, the later one answers.
  const taken = new Map(endpoints.map(({ method, path, takes }) => [`${method} ${path}`, takes]));
  const asked = new Map(endpoints.map(({ method, path, asks }) => [`${method} ${path}`, asks]));
  return {
    openapi: '3.1.0',
    info: { title: 'Formwright', version: model.version, description: 'Generated from the declarations.' },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { cookie: [] }],
    paths: pathsOf([
      ...fixedPaths({ taken, asked, extensions }),
      ...routePaths({ model, taken, asked, extensions }),
    ]),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'formwright' },
      },
      responses: {
        Error: {
          description: 'Why the call was refused.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      schemas: schemasOf(model),
    },
  };
}

/** Merges paths that differ only in case or parameter names, under the names of the first. */
function pathsOf(items: readonly PathItem[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  const firsts = new Map<string, string>();
  for (const { path, method, operation } of items) {
    const shape = path.toLowerCase().replace(parameter, '{}');
    const first = firsts.get(shape) ?? path;
    firsts.set(shape, first);
    paths[first] ??= {};
    paths[first][method] ??= path === first ? operation : renamed(operation, path, first);
  }
  return paths;
}

const parameter = /\{([^}]+)\}/g;

/** The operation with path parameters renamed to those of another path. */
function renamed(operation: Schema, from: string, to: string): Schema {
  const namesOf = (path: string) => [...path.matchAll(parameter)].map(([, name]) => name as string);
  const [before, after] = [namesOf(from), namesOf(to)];
  const parameters = (operation.parameters as readonly Schema[]).map((one) =>
    one.in === 'path' ? { ...one, name: after[before.indexOf(one.name as string)] } : one,
  );
  return { ...operation, parameters };
}

function schemasOf(model: Model): Schema {
  const used = new Set(model.routes.map((route) => route.entity));
  const entities = [...model.entities.values()].filter((entity) => used.has(entity.id));
  const lookups = [...model.lookups.values()].filter((lookup) => used.has(lookup.id));
  return Object.fromEntries([
    ...fixedSchemas,
    ...entities.flatMap((entity): [string, Schema][] => [
      [entity.id, answerSchema(model, entity)],
      [`${entity.id}.create`, inputOf(model, entity, 'create')],
      [`${entity.id}.update`, inputOf(model, entity, 'update', true)],
      [`${entity.id}.change`, inputOf(model, entity, 'update')],
      [`${entity.id}.page`, pageOf(entity.id)],
    ]),
    ...lookups.flatMap((lookup): [string, Schema][] => [
      [lookup.id, lookupItem(lookupId(model, lookup.id))],
      [`${lookup.id}.page`, pageOf(lookup.id)],
    ]),
  ]);
}

function inputOf(model: Model, entity: EntityModel, kind: Writing['kind'], needsId = false): Schema {
  return inputSchema(model, entity, { kind, needsId, included: includedNames(model, entity.id) });
}

const texts: Schema = { type: 'array', items: text };

/** What a 404 is about: a record, or an address. */
const missing = objectOf(
  [
    ['Entity', text],
    ['Id', text],
    ['Path', text],
  ],
  [],
);

const lookupItem = (itemId: Schema): Schema =>
  objectOf(
    [
      ['Id', itemId],
      ['Name', text],
      ['DisplayName', text],
    ],
    ['Id', 'Name', 'DisplayName'],
  );

const fixedSchemas: readonly [string, Schema][] = [
  [
    'ValidationError',
    objectOf(
      [
        ['Key', text],
        ['Value', text],
        ['Rule', text],
        ['Path', text],
      ],
      ['Key', 'Value'],
    ),
  ],
  [
    'Error',
    objectOf(
      [
        ['Message', text],
        ['Code', { enum: Object.keys(statusOfCode) }],
        ['ErrorMessages', texts],
        ['Errors', texts],
        ['ValidationErrors', { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } }],
        ['Missing', missing],
      ],
      ['Message', 'Code', 'ErrorMessages', 'Errors', 'ValidationErrors'],
    ),
  ],
];

function pageOf(name: string): Schema {
  const items = { type: 'array', items: { $ref: `#/components/schemas/${name}` } };
  return objectOf(
    [
      ['Items', items],
      ['TotalItems', { type: 'integer', minimum: 0 }],
      ['IsTotalCapped', { type: 'boolean' }],
      ['IsPartial', onlySeen],
    ],
    ['Items', 'TotalItems'],
  );
}
