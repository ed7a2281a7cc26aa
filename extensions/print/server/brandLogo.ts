/** The logo of the client, at the left of a header that shows the brand. */
import type { PrintEdgeModel, PrintLogoModel } from '#engine';
import { type OperationCall, readBranding } from '#server/extension';
import { mediaOf } from './drawPicture.ts';

/** In millimetres. */
const height = 10;
const largest = 2 * 1024 * 1024;

/** Undefined where there is none, or none that a PDF can show. */
export async function brandLogo(
  { runtime: { model, store, ports } }: OperationCall,
  header: PrintEdgeModel,
): Promise<PrintLogoModel | undefined> {
  if (!header.brand) return undefined;
  const { logo } = await readBranding(model, store);
  const content = logo === undefined ? undefined : await ports.files.bytes(logo);
  const media = content && content.length <= largest ? mediaOf(content) : undefined;
  if (!content || !media) return undefined;
  const data = btoa(Array.from(content, (byte) => String.fromCharCode(byte)).join(''));
  return { media, data, height };
}
