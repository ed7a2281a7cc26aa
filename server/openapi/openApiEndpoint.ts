import type { Registry } from '../extensions/compileExtensions.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { text } from '../http/respond.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { createOpenApi } from './createOpenApi.ts';

/** `/openapi.json`, built on first request. */
export function openApiEndpoint(
  { model }: Runtime,
  endpoints: readonly Endpoint[],
  extensions: Registry,
): Endpoint {
  let made: string | undefined;
  return {
    method: 'GET',
    path: '/openapi.json',
    ids: [],
    access: { kind: 'login' },
    handle: () => {
      made ??= JSON.stringify(createOpenApi(model, endpoints, extensions));
      return text(made, 'application/json; charset=utf-8', {
        'cache-control': 'private, no-cache',
        vary: 'Cookie, Authorization, Accept-Encoding',
        etag: `"${model.version}-openapi"`,
      });
    },
  };
}
