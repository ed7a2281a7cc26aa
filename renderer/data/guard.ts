import { createContext, useContext, useEffect, useId } from 'react';

/** Which parts of the page hold unsaved work. */
export type Guard = {
  readonly set: (key: string, isDirty: boolean) => void;
  readonly isDirty: () => boolean;
  /** Lets the next navigation pass, after a save that navigates. */
  readonly release: () => void;
};

const GuardContext = createContext<Guard | undefined>(undefined);

export const GuardProvider = GuardContext.Provider;

/** Creates a tracker of unsaved work. */
export function createGuard(): Guard {
  const dirty = new Set<string>();
  return {
    set: (key, isDirty) => void (isDirty ? dirty.add(key) : dirty.delete(key)),
    isDirty: () => dirty.size > 0,
    release: () => dirty.clear(),
  };
}

/** While `isDirty`, leaving the page or the screen asks first. */
export function useGuard(isDirty: boolean): void {
  const guard = useContext(GuardContext);
  const key = useId();
  useEffect(() => {
    guard?.set(key, isDirty);
    return () => guard?.set(key, false);
  }, [guard, key, isDirty]);
}

/** The guard itself: call `release()` before navigating after a save. */
export function useGuardState(): Guard | undefined {
  return useContext(GuardContext);
}
