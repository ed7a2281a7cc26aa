/** Refusals in the form of SCIM (RFC 7644, section 3.12). */
import type { ErrorBody } from '../errors/errorBody.ts';
import type { Refusal } from '../errors/Refusal.ts';
import { sentPath } from './routes.ts';

export const scimType = 'application/scim+json; charset=utf-8';

/** At its standard address only: below `/api`, errors have the form of the API. */
export const isScim = (url: string): boolean => /^\/scim\/v2(\/|$)/i.test(sentPath(url));

/** Names that an account has, or that cannot be told from it. */
const taken = /^(user\.name\.unique|account\.name\.look-alike)$/;

export function scimError(refusal: Refusal, own: number, { Message, ErrorMessages }: ErrorBody): Answer {
  const issues = refusal.details.issues ?? [];
  const isTaken = issues.some(({ rule }) => taken.test(rule));
  // A finding about a value is 400 in SCIM, which knows no 422.
  const status = isTaken ? 409 : own === 422 ? 400 : own;
  const named = refusal.details.extra?.scimType;
  const kind = isTaken ? 'uniqueness' : typeof named === 'string' ? named : kindOf(refusal, status);
  return {
    status,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(kind && { scimType: kind }),
      detail: ErrorMessages.length > 0 ? ErrorMessages.join(' ') : Message,
    },
  };
}

type Answer = { readonly status: number; readonly body: object };

function kindOf({ code }: Refusal, status: number): string | undefined {
  if (status === 400) return code === 'validation' ? 'invalidValue' : 'invalidSyntax';
  return undefined;
}
