/** Converts the URL of the history page to the query of its list. */
export type HistoryEntry = {
  readonly Id: string;
  readonly Entity: string;
  readonly RecordId: string;
  /** The record's name; null if it is deleted, or the person may not see the name. */
  readonly RecordName: string | null;
  readonly Field: string;
  readonly PreviousValue: unknown;
  readonly CurrentValue: unknown;
  /** The values in words: names of records, choices and people. */
  readonly PreviousText?: string;
  readonly CurrentText?: string;
  readonly Names?: Readonly<Record<string, string>>;
  readonly ChangedAt: string;
  readonly ChangedBy: string | null;
  /** How the API key begins, if a program made the change. */
  readonly ChangedWith?: string;
  readonly Operation: string;
};

export const pageSize = 50;

/** URL parameter, field of the history and operator. */
const filters = [
  ['entity', 'Entity', 'eq'],
  ['record', 'RecordId', 'eq'],
  ['field', 'Field', 'eq'],
  ['by', 'ChangedBy', 'eq'],
  ['since', 'ChangedAt', 'ge'],
  ['until', 'ChangedAt', 'lt'],
] as const;

/** URL parameters that filter the list. */
export const narrowing: readonly string[] = filters.map(([name]) => name);

/** `entity=product&by=ann` → the query string of the call. */
export function historyQuery(params: URLSearchParams, size = pageSize): string {
  const page = Number(params.get('page') ?? 1);
  const query = new URLSearchParams({
    page: String(Number.isInteger(page) && page > 0 ? page : 1),
    pageSize: String(size),
  });
  for (const [name, property, operator] of filters) {
    const value = momentOf(name, params.get(name) ?? '');
    if (!value) continue;
    query.append('FilterProperty', property);
    query.append('FilterOperator', operator);
    query.append('FilterValue', value);
  }
  return query.toString();
}

/** Days are in the person's time zone; `until` includes its day. */
function momentOf(name: string, value: string): string {
  if (name !== 'since' && name !== 'until') return value;
  // Ignores a partly typed date.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return '';
  const [year = 0, month = 1, day = 1] = value.split('-').map(Number);
  return new Date(year, month - 1, day + (name === 'until' ? 1 : 0)).toISOString();
}

/** Whether the URL contains filters. */
export function isNarrowed(params: URLSearchParams): boolean {
  return narrowing.some((name) => params.get(name));
}
