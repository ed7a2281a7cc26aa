/** The smallest keys in order, as many as are asked for: a page of a million needs no order of all. */
export const firstKeys = (keys: Float64Array, count: number): Float64Array => keysBetween(keys, 0, count);

/** The keys from one place of their order to another, in order; the others stay without any. */
export function keysBetween(keys: Float64Array, from: number, to: number): Float64Array {
  const [first, end] = [Math.min(from, keys.length), Math.min(to, keys.length)];
  part(keys, end);
  part(keys.subarray(0, end), first);
  return keys.subarray(first, end).sort();
}

/** Puts so many of the smallest keys at the front. */
function part(keys: Float64Array, wanted: number): void {
  let [low, high] = [0, keys.length - 1];
  while (low < high && wanted > 0 && wanted < keys.length) {
    const cut = parted(keys, low, high);
    if (cut < wanted) low = cut + 1;
    else high = cut;
  }
}

/** Smaller keys before larger ones: those up to the place that comes back are none larger than those behind it. */
function parted(keys: Float64Array, low: number, high: number): number {
  const pivot = keys[(low + high) >> 1] as number;
  let [left, right] = [low, high];
  for (;;) {
    while ((keys[left] as number) < pivot) left += 1;
    while ((keys[right] as number) > pivot) right -= 1;
    if (left >= right) return right;
    const kept = keys[left] as number;
    keys[left++] = keys[right] as number;
    keys[right--] = kept;
  }
}
