/** Parses `multipart/form-data` as a stream: buffers only what may be the end of a part. */
import { BrokenUpload } from './BrokenUpload.ts';
import { indexOf, join } from './bytes.ts';

export type Part = {
  readonly headers: ReadonlyMap<string, string>;
  readonly content: ReadableStream<Uint8Array>;
};

const headLimit = 16 * 1024;
const encoder = new TextEncoder();

/** The boundary in a content type; undefined if it is not a form. */
export function boundaryOf(contentType: string | null): string | undefined {
  if (!/^multipart\/form-data\b/i.test(contentType ?? '')) return undefined;
  const found = /boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(contentType ?? '');
  return found?.[1] ?? found?.[2] ?? '';
}

/** Reads the headers of the first part; its content is read on demand. */
export async function readPart(body: ReadableStream<Uint8Array>, boundary: string): Promise<Part> {
  if (boundary === '') throw new BrokenUpload('The boundary is missing.');
  const source = await openForm(body, boundary);
  const headers = await readHead(source);
  return { headers, content: contentOf(source, { delimiter: delimiterOf(boundary), finish: finishForm }) };
}

/** The parts of a form in sequence: read each to its end before requesting the next. */
export async function* readParts(body: ReadableStream<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  if (boundary === '') throw new BrokenUpload('The boundary is missing.');
  const source = await openForm(body, boundary);
  for (let isLast = false; !isLast; ) {
    let ended: boolean | undefined;
    const finish = async () => {
      ended = await isFormEnd(source);
    };
    const headers = await readHead(source);
    yield { headers, content: contentOf(source, { delimiter: delimiterOf(boundary), finish }) };
    if (ended === undefined) throw new BrokenUpload('A part was left before its end.');
    isLast = ended;
  }
  await source.reader.cancel();
}

async function openForm(body: ReadableStream<Uint8Array>, boundary: string): Promise<Source> {
  const source: Source = { reader: body.getReader(), held: new Uint8Array(), hasEnded: false };
  const start = encoder.encode(`--${boundary}\r\n`);
  while (source.held.length < start.length && (await fetchMore(source)));
  if (indexOf(source.held, start) !== 0) throw new BrokenUpload('The first boundary is missing.');
  source.held = source.held.subarray(start.length);
  return source;
}

const delimiterOf = (boundary: string): Uint8Array => encoder.encode(`\r\n--${boundary}`);

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

type Ending = {
  readonly delimiter: Uint8Array;
  /** Checks what follows the delimiter once the content has been read. */
  readonly finish: (source: Source) => Promise<void>;
};

function contentOf(source: Source, ending: Ending): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull: (controller) => pullContent(source, ending, controller),
    cancel: (reason) => source.reader.cancel(reason),
  });
}

async function pullContent(
  source: Source,
  { delimiter, finish }: Ending,
  controller: ReadableStreamDefaultController<Uint8Array>,
): Promise<void> {
  for (;;) {
    const at = indexOf(source.held, delimiter);
    if (at >= 0) {
      const last = source.held.subarray(0, at);
      source.held = source.held.subarray(at + delimiter.length);
      await finish(source);
      if (at > 0) controller.enqueue(last);
      return controller.close();
    }
    const free = source.held.length - delimiter.length;
    if (free > 0) {
      controller.enqueue(source.held.subarray(0, free));
      source.held = source.held.subarray(free);
      return;
    }
    if (!(await fetchMore(source))) throw new BrokenUpload('The body ends before its boundary.');
  }
}

/** Only the end may follow the content: a second part would be lost silently. */
async function finishForm(source: Source): Promise<void> {
  if (!(await isFormEnd(source))) throw new BrokenUpload('There is more than one part.');
  source.held = new Uint8Array();
  await source.reader.cancel();
}

/** A delimiter is followed by `--` at the end of the form, and by a line break before another part. */
async function isFormEnd(source: Source): Promise<boolean> {
  while (source.held.length < 2 && (await fetchMore(source)));
  const [first, second] = source.held;
  if (first === 45 && second === 45) return true;
  if (first !== 13 || second !== 10) throw new BrokenUpload('A boundary is not followed by a part.');
  source.held = source.held.subarray(2);
  return false;
}
