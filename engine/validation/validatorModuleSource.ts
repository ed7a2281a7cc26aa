import standaloneCode from 'ajv/dist/standalone/index.js';
import { textPattern } from '../patterns/textPattern.ts';
import type { Model } from '../types/modelTypes.ts';
import { collectSchemas } from './collectSchemas.ts';
import { createAjv } from './createAjv.ts';

/**
 * The validators as the source of an ES module, so that a browser under a strict CSP needs neither Ajv nor
 * `unsafe-eval`: `createValidators(await loadValidatorRuntime(needs))` equals `compileValidators`.
 */
export function validatorModuleSource(model: Pick<Model, 'entities'>): string {
  const { schemas, uses } = collectSchemas(model);
  const functions = emittedFunctions(schemas);
  const needs = functions.includes(textPattern.code) ? ['formwright/textPattern'] : [];
  return [
    `export const needs = ${JSON.stringify(needs)};`,
    'export function createValidators(require) {',
    'const exports = {};',
    functions,
    'const { toCheck } = require("formwright/toCheck");',
    `const checks = [${schemas.map((_, place) => `toCheck(exports.${nameOf(place)})`).join(', ')}];`,
    `const uses = ${JSON.stringify(uses)};`,
    'const validators = {};',
    'for (const [entity, fields] of Object.entries(uses)) {',
    '  validators[entity] = {};',
    '  for (const [path, place] of Object.entries(fields)) validators[entity][path] = checks[place];',
    '}',
    'return validators;',
    '}',
    '',
  ].join('\n');
}

function emittedFunctions(schemas: readonly object[]): string {
  if (schemas.length === 0) return '';
  const ajv = createAjv();
  const names: Record<string, string> = {};
  for (const [place, schema] of schemas.entries()) {
    ajv.addSchema(schema, nameOf(place));
    names[nameOf(place)] = nameOf(place);
  }
  return standaloneCode(ajv, names);
}

function nameOf(place: number): string {
  return `check${place}`;
}
