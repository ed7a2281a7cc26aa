/** Receives a file: inspected while it is stored, accepted when it is complete. */
import { type DataRecord, type FileLimits, formatBytes } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import { acceptedType } from '../files/acceptedType.ts';
import { BrokenUpload } from '../files/BrokenUpload.ts';
import { bodyInPieces } from '../files/bodyInPieces.ts';
import { FileTooLarge } from '../files/FileTooLarge.ts';
import { cleanFileName, nameInHeader } from '../files/fileName.ts';
import { inspectContent } from '../files/inspectContent.ts';
import { cleanPicture, type PictureSize } from '../files/pictures/cleanPicture.ts';
import { boundaryOf, readPart } from '../files/readPart.ts';
import { inTransaction, type OperationCall } from '../operations/OperationCall.ts';
import { pictureProblem } from '../operations/pictureProblem.ts';
import { insertRecord } from '../operations/writeRecord.ts';
import type { ApiCall } from './ApiCall.ts';

type Incoming = {
  readonly content: ReadableStream<Uint8Array>;
  /** The name the sender gave it. */
  readonly name: string;
  readonly limits: FileLimits;
};

/** Stores a file and its record; a refused or interrupted upload leaves neither. */
export async function receiveFile(call: OperationCall, incoming: Incoming): Promise<DataRecord> {
  const { newId, files } = call.runtime.ports;
  const id = newId();
  const picture = incoming.limits.pixels && cleanPicture(incoming.content);
  const inspection = inspectContent(picture?.content ?? incoming.content);
  const stored = await files
    .put(id, inspection.content, { maxBytes: incoming.limits.maxBytes })
    .catch((error) => refuseBroken(call, incoming, error));
  try {
    const mediaType = acceptedType(inspection, incoming.limits);
    const size = picture?.size();
    refusePicture(incoming, size);
    const record = {
      Id: id,
      Name: cleanFileName(incoming.name, mediaType),
      ContentType: mediaType,
      Size: stored.size,
      Sha256: stored.sha256,
      ...size,
      UploadedBy: call.user.DisplayName,
    };
    const kept = await inTransaction(call, async (scope) => {
      await insertRecord(scope, call.runtime.planOf('file'), record);
      return record;
    });
    // A repeated call goes on with the file of its first attempt.
    if (kept.Id !== id) await files.remove(id);
    return kept;
  } catch (error) {
    await files.remove(id);
    throw error;
  }
}

/** The file of a call: the one part of a form, or the body itself. */
export async function incomingFile({ request }: ApiCall): Promise<Omit<Incoming, 'limits'>> {
  const body = bodyInPieces(request);
  if (!body) throw refusals.emptyFile();
  const boundary = boundaryOf(request.headers.get('content-type'));
  const part =
    boundary === undefined
      ? { headers: request.headers, content: body }
      : await readPart(body, boundary).catch((cause: unknown) => {
          throw cause instanceof Refusal ? cause : refusals.brokenUpload({ cause });
        });
  return { content: part.content, name: nameInHeader(part.headers.get('content-disposition') ?? null) };
}

function refusePicture({ limits }: Incoming, size: PictureSize | undefined): void {
  const problem = pictureProblem(size ?? {}, limits);
  if (problem) throw new Refusal('validation', problem.message, { params: problem.params });
}

const day = 24 * 3600 * 1000;

/**
 * Throws 429 with a retry time when a person has uploaded their daily quota. Unsaved files are deleted after
 * a day, but until then they take up shared disk space.
 */
export async function refuseBeyondQuota({ runtime, session, settings, ports }: ApiCall): Promise<void> {
  const now = ports.now().getTime();
  const own = { kind: 'compare', path: 'CreatedBy', operator: 'eq', value: session?.user.UserName } as const;
  const since = new Date(now - day).toISOString();
  const { items } = await runtime.store.find({
    entity: 'file',
    filter: {
      kind: 'and',
      of: [{ kind: 'compare', path: 'CreatedDate', operator: 'ge', value: since }, own],
    },
    sort: [{ path: 'CreatedDate', direction: 'asc' }],
    page: { number: 1, size: settings.uploadsPerDay },
  });
  const bytes = items.reduce((sum, { Size }) => sum + Number(Size), 0);
  if (items.length < settings.uploadsPerDay && bytes < settings.uploadBytesPerDay) return;
  const first = Date.parse(String(items[0]?.CreatedDate));
  const wait = Math.max(1, Math.ceil((first + day - now) / 1000));
  throw refusals.tooManyUploads({ headers: { 'retry-after': String(wait) } });
}

function refuseBroken({ locale }: OperationCall, { limits }: Incoming, error: unknown): never {
  if (error instanceof FileTooLarge)
    throw refusals.fileTooLarge({ params: { limit: formatBytes(limits.maxBytes, locale) } });
  if (error instanceof BrokenUpload) throw refusals.brokenUpload({ cause: error });
  throw error;
}
