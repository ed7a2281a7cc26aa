import { useEffect } from 'react';
import { useBrand } from './brand.ts';

/** Sets the window title, which screen readers announce first. */
export function usePageTitle(...parts: readonly string[]): void {
  const title = windowTitle(parts, useBrand().Name);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** From record to application, so that a narrow tab shows what differs; each part once. */
export function windowTitle(parts: readonly string[], application: string): string {
  return [...new Set([...parts, application])].filter(Boolean).join(' · ');
}
