/** A list of what waits for the person, as declared. */
export type OwnList = {
  readonly id: string;
  readonly title: string;
  readonly call: string;
  readonly access?: string;
  readonly parameters?: Readonly<Record<string, string | { readonly days: number }>>;
  readonly filters?: readonly Filter[];
  readonly to?: string;
  readonly name: readonly string[];
  readonly date?: string;
  readonly open?: string;
  readonly tone?: 'neutral' | 'warning' | 'danger';
};

type Filter = {
  readonly path: string;
  readonly operator: string;
  readonly value?: string;
  readonly days?: number;
};

/** Rows that are read: more than are shown, so that a list without a total can say how many there are. */
const pageSize = 25;

/** The address of the call, with dates counted from the person's day. */
export function addressOfCall({ call, parameters = {}, filters = [] }: OwnList, now: Date): string {
  const query = new URLSearchParams({ pageSize: String(pageSize) });
  for (const [name, value] of Object.entries(parameters))
    query.append(name, typeof value === 'string' ? value : momentIn(now, value.days));
  for (const filter of filters) {
    query.append('FilterProperty', filter.path);
    query.append('FilterOperator', filter.operator);
    query.append('FilterValue', filterValue(filter, now));
  }
  return `${call}?${query}`;
}

/** The address of the whole list, with the same conditions. */
export function addressOfList({ to, filters = [] }: OwnList, now: Date): string | undefined {
  if (to === undefined || filters.length === 0) return to;
  const all = filters.map((filter) => ({
    ...{ path: filter.path, operator: filter.operator, value: filterValue(filter, now) },
  }));
  return `${to}?${new URLSearchParams({ where: JSON.stringify({ all }) })}`;
}

function filterValue({ value = '', days }: Filter, now: Date): string {
  return days === undefined ? value : dayIn(now, days);
}

function dayIn(now: Date, days: number): string {
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days));
  return day.toISOString().slice(0, 10);
}

/** At the start of a day, so that the address of a call stays the same for the day. */
function momentIn(now: Date, days: number): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString();
}
