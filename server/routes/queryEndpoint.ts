/** `POST /query`: a GET whose query is too long for an address, such as a filter of a thousand ids. */
import { refusals } from '../errors/Refusal.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { readBody } from '../http/readBody.ts';
import { isObject } from './readRecord.ts';

type Fetch = (request: Request) => Response | Promise<Response>;

/** `fetch` answers the GET as if it had come by itself: the same rights, limits and answer. */
export function queryEndpoint(fetch: Fetch): Endpoint {
  return {
    method: 'POST',
    path: '/query',
    ids: [],
    access: { kind: 'login' },
    handle: async ({ request, runtime }) => {
      const body = await readBody(request, runtime.model.settings.bodyLimitBytes);
      if (!isObject(body)) throw refusals.bodyNotObject();
      const { Path: path } = body;
      if (typeof path !== 'string' || !path.startsWith('/')) throw refusals.pathMissing();
      const headers = new Headers(request.headers);
      // What is sent is a body no more, and what comes back is packed once.
      for (const name of notPassedOn) headers.delete(name);
      // An address that begins anew after the host stays a path of this server.
      const url = `${new URL(request.url).origin}/api${path.replace(/#.*$/s, '')}`;
      return fetch(new Request(url, { headers, signal: request.signal }));
    },
  };
}

const notPassedOn = [
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'accept-encoding',
];
