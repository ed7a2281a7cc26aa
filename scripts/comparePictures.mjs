// Compares two pictures pixel by pixel, ignoring anti-aliasing.
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/**
 * The number of differing pixels, and a picture of them; pictures of different sizes are compared on the
 * larger canvas.
 */
export function comparePictures(before, after) {
  const [one, other] = [PNG.sync.read(before), PNG.sync.read(after)];
  const width = Math.max(one.width, other.width);
  const height = Math.max(one.height, other.height);
  const difference = new PNG({ width, height });
  const count = pixelmatch(on(one, width, height), on(other, width, height), difference.data, width, height, {
    threshold: 0.1,
  });
  const isResized = one.width !== other.width || one.height !== other.height;
  return { count, isResized, picture: () => PNG.sync.write(difference) };
}

export const differingPixels = (before, after) => {
  if (before.equals(after)) return 0;
  const { count, isResized } = comparePictures(before, after);
  return isResized ? Math.max(1, count) : count;
};

function on({ width, height, data }, wide, high) {
  if (width === wide && height === high) return data;
  const canvas = new Uint8Array(wide * high * 4);
  for (let row = 0; row < height; row++)
    canvas.set(data.subarray(row * width * 4, (row + 1) * width * 4), row * wide * 4);
  return canvas;
}
