/** Serves the built client: hashed files are cached forever, any other address gets `index.html`. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { refusals } from '../errors/Refusal.ts';
import { acceptedEncoding } from '../http/acceptedEncoding.ts';
import { rangeAsked, rangeHeaders } from '../ports/byteRange.ts';

type File = {
  readonly plain: Buffer;
  readonly gzip?: Buffer;
  readonly br?: Buffer;
  readonly digest: string;
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};
const compressible = new Set(['.html', '.js', '.css', '.json', '.svg', '.txt', '.md']);

const allow = 'GET, HEAD';

/**
 * Serves a folder; reads and compresses each file once. Throws the refusal for anything it does not serve.
 */
export function staticFiles(folder: string): (request: Request) => Promise<Response> {
  const known = new Map<string, Promise<File | undefined>>();
  const load = (path: string): Promise<File | undefined> => {
    const file = known.get(path) ?? readPacked(path);
    known.set(path, file);
    // Misses are not cached: callers can invent any number, and a build may still add files.
    file.then(
      (found) => found || known.delete(path),
      () => known.delete(path),
    );
    return file;
  };

  return async (request) => {
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD')
      throw refusals.noSuchMethod({ params: { method, allow }, headers: { allow } });
    const path = pathIn(folder, new URL(request.url).pathname);
    const asked = path === undefined ? undefined : await load(path);
    if (path !== undefined && asked) return answer(request, path, asked);
    if (path !== undefined && isMissingFile(request, folder, path)) throw refusals.noSuchFile();
    const index = join(folder, 'index.html');
    const page = await load(index);
    if (!page) throw refusals.notBuilt();
    return answer(request, index, page);
  };
}

function answer(request: Request, path: string, file: File): Response {
  const packed = (['br', 'gzip'] as const).filter((coding) => file[coding]);
  // Ranges refer to the uncompressed file.
  const encoding = request.headers.has('range')
    ? undefined
    : acceptedEncoding(request.headers.get('accept-encoding'), packed);
  const bytes = (encoding && file[encoding]) ?? file.plain;
  const etag = `"${file.digest}${encoding ? `-${encoding}` : ''}"`;
  const asked = rangeAsked(request, bytes.length, etag);
  const headers = rangeHeaders(asked, bytes.length);
  if (asked.kind === 'outside') throw refusals.rangeOutside({ params: { size: bytes.length }, headers });
  const part = asked.kind === 'part' ? bytes.subarray(asked.range.start, asked.range.end + 1) : bytes;
  const isHashed = /[\\/]assets[\\/]/.test(path);
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(part), {
    status: asked.kind === 'part' ? 206 : 200,
    headers: {
      ...headers,
      etag,
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: isHashed ? 'Accept-Encoding' : 'Accept, Accept-Encoding',
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
  });
}

/**
 * Page addresses may look like files (`/configure/entities/plan/rules/plan.name`). Browsers request pages as
 * HTML, which tells them apart; assets are never pages.
 */
function isMissingFile(request: Request, folder: string, path: string): boolean {
  if (path.startsWith(join(folder, 'assets') + sep)) return true;
  return extname(path) !== '' && !(request.headers.get('accept') ?? '').includes('text/html');
}

async function readPacked(path: string): Promise<File | undefined> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) return undefined;
  const content = await readFile(path);
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  if (!compressible.has(extname(path)) || content.length < 1024) return { plain: content, digest };
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
  return {
    plain: content,
    digest,
    gzip: await promisify(gzip)(content),
    br: await promisify(brotliCompress)(content, quality),
  };
}

/** The file for an address, or undefined if it leads out of the folder. */
function pathIn(folder: string, address: string): string | undefined {
  const decoded = decode(address);
  if (decoded === undefined || decoded.includes('\0')) return undefined;
  const path = normalize(join(folder, decoded));
  return path.startsWith(normalize(folder) + sep) ? path : undefined;
}

function decode(address: string): string | undefined {
  try {
    return decodeURIComponent(address);
  } catch {
    return undefined;
  }
}
