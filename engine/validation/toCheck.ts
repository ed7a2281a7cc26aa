/** From an Ajv function to the check the rules call. */
import type { SchemaFailure } from '../rules/types.ts';

/** What Ajv makes of a schema, as far as it is used here. */
export type AjvFunction = ((value: unknown) => unknown) & {
  errors?: readonly { instancePath: string; keyword: string; params: Record<string, unknown> }[] | null;
};

const none: readonly SchemaFailure[] = [];

/** The failed keywords of a value; Ajv's own English sentences are left behind. */
export function toCheck(validate: AjvFunction): (value: unknown) => readonly SchemaFailure[] {
  return (value) => (validate(value) ? none : (validate.errors ?? []).map(toFailure));
}

function toFailure(error: {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
}): SchemaFailure {
  return { path: error.instancePath, keyword: error.keyword, params: error.params };
}
