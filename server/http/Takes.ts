import type { ApiCall } from './ApiCall.ts';
import type { Schema } from './fieldSchemas.ts';
import type { Static, TSchema } from './sent.ts';

/** The body of an endpoint: checked before the handler runs, and documented in OpenAPI. */
export type Takes =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'json';
      /** A function when the schema is expensive to build. */
      readonly schema: Schema | (() => Schema);
      /** In bytes; absent: the general limit. */
      readonly limit?: number;
      /** A missing body counts as an empty object. */
      readonly isOptional?: boolean;
      /** 400 instead of 422 for missing members, in calls that are not filled in by people. */
      readonly isProtocol?: boolean;
      /** Replaces the schema check where names and types come from an entity. */
      readonly hold?: (call: ApiCall, body: unknown) => unknown;
    }
  | {
      /** Forms, files or hub messages, read as a stream. */
      readonly kind: 'stream';
      readonly media: string;
      readonly schema: Schema;
      /** The JSON accepted instead of a form. */
      readonly json?: Takes & { readonly kind: 'json' };
    };

export const schemaOf = ({ schema }: Exclude<Takes, { readonly kind: 'nothing' }>): Schema =>
  typeof schema === 'function' ? schema() : schema;

export const nothing: Takes = { kind: 'nothing' };

type Options = {
  readonly limit?: number;
  readonly isOptional?: boolean;
  readonly isProtocol?: boolean;
};
type Handle<Body> = (call: ApiCall, body: Body) => Response | Promise<Response>;

/** A handler with a typed body: the only place where a checked body gets its type. */
export function taking<Body extends TSchema>(
  schema: Body,
  handle: Handle<Static<Body>>,
  options: Options = {},
): { readonly takes: Takes; readonly handle: (call: ApiCall) => Response | Promise<Response> } {
  return {
    takes: { kind: 'json', schema: schema as unknown as Schema, ...options },
    handle: (call) => handle(call, call.body as Static<Body>),
  };
}
