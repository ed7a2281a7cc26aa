/** The step that calls an address: the transaction before it ends, and another goes on with the answer. */
import type { DataRecord, StepModel } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import type { CallRequest, Carrying, Outcome, Running } from './Run.ts';
import { outsideFeature } from './tell.ts';
import { evaluated } from './values.ts';

/** Characters of a body. */
const longestBody = 256 * 1024;

/** What the step sends; refused to owners who may not write to addresses outside. */
export function requestOf(running: Running, { call }: StepModel, { subject, vars }: Carrying): CallRequest {
  const { features } = running.scope.call;
  const { url = '', method = 'POST', headers = {}, body } = call ?? {};
  if (!features.has(outsideFeature))
    throw new Refusal('forbidden', 'automation.problem.outside', { params: { value: hostOf(url) } });
  const value = body && evaluated(body, subject, vars);
  const isQuery = method === 'GET' || method === 'DELETE';
  const text = isQuery || value === undefined ? '' : JSON.stringify(value);
  if (text.length > longestBody)
    throw new Refusal('validation', 'automation.problem.call-body', { params: { limit: longestBody } });
  return { url: isQuery ? withQuery(url, value) : url, method, headers, body: text };
}

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host.toLowerCase() : '');

function withQuery(url: string, value: unknown): string {
  if (typeof value !== 'object' || value === null) return url;
  const full = new URL(url);
  for (const [name, one] of Object.entries(value)) {
    if (one === null || one === undefined) continue;
    full.searchParams.set(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
  }
  return full.href;
}

/** What the history shows of a call. */
export function shownRequest({ url, method, headers, body }: CallRequest): DataRecord {
  return { method, url, ...(Object.keys(headers).length > 0 && { headers }), body: body.slice(0, 2000) };
}

/** The answer that another process, or this one, has received meanwhile. */
export function answered({ made, given }: Running, index: number): Outcome | undefined {
  if (made?.at !== index || made.reply === undefined) return undefined;
  given.answer = made.reply.answer;
  const shown = JSON.stringify(made.reply.answer ?? null).slice(0, 2000);
  return {
    Outcome: 'done',
    Values: { ...shownRequest(made.request), status: made.reply.status, answer: shown },
  };
}
