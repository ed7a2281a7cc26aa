import { parseExpression } from '#engine';

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
