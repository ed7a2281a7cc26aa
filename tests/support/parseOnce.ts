import { CompileMemory, parseExpression } from '#engine';

type Parsed = ReturnType<typeof parseExpression>;

const known = new Map<string, Parsed>();

/**
 * `parseExpression` for tests that compile the application repeatedly: each text is parsed once in a process.
 */
export function parseOnce(text: string): Parsed {
  const parsed = known.get(text) ?? parseExpression(text);
  known.set(text, parsed);
  return parsed;
}

/** For tests that compile an application with few changes each: what is the same is compiled once in a process. */
export const compiledOnce = { parse: parseOnce, memory: new CompileMemory() };
