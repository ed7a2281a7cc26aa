/** `B7`: the address of a cell. Columns count from 0, rows from 1. */
export function cellAddress(column: number, row: number): string {
  return `${columnName(column)}${row}`;
}

/** `B` for 1. */
export function columnName(column: number): string {
  const name = String.fromCharCode(65 + (column % 26));
  return column < 26 ? name : columnName(Math.floor(column / 26) - 1) + name;
}

/** 27 for `AB7`; undefined when there is no column name. */
export function columnOf(address: string): number | undefined {
  let column = 0;
  let length = 0;
  for (; length < address.length; length += 1) {
    const letter = address.charCodeAt(length) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return length > 0 && length < 4 ? column - 1 : undefined;
}

/** Column and row; undefined when it is not an address. */
export function cellAt(address: string): { readonly column: number; readonly row: number } | undefined {
  const column = columnOf(address);
  const row = Number(/\d+$/.exec(address)?.[0]);
  return column === undefined || !(row > 0) ? undefined : { column, row };
}
