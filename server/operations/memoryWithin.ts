import type { DataRecord } from '#engine';

type Remembered = { readonly $stash?: DataRecord; readonly $overrides?: readonly string[] };

/** The part of a record's memory (stash and overrides) that concerns the wanted fields. */
export function memoryWithin(
  { $stash, $overrides }: DataRecord,
  isWanted: (field: string) => boolean,
): Remembered {
  const isOf = (pointer: unknown) => isWanted(String(pointer).split('/')[1] ?? '');
  return {
    ...(typeof $stash === 'object' && $stash !== null
      ? { $stash: Object.fromEntries(Object.entries($stash).filter(([pointer]) => isOf(pointer))) }
      : {}),
    ...(Array.isArray($overrides) ? { $overrides: $overrides.filter(isOf) } : {}),
  };
}

/** Merges the memory sent for some fields with the record's memory of all others. */
export function mergedMemory(
  previous: DataRecord,
  input: DataRecord,
  fields: readonly string[] | undefined,
): Remembered {
  if (!fields) return {};
  const held = memoryWithin(previous, (name) => !fields.includes(name));
  const sent = memoryWithin(input, () => true);
  return {
    ...(sent.$stash ? { $stash: { ...held.$stash, ...sent.$stash } } : {}),
    ...(sent.$overrides ? { $overrides: [...(held.$overrides ?? []), ...sent.$overrides] } : {}),
  };
}
