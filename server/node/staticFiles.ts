/** The built client: hashed files for ever, `index.html` for every other address. */
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { secureHeaders } from '../http/respond.ts';

type File = { readonly plain: Buffer; readonly gzip?: Buffer; readonly br?: Buffer };

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
};
const compressible = new Set(['.html', '.js', '.css', '.json', '.svg', '.txt']);

/** Serves a folder; each file is read and compressed once. */
export function staticFiles(folder: string): (request: Request) => Promise<Response> {
  const known = new Map<string, Promise<File | undefined>>();
  const load = (path: string): Promise<File | undefined> => {
    const file = known.get(path) ?? readPacked(path);
    known.set(path, file);
    // Misses are the caller's to invent and a build may still come: they are not kept.
    file.then(
      (found) => found || known.delete(path),
      () => known.delete(path),
    );
    return file;
  };

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Only GET and HEAD.');
    const path = pathIn(folder, new URL(request.url).pathname);
    const asked = path === undefined ? undefined : await load(path);
    if (path !== undefined && asked) return answer(request, path, asked);
    if (extname(path ?? '') !== '') return plain(404, 'There is no such file.');
    const index = join(folder, 'index.html');
    const page = await load(index);
    return page ? answer(request, index, page) : plain(503, 'The client is not built. Run: npm run build');
  };
}

function answer(request: Request, path: string, file: File): Response {
  const encoding = encodingOf(request.headers.get('accept-encoding') ?? '', file);
  const body =
    request.method === 'HEAD' ? null : new Uint8Array(encoding ? (file[encoding] as Buffer) : file.plain);
  const isHashed = /[\\/]assets[\\/]/.test(path);
  return new Response(body, {
    headers: {
      ...secureHeaders,
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'Accept-Encoding',
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
  });
}

function encodingOf(accepted: string, file: File): 'br' | 'gzip' | undefined {
  if (file.br && /\bbr\b/.test(accepted)) return 'br';
  return file.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}

async function readPacked(path: string): Promise<File | undefined> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) return undefined;
  const content = await readFile(path);
  if (!compressible.has(extname(path)) || content.length < 1024) return { plain: content };
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
  return {
    plain: content,
    gzip: await promisify(gzip)(content),
    br: await promisify(brotliCompress)(content, quality),
  };
}

/** The file an address means, or undefined when it leads out of the folder. */
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

function plain(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { ...secureHeaders, 'content-type': 'text/plain; charset=utf-8' },
  });
}
