import type { DataRecord, FileLimits } from '#engine';

type Problem = { readonly message: string; readonly params: Readonly<Record<string, number>> };

/** Decoded, this is a quarter of a gigabyte. */
const mostPixels = 64_000_000;

/** What is wrong with a picture for its place; undefined if nothing is. */
export function pictureProblem({ Width, Height }: DataRecord, { pixels }: FileLimits): Problem | undefined {
  if (!pixels) return undefined;
  // Files that were uploaded for another kind of field have not been cleaned.
  if (typeof Width !== 'number' || typeof Height !== 'number')
    return { message: 'file.picture.unread', params: {} };
  const { minWidth = 1, minHeight = 1, maxWidth, maxHeight } = pixels;
  const size = { width: Width, height: Height };
  if (Width > maxWidth || Height > maxHeight)
    return { message: 'file.picture.large', params: { ...size, maxWidth, maxHeight } };
  if (Width * Height > mostPixels)
    return { message: 'file.picture.pixels', params: { ...size, most: mostPixels / 1_000_000 } };
  if (Width < minWidth || Height < minHeight)
    return { message: 'file.picture.small', params: { ...size, minWidth, minHeight } };
  return undefined;
}
