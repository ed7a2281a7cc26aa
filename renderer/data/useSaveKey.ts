import { useEffect, useRef } from 'react';
import { keyBindings } from './keyBindings.ts';

/** Calls the latest `onSave` on Ctrl+S. */
export function useSaveKey(onSave: () => void): void {
  const latest = useRef(onSave);
  latest.current = onSave;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!keyBindings.save.is(event)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
