/** Unsaved work, kept in this tab to survive a reload or a lost session. */
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

/** Stores work under a key that names the person, and returns what it stored. */
export function keepWork<T>(key: string, changes: T, revision?: unknown): KeptWork<T> {
  const kept = { savedAt: new Date().toISOString(), revision, changes };
  try {
    sessionStorage.setItem(placeOf(key), JSON.stringify(kept));
  } catch {
    // Without storage, nothing is offered after a reload.
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
