/** Patterns are written by people, too: they are matched in linear time (RE2), in the server and in the browser. */
import { RE2JS } from 're2js';
import { longestTextFor, readPattern } from './readPattern.ts';

type TextPattern = { readonly test: (text: string) => boolean; readonly toString: () => string };

/** What a pattern takes before it is first tried is done then: a model has many that nobody asks for. */
export function textPattern(pattern: string): TextPattern {
  const read = readPattern(pattern);
  if (read.wrong) throw new Error(`${read.wrong}: ${pattern}`);
  const { re2, size } = read;
  // Who declares the field says so in its longest text; this holds for what stands in free JSON.
  const longest = 2 * longestTextFor(size);
  let made: RE2JS | undefined;
  return {
    test: (text) => {
      if (text.length > longest) return false;
      made ??= RE2JS.compile(re2);
      return made.test(text);
    },
    // Ajv tells patterns apart by their text.
    toString: () => `/${pattern}/u`,
  };
}

/** How code that Ajv writes finds it. */
textPattern.code = 'require("formwright/textPattern").textPattern';

const remembered = new Map<string, TextPattern>();
const most = 200;

/** Whether a text fits a pattern that is asked about again and again. */
export function fitsTextPattern(pattern: string, text: string): boolean {
  const known = remembered.get(pattern) ?? textPattern(pattern);
  remembered.set(pattern, known);
  if (remembered.size > most) remembered.delete(remembered.keys().next().value as string);
  return known.test(text);
}
