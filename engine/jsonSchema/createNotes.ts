/** What does not fit, each place once; bounded, with the whole number. */
import type { Misfit } from './types.ts';

const most = 500;

export type Notes = {
  readonly note: (at: string, code: string, params?: Misfit['params']) => void;
  readonly kept: () => readonly Misfit[];
  readonly count: () => number;
  /** Forgets what was noted while it ran, unless the result is used; `codes` are those that were noted. */
  readonly trying: <Result>(
    run: () => Result,
    isUsed: (result: Result, codes: ReadonlySet<string>) => boolean,
  ) => Result | undefined;
};

export function createNotes(): Notes {
  const notes: { readonly key: string; readonly misfit: Misfit }[] = [];
  const known = new Set<string>();
  return {
    note: (at, code, params = {}) => {
      const key = `${at} ${code} ${params.word ?? ''}`;
      if (known.has(key)) return;
      known.add(key);
      notes.push({ key, misfit: { at, code, params } });
    },
    kept: () => notes.slice(0, most).map(({ misfit }) => misfit),
    count: () => notes.length,
    trying: (run, isUsed) => {
      const before = notes.length;
      const result = run();
      const codes = new Set(notes.slice(before).map(({ misfit: { code } }) => code));
      if (isUsed(result, codes)) return result;
      for (const { key } of notes.splice(before)) known.delete(key);
      return undefined;
    },
  };
}
