import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { goToSection } from './goToSection.ts';

/** The section an address names (`/products/…#agreements`) is gone to once the page is drawn, and when it is asked for. */
export function useSectionAddress(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking for the same section again goes there again.
  useEffect(() => {
    if (hash === '') return;
    // Coming back, the browser would scroll to where the page once was, after the section was gone to.
    history.scrollRestoration = 'manual';
    goToSection(hash.slice(1));
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, [hash, key]);
}
