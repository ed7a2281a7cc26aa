/** A value kept in this browser; undefined where there is none or storage is shut. */
export function readLocal<T>(place: string): T | undefined {
  try {
    const text = localStorage.getItem(place);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Keeps a value in this browser, as far as it lets us. */
export function writeLocal(place: string, value: unknown): void {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the server has it all the same.
  }
}
