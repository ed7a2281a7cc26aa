/** `POST /query`: a GET whose query is too long for an address, such as a filter of a thousand ids. */
import { refusals } from '../errors/Refusal.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { sent, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';

type Answer = (request: Request) => Response | Promise<Response>;

const queryBody = sent({ Path: text });

/** The GET is answered as if it had come by itself: the same rights, limits and answer. */
export function queryEndpoint(answer: Answer): Endpoint {
  return {
    method: 'POST',
    path: '/query',
    ids: [],
    access: { kind: 'login' },
    ...taking(queryBody, async (call, { Path }) => answer(getOf(call.request, Path)), { isProtocol: true }),
  };
}

function getOf(request: Request, path: string): Request {
  if (!path.startsWith('/')) throw refusals.pathMissing();
  const headers = new Headers(request.headers);
  // What is sent is a body no more, and what comes back is packed once.
  for (const name of notPassedOn) headers.delete(name);
  // An address that begins anew after the host stays a path of this server.
  const url = `${new URL(request.url).origin}/api${path.replace(/#.*$/s, '')}`;
  return new Request(url, { headers, signal: request.signal });
}

const notPassedOn = [
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'accept-encoding',
];
