/** Functions that take an array: a parameter is one there, however many values it has. */
const takesArray: ReadonlySet<string> = new Set([
  ...['join', 'item', 'ubound', 'lbound', 'filter', 'isarray', 'array.indexof', 'string.join'],
]);

export const isArrayFunction = (name: string): boolean => takesArray.has(name);
