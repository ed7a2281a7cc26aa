/** Request bodies in OpenAPI. */
import type { Schema } from '../http/fieldSchemas.ts';
import { schemaOf, type Takes } from '../http/Takes.ts';

/** The request body of a call; empty when it takes none. */
export function requestBody(takes: Takes | undefined): Schema {
  if (!takes || takes.kind === 'nothing') return {};
  const content = Object.fromEntries(mediaOf(takes));
  const required = takes.kind === 'stream' ? takes.json?.isOptional !== true : takes.isOptional !== true;
  return { requestBody: { required, content } };
}

function mediaOf(
  takes: Exclude<Takes, { readonly kind: 'nothing' }>,
): readonly (readonly [string, Schema])[] {
  const own = { schema: schemaOf(takes) };
  if (takes.kind === 'json') return [['application/json', own]];
  return [[takes.media, own], ...(takes.json ? mediaOf(takes.json) : [])];
}
