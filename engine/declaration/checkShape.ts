/** Whether declarations have the shape of the language: Ajv over the language's own JSON Schemas. */

import type { ErrorObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { type DeclarationKind, kindOfFile } from '../model/sources.ts';
import type { DeclarationFile, DeclarationSet, Finding } from '../model/types.ts';
import api from './api.schema.json' with { type: 'json' };
import behaviour from './behaviour.schema.json' with { type: 'json' };
import cases from './cases.schema.json' with { type: 'json' };
import defaults from './defaults.schema.json' with { type: 'json' };
import entity from './entity.schema.json' with { type: 'json' };
import features from './features.schema.json' with { type: 'json' };
import lookup from './lookup.schema.json' with { type: 'json' };
import messages from './messages.schema.json' with { type: 'json' };
import roles from './roles.schema.json' with { type: 'json' };
import screen from './screen.schema.json' with { type: 'json' };
import seed from './seed.schema.json' with { type: 'json' };

/** The language, by kind of file. */
export const declarationSchemas = {
  api,
  behaviour,
  cases,
  defaults,
  entity,
  features,
  lookup,
  messages,
  roles,
  screen,
  seed,
} satisfies Record<DeclarationKind, object>;

/** Findings about shape: unknown words, wrong types, missing parts; each with what to do. */
export function checkShape(set: DeclarationSet): readonly Finding[] {
  validators ??= compileValidators();
  const byKind = validators;
  return set.files.flatMap((entry) => {
    const kind = kindOfFile(entry.file);
    return kind ? checkFile(entry, kind, byKind[kind]) : [];
  });
}

/** Made once: a draft is checked again and again. */
let validators: Record<DeclarationKind, ValidateFunction> | undefined;

function compileValidators(): Record<DeclarationKind, ValidateFunction> {
  const ajv = new Ajv2020({ allErrors: true, strict: false, allowUnionTypes: true });
  for (const schema of Object.values(declarationSchemas)) ajv.addSchema(schema);
  const kinds = Object.keys(declarationSchemas) as DeclarationKind[];
  return Object.fromEntries(kinds.map((kind) => [kind, ajv.getSchema(`${kind}.schema.json`)])) as Record<
    DeclarationKind,
    ValidateFunction
  >;
}

function checkFile(
  { file, json }: DeclarationFile,
  kind: DeclarationKind,
  validate: ValidateFunction,
): readonly Finding[] {
  if (validate(json)) return missingSchema(file, json, kind);
  return meant(validate.errors ?? []).map((error) => ({
    severity: 'error',
    file,
    path: error.instancePath,
    message: sentence(error),
  }));
}

const summaries = new Set(['anyOf', 'oneOf', 'if']);

/** Errors of branches nobody meant only confuse: those of another kind of block, and of "one of these must stand". */
function meant(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const otherKinds = errors.filter(({ keyword }) => keyword === 'const').map(branchOf);
  const ofKind = errors.filter(
    (error) => !summaries.has(error.keyword) && !otherKinds.includes(branchOf(error)),
  );
  const plain = ofKind.filter(({ schemaPath }) => !/\/(anyOf|oneOf)\//.test(schemaPath));
  const told = [plain, ofKind, errors].find((list) => list.length > 0) ?? [];
  const unique = new Map(told.map((error) => [`${error.instancePath} ${sentence(error)}`, error]));
  return [...unique.values()].slice(0, 10);
}

/** The $defs entry an error was found under, and the value it was found for. */
function branchOf({ schemaPath, instancePath, keyword }: ErrorObject): string {
  const definition = schemaPath.match(/\$defs\/[^/]+/)?.[0] ?? '';
  const depth = keyword === 'const' ? instancePath.replace(/\/[^/]*$/, '') : instancePath;
  return definition && `${definition} ${depth.match(/^\/blocks\/\d+/)?.[0] ?? depth}`;
}

function missingSchema(file: string, json: unknown, kind: DeclarationKind): readonly Finding[] {
  const declared = (json as { $schema?: unknown }).$schema;
  if (typeof declared === 'string' && declared.endsWith(`/${kind}.schema.json`)) return [];
  const ups = '../'.repeat(file.split('/').length - 1);
  return [
    {
      severity: 'warning',
      file,
      path: '/$schema',
      message: `Add "$schema": "${ups}engine/declaration/${kind}.schema.json", so that an editor completes and checks the file.`,
    },
  ];
}

function sentence({ keyword, params, message = 'is wrong' }: ErrorObject): string {
  const say = sentences[keyword];
  return say ? say(params) : `This ${message}.`;
}

const sentences: Readonly<Record<string, ((params: ErrorObject['params']) => string) | undefined>> = {
  additionalProperties: (params) =>
    `The language has no word "${params.additionalProperty}" here. Mend it or take it out.`,
  required: (params) => `"${params.missingProperty}" is missing. Add it.`,
  type: (params) => `This must be of type ${params.type}.`,
  enum: (params) => `This must be one of ${(params.allowedValues as unknown[]).join(', ')}.`,
  const: (params) => `This must be ${JSON.stringify(params.allowedValue)}.`,
  pattern: (params) => `This must fit ${params.pattern}.`,
};
