import { useEffect } from 'react';

/** The name of the page in the window's title; what a screen reader says first. */
export function usePageTitle(...parts: readonly string[]): void {
  const title = windowTitle(parts);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** From the record to the application, so that what differs stands where a tab still shows it; each part once. */
export function windowTitle(parts: readonly string[]): string {
  return [...new Set([...parts, 'Formwright'])].filter(Boolean).join(' · ');
}
