import { useRef, useState } from 'react';

type Step = { readonly text: string; readonly at: number };

/** Changes within this time form one undo step, in milliseconds. */
const together = 700;

/** Undo history of the text, shared by builder and text editor. */
export function useTextHistory(text: string, onChange: (text: string) => void) {
  const past = useRef<Step[]>([]);
  const future = useRef<string[]>([]);
  const last = useRef(0);
  const [, redraw] = useState(0);
  const shown = useRef(text);
  shown.current = text;
  const go = (next: string) => {
    onChange(next);
    redraw((count) => count + 1);
  };
  return {
    change: (next: string) => {
      if (next === shown.current) return;
      const now = performance.now();
      if (now - last.current > together || past.current.length === 0)
        past.current.push({ text: shown.current, at: now });
      last.current = now;
      future.current = [];
      go(next);
    },
    undo: () => {
      const step = past.current.pop();
      if (!step) return;
      future.current.push(shown.current);
      last.current = 0;
      go(step.text);
    },
    redo: () => {
      const next = future.current.pop();
      if (next === undefined) return;
      past.current.push({ text: shown.current, at: 0 });
      last.current = 0;
      go(next);
    },
    canUndo: past.current.length > 0,
    canRedo: future.current.length > 0,
  };
}

export type TextHistory = ReturnType<typeof useTextHistory>;
