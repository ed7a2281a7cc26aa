/** Stores contents of files in a bucket of an S3-compatible service. */
import { type S3Error, S3mini, S3ServiceError } from 's3mini';
import { FilesUnavailable } from '../files/FilesUnavailable.ts';
import type { FileStore, StoredContent } from '../ports/ports.ts';
import { isContentId, requireContentId } from './contentId.ts';
import { contentPieces, discard } from './contentPieces.ts';
import { type FetchLimits, fetchBucket } from './fetchBucket.ts';

export type Bucket = {
  /** The address of the service, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of all keys; empty, or ending with a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/**
 * Longer contents are uploaded in parts of this size; services require at least 5 MiB, except for the last
 * part.
 */
const partBytes = 8 * 1024 * 1024;

const usual: FetchLimits = { timeoutMs: 60_000, maxBytes: 10_485_760 };

/** The most bytes of a content that is read into memory. */
const mostInMemory = 1_073_741_824;

/** Throws `FilesUnavailable` if the service fails or refuses. */
export function createFileBucket(
  { endpoint, bucket, prefix, ...more }: Bucket,
  limits: Partial<FetchLimits> = {},
): FileStore {
  const client = new S3mini({
    ...more,
    endpoint: `${endpoint.replace(/\/$/, '')}/${bucket}`,
    fetch: fetchBucket({ ...usual, ...limits }),
  });
  const keyOf = (id: string) => prefix + id;
  const places: Places = { client, keyOf };
  return {
    put: (id, content, { maxBytes }) => put(places, { id, content, maxBytes }),
    open: (id, part) =>
      found(places, async () => {
        if (!isContentId(id)) return undefined;
        const [from, to] = part ? [part.start, part.end + 1] : [];
        const response = await client.getObjectRaw(keyOf(id), !part, from, to).catch(absent);
        return response && (response.body ?? new Blob([]).stream());
      }),
    bytes: (id) =>
      found(places, async () => {
        const response = isContentId(id) ? await client.getObjectRaw(keyOf(id)).catch(absent) : undefined;
        if (Number(response?.headers.get('content-length') ?? 0) > mostInMemory)
          throw new Error('The content is too long to be read at once.');
        return response && new Uint8Array(await response.arrayBuffer());
      }),
    remove: async (id) => {
      requireContentId(id);
      await ofService(() => client.deleteObject(keyOf(id)).catch(absent));
    },
    list: () => ofService(() => list(client, prefix)),
    probe: () => ofService(() => requireBucket(client)),
  };
}

type Places = { readonly client: S3mini; readonly keyOf: (id: string) => string };

/** Separates failures of the service from those of a content. */
async function ofService<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FilesUnavailable) throw error;
    throw new FilesUnavailable(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): FilesUnavailable['reason'] {
  if (!(error instanceof S3ServiceError)) return 'failing';
  const { status, serviceCode = '' } = error;
  if (serviceCode === 'NoSuchBucket') return 'gone';
  if (status === 507 || /Quota|Full|InsufficientCapacity/i.test(serviceCode)) return 'full';
  return status === 401 || status === 403 ? 'read-only' : 'failing';
}

function absent(error: S3Error): undefined {
  if (error instanceof S3ServiceError && error.status === 404 && error.serviceCode !== 'NoSuchBucket')
    return undefined;
  throw error;
}

/** If a content is missing, checks whether the whole bucket is. */
function found<T>({ client }: Places, read: () => Promise<T | undefined>): Promise<T | undefined> {
  return ofService(async () => {
    const content = await read();
    if (content === undefined) await requireBucket(client);
    return content;
  });
}

async function requireBucket(client: S3mini): Promise<void> {
  if (!(await client.bucketExists())) throw new FilesUnavailable('gone');
}

type Putting = {
  readonly id: string;
  readonly content: ReadableStream<Uint8Array>;
  readonly maxBytes: number;
};

async function put(places: Places, { id, content, maxBytes }: Putting): Promise<StoredContent> {
  try {
    requireContentId(id);
    const pieces = contentPieces(content, { maxBytes, pieceBytes: partBytes });
    const upload = uploadOf(places, id);
    try {
      for await (const piece of pieces) await upload.add(piece);
      await upload.end();
    } catch (error) {
      await upload.abandon();
      throw error;
    }
    return pieces.stored();
  } catch (error) {
    await discard(content, error);
    throw error;
  }
}

/** Uploads small contents at once, larger ones in parts; neither is visible before it is complete. */
function uploadOf({ client, keyOf }: Places, id: string) {
  const key = keyOf(id);
  const parts: { partNumber: number; etag: string }[] = [];
  let first: Uint8Array<ArrayBuffer> | undefined;
  let upload: string | undefined;
  const addPart = async (piece: Uint8Array<ArrayBuffer>): Promise<void> => {
    upload ??= await client.getMultipartUploadId(key);
    const { partNumber, etag } = await client.uploadPart(key, upload, piece, parts.length + 1);
    parts.push({ partNumber, etag });
  };
  return {
    add: (piece: Uint8Array<ArrayBuffer>) =>
      ofService(async () => {
        if (parts.length === 0 && !first) {
          first = piece;
          return;
        }
        if (first) await addPart(first);
        first = undefined;
        await addPart(piece);
      }),
    end: () =>
      ofService(async () => {
        if (!upload) return void (await client.putObject(key, first ?? new Uint8Array()));
        // Some failures arrive with a success status.
        const { etag } = await client.completeMultipartUpload(key, upload, parts);
        if (!etag) throw new Error('The service did not put the parts together.');
      }),
    abandon: async () => {
      if (upload) await client.abortMultipartUpload(key, upload).catch(() => undefined);
    },
  };
}

async function list(client: S3mini, prefix: string): ReturnType<FileStore['list']> {
  const objects = await client.listObjects('/', prefix);
  if (!objects) throw new FilesUnavailable('gone');
  return objects
    .map(({ Key, LastModified }) => ({ id: Key.slice(prefix.length), storedAt: new Date(LastModified) }))
    .filter(({ id }) => isContentId(id));
}
