/** Puts the smallest keys in order at the front, as many as are asked for: a page of a million needs no order of all. */
export function firstKeys(keys: Float64Array, count: number): Float64Array {
  const wanted = Math.min(count, keys.length);
  let [low, high] = [0, keys.length - 1];
  while (low < high && wanted < keys.length) {
    const cut = parted(keys, low, high);
    if (cut < wanted) low = cut + 1;
    else high = cut;
  }
  return keys.subarray(0, wanted).sort();
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
