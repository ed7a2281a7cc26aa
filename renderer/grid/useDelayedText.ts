import { useEffect, useRef, useState } from 'react';

/** A text that is handed on when typing pauses; set from outside, it follows. */
export function useDelayedText(value: string, onChange: (text: string) => void, pause = 250) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const handed = useRef(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (value === handed.current) return;
    handed.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      handed.current = typed;
      latest.current(typed);
    }, pause);
  };
  return [text, type] as const;
}
