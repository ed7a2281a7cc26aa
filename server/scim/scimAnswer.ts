/** What answers of SCIM share: their form, pages, and the attributes that were asked for. */
import type { DataRecord } from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedText } from '../http/Asks.ts';
import { json } from '../http/respond.ts';
import { scimType } from '../http/scimError.ts';

export const baseOf = ({ ports }: ApiCall): string => `${ports.publicUrl}/scim/v2`;

export const askedAttributes = [
  askedText('attributes', 'The only attributes to answer, separated by commas.'),
  askedText('excludedAttributes', 'Attributes to leave out, separated by commas.'),
];

export const askedPage = [
  askedText('startIndex', 'The first resource to answer, counted from 1.', { isJudged: true }),
  askedText('count', 'The most resources to answer, up to 200.', { isJudged: true }),
];

export function scimAnswer(
  body: DataRecord,
  {
    status = 200,
    headers = {},
  }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  const { version, location } = (body.meta ?? {}) as DataRecord;
  return json(body, status, {
    'content-type': scimType,
    ...(typeof version === 'string' && { etag: version }),
    ...(status === 201 && typeof location === 'string' && { location }),
    ...headers,
  });
}

export type Page = { readonly start: number; readonly count: number };

export const mostResources = 200;

/** Values out of range mean the nearest one within it (RFC 7644, section 3.4.2.4). */
export function pageAsked(call: ApiCall): Page {
  const start = numberIn(call, 'startIndex') ?? 1;
  const count = numberIn(call, 'count') ?? 100;
  return {
    start: Math.min(Math.max(1, start), 1_000_000_000),
    count: Math.min(Math.max(0, count), mostResources),
  };
}

export function parameter(call: ApiCall, name: string): string | undefined {
  for (const [key, value] of call.query())
    if (key.toLowerCase() === name.toLowerCase()) return value || undefined;
  return undefined;
}

function numberIn(call: ApiCall, name: string): number | undefined {
  const value = Number.parseInt(parameter(call, name) ?? '', 10);
  return Number.isSafeInteger(value) ? value : undefined;
}

type Listed = { readonly total: number; readonly start: number; readonly resources: readonly DataRecord[] };

export function scimList(call: ApiCall, { total, start, resources }: Listed): Response {
  return scimAnswer({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: start,
    itemsPerPage: resources.length,
    Resources: resources.map((resource) => projected(call, resource)),
  });
}

/** The resource with the attributes asked for; its id and schemas always. */
export function projected(call: ApiCall, resource: DataRecord): DataRecord {
  const only = namesIn(parameter(call, 'attributes'));
  const without = namesIn(parameter(call, 'excludedAttributes'));
  if (only.length === 0 && without.length === 0) return resource;
  const heads = new Set(only);
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const key = name.toLowerCase();
      if (key === 'id' || key === 'schemas') return true;
      return (heads.size === 0 || heads.has(key)) && !without.includes(key);
    }),
  );
}

/** Whole attributes: a part of one answers all of it. */
function namesIn(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .map((name) => name.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, ''))
    .map((name) => (name.startsWith('urn:') ? name : (name.split('.')[0] as string)))
    .filter((name) => name !== '');
}
