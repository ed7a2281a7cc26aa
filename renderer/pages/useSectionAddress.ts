import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isReturn, isSamePlace } from '../data/placeMemory.ts';
import { goToField, goToSection, readSection } from './goToSection.ts';

/** The section or field an address names (`/products/…#agreements`, `#general/EndDate`) is gone to once the page is drawn, and when it is asked for. */
export function useSectionAddress(): void {
  const { hash, key, state } = useLocation();
  const isHere = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking for the same section again goes there again.
  useEffect(() => {
    const isSame = isHere.current && isSamePlace(state);
    isHere.current = true;
    // Who comes back is taken to where they were.
    if (hash === '' || isReturn(key) || isSame) return;
    // Coming back, the browser would scroll to where the page once was, after the section was gone to.
    history.scrollRestoration = 'manual';
    const { section, path } = readSection(hash);
    if (goToSection(section) && path !== undefined) goToField(section, path);
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, [hash, key]);
}
