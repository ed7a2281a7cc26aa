import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { isId } from '../http/Endpoint.ts';
import { revisionOfTag } from '../http/entityTag.ts';
import type { Sequence } from '../operations/createSequences.ts';

/** The id of the record to write: from the path, else from the body's `Id`. */
export function recordId(call: ApiCall, parameter: string | undefined, record: DataRecord): string {
  const named = parameter === undefined ? undefined : call.params[parameter];
  if (named !== undefined) return named;
  if (record.Id === undefined || record.Id === null || record.Id === '') throw refusals.idMissing();
  if (!isId(record.Id)) throw refusals.badId({ params: { value: JSON.stringify(record.Id) } });
  return record.Id.toLowerCase();
}

/** The revision the caller has read: `If-Match: "3"`, an ETag, or the body's `Revision`; else undefined. */
export function readRevision(call: ApiCall, record: DataRecord = {}): number | undefined {
  const header = call.request.headers.get('if-match');
  if (header !== null && header.trim() !== '*') {
    const revision = revisionOfTag(header);
    if (revision === undefined) throw refusals.badRevision({ params: { value: header } });
    return revision;
  }
  const { Revision: revision } = record;
  if (revision === undefined || revision === null) return undefined;
  if (!Number.isSafeInteger(revision))
    throw refusals.badRevision({ params: { value: JSON.stringify(revision) } });
  return revision as number;
}

/** `X-Sequence: <counter> <number>`: the order of a client's calls about one record. */
export function readSequence(call: ApiCall, record: string): Sequence | undefined {
  const header = /^\s*([\w-]{1,64}) +(\d{1,15})\s*$/.exec(call.request.headers.get('x-sequence') ?? '');
  if (!header) return undefined;
  return { of: `${call.session?.id} ${header[1]} ${record}`, number: Number(header[2]) };
}
