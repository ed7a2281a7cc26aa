/** A list of what waits for the person, as declared. */
export type OwnList = {
  readonly id: string;
  readonly title: string;
  readonly call: string;
  readonly access?: string;
  readonly parameters?: Readonly<Record<string, string | { readonly days: number }>>;
  /** As in `$where`. */
  readonly where?: Readonly<Record<string, unknown>>;
  readonly to?: string;
  readonly name: readonly string[];
  readonly date?: string;
  readonly open?: string;
  readonly tone?: 'neutral' | 'warning' | 'danger';
};

/** Rows that are read: more than are shown, so that a list without a total can say how many there are. */
const pageSize = 25;

/** The address of the call. */
export function addressOfCall({ call, parameters = {}, where }: OwnList, now: Date): string {
  const query = new URLSearchParams({ pageSize: String(pageSize) });
  for (const [name, value] of Object.entries(parameters))
    query.append(name, typeof value === 'string' ? value : momentIn(now, value.days));
  if (where) query.append('$where', JSON.stringify(where));
  return `${call}?${query}`;
}

/** The address of the whole list, with the same conditions. */
export function addressOfList({ to, where }: OwnList): string | undefined {
  return to === undefined || !where ? to : `${to}?${new URLSearchParams({ where: JSON.stringify(where) })}`;
}

/** At the start of a day, so that the address of a call stays the same for the day. */
function momentIn(now: Date, days: number): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString();
}
