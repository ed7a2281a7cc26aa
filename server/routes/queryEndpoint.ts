/** `POST /query`: a GET whose query is too long for a URL, such as a filter of a thousand ids. */
import { refusals } from '../errors/Refusal.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { sent, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';

type Answer = (request: Request) => Response | Promise<Response>;

const queryBody = sent({ Path: text });

/** Answered like a direct GET, with the same rights, limits and answer. */
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
  // The inner request has no body, and only the outer answer is compressed.
  for (const name of notPassedOn) headers.delete(name);
  // Prefixed so that a path with a host in it stays on this server.
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
