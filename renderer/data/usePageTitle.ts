import { useEffect } from 'react';

/** Sets the window title, which screen readers announce first. */
export function usePageTitle(...parts: readonly string[]): void {
  const title = windowTitle(parts);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** From record to application, so that a narrow tab shows what differs; each part once. */
export function windowTitle(parts: readonly string[]): string {
  return [...new Set([...parts, 'Formwright'])].filter(Boolean).join(' · ');
}
