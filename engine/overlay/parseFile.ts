/** Parses hand-edited JSON; reports mistakes by position, including ones that `JSON.parse` accepts. */

type FileProblem = {
  /** Code of the finding. */
  readonly code: 'file-conflict' | 'file-not-json' | 'file-number' | 'file-twice';
  readonly line: number;
  readonly column: number;
  /** The number or name as written. */
  readonly word: string;
};

/** The value of a text, or its first problem. A leading byte order mark is ignored. */
export function parseFile(given: string): { readonly json: unknown } | { readonly problem: FileProblem } {
  const text = given.replace(/^\uFEFF/, '');
  const conflict = /^(?:<{7}|={7}|>{7}|\|{7})(?= |\r?$)/m.exec(text);
  if (conflict)
    return { problem: { code: 'file-conflict', ...placeOf(text, conflict.index), word: conflict[0] } };
  try {
    const json: unknown = JSON.parse(text);
    const problem = silentProblem(text);
    return problem ? { problem } : { json };
  } catch (error) {
    const position = Number(
      /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? text.length,
    );
    return { problem: { code: 'file-not-json', ...placeOf(text, position), word: '' } };
  }
}

/** A duplicate name in an object, of which the last would win, or a number that parsing changes. */
function silentProblem(text: string): FileProblem | undefined {
  const open: Set<string>[] = [];
  // The text is valid JSON at this point: a string before a colon is a name.
  const parts = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]|-?\d[\d.eE+-]*/g;
  for (let part = parts.exec(text); part; part = parts.exec(text)) {
    const [whole, quoted, colon] = part;
    const at = () => placeOf(text, part?.index ?? 0);
    if (whole === '{' || whole === '[') open.push(new Set());
    else if (whole === '}' || whole === ']') open.pop();
    else if (quoted === undefined) {
      if (!Number.isFinite(Number(whole))) return { code: 'file-number', ...at(), word: whole };
    } else if (colon !== undefined) {
      const names = open.at(-1);
      const name = String(JSON.parse(quoted));
      if (names?.has(name)) return { code: 'file-twice', ...at(), word: name };
      names?.add(name);
    }
  }
  return undefined;
}

function placeOf(text: string, position: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, position).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
