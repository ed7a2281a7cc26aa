import { useEffect, useState } from 'react';

/** A pause in typing as long as this is worth a compilation. */
const pause = 300;

/** A text once it has stopped changing. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (settled === text) return;
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [settled, text]);
  return settled;
}
