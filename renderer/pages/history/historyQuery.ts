/** What the address of the history asks, as the query of its list. */
export type HistoryEntry = {
  readonly Id: string;
  readonly Entity: string;
  readonly RecordId: string;
  /** What the record is called; null where it is gone, or its name is not to be seen. */
  readonly RecordName: string | null;
  readonly Field: string;
  readonly PreviousValue: unknown;
  readonly CurrentValue: unknown;
  readonly ChangedAt: string;
  readonly ChangedBy: string | null;
  readonly Operation: string;
};

export const pageSize = 50;

/** Parameters of the address → field of the history and how it is compared. */
const filters = [
  ['entity', 'Entity', 'eq'],
  ['record', 'RecordId', 'eq'],
  ['field', 'Field', 'eq'],
  ['by', 'ChangedBy', 'eq'],
] as const;

/** `entity=product&by=ann` → the query string of the call. */
export function historyQuery(params: URLSearchParams): string {
  const page = Number(params.get('page') ?? 1);
  const query = new URLSearchParams({
    page: String(Number.isInteger(page) && page > 0 ? page : 1),
    pageSize: String(pageSize),
  });
  for (const [name, property, operator] of filters) {
    const value = params.get(name);
    if (!value) continue;
    query.append('FilterProperty', property);
    query.append('FilterOperator', operator);
    query.append('FilterValue', value);
  }
  return query.toString();
}

/** Whether the address asks for less than everything. */
export function isNarrowed(params: URLSearchParams): boolean {
  return filters.some(([name]) => params.get(name));
}
