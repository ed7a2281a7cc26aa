/** Adapts an Ajv function to the check that rules call. */
import type { SchemaFailure } from '../rules/types.ts';

/** The used part of Ajv's validate function. */
export type AjvFunction = ((value: unknown) => unknown) & {
  errors?: readonly { instancePath: string; keyword: string; params: Record<string, unknown> }[] | null;
};

const none: readonly SchemaFailure[] = [];

/** The failed keywords of a value, without Ajv's English messages. */
export function toCheck(validate: AjvFunction): (value: unknown) => readonly SchemaFailure[] {
  return (value) => (validate(value) ? none : (validate.errors ?? []).map(toFailure));
}

/** The same, compiled when it first checks a value. */
export function toLateCheck(compile: () => AjvFunction): ReturnType<typeof toCheck> {
  let check: ReturnType<typeof toCheck> | undefined;
  return (value) => {
    check ??= toCheck(compile());
    return check(value);
  };
}

function toFailure(error: {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
}): SchemaFailure {
  return { path: error.instancePath, keyword: error.keyword, params: error.params };
}
