/** Work that is not saved, kept in this tab so that a reload or a lost session loses nothing. */
export type KeptWork<T> = { readonly savedAt: string; readonly revision?: unknown; readonly changes: T };

const placeOf = (key: string) => `formwright.draft.${key}`;

export function readKept<T>(key: string): KeptWork<T> | undefined {
  try {
    const text = sessionStorage.getItem(placeOf(key));
    return text === null ? undefined : (JSON.parse(text) as KeptWork<T>);
  } catch {
    return undefined;
  }
}

/** Keeps work under a key, which names the person, and gives what was kept. */
export function keepWork<T>(key: string, changes: T, revision?: unknown): KeptWork<T> {
  const kept = { savedAt: new Date().toISOString(), revision, changes };
  try {
    sessionStorage.setItem(placeOf(key), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage costs only the offer after a reload.
  }
  return kept;
}

export function forgetWork(key: string): void {
  try {
    sessionStorage.removeItem(placeOf(key));
  } catch {
    // As above.
  }
}
