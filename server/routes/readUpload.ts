/** A record and its file in one call: a form, or JSON that names a file uploaded before. */
import type { DataRecord, FileLimits, RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { BrokenUpload } from '../files/BrokenUpload.ts';
import { bodyInPieces } from '../files/bodyInPieces.ts';
import { nameInHeader } from '../files/fileName.ts';
import { boundaryOf, type Part, readParts } from '../files/readPart.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import { parseJson } from '../http/readBody.ts';
import { receiveFile, refuseBeyondQuota } from '../http/receiveFile.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { heldRecord, isObject } from '../operations/heldRecord.ts';
import { sentRecord } from './recordTakes.ts';

type Upload = NonNullable<RouteModel['upload']>;

/** The record with the id of its file; the file is removed if the call fails. */
export async function readUpload(call: ApiCall, { entity }: EntityPlan, upload: Upload): Promise<DataRecord> {
  const boundary = boundaryOf(call.request.headers.get('content-type'));
  const body = boundary === undefined ? undefined : bodyInPieces(call.request);
  if (boundary === undefined || !body) return sentRecord(call);
  const limits = entity.fieldByPath.get(upload.field)?.file as FileLimits;
  const form: Form = { members: {}, size: 0 };
  try {
    for await (const part of readParts(body, boundary)) await takePart(call, part, { form, upload, limits });
    return { ...heldRecord(call, entity, form.members), ...(form.file ? { [upload.field]: form.file } : {}) };
  } catch (error) {
    if (form.file) await discard(call, form.file);
    if (error instanceof BrokenUpload) throw refusals.brokenUpload({ cause: error });
    throw error;
  }
}

type Form = {
  members: DataRecord;
  file?: string;
  /** Bytes of all parts other than files. */
  size: number;
};
type Taking = { readonly form: Form; readonly upload: Upload; readonly limits: FileLimits };

/** Minimum charge per part, which also limits the number of parts. */
const partBytes = 1024;

async function takePart(call: ApiCall, part: Part, { form, upload, limits }: Taking): Promise<void> {
  const header = part.headers.get('content-disposition') ?? '';
  const name = /(?:^|;)\s*name\s*=\s*"?([^";]*)/i.exec(header)?.[1] ?? '';
  if (name.toLowerCase() === upload.part?.toLowerCase()) {
    const members = parseJson(await textOf(call, part, form));
    if (!isObject(members)) throw refusals.bodyNotObject();
    form.members = { ...form.members, ...members };
  } else if (!/filename\*?\s*=/i.test(header) || isMember(part, limits)) {
    form.members = { ...form.members, [name]: await textOf(call, part, form) };
  } else {
    if (form.file) throw refusals.brokenUpload();
    await refuseBeyondQuota(call);
    const incoming = { content: part.content, name: nameInHeader(header), limits };
    form.file = String((await receiveFile(operationCall(call), incoming)).Id);
  }
}

/** Browsers give JSON parts a file name as well: `blob`. */
function isMember({ headers }: Part, { accept }: FileLimits): boolean {
  return (
    /^application\/json\b/i.test(headers.get('content-type') ?? '') && !accept.includes('application/json')
  );
}

/** All parts other than files together may be as large as one body. */
async function textOf({ runtime }: ApiCall, { content }: Part, form: Form): Promise<string> {
  const limit = runtime.model.settings.bodyLimitBytes;
  const decoder = new TextDecoder();
  let text = '';
  form.size += partBytes;
  for await (const chunk of content as unknown as AsyncIterable<Uint8Array>) {
    form.size += chunk.byteLength;
    if (form.size > limit) throw refusals.tooLarge({ params: { limit } });
    text += decoder.decode(chunk, { stream: true });
  }
  if (form.size > limit) throw refusals.tooLarge({ params: { limit } });
  return text + decoder.decode();
}

async function discard({ runtime, ports }: ApiCall, id: string): Promise<void> {
  await runtime.store.remove('file', id);
  await ports.files.remove(id);
}
