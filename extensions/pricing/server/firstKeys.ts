/** Selects the smallest keys of many in order, without sorting or storing them all: a page of a million. */
export function createFirstKeys(wanted: number, most = Number.POSITIVE_INFINITY) {
  // One more than the maximum, so that nothing is discarded.
  let keys = new Float64Array(Math.min(Math.max(4 * wanted, leastRoom), most + 1));
  let [count, cutoff] = [0, Number.POSITIVE_INFINITY];
  return {
    add: (key: number): void => {
      if (key >= cutoff) return;
      keys[count++] = key;
      if (count < keys.length) return;
      part(keys, wanted);
      count = wanted;
      cutoff =
        0 < wanted ? keys.subarray(0, wanted).reduce((a, b) => Math.max(a, b)) : Number.NEGATIVE_INFINITY;
    },
    /** Keys from this value on are not among them. */
    cutoff: () => cutoff,
    /** The keys from a position of the order to the last wanted one. */
    from: (first: number): Float64Array => {
      keys = keys.subarray(0, count);
      part(keys, wanted);
      const found = keys.subarray(0, Math.min(wanted, count));
      part(found, first);
      return found.subarray(Math.min(first, found.length)).sort();
    },
  };
}

const leastRoom = 16_384;

/** Moves the smallest keys to the front (quickselect). */
function part(keys: Float64Array, wanted: number): void {
  let [low, high] = [0, keys.length - 1];
  while (low < high && wanted > 0 && wanted < keys.length) {
    const cut = parted(keys, low, high);
    if (cut < wanted) low = cut + 1;
    else high = cut;
  }
}

/** Partitions the keys; those up to the returned index are not larger than the rest. */
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
