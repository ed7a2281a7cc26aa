/** Caches the last thousand results by key. */
export function remembered<T>(make: (key: string) => T, limit = 1000): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    if (known.size >= limit) known.delete(known.keys().next().value as string);
    known.set(key, made);
    return made;
  };
}
