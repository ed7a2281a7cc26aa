/** `Accept: text/plain`, one header a line. */
export const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** The finished lines; undefined if there is none. */
export function headersIn(text: string): Readonly<Record<string, string>> | undefined {
  const found = text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^\s*([A-Za-z0-9-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    return name === '' || value === '' ? [] : [[name, value] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
