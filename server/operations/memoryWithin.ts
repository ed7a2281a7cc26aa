import type { DataRecord } from '#engine';

type Remembered = { readonly $stash?: DataRecord; readonly $overrides?: readonly string[] };

/** What a record remembers of some of its fields. */
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

/** What is sent of some fields together with what the record remembers of all others. */
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
