/** A form with one file, such as a spreadsheet, and what is said of it beside. Small enough to be held. */
import { formatBytes, type Locale } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { boundaryOf } from '../files/readPart.ts';

type SentFile = { readonly bytes: Uint8Array; readonly name: string };

/** The file of the form; its name is the part `FileName` (JSON), else what the browser calls it. */
export async function readForm(
  request: Request,
  { limit, locale }: { readonly limit: number; readonly locale: Locale },
): Promise<SentFile> {
  const type = request.headers.get('content-type');
  if (!boundaryOf(type)) throw refusals.notForm();
  const body = await readLimited(request, limit, locale);
  const form = await new Response(body as BodyInit, { headers: { 'content-type': type as string } })
    .formData()
    .catch((cause: unknown) => {
      throw refusals.brokenUpload({ cause });
    });
  const parts = [...form.entries()];
  const named = parts.find(([name]) => name.toLowerCase() === 'filename')?.[1];
  const file = parts.find(
    ([name, part]) => typeof part !== 'string' && name.toLowerCase() !== 'filename',
  )?.[1];
  if (!file || typeof file === 'string' || file.size === 0) throw refusals.emptyFile();
  const said =
    named === undefined ? undefined : nameIn(typeof named === 'string' ? named : await named.text());
  return { bytes: new Uint8Array(await file.arrayBuffer()), name: said || file.name };
}

async function readLimited(request: Request, limit: number, locale: Locale): Promise<Uint8Array> {
  const tooLarge = () => refusals.fileTooLarge({ params: { limit: formatBytes(limit, locale) } });
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
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
