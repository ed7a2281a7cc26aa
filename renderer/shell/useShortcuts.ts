import { useEffect, useRef } from 'react';

type Shortcuts = {
  readonly palette: () => void;
  readonly shortcuts: () => void;
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

/** Which shortcut a key press is, if any. */
function shortcutOf(event: KeyboardEvent): keyof Shortcuts | undefined {
  const withControl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (withControl && event.key.toLowerCase() === 'k') return 'palette';
  if (withControl && event.key.toLowerCase() === 'b') return isTyping(event) ? undefined : 'navigation';
  if (event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event))
    return 'shortcuts';
  return undefined;
}

function isTyping(event: KeyboardEvent): boolean {
  const element = event.target as HTMLElement | null;
  return element?.closest?.('input, textarea, select, [contenteditable="true"]') != null;
}
