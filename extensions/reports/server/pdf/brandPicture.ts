import type { OperationCall } from '#server/extension';

export type PdfPicture = { readonly media: 'image/png' | 'image/jpeg'; readonly data: string };

const largest = 2 * 1024 * 1024;

/** The logo of the brand, in base64; undefined where there is none, or none that a PDF can show. */
export async function brandPicture(
  { runtime: { ports } }: OperationCall,
  logo: string | undefined,
): Promise<PdfPicture | undefined> {
  const content = logo === undefined ? undefined : await ports.files.bytes(logo);
  const media = content && content.length <= largest ? mediaOf(content) : undefined;
  if (!content || !media) return undefined;
  return { media, data: btoa(Array.from(content, (byte) => String.fromCharCode(byte)).join('')) };
}

/** By its first bytes: other formats cannot be placed in a PDF. */
export function mediaOf(content: Uint8Array): PdfPicture['media'] | undefined {
  const [first, second] = content;
  if (first === 0x89 && second === 0x50) return 'image/png';
  return first === 0xff && second === 0xd8 ? 'image/jpeg' : undefined;
}
