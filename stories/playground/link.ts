/** The state of a playground as text for a link: deflated and URL-safe. */
export type Shown = {
  /** The file of the edited screen. */
  readonly screen: string;
  /** Edited declarations: file → text. */
  readonly changes: Readonly<Record<string, string>>;
  readonly role: string;
  readonly locale: string;
  readonly theme: string;
  readonly width: number;
};

/** Limit of all changes in characters; a link beyond it is not opened. */
export const mostText = 400_000;

export async function writeLink(shown: Shown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shown));
  const packed = await new Response(through(bytes, new CompressionStream('deflate-raw'))).bytes();
  return toLetters(packed);
}

/** Undefined for an invalid link, or one that unpacks to too much. */
export async function readLink(text: string): Promise<Shown | undefined> {
  try {
    const stream = through(fromLetters(text), new DecompressionStream('deflate-raw'));
    return shownOf(JSON.parse(await bounded(stream)));
  } catch {
    return undefined;
  }
}

function shownOf(read: unknown): Shown | undefined {
  if (typeof read !== 'object' || read === null) return undefined;
  const { screen, changes, role, locale, theme, width } = read as Record<string, unknown>;
  if (typeof screen !== 'string' || typeof changes !== 'object' || changes === null) return undefined;
  const texts = Object.entries(changes).filter(([, text]) => typeof text === 'string');
  return {
    screen,
    changes: Object.fromEntries(texts),
    role: typeof role === 'string' ? role : 'admin',
    locale: locale === 'fr-CA' ? locale : 'en-CA',
    theme: theme === 'dark' ? theme : 'light',
    width: typeof width === 'number' && width >= 0 ? width : 0,
  };
}

function through(bytes: Uint8Array<ArrayBuffer>, packer: CompressionStream | DecompressionStream) {
  return new Blob([bytes]).stream().pipeThrough(packer);
}

/** Protects against decompression bombs: stops reading beyond the limit. */
async function bounded(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (text.length <= 2 * mostText) continue;
    await reader.cancel();
    throw new RangeError('The link unpacks to too much');
  }
}

function toLetters(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromLetters(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
