/** The JSON pointer of a placed field: `Address.City` → `/Address/City`. */
export function pointerOf(field: string): string {
  return `/${field.replaceAll('.', '/')}`;
}

/** The dotted pattern of a pointer: `/Rows/0/Name` → `Rows.Name`. */
export function patternOf(path: string): string {
  return path
    .split('/')
    .filter((step) => step !== '' && !/^\d+$/.test(step))
    .join('.');
}

/** The DOM id of the control that edits a path, so that an issue can be jumped to. */
export function inputIdOf(prefix: string, path: string): string {
  return `${prefix}${path.replaceAll('/', '-')}`;
}
