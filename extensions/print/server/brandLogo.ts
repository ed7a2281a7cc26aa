/** The logo of the client, at the left of a header that shows the brand. */
import type { PrintEdgeModel, PrintLogoModel } from '#engine';
import { brandPicture } from '#extensions/reports/server';
import { type OperationCall, readBranding } from '#server/extension';

/** In millimetres. */
const height = 10;

/** Undefined where there is none, or none that a PDF can show. */
export async function brandLogo(
  call: OperationCall,
  header: PrintEdgeModel,
): Promise<PrintLogoModel | undefined> {
  if (!header.brand) return undefined;
  const { logo } = await readBranding(call.runtime.model, call.runtime.store);
  const picture = await brandPicture(call, logo);
  return picture && { ...picture, height };
}
