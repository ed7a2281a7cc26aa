/**
 * A small S3-compatible service for tests, on the loopback address. No maintained S3 server installs from npm
 * and runs on Node 20. It implements what the file store uses, following the S3 reference, and checks every
 * signature with another library than the one that signed it.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';

export const s3Keys = { accessKeyId: 'files-key', secretAccessKey: 'files-secret/+=' };
const region = 'eu-test-1';
const smallestPart = 5 * 1024 * 1024;

type Kept = { readonly bytes: Buffer; readonly at: Date };
type Asked = { readonly key: string; readonly url: URL; readonly bytes: Buffer; readonly range?: string };
type Answered = {
  readonly status: number;
  readonly body?: Buffer | string;
  readonly headers?: Record<string, string>;
};

export type S3 = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Contents of the bucket by key. */
  readonly objects: Map<string, Kept>;
  /** Uploads neither completed nor aborted. */
  readonly uploads: Map<string, Map<number, Buffer>>;
  /** Makes the next call fail. */
  readonly fail: (status: number, code: string) => void;
  /** Whether the bucket exists. */
  readonly place: { isThere: boolean };
  /** Requests with a wrong signature. */
  readonly refused: string[];
  readonly stop: () => Promise<void>;
};

export async function startS3(): Promise<S3> {
  const failing: Answered[] = [];
  const bucket = 'formwright-files';
  const state = { objects: new Map(), uploads: new Map(), place: { isThere: true }, refused: [] as string[] };
  const server = createServer(async (request, response) => {
    try {
      send(response, request.method, await answer(request));
    } catch (error) {
      send(response, request.method, trouble(500, `InternalError ${error}`));
    }
  });
  const answer = async (request: IncomingMessage): Promise<Answered> => {
    const bytes = await bodyOf(request);
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (!(await isSigned(request, url))) {
      state.refused.push(`${request.method} ${request.url}`);
      return trouble(403, 'SignatureDoesNotMatch');
    }
    const planned = failing.shift();
    if (planned) return planned;
    const [, name, ...rest] = url.pathname.split('/');
    if (name !== bucket || !state.place.isThere) return trouble(404, 'NoSuchBucket');
    const { range } = request.headers;
    const asked = { key: decodeURIComponent(rest.join('/')), url, bytes, ...(range && { range }) };
    return (calls[request.method ?? ''] ?? (() => trouble(405, 'MethodNotAllowed')))(state, asked);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ ...state, bucket, region, endpoint: `http://127.0.0.1:${port}` },
    fail: (status, code) => void failing.push(trouble(status, code)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type State = Pick<S3, 'objects' | 'uploads'>;

const calls: Readonly<Record<string, (state: State, asked: Asked) => Answered>> = {
  HEAD: ({ objects }, { key }) =>
    key === '' || objects.has(key) ? { status: 200 } : trouble(404, 'NoSuchKey'),
  GET: (state, asked) => (asked.key === '' ? list(state, asked) : read(state, asked)),
  PUT: ({ objects, uploads }, { key, url, bytes }) => {
    const part = Number(url.searchParams.get('partNumber'));
    const upload = uploads.get(url.searchParams.get('uploadId') ?? '');
    if (part && !upload) return trouble(404, 'NoSuchUpload');
    if (upload) upload.set(part, bytes);
    else objects.set(key, { bytes, at: new Date() });
    return { status: 200, headers: { etag: tagOf(bytes) } };
  },
  POST: ({ objects, uploads }, { key, url, bytes }) => {
    if (url.searchParams.has('uploads')) {
      const id = crypto.randomUUID();
      uploads.set(id, new Map());
      return xml(
        `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const id = url.searchParams.get('uploadId') ?? '';
    const upload = uploads.get(id);
    if (!upload) return trouble(404, 'NoSuchUpload');
    const named = [...bytes.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const parts = named.map(([, number, etag]) => ({ part: upload.get(Number(number)), etag }));
    const isWrong = parts.some(
      ({ part, etag }) => !part || !tagOf(part).includes(String(etag).replaceAll(/&quot;|"/g, '')),
    );
    if (isWrong || parts.length !== upload.size) return trouble(400, 'InvalidPart');
    const found = parts.map(({ part }) => part as Buffer);
    if (found.slice(0, -1).some((part) => part.length < smallestPart)) return trouble(400, 'EntityTooSmall');
    objects.set(key, { bytes: Buffer.concat(found), at: new Date() });
    uploads.delete(id);
    return xml(
      `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"whole-${found.length}"</ETag></CompleteMultipartUploadResult>`,
    );
  },
  DELETE: ({ objects, uploads }, { key, url }) => {
    const id = url.searchParams.get('uploadId');
    if (id === null) objects.delete(key);
    else if (!uploads.delete(id)) return trouble(404, 'NoSuchUpload');
    return { status: 204 };
  },
};

function read({ objects }: State, { key, range }: Asked): Answered {
  const kept = objects.get(key);
  if (!kept) return trouble(404, 'NoSuchKey');
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (start === undefined) return { status: 200, body: kept.bytes };
  const last = end ? Math.min(Number(end), kept.bytes.length - 1) : kept.bytes.length - 1;
  return { status: 206, body: kept.bytes.subarray(Number(start), last + 1) };
}

/** Two per page, so that lists have several pages. */
function list({ objects }: State, { url }: Asked): Answered {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, 2);
  const entries = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.at.toISOString()}</LastModified><Size>${objects.get(key)?.bytes.length}</Size></Contents>`,
  );
  const isMore = keys.length > page.length;
  const next = isMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return xml(
    `<ListBucketResult><IsTruncated>${isMore}</IsTruncated><KeyCount>${page.length}</KeyCount>${entries.join('')}${next}</ListBucketResult>`,
  );
}

/** Recomputes the signature with the secret and compares. */
async function isSigned(request: IncomingMessage, url: URL): Promise<boolean> {
  const { authorization = '', 'x-amz-date': datetime } = request.headers;
  const signed = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signed.includes(name))) return false;
  const headers = Object.fromEntries(
    signed.filter((name) => name !== 'host').map((name) => [name, String(request.headers[name])]),
  );
  const signer = new AwsV4Signer({
    ...{ ...s3Keys, region, service: 's3', url: url.href, method: request.method ?? 'GET' },
    ...{ headers, datetime: String(datetime), allHeaders: true },
  });
  const age = Math.abs(
    Date.now() - Date.parse(String(datetime).replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:')),
  );
  return age < 15 * 60_000 && (await signer.authHeader()) === authorization;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;
const xml = (body: string, status = 200): Answered => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
  headers: { 'content-type': 'application/xml' },
});
const trouble = (status: number, code: string): Answered =>
  xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status);

function send(
  response: ServerResponse,
  method: string | undefined,
  { status, body = '', headers }: Answered,
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? undefined : body);
}
