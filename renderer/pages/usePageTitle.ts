import { useEffect } from 'react';

/** The name of the page in the window's title; what a screen reader says first. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Formwright` : 'Formwright';
  }, [title]);
}
