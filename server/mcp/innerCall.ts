/** Calls of the application by an assistant, through the same door as every other call. */
import type { DataRecord } from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import type { AppEnv } from '../http/AppEnv.ts';

export type Serve = (request: Request, env: AppEnv['Bindings']) => Response | Promise<Response>;

export type Inner = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  more?: { readonly body?: DataRecord; readonly headers?: Readonly<Record<string, string>> },
) => Promise<{ readonly status: number; readonly body: DataRecord }>;

/** Who calls, in which language and time zone. */
const passedOn = ['authorization', 'cookie', 'accept-language', 'x-time-zone'];

/** Each is admitted, limited and logged like a call of its own. */
export function innerCalls(call: ApiCall, serve: Serve): Inner {
  const { request, address } = call;
  const env = { incoming: { socket: { remoteAddress: address } }, through: 'MCP' };
  return async (method, path, { body, headers = {} } = {}) => {
    const all = new Headers(headers);
    for (const name of passedOn) {
      const value = request.headers.get(name);
      if (value !== null) all.set(name, value);
    }
    if (body) all.set('content-type', 'application/json');
    const url = `${new URL(request.url).origin}/api${path}`;
    const asked = {
      method,
      headers: all,
      signal: request.signal,
      ...(body && { body: JSON.stringify(body) }),
    };
    const response = await serve(new Request(url, asked), env);
    const text = await response.text();
    return { status: response.status, body: jsonOf(text) };
  };
}

function jsonOf(text: string): DataRecord {
  try {
    const value = text === '' ? {} : JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : { Value: value };
  } catch {
    return { Message: text.slice(0, 500) };
  }
}
