/** Validates declarations against the language's JSON Schemas with Ajv. */

import type { ErrorObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import api from '../declaration/api.schema.json' with { type: 'json' };
import behaviour from '../declaration/behaviour.schema.json' with { type: 'json' };
import cases from '../declaration/cases.schema.json' with { type: 'json' };
import defaults from '../declaration/defaults.schema.json' with { type: 'json' };
import entity from '../declaration/entity.schema.json' with { type: 'json' };
import features from '../declaration/features.schema.json' with { type: 'json' };
import lookup from '../declaration/lookup.schema.json' with { type: 'json' };
import messages from '../declaration/messages.schema.json' with { type: 'json' };
import part from '../declaration/part.schema.json' with { type: 'json' };
import query from '../declaration/query.schema.json' with { type: 'json' };
import roles from '../declaration/roles.schema.json' with { type: 'json' };
import screen from '../declaration/screen.schema.json' with { type: 'json' };
import seed from '../declaration/seed.schema.json' with { type: 'json' };
import widget from '../declaration/widget.schema.json' with { type: 'json' };
import { type DeclarationKind, kindOfFile } from '../model/sources.ts';
import { withParts } from '../model/withParts.ts';
import type { DeclarationFile, DeclarationSet, Finding } from '../types/modelTypes.ts';

/** The schemas of the language by kind of file. */
export const declarationSchemas = {
  api,
  behaviour,
  cases,
  defaults,
  entity,
  features,
  lookup,
  messages,
  part,
  query,
  roles,
  screen,
  seed,
  widget,
} satisfies Record<DeclarationKind, object>;

/** Findings about shape: unknown words, wrong types, missing parts; each says what to do. */
export function checkShape(set: DeclarationSet): readonly Finding[] {
  return withParts(set).files.flatMap((entry) => {
    const kind = kindOfFile(entry.file);
    return kind ? checkFile(entry, kind, validatorOf(kind)) : [];
  });
}

/** For editors, the schemas list the repository's names; other checks find unknown names. */
type WithNames = Readonly<Record<string, unknown>>;

let language: Ajv2020 | undefined;

/** Compiled once, as drafts are checked again and again, and only where a file of the kind is checked. */
function validatorOf(kind: DeclarationKind): ValidateFunction {
  language ??= readLanguage();
  return language.getSchema(`${kind}.schema.json`) as ValidateFunction;
}

function readLanguage(): Ajv2020 {
  const ajv = createLanguageAjv();
  for (const { allOf: _names, ...schema } of Object.values<WithNames>(declarationSchemas))
    ajv.addSchema(schema);
  return ajv;
}

/** Ajv with the options and keywords that the language schemas need. */
export function createLanguageAjv(): Ajv2020 {
  return new Ajv2020({
    allErrors: true,
    strict: false,
    allowUnionTypes: true,
    discriminator: true,
    verbose: true,
  });
}

function checkFile(
  { file, json }: DeclarationFile,
  kind: DeclarationKind,
  validate: ValidateFunction,
): readonly Finding[] {
  if (validate(json)) return missingSchema(file, json, kind);
  return findingsOf(validate.errors ?? [], { file, at: '' });
}

/** Turns Ajv errors into findings, one per mistake. */
export function findingsOf(
  errors: readonly ErrorObject[],
  { file, at }: { readonly file: string; readonly at: string },
): readonly Finding[] {
  return meant(errors).map((error) => ({
    severity: 'error',
    file,
    path: `${at}${error.instancePath}`,
    message: sentence(error),
  }));
}

/**
 * One finding per mistake. For a union, errors of the branches that were not meant only confuse: this drops
 * branches of another type and those that fit worse.
 */
function meant(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const told = unions.reduce(narrowed, errors).filter(({ keyword }) => keyword !== 'if');
  const unique = new Map(told.map((error) => [`${error.instancePath} ${sentence(error)}`, error]));
  return [...unique.values()].filter((error) => !saidElsewhere(error, told)).slice(0, 10);
}

/** An unknown word is reported once, not also as a word without meaning here. */
function saidElsewhere(
  { keyword, propertyName, instancePath }: ErrorObject,
  told: readonly ErrorObject[],
): boolean {
  if (keyword === 'propertyNames') return true;
  return told.some(
    (error) =>
      propertyName !== undefined &&
      error.params.additionalProperty === propertyName &&
      error.instancePath === instancePath,
  );
}

/** Drops the errors of branches that were not meant. */
function narrowed(errors: readonly ErrorObject[], union: ErrorObject): readonly ErrorObject[] {
  const isOf = ({ schemaPath }: ErrorObject) => schemaPath.startsWith(`${union.schemaPath}/`);
  const here = ({ instancePath }: ErrorObject) => instancePath === union.instancePath;
  const below = ({ instancePath }: ErrorObject) => `${instancePath}/`.startsWith(`${union.instancePath}/`);
  const branches = branchesOf(
    union,
    errors.filter((error) => isOf(error) && below(error)),
  );
  // When every branch lacks only its keyword, the error of the union names them all.
  if (branches.every((branch) => branch.every((error) => here(error) && error.keyword === 'required')))
    return errors.filter((error) => !(isOf(error) && below(error)));
  const [best] = branches
    .filter((branch) => !branch.some((error) => here(error) && error.keyword === 'type'))
    .toSorted((one, other) => one.length - other.length);
  // A branch behind a `$ref` reports its own errors.
  const elsewhere = errors.some((error) => error !== union && !isOf(error) && below(error));
  return errors.filter(
    (error) =>
      !(isOf(error) && below(error) && !best?.includes(error)) &&
      !(error === union && (best !== undefined || elsewhere)),
  );
}

function branchesOf(union: ErrorObject, errors: readonly ErrorObject[]): readonly (readonly ErrorObject[])[] {
  const branches = (union.schema as readonly unknown[]).map((_, index) =>
    errors.filter(({ schemaPath }) => schemaPath.startsWith(`${union.schemaPath}/${index}/`)),
  );
  return branches.filter((branch) => branch.length > 0);
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

function sentence(error: ErrorObject): string {
  return sentences[error.keyword]?.(error) ?? `This ${error.message ?? 'is wrong'}.`;
}

const sentences: Readonly<Record<string, ((error: ErrorObject) => string) | undefined>> = {
  unevaluatedProperties: ({ params }) => unknownWord(params.unevaluatedProperty),
  additionalProperties: ({ params }) => unknownWord(params.additionalProperty),
  required: ({ params }) => `"${params.missingProperty}" is missing. Add it.`,
  type: ({ params }) => `This must be of type ${params.type}.`,
  enum: ({ params, propertyName }) =>
    propertyName === undefined
      ? `This must be one of ${(params.allowedValues as unknown[]).join(', ')}.`
      : `"${propertyName}" means nothing here. This kind says ${(params.allowedValues as unknown[]).join(', ')}.`,
  const: ({ params }) => `This must be ${JSON.stringify(params.allowedValue)}.`,
  pattern: ({ params }) => `This must fit ${params.pattern}.`,
  anyOf: ({ schema }) => unionSentence(schema as readonly Branch[]),
  discriminator: ({ params, parentSchema }) =>
    params.error === 'mapping'
      ? `There is no ${params.tag} ${JSON.stringify(params.tagValue)}. It is one of ${kindsOf(parentSchema)}.`
      : `"${params.tag}" is missing. Add it: one of ${kindsOf(parentSchema)}.`,
};

function unknownWord(word: unknown): string {
  return `The language has no word "${word}" here. Correct it or remove it.`;
}

type Branch = { readonly type?: string; readonly required?: readonly string[]; readonly $ref?: string };

function unionSentence(branches: readonly Branch[]): string {
  const words = branches.flatMap(({ required = [] }) => required.slice(0, 1));
  if (words.length === branches.length) return `It says none of ${[...new Set(words)].join(', ')}. Add one.`;
  return `This must be of type ${branches.map(({ type }) => type ?? 'object').join(' or ')}.`;
}

/** The branch names of a discriminated union, from the names of their schemas: gridBlock → grid. */
function kindsOf(schema: ErrorObject['parentSchema']): string {
  const names = ((schema?.oneOf ?? []) as readonly Branch[]).map(({ $ref = '' }) =>
    $ref.replace(/^.*\//, '').replace(/Block$/, ''),
  );
  return names.map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)).join(', ');
}
