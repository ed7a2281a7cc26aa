/** The JSON pointer of a placed field: `Address.City` → `/Address/City`. */
export function pointerOf(field: string): string {
  return `/${field.replaceAll('.', '/')}`;
}

/** The field path of a pointer: `/Rows/0/Name` → `Rows.Name`. */
export function patternOf(path: string): string {
  return path
    .split('/')
    .filter((step) => step !== '' && !/^\d+$/.test(step))
    .join('.');
}

/** The DOM id of the control at a path, for links from issues. */
export function inputIdOf(prefix: string, path: string): string {
  return `${prefix}${path.replaceAll('/', '-')}`;
}
