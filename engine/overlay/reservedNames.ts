/** Names, in lower case, that the store, the API or the expression language use themselves. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...['rowid', 'oid', 'items', 'totalitems', 'record', 'previous'],
]);

/** And the fields that every record has, as applications usually declare them. */
export const usualNames: readonly string[] = [
  ...reservedNames,
  ...['id', 'revision', 'release', 'createddate', 'createdby', 'modifieddate', 'modifiedby', 'name'],
];
