import type { EntityModel, Model } from '#engine';
import { statusOfCode } from '../errors/Refusal.ts';
import {
  answerSchema,
  inputSchema,
  objectOf,
  type Schema,
  text,
  type Writing,
} from '../http/fieldSchemas.ts';
import { fixedPaths } from './fixedPaths.ts';
import { includedNames } from './routeBodies.ts';
import { type PathItem, routePaths } from './routePaths.ts';

/** The API as OpenAPI 3.1: every path the server answers, its bodies, answers and errors. */
export function createOpenApi(model: Model): Schema {
  return {
    openapi: '3.1.0',
    info: { title: 'Formwright', version: model.version, description: 'Generated from the declarations.' },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { cookie: [] }],
    paths: pathsOf([...fixedPaths(), ...routePaths(model)]),
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

function pathsOf(items: readonly PathItem[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const { path, method, operation } of items) {
    paths[path] ??= {};
    paths[path][method] ??= operation;
  }
  return paths;
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
      [lookup.id, lookupItem],
      [`${lookup.id}.page`, pageOf(lookup.id)],
    ]),
  ]);
}

function inputOf(model: Model, entity: EntityModel, kind: Writing['kind'], needsId = false): Schema {
  return inputSchema(model, entity, { kind, needsId, included: includedNames(model, entity.id) });
}

const texts: Schema = { type: 'array', items: text };

const lookupItem = objectOf(
  [
    ['Id', { type: ['integer', 'string'] }],
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
    ],
    ['Items', 'TotalItems'],
  );
}
