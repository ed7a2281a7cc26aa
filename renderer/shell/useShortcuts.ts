import { useEffect, useRef } from 'react';
import { keyBindings } from '../data/keyBindings.ts';

type Shortcuts = {
  readonly palette: () => void;
  readonly help: () => void;
  readonly navigation: () => void;
};

/** The keys that work everywhere. Plain keys are left to whoever is typing. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const name = shortcutOf(event);
      if (!name) return;
      event.preventDefault();
      latest.current[name]();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Which shortcut a key press is, if any; only the palette's is one while somebody types. */
function shortcutOf(event: KeyboardEvent): keyof Shortcuts | undefined {
  if (keyBindings.palette.is(event)) return 'palette';
  if (isTyping(event)) return undefined;
  return (['navigation', 'help'] as const).find((name) => keyBindings[name].is(event));
}

function isTyping(event: KeyboardEvent): boolean {
  const element = event.target as HTMLElement | null;
  return element?.closest?.('input, textarea, select, [contenteditable="true"]') != null;
}
