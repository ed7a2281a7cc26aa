import type { Model } from '../model/types.ts';
import type { Validators } from '../rules/types.ts';
import { collectSchemas } from './collectSchemas.ts';
import { createAjv } from './createAjv.ts';
import { type AjvFunction, toCheck } from './toCheck.ts';

/** Validators made here and now with Ajv: for the server, stories and tests. The browser gets `validatorModuleSource`. */
export function compileValidators(model: Pick<Model, 'entities'>): Validators {
  const ajv = createAjv();
  const { schemas, uses } = collectSchemas(model);
  const checks = schemas.map((schema) => toCheck(ajv.compile(schema) as AjvFunction));
  return mapValues(uses, (fields) => mapValues(fields, (place) => checks[place] as (typeof checks)[number]));
}

function mapValues<From, To>(
  source: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(source).map(([key, value]) => [key, change(value)]));
}
