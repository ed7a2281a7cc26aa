/** An entry of a table by a name that someone wrote: `constructor` names nothing, though every object has one. */
export const inTable = <Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
