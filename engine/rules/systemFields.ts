/** Fields that the server alone keeps for every record; a client may send them back as it read them. */
export const systemFields: ReadonlySet<string> = new Set([
  'Id',
  'Revision',
  'CreatedDate',
  'ModifiedDate',
  'CreatedBy',
  'ModifiedBy',
  'Release',
]);
