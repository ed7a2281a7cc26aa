import { createContext, useContext, useEffect, useState } from 'react';
import { sameJson } from '#engine';

type Unfinished = { readonly part: string; readonly typed: Map<string, unknown> };

/** What is typed in the panel and not kept yet, by part: selecting another part loses none of it. */
export const UnfinishedContext = createContext<Unfinished>({ part: '', typed: new Map() });

/** Like `useState`, for one input of the selected part; it ends once the draft holds what was typed. */
export function useUnfinished<T>(input: string, held: T): [T | undefined, (next: T | undefined) => void] {
  const { part, typed } = useContext(UnfinishedContext);
  const key = `${part} ${input}`;
  const [value, setValue] = useState(() => typed.get(key) as T | undefined);
  const set = (next: T | undefined) => {
    setValue(next);
    if (next === undefined) typed.delete(key);
    else typed.set(key, next);
  };
  const isHeld = value !== undefined && sameJson(value, held);
  useEffect(() => {
    if (!isHeld) return;
    typed.delete(key);
    setValue(undefined);
  }, [isHeld, typed, key]);
  return [value, set];
}
