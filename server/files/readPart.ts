/** `multipart/form-data` with one part, read as it comes: nothing is held but a piece that may be its end. */
import { BrokenUpload } from './BrokenUpload.ts';

export type Part = {
  readonly headers: ReadonlyMap<string, string>;
  readonly content: ReadableStream<Uint8Array>;
};

const headLimit = 16 * 1024;
const encoder = new TextEncoder();

/** The boundary a content type names; undefined when it is no form. */
export function boundaryOf(contentType: string | null): string | undefined {
  if (!/^multipart\/form-data\b/i.test(contentType ?? '')) return undefined;
  const found = /boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(contentType ?? '');
  return found?.[1] ?? found?.[2] ?? '';
}

/** Reads the head of the first part; its content follows as it is asked for. */
export async function readPart(body: ReadableStream<Uint8Array>, boundary: string): Promise<Part> {
  if (boundary === '') throw new BrokenUpload('The boundary is missing.');
  const source: Source = { reader: body.getReader(), held: new Uint8Array(), hasEnded: false };
  const start = encoder.encode(`--${boundary}\r\n`);
  while (source.held.length < start.length && (await fetchMore(source)));
  if (indexOf(source.held, start) !== 0) throw new BrokenUpload('The first boundary is missing.');
  source.held = source.held.subarray(start.length);
  const headers = await readHead(source);
  return { headers, content: contentOf(source, encoder.encode(`\r\n--${boundary}`)) };
}

type Source = {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  held: Uint8Array;
  hasEnded: boolean;
};

async function fetchMore(source: Source): Promise<boolean> {
  if (source.hasEnded) return false;
  const { done, value } = await source.reader.read();
  source.hasEnded = done;
  if (value) source.held = join(source.held, value);
  return !done;
}

async function readHead(source: Source): Promise<ReadonlyMap<string, string>> {
  const end = encoder.encode('\r\n\r\n');
  let at = indexOf(source.held, end);
  while (at < 0) {
    if (source.held.length > headLimit || !(await fetchMore(source)))
      throw new BrokenUpload('The head of the part has no end.');
    at = indexOf(source.held, end);
  }
  const text = new TextDecoder().decode(source.held.subarray(0, at));
  source.held = source.held.subarray(at + end.length);
  return new Map(
    text.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
}

function contentOf(source: Source, delimiter: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull: (controller) => pullContent(source, delimiter, controller),
    cancel: (reason) => source.reader.cancel(reason),
  });
}

async function pullContent(
  source: Source,
  delimiter: Uint8Array,
  controller: ReadableStreamDefaultController<Uint8Array>,
): Promise<void> {
  for (;;) {
    const at = indexOf(source.held, delimiter);
    if (at >= 0) return finish(source, { at, length: delimiter.length }, controller);
    const free = source.held.length - delimiter.length;
    if (free > 0) {
      controller.enqueue(source.held.subarray(0, free));
      source.held = source.held.subarray(free);
      return;
    }
    if (!(await fetchMore(source))) throw new BrokenUpload('The body ends before its boundary.');
  }
}

/** After the content only the end may come: a second part would be lost without a word. */
async function finish(
  source: Source,
  { at, length }: { readonly at: number; readonly length: number },
  controller: ReadableStreamDefaultController<Uint8Array>,
): Promise<void> {
  const after = at + length;
  while (source.held.length < after + 2 && (await fetchMore(source)));
  if (source.held[after] !== 45 || source.held[after + 1] !== 45)
    throw new BrokenUpload('There is more than one part.');
  if (at > 0) controller.enqueue(source.held.subarray(0, at));
  source.held = new Uint8Array();
  controller.close();
  await source.reader.cancel();
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const first = wanted[0] as number;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + wanted.length > bytes.length) return -1;
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
