import type { ApiCall } from './ApiCall.ts';
import type { Schema } from './fieldSchemas.ts';
import type { Static, TSchema } from './sent.ts';

/** What an endpoint takes as a body: the door holds each call to it before the handler runs, and OpenAPI shows it. */
export type Takes =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'json';
      /** Made when it is first asked for, where making it costs something. */
      readonly schema: Schema | (() => Schema);
      /** In bytes; absent: as large as any body may be. */
      readonly limit?: number;
      /** Nothing at all is the same as an object without members. */
      readonly isOptional?: boolean;
      /** 400 and not 422 for what is missing: of calls that no person fills in, field by field. */
      readonly isProtocol?: boolean;
      /** In place of the schema alone, where names and types are those of an entity. */
      readonly hold?: (call: ApiCall, body: unknown) => unknown;
    }
  | {
      /** Parts, a file, or words of a hub: read piece by piece while they come. */
      readonly kind: 'stream';
      readonly media: string;
      readonly schema: Schema;
      /** What JSON is held to that comes in place of a form. */
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

/** A handler that gets its body as the schema says; the only place where what was held gets its type. */
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
