/** Reads a form with one file, such as a spreadsheet, into memory. */
import { type FileLimits, formatBytes, type Locale } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import { acceptedType } from '../files/acceptedType.ts';
import { bodyInPieces } from '../files/bodyInPieces.ts';
import { inspectContent } from '../files/inspectContent.ts';
import { boundaryOf } from '../files/readPart.ts';

export type SentFile = { readonly bytes: Uint8Array; readonly name: string };

type Reading = {
  readonly limit: number;
  readonly locale: Locale;
  /** The limits of the file field. */
  readonly limits?: FileLimits | undefined;
};

/** The refusal when there is no file, or more than one. */
export function countRefusal(limits: FileLimits | undefined): Refusal {
  const count = limits?.messages?.count;
  return count ? new Refusal('validation', count, {}) : refusals.emptyFile();
}

/** The file of the form; its name is the part `FileName` (JSON), otherwise the browser's. */
export async function readForm(request: Request, { limit, locale, limits }: Reading): Promise<SentFile> {
  const type = request.headers.get('content-type');
  if (!boundaryOf(type)) throw refusals.notForm();
  const tooLarge = () => refusals.fileTooLarge({ params: { limit: formatBytes(limit, locale) } });
  const body = await readLimited(request, limit + aroundFile, tooLarge);
  const form = await new Response(body as BodyInit, { headers: { 'content-type': type as string } })
    .formData()
    .catch((cause: unknown) => {
      throw refusals.brokenUpload({ cause });
    });
  const parts = [...form.entries()];
  const named = parts.find(([name]) => name.toLowerCase() === 'filename')?.[1];
  const files = parts.flatMap(([name, part]) =>
    typeof part !== 'string' && name.toLowerCase() !== 'filename' ? [part] : [],
  );
  const [file, other] = files;
  if (!file || file.size === 0 || (other && limits)) throw countRefusal(limits);
  if (file.size > limit) throw tooLarge();
  const said =
    named === undefined ? undefined : nameIn(typeof named === 'string' ? named : await named.text());
  if (limits) await refuseOtherKinds(file, limits);
  return { bytes: new Uint8Array(await file.arrayBuffer()), name: said || file.name };
}

/** Checks the content, not the name. */
async function refuseOtherKinds(file: Blob, limits: FileLimits): Promise<void> {
  const inspection = inspectContent(file.stream());
  await inspection.content.pipeTo(new WritableStream());
  acceptedType(inspection, limits);
}

/** Allowance for part headers and the file name. */
const aroundFile = 8192;

async function readLimited(request: Request, limit: number, tooLarge: () => Refusal): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = bodyInPieces(request)?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    size += piece.value.length;
    if (size > limit) {
      await reader?.cancel();
      throw tooLarge();
    }
    pieces.push(piece.value);
  }
  return joined(pieces, size);
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** `"limits.xlsx"`, `{ "FileName": "limits.xlsx" }`, or just the name. */
function nameIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value;
    const member = (value as { readonly FileName?: unknown } | null)?.FileName;
    return typeof member === 'string' ? member : '';
  } catch {
    return text.trim();
  }
}
