/** Server-managed fields of every record; clients may send them back unchanged. */
export const systemFields: ReadonlySet<string> = new Set([
  'Id',
  'Revision',
  'CreatedDate',
  'ModifiedDate',
  'CreatedBy',
  'ModifiedBy',
  'Release',
]);
