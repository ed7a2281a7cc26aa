import type { Validators } from '../rules/types.ts';
import type { Model } from '../types/modelTypes.ts';
import { collectSchemas } from './collectSchemas.ts';
import { createAjv } from './createAjv.ts';
import { type AjvFunction, toCheck, toLateCheck } from './toCheck.ts';

type Check = Validators[string][string];

/** Compiles validators with Ajv, for server, stories and tests. Browsers use `validatorModuleSource`. */
export function compileValidators(model: Pick<Model, 'entities'>): Validators {
  return createValidatorCompiler()(model);
}

/**
 * Compiles successive models, reusing the schemas of the previous one, which are nearly all. Those of the first are
 * compiled when they first check a value: compiling all takes a sixth of a start. Later ones are compiled at once, so
 * that a release with a faulty schema fails before it is in force.
 */
export function createValidatorCompiler(): typeof compileValidators {
  let before: ReadonlyMap<string, Check> | undefined;
  return (model) => {
    const ajv = createAjv();
    const compile = (schema: object) => ajv.compile(schema) as AjvFunction;
    const { schemas, uses } = collectSchemas(model);
    const made = schemas.map((schema) => {
      const text = JSON.stringify(schema);
      if (before) return [text, before.get(text) ?? toCheck(compile(schema))] as const;
      return [text, toLateCheck(() => compile(schema))] as const;
    });
    before = new Map(made);
    return mapValues(uses, (fields) => mapValues(fields, (place) => made[place]?.[1] as Check));
  };
}

/** The check of a schema that is not a field's, such as that of a body. */
export function compileSchema(schema: object): Check {
  return toCheck(createAjv().compile(schema) as AjvFunction);
}

function mapValues<From, To>(
  source: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(source).map(([key, value]) => [key, change(value)]));
}
