/** Reads from local storage; undefined if missing or unavailable. */
export function readLocal<T>(place: string): T | undefined {
  try {
    const text = localStorage.getItem(place);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Writes to local storage if available. */
export function writeLocal(place: string, value: unknown): void {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the server also has the value.
  }
}
